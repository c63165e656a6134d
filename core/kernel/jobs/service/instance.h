// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/kernel/base/state.h"
#include "core/kernel/jobs/service/app.h"

namespace muster::services {

// Of the task, beside what its payload says. In the order in which it is to be set.
using Environment = std::vector<std::pair<std::string, std::string>>;

// One task of an app, from just before its launch to the end that is known, or until it is
// forgotten.
struct Instance {
    enum class Goal { Run, Stop }; // Stop: it is being killed

    TaskId id; // of "/a/b": "a_b.<uuid>"
    AppId app;
    Version version; // the app's, when it was launched
    Version configured; // likewise
    AgentId agent;
    std::string host;
    Attributes attributes{}; // the agent's, for constraints
    Resources resources{}; // with its ports
    std::vector<std::uint16_t>
        hostPorts{}; // of the spec's ports in their order; 0: not on the host
    TaskState state = TaskState::Staging;
    Goal goal = Goal::Run;
    cluster::KilledBy killedBy{}; // if it is to stop
    bool checked = false; // it has a health check
    std::optional<bool> healthy{}; // by that; none: not told yet
    std::set<std::string> unready{}; // the readiness checks that have not succeeded yet
    std::string ip{}; // of its container
    Instant staged;
    std::optional<Instant> started{};
    std::optional<Instant> unreachableSince{};
    bool inactive = false; // unreachable for so long that another one takes its place
    bool operator==(const Instance&) const = default;
};

// Whether it counts among those that the app is to have.
inline bool isActive(const Instance& instance) {
    return instance.goal == Instance::Goal::Run && !instance.inactive;
}
// Whether it does its work, as far as its checks tell.
inline bool isServing(const Instance& instance) {
    return isActive(instance) && instance.state == TaskState::Running
        && (!instance.checked || instance.healthy.value_or(false)) && instance.unready.empty();
}

// "a_b.<uuid>" -> "/a/b": no name in an app's path has an underscore.
AppId appOf(const TaskId& task);

} // namespace muster::services
