// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/need.h"

#include <fmt/format.h>

namespace muster::jobs {
namespace {

Need constraintNeed(const Constraint& constraint) {
    Need out{{constraintText(constraint), "yes", WaitReason::GpuType}, Need::Kind::Constraint};
    out.test.emplace(constraint);
    out.attribute = constraint.attribute;
    return out;
}

Need linksNeed(std::int64_t gpus) {
    Need out{{"NVLink", fmt::format("{} linked", gpus), WaitReason::Links}, Need::Kind::Links};
    out.linked = gpus;
    return out;
}

Need amountNeed(Resources::Kind resource, Milli amount) {
    const bool gpus = resource == Resources::Gpus;
    Need out{{gpus ? "GPUs" : std::string(Resources::name(resource)), amount.text(),
                 gpus ? WaitReason::Gpus : WaitReason::Resources},
        Need::Kind::Amount};
    out.amount = amount;
    out.resource = resource;
    return out;
}

Need otherNeed(Resources wanted) {
    Need out{{"resources", wanted.text(), WaitReason::Resources}, Need::Kind::Other};
    out.wanted = std::move(wanted);
    return out;
}

bool holdsOther(const Resources& wanted, const Machine& machine, Need::When when) {
    if (when == Need::When::Empty || !machine.isKnown) {
        return machine.total.contains(wanted);
    }
    return machine.offered.others().empty()
        ? machine.supply.free.contains(wanted)
        : (machine.supply.free - machine.offered).contains(wanted);
}

std::string attributeText(const Machine& machine, const std::string& name) {
    Attributes same = machine.supply.attributes;
    std::erase_if(same, [&](const Attribute& one) { return one.name != name; });
    return same.empty() ? "no" : attributesText(same);
}

std::string amountFound(const Need& need, const Machine& machine) {
    const auto total = machine.total.scalar(need.resource);
    if (!machine.isKnown) {
        return fmt::format("{} in total", total.text());
    }
    auto text = fmt::format(
        "{} of {} free", machine.supply.free.scalar(need.resource).text(), total.text());
    if (const auto offered = machine.offered.scalar(need.resource); offered > Milli{}) {
        text += fmt::format(", {} offered", offered.text());
    }
    if (need.isOfGpus() && !machine.withheld.empty()) {
        text += ", " + machine.withheld;
    }
    return text;
}

} // namespace

bool Need::met(const Machine& machine, When when) const {
    if (kind == Kind::State) {
        return when == When::Empty || machine.closed.empty();
    }
    if (machine.isUnknown()) {
        return true; // until it is back
    }
    switch (kind) {
    case Kind::Constraint:
        return test->passes(machine.supply.attributes);
    case Kind::Links:
        return linkedGroup(machine.supply.attributes) >= linked;
    case Kind::Amount: {
        if (when == When::Now && machine.isKnown) {
            return machine.available(resource) >= amount;
        }
        const auto total = machine.total.scalar(resource);
        return (isOfGpus() ? total + machine.restorable : total) >= amount;
    }
    case Kind::State:
    case Kind::Other:
        break;
    }
    return holdsOther(wanted, machine, when);
}

Finding Need::look(const Machine& machine) const {
    const bool isMet = met(machine, When::Now);
    if (kind == Kind::State) {
        return {isMet ? "active" : machine.closed, isMet};
    }
    if (machine.isUnknown()) {
        return {"unknown", isMet};
    }
    switch (kind) {
    case Kind::Constraint:
        return {isMet ? "yes" : attributeText(machine, attribute), isMet};
    case Kind::Links: {
        const auto group = linkedGroup(machine.supply.attributes);
        return {group == 0 ? "none linked" : fmt::format("{} linked", group), isMet};
    }
    case Kind::Amount:
        return {amountFound(*this, machine), isMet};
    case Kind::State:
    case Kind::Other:
        break;
    }
    return {!machine.isKnown ? "unknown" : isMet ? "free" : "not free", isMet};
}

std::string gpusText(Milli gpus) {
    return gpus == Milli::whole(1) ? "1 GPU" : fmt::format("{} GPUs", gpus.text());
}

std::string amountText(const Need& need, Milli amount) {
    return need.isOfGpus() ? gpusText(amount)
                           : fmt::format("{}:{}", Resources::name(need.resource), amount.text());
}

std::vector<Need> needsOf(const JobSpec& spec) {
    std::vector<Need> out{{{"state", "active", WaitReason::NoAgents}}};
    for (const auto& constraint : spec.constraints) {
        out.push_back(constraintNeed(constraint));
    }
    if (spec.linked) {
        out.push_back(linksNeed(spec.resources.gpus().wholeUnits()));
    }
    for (const auto kind : {Resources::Gpus, Resources::Cpus, Resources::Mem, Resources::Disk}) {
        if (const auto amount = spec.resources.scalar(kind); amount > Milli{}) {
            out.push_back(amountNeed(kind, amount));
        }
    }
    if (!spec.resources.others().empty()) {
        out.push_back(otherNeed(Resources(spec.resources.others())));
    }
    return out;
}

Standing standingOf(const std::vector<Need>& needs, const Machine& machine) {
    Standing out{.first = needs.size(), .lacks = needs.size()};
    for (std::size_t i = needs.size(); i-- > 0;) {
        if (!needs[i].met(machine, Need::When::Now)) {
            ++out.unmet;
            out.first = i;
        }
        if (!needs[i].met(machine, Need::When::Empty)) {
            out.lacks = i;
        }
    }
    return out;
}

} // namespace muster::jobs
