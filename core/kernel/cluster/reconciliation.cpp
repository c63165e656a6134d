// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/kernel/cluster/state.h"

namespace muster::cluster {

// What the agent says it runs is the truth; the master and the frameworks are brought in line.
void Master::State::reconcileAgent(AgentEntry& agent, Register& message) {
    std::vector<LiveTask>& live = message.tasks;
    leftovers.dropAll(agent);
    std::sort(live.begin(), live.end(), [](const LiveTask& a, const LiveTask& b) {
        return std::tie(a.framework, a.info.id) < std::tie(b.framework, b.info.id);
    });
    std::set<TaskKey> missing = agent.tasks;
    std::set<FrameworkId> gone;
    for (LiveTask& task : live) {
        missing.erase({task.framework, task.info.id});
        if (!knowsFramework(task.framework)) {
            gone.insert(task.framework);
            if (!isTerminal(task.latest.state)) {
                leftovers.keep(agent, TaskKey{task.framework, task.info.id},
                    {task.info.resources, task.info.role, true});
            }
            continue;
        }
        adopt(agent, task);
    }
    reconcileExecutors(agent, message.executors, gone);
    for (const TaskKey& key : missing) {
        TaskEntry& task = *findTask(key);
        masterUpdate(task, TaskState::Gone, Reason::Reconciliation,
            "Reconciliation: Task is unknown to the agent");
    }
    if (!std::exchange(agent.condemned, {}).empty()) {
        recordChanged(agent);
    }
    for (const FrameworkId& framework : gone) {
        send(agent, RemoveFramework{framework});
    }
}

bool Master::State::knowsFramework(const FrameworkId& id) {
    if (!findFramework(id)) {
        if (frameworks.wasRemoved(id)) {
            return false;
        }
        FrameworkInfo info;
        info.id = id;
        FrameworkEntry& framework = addFramework(std::move(info));
        framework.disconnected = now;
        setGoneAt(framework, now.uptime + options.recoveryTimeout);
    }
    return true;
}

void Master::State::adopt(AgentEntry& agent, LiveTask& live) {
    const TaskKey key{live.framework, live.info.id};
    const bool over = isTerminal(live.latest.state);
    TaskEntry* task = findTask(key);
    const bool foreign = task && (task->info.agent != agent.id || task->ended);
    if (agent.condemned.contains(key) || foreign) {
        if (!over) { // its framework was told of its end: it may not live on
            leftovers.keep(agent, key, {live.info.resources, live.info.role, false});
            send(agent, KillTask{key, std::nullopt, {"muster", "its end was already reported"}});
        }
        return;
    }
    if (!task) {
        Task found;
        found.framework = live.framework;
        found.info = live.info;
        found.info.agent = agent.id;
        found.latest = live.latest;
        if (over) { // the update of its end is still to come
            found.latest.state = TaskState::Staging;
            found.latest.uuid.reset();
        }
        found.hostname = agent.info.hostname;
        found.home = agent.info.home;
        found.created = now;
        task = &addTask(std::move(found));
    }
    task->gpus = live.gpus;
    if (over) {
        unaccount(*task);
        return;
    }
    account(*task);
    if (task->latest.state == TaskState::Unreachable) {
        masterUpdate(*task, live.latest.state, Reason::AgentReregistered,
            "Reconciliation: Latest task state");
    }
    if (task->wantedKill) {
        send(agent, *task->wantedKill);
    }
}

} // namespace muster::cluster
