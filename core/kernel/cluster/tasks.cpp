// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/kernel/cluster/answers.h"
#include "core/kernel/cluster/state.h"
#include "core/kernel/cluster/told_states.h"

namespace muster::cluster {

namespace {

// An update that no framework is told: nobody else will, and the agent repeats it until someone
// does.
void acknowledge(Outbox& outbox, const AgentEntry& agent, const StatusUpdate& update) {
    if (const auto& uuid = update.status.uuid) {
        outbox.send(agent.link, AcknowledgeStatus{{update.framework, update.status.task}, *uuid});
    }
}

} // namespace

void Master::State::statusUpdate(AgentEntry& agent, StatusUpdate& update) {
    const TaskKey key{update.framework, update.status.task};
    FrameworkEntry* framework = frameworks.find(update.framework);
    const bool isLeftover = agent.leftovers.contains(key);
    if (isLeftover && (update.over || isTerminal(update.status.state))) {
        leftovers.drop(agent, key);
    }
    if (isLeftover || !framework) {
        acknowledge(outbox, agent, update);
        return;
    }
    update.status.agent = agent.id;
    noteDrain(agent.policy, framework->info, update.status);
    update.status.state = stateKnownTo(framework->info, update.status.state);
    TaskEntry* task = tasks.find(key);
    if (!task) { // ended so long ago that it was forgotten
        lifecycle.tell(*framework, std::move(update.status));
        return;
    }
    const auto& uuid = update.status.uuid;
    const bool copy = uuid && task->latest.uuid == uuid;
    const bool late = uuid && !copy
        && std::find(task->seen.begin(), task->seen.end(), *uuid) != task->seen.end();
    const bool overruled = !copy && (task->ended || task->info.agent != agent.id);
    if (late || overruled) {
        acknowledge(outbox, agent, update);
        return;
    }
    if (!copy) {
        if (uuid) {
            task->seen.push_back(*uuid);
            if (task->seen.size() > TaskEntry::kMostSeen) {
                task->seen.pop_front();
            }
        }
        task->gpus = std::move(update.gpus);
        lifecycle.setStatus(*task, std::move(update.status), now);
    }
    const bool frees = update.over && task->accounted;
    if (frees) {
        lifecycle.unaccount(*task);
    }
    if (!copy || !frees) { // else it is sent again only for what it frees
        lifecycle.tell(*framework, task->latest);
    }
}

std::vector<Event> Master::State::trim() {
    const auto tell = [this](std::vector<TaskKey> forgotten) {
        for (TaskKey& key : forgotten) {
            outbox.tell(TaskForgotten{std::move(key)});
        }
    };
    tell(tasks.trim(options.maxCompletedTasks));
    for (const FrameworkId& id : frameworks.trim(options.maxCompletedFrameworks)) {
        tell(tasks.forgetEnded(id, 0));
    }
    return outbox.takeEvents();
}

void Master::State::kill(FrameworkEntry& framework, const Kill& call) {
    TaskEntry* task = tasks.find({framework.info.id, call.task});
    if (!task) {
        tellUnknown(framework, call.task, call.agent);
    } else if (task->ended) {
        lifecycle.tell(framework, latestStatus(*task, now));
    } else {
        lifecycle.kill(*task, call.grace, call.by.value_or(KilledBy{authorOf(framework.info), ""}));
    }
}

void Master::State::reconcile(FrameworkEntry& framework, const Reconcile& call) {
    if (call.tasks.empty()) {
        for (const TaskId& id : framework.tasks) {
            lifecycle.tell(framework, latestStatus(*tasks.find({framework.info.id, id}), now));
        }
        return;
    }
    for (const auto& [id, agent] : call.tasks) {
        if (const TaskEntry* task = tasks.find({framework.info.id, id})) {
            lifecycle.tell(framework, latestStatus(*task, now));
        } else {
            tellUnknown(framework, id, agent);
        }
    }
}

void Master::State::tellUnknown(
    FrameworkEntry& framework, const TaskId& task, const AgentId& agent) {
    if (auto status = unknownTaskStatus(task, agent, presence.of(agent, now.uptime), now)) {
        lifecycle.tell(framework, std::move(*status));
    }
}

void Master::State::reconcileOperations(
    FrameworkEntry& framework, const ReconcileOperations& call) {
    for (const auto& asked : call.operations) {
        outbox.send(framework.link, unknownOperation(asked, presence.of(asked.agent, now.uptime)));
    }
}

} // namespace muster::cluster
