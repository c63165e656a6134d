// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <set>
#include <unordered_map>
#include <variant>
#include <vector>

#include "core/kernel/cluster/master.h"

namespace muster::agentd::api {

// ---- what can become of the cluster, in the words of Mesos' operator events. The views are valid
// during the call.
struct AgentAdded {
    const cluster::Agent& agent;
};
struct AgentRemoved { // unreachable or gone
    AgentId agent;
    bool gone; // for ever
};
struct FrameworkAdded {
    const cluster::Framework& framework;
};
struct FrameworkUpdated { // its info, its connection or whether it wants offers
    const cluster::Framework& framework;
};
struct FrameworkRemoved {
    const cluster::FrameworkInfo& info;
};
struct TaskAdded {
    const cluster::Task& task;
};
struct TaskUpdated {
    const cluster::Task& task;
    TaskState before;
};
struct TaskForgotten { // it had ended long ago
    cluster::TaskKey task;
    TaskState last;
};
using Change = std::variant<AgentAdded, AgentRemoved, FrameworkAdded, FrameworkUpdated,
    FrameworkRemoved, TaskAdded, TaskUpdated, TaskForgotten>;

// Turns the outputs of each apply() into what changed, every update of a task in its order: what
// Control::onTouched tells of a batch has lost that. Lives on the io_context's thread.
class Changes {
public:
    using Listener = std::function<void(const Change&)>;

    // Takes what the master recovered as given.
    explicit Changes(const cluster::Master& master);

    void listen(Listener listener) { m_listeners.push_back(std::move(listener)); }
    // REQUIRES: the master is as these outputs left it.
    void observe(const std::vector<cluster::MasterOutput>& outputs);

private:
    struct KnownFramework {
        cluster::FrameworkInfo info;
        bool connected = false;
    };
    struct KnownTask {
        TaskState state;
        Instant at;
        std::optional<Uuid> uuid;
        explicit KnownTask(const cluster::TaskStatus& status)
            : state(status.state), at(status.at), uuid(status.uuid) { }
        bool operator==(const KnownTask&) const = default;
    };
    struct KeyHash {
        std::size_t operator()(const cluster::TaskKey& key) const noexcept {
            return std::hash<FrameworkId>{}(key.framework) * 31 + std::hash<TaskId>{}(key.task);
        }
    };

    void agent(const AgentId& id);
    void framework(const FrameworkId& id);
    void task(const cluster::TaskKey& key);
    void tell(const Change& change) const;

    const cluster::Master& m_master;
    std::vector<Listener> m_listeners;
    std::set<AgentId> m_agents; // reachable
    std::unordered_map<FrameworkId, KnownFramework> m_frameworks;
    std::unordered_map<cluster::TaskKey, KnownTask, KeyHash> m_tasks;
};

} // namespace muster::agentd::api
