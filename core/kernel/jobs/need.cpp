// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/need.h"

#include <algorithm>

#include <fmt/format.h>

namespace muster::jobs {
namespace {

Need stateNeed() {
    return {{"state", "active", WaitReason::NoAgents}, Need::Kind::State, {}, {},
        [](const Machine& machine, Need::When when) {
            const bool open = machine.closed.empty();
            return Finding{open ? "active" : machine.closed, open || when == Need::When::Empty};
        }};
}

Need constraintNeed(const Constraint& constraint) {
    const auto name = fmt::format("{}:{}", constraint.attribute, constraint.value);
    return {{name, "yes", WaitReason::GpuType}, Need::Kind::Constraint, {}, {},
        [constraint](const Machine& machine, Need::When) {
            if (matches(constraint, machine.supply.attributes)) {
                return Finding{"yes", true};
            }
            Attributes same = machine.supply.attributes;
            std::erase_if(
                same, [&](const Attribute& one) { return one.name != constraint.attribute; });
            return Finding{same.empty() ? "no" : attributesText(same), false};
        }};
}

Need linksNeed(std::int64_t gpus) {
    return {{"NVLink", fmt::format("{} linked", gpus), WaitReason::Links}, Need::Kind::Links, {},
        {}, [gpus](const Machine& machine, Need::When) {
            const auto group = linkedGroup(machine.supply.attributes);
            return Finding{
                group == 0 ? "none linked" : fmt::format("{} linked", group), group >= gpus};
        }};
}

Need amountNeed(const std::string& resource, Milli amount) {
    const bool gpus = resource == "gpus";
    return {
        {gpus ? "GPUs" : resource, amount.text(), gpus ? WaitReason::Gpus : WaitReason::Resources},
        Need::Kind::Amount, amount, resource,
        [resource, amount, gpus](const Machine& machine, Need::When when) {
            const auto total = machine.total.total(resource);
            const auto most = gpus ? total + machine.restorable : total;
            if (!machine.isKnown) {
                return Finding{fmt::format("{} in total", total.text()), most >= amount};
            }
            const auto free = machine.supply.free.total(resource);
            auto text = fmt::format("{} of {} free", free.text(), total.text());
            if (gpus && !machine.withheld.empty()) {
                text += ", " + machine.withheld;
            }
            return Finding{text, (when == Need::When::Now ? free : most) >= amount};
        }};
}

// Ranges, sets, reserved parts: whatever is not a plain amount.
Need otherNeed(const Resources& wanted) {
    return {{"resources", wanted.text(), WaitReason::Resources}, Need::Kind::Other, {}, {},
        [wanted](const Machine& machine, Need::When when) {
            if (!machine.isKnown) {
                return Finding{"unknown", machine.total.contains(wanted)};
            }
            const bool met
                = (when == Need::When::Now ? machine.supply.free : machine.total).contains(wanted);
            return Finding{met ? "free" : "not free", met};
        }};
}

} // namespace

std::string gpusText(Milli gpus) {
    return gpus == Milli::whole(1) ? "1 GPU" : fmt::format("{} GPUs", gpus.text());
}

std::string amountText(const Need& need, Milli amount) {
    return need.resource == "gpus" ? gpusText(amount)
                                   : fmt::format("{}:{}", need.resource, amount.text());
}

std::vector<Need> needsOf(const JobSpec& spec) {
    std::vector<Need> out{stateNeed()};
    for (const auto& constraint : spec.constraints) {
        out.push_back(constraintNeed(constraint));
    }
    if (spec.linked) {
        out.push_back(linksNeed(spec.resources.gpus().wholeUnits()));
    }
    for (const auto kind : {Resources::Gpus, Resources::Cpus, Resources::Mem, Resources::Disk}) {
        if (const auto amount = spec.resources.scalar(kind); amount > Milli{}) {
            out.push_back(amountNeed(std::string(Resources::name(kind)), amount));
        }
    }
    if (!spec.resources.others().empty()) {
        out.push_back(otherNeed(Resources(spec.resources.others())));
    }
    return out;
}

} // namespace muster::jobs
