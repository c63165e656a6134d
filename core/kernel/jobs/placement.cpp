// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/placement.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

#include "core/kernel/jobs/need.h"

namespace muster::jobs {
namespace {

constexpr std::string_view kLinkedGroup = "nvlink_group";

struct AttributeMatch {
    const std::string& wanted;
    std::optional<Milli> number;

    bool operator()(const std::string& value) const { return value == wanted; }
    bool operator()(Milli value) const { return number && value >= *number; }
    bool operator()(const Ranges& value) const {
        if (!number || !number->isWhole() || number->value < 0) {
            return false;
        }
        const auto units = static_cast<std::uint64_t>(number->wholeUnits());
        return value.contains(Ranges({{units, units}}));
    }
};

bool meetsConstraints(const JobSpec& spec, const Supply& supply) {
    return std::ranges::all_of(spec.constraints,
        [&](const auto& constraint) { return matches(constraint, supply.attributes); });
}

bool meetsLinks(const JobSpec& spec, const Supply& supply) {
    return !spec.linked || linkedGroup(supply.attributes) >= spec.resources.gpus().wholeUnits();
}

using Supplies = std::vector<const Supply*>;

// The first of the largest, so that equal ones are decided by their order.
template <typename Measure>
const Supply* largest(const Supplies& supplies, Measure measure) {
    return *std::ranges::max_element(supplies, {}, measure);
}

std::string constraintsText(const JobSpec& spec) {
    std::string text;
    for (const auto& constraint : spec.constraints) {
        text += fmt::format(
            "{}{}:{}", text.empty() ? "" : " and ", constraint.attribute, constraint.value);
    }
    return text;
}

std::optional<Wait> shortOfLinks(const JobSpec& spec, const Supplies& supplies) {
    const auto group = [](const Supply* supply) { return linkedGroup(supply->attributes); };
    const auto* best = largest(supplies, group);
    if (!spec.linked || group(best) >= spec.resources.gpus().wholeUnits()) {
        return std::nullopt;
    }
    const auto wanted = gpusText(spec.resources.gpus());
    return Wait{WaitReason::Links,
        group(best) == 0
            ? fmt::format("{} linked by NVLink requested, no node has linked GPUs", wanted)
            : fmt::format("{} linked by NVLink requested, the largest group has {} on {}", wanted,
                group(best), best->hostname)};
}

std::optional<Wait> shortOfGpus(const JobSpec& spec, const Supplies& supplies) {
    const auto gpus = [](const Supply* supply) { return supply->free.gpus(); };
    const auto* best = largest(supplies, gpus);
    const auto wanted = spec.resources.gpus();
    if (gpus(best) >= wanted) {
        return std::nullopt;
    }
    if (gpus(best) == Milli{}) {
        return Wait{WaitReason::Gpus,
            fmt::format("{} requested, no node offers a free GPU", gpusText(wanted))};
    }
    return Wait{WaitReason::Gpus,
        fmt::format("{} requested, the largest offer has {} free on {}", gpusText(wanted),
            gpus(best).text(), best->hostname)};
}

Wait shortOfRest(const JobSpec& spec, const Supplies& supplies) {
    for (const auto* name : {"cpus", "mem", "disk"}) {
        const auto amount = [&](const Supply* supply) { return supply->free.total(name); };
        const auto* best = largest(supplies, amount);
        if (amount(best) < spec.resources.total(name)) {
            return {WaitReason::Resources,
                fmt::format("{} {} requested, the largest offer has {} free on {}",
                    spec.resources.total(name).text(), name, amount(best).text(), best->hostname)};
        }
    }
    return {WaitReason::Resources,
        fmt::format("{} requested, no single node offers all of it", spec.resources.text())};
}

void narrow(Supplies& supplies, auto keep) {
    std::erase_if(supplies, [&](const Supply* supply) { return !keep(*supply); });
}

bool isOpen(const Supply& supply) {
    return supply.closed.empty();
}

// Each step looks only at the agents that passed the one before, so that the numbers are those of
// agents that could serve the job at all.
Wait explainByOpen(const JobSpec& spec, Supplies left) {
    narrow(left, [&](const Supply& supply) { return meetsConstraints(spec, supply); });
    if (left.empty()) {
        return {WaitReason::GpuType, fmt::format("no node has {}", constraintsText(spec))};
    }
    if (auto wait = shortOfLinks(spec, left)) {
        return *wait;
    }
    narrow(left, [&](const Supply& supply) { return meetsLinks(spec, supply); });
    if (auto wait = shortOfGpus(spec, left)) {
        return *wait;
    }
    narrow(left, [&](const Supply& supply) { return supply.free.gpus() >= spec.resources.gpus(); });
    const bool served
        = std::ranges::any_of(left, [&](const Supply* supply) { return fits(spec, *supply); });
    return served ? Wait{WaitReason::None, "waiting for the next offer"} : shortOfRest(spec, left);
}

} // namespace

bool matches(const Constraint& constraint, const Attributes& attributes) {
    const auto number = Milli::parse(constraint.value);
    const AttributeMatch match{constraint.value, number ? std::optional(*number) : std::nullopt};
    return std::ranges::any_of(attributes, [&](const Attribute& attribute) {
        return attribute.name == constraint.attribute && std::visit(match, attribute.value);
    });
}

std::int64_t linkedGroup(const Attributes& attributes) {
    std::int64_t size = 0;
    for (const auto& attribute : attributes) {
        const auto* value = std::get_if<Milli>(&attribute.value);
        if (value && attribute.name == kLinkedGroup) {
            size = std::max(size, value->wholeUnits());
        }
    }
    return size;
}

bool fits(const JobSpec& spec, const Supply& supply) {
    return supply.free.contains(spec.resources) && meetsConstraints(spec, supply)
        && meetsLinks(spec, supply);
}

std::optional<std::size_t> bestFit(const JobSpec& spec, std::span<const Supply> supplies) {
    const bool wantsGpus = spec.resources.gpus() > Milli{};
    const auto rank = [&](const Supply& supply) {
        return std::make_tuple(!wantsGpus && supply.hasGpus, supply.free.gpus(),
            supply.free.total("cpus"), supply.free.total("mem"),
            std::string_view(supply.agent.value));
    };
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < supplies.size(); ++i) {
        if (fits(spec, supplies[i]) && (!best || rank(supplies[i]) < rank(supplies[*best]))) {
            best = i;
        }
    }
    return best;
}

Wait explain(const JobSpec& spec, std::vector<const Supply*> open) {
    if (open.empty()) {
        return {WaitReason::NoAgents, "no node has offered resources yet"};
    }
    auto closed = open;
    narrow(open, isOpen);
    narrow(closed, [](const Supply& supply) { return !isOpen(supply); });
    if (open.empty()) {
        const auto& first = *closed.front();
        return {WaitReason::NoAgents,
            fmt::format("no node accepts new work: {} is {}{}", first.hostname, first.closed,
                closed.size() == 1 ? ""
                    : closed.size() == 2
                    ? "; 1 more is unavailable"
                    : fmt::format("; {} more are unavailable", closed.size() - 1))};
    }
    auto wait = explainByOpen(spec, std::move(open));
    const auto would
        = std::ranges::find_if(closed, [&](const Supply* supply) { return fits(spec, *supply); });
    if (wait.reason != WaitReason::None && would != closed.end()) {
        wait.text += fmt::format("; {} qualifies, but is {}", (*would)->hostname, (*would)->closed);
    }
    return wait;
}

} // namespace muster::jobs
