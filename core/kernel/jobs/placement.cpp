// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/placement.h"

#include <algorithm>
#include <string_view>
#include <utility>

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

} // namespace

bool matches(const Constraint& constraint, const Attributes& attributes) {
    return matches(constraint, numberOf(constraint), attributes);
}

bool matches(const Constraint& constraint, const std::optional<Milli>& number,
    const Attributes& attributes) {
    const AttributeMatch match{constraint.value, number};
    return std::ranges::any_of(attributes, [&](const Attribute& attribute) {
        return attribute.name == constraint.attribute && std::visit(match, attribute.value);
    });
}

std::optional<Milli> numberOf(const Constraint& constraint) {
    const auto number = Milli::parse(constraint.value);
    return number ? std::optional(*number) : std::nullopt;
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

Tightness tightness(const JobSpec& spec, const Supply& supply, const Resources& free) {
    const bool wantsGpus = spec.resources.gpus() > Milli{};
    return {!wantsGpus && supply.hasGpus, free.gpus(), free.total("cpus"), free.total("mem"),
        supply.agent.value};
}

std::optional<std::size_t> bestFit(
    const JobSpec& spec, std::span<const Supply> supplies, const std::set<AgentId>& avoided) {
    const auto rank = [&](const Supply& supply) {
        return std::pair(avoided.contains(supply.agent), tightness(spec, supply, supply.free));
    };
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < supplies.size(); ++i) {
        if (fits(spec, supplies[i]) && (!best || rank(supplies[i]) < rank(supplies[*best]))) {
            best = i;
        }
    }
    return best;
}

} // namespace muster::jobs
