// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/told_states.h"

namespace muster::cluster {

TaskState stateKnownTo(const FrameworkInfo& framework, TaskState state) {
    switch (state) {
    case TaskState::Dropped:
    case TaskState::Unreachable:
    case TaskState::Gone:
    case TaskState::GoneByOperator:
    case TaskState::Unknown:
        return framework.has(Capability::PartitionAware) ? state : TaskState::Lost;
    case TaskState::Starting:
    case TaskState::Running:
    case TaskState::Finished:
    case TaskState::Failed:
    case TaskState::Killed:
    case TaskState::Lost:
    case TaskState::Staging:
    case TaskState::Error:
    case TaskState::Killing:
        return state;
    }
    return state;
}

void noteDrain(const AgentPolicy& policy, const FrameworkInfo& framework, TaskStatus& status) {
    const bool killed = status.state == TaskState::Killed;
    if (policy.drain == AgentPolicy::Drain::None
        || (!killed && status.state != TaskState::Killing)) {
        return;
    }
    status.reason = Reason::AgentDraining;
    if (killed && policy.markGone && framework.has(Capability::PartitionAware)) {
        status.state = TaskState::GoneByOperator;
    }
}

} // namespace muster::cluster
