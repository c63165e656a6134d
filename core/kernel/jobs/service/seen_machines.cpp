// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/service/seen_machines.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/kernel/jobs/service/constraint_rules.h"
#include "core/kernel/jobs/service/replacement.h"

namespace muster::services {

void SeenMachines::see(ClusterSeen seen) {
    for (auto& machine : seen.machines) {
        auto agent = machine.agent;
        m_machines.insert_or_assign(std::move(agent), std::move(machine));
    }
    for (const auto& agent : seen.gone) {
        m_machines.erase(agent);
    }
}

std::int64_t SeenMachines::places(const AppSpec& spec, Milli gpus) const {
    const ConstraintRules rules(spec.constraints);
    std::int64_t sum = 0;
    for (const auto& [agent, machine] : m_machines) {
        if (rules.mayAdmit({machine.hostname, machine.attributes})) {
            sum += machine.total.gpus().value / gpus.value;
        }
    }
    return sum;
}

Status SeenMachines::checkReplacement(const AppSpec& before, const AppSpec& after) const {
    // The smaller of the two: in doubt it can be done.
    const auto gpus = std::min(before.resources.gpus(), after.resources.gpus());
    if (gpus == Milli{} || after.instances == 0 || m_machines.empty()) {
        return {};
    }
    const std::int64_t healthy = limitsOf(after.upgrade, after.instances, 0).minHealthy;
    const auto room = places(after, gpus);
    if (healthy < room) {
        return {};
    }
    const Milli possible{std::max<std::int64_t>(room - 1, 0) * 1000 / after.instances};
    return failure(
        fmt::format("Replacing the instances of '{}' takes {} GPUs, as {} of {} instances stay "
                    "healthy while the next one starts, but the agents that can run it have {}: "
                    "set minimumHealthCapacity to {} or less",
            after.id.value, Milli{(healthy + 1) * gpus.value}.text(), healthy, after.instances,
            Milli{room * gpus.value}.text(), possible.text()));
}

} // namespace muster::services
