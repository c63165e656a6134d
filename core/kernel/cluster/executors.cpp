// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/kernel/cluster/state.h"

namespace muster::cluster {

const ExecutorInfo* Master::State::findExecutor(
    const AgentEntry& agent, const ExecutorKey& key) const {
    const auto found = agent.executors.find(key);
    return found == agent.executors.end() ? nullptr : &found->second;
}

void Master::State::addExecutor(
    AgentEntry& agent, FrameworkEntry& framework, const ExecutorInfo& info) {
    agent.executors.emplace(ExecutorKey{framework.info.id, info.id}, info);
    framework.executors.emplace(agent.number, info.id);
    holdings.use(agent, framework, info.role, info.resources);
}

// REQUIRES: its framework is known.
void Master::State::removeExecutor(AgentEntry& agent, const ExecutorKey& key) {
    FrameworkEntry& framework = *findFramework(key.framework);
    const auto found = agent.executors.find(key);
    framework.executors.erase({agent.number, key.executor});
    holdings.free(agent, framework, found->second.role, found->second.resources);
    agent.executors.erase(found);
}

// With their framework: what they hold is not free before the agent has answered.
void Master::State::removeExecutors(FrameworkEntry& framework, std::set<AgentNumber>& running) {
    while (!framework.executors.empty()) {
        const auto [number, id] = *framework.executors.begin();
        AgentEntry& agent = agents.at(number);
        const ExecutorKey key{framework.info.id, id};
        const ExecutorInfo info = *findExecutor(agent, key);
        removeExecutor(agent, key);
        if (agent.link) {
            leftovers.keep(agent, key, info);
        }
        running.insert(number);
    }
}

void Master::State::reconcileExecutors(
    AgentEntry& agent, const std::vector<LiveExecutor>& live, std::set<FrameworkId>& gone) {
    while (!agent.executors.empty()) {
        removeExecutor(agent, agent.executors.begin()->first);
    }
    for (const LiveExecutor& executor : live) {
        if (!knowsFramework(executor.framework)) {
            gone.insert(executor.framework);
            leftovers.keep(agent, ExecutorKey{executor.framework, executor.info.id}, executor.info);
        } else if (!findExecutor(agent, {executor.framework, executor.info.id})) {
            addExecutor(agent, *findFramework(executor.framework), executor.info);
        }
    }
}

std::vector<ExecutorId> Master::State::executorIds(
    const AgentEntry& agent, const FrameworkId& framework) {
    std::vector<ExecutorId> ids;
    for (auto one = agent.executors.lower_bound({framework, {}});
         one != agent.executors.end() && one->first.framework == framework; ++one) {
        ids.push_back(one->first.executor);
    }
    return ids;
}

// A task of it that nothing was heard of is still under way to the agent, which will start the
// executor again for it.
void Master::State::executorEnded(AgentEntry& agent, ExecutorEnded& message) {
    const ExecutorKey key{message.framework, message.executor};
    if (!findExecutor(agent, key)) {
        return;
    }
    const bool again = std::any_of(agent.tasks.begin(), agent.tasks.end(), [&](const auto& one) {
        const TaskEntry& task = *findTask(one);
        return one.framework == key.framework && task.info.executor
            && task.info.executor->id == key.executor && task.statuses.empty()
            && task.latest.state == TaskState::Staging;
    });
    if (!again) {
        removeExecutor(agent, key);
    }
    message.agent = agent.id;
    send(*findFramework(key.framework), std::move(message));
}

void Master::State::fromExecutor(AgentEntry& agent, FromExecutor& message) {
    if (const FrameworkEntry* framework = findFramework(message.framework)) {
        message.agent = agent.id;
        send(*framework, std::move(message));
    }
}

void Master::State::shutdown(FrameworkEntry& framework, Shutdown& call) {
    if (const AgentEntry* agent = findAgent(call.agent)) {
        send(*agent,
            ShutdownExecutor{framework.info.id, std::move(call.executor),
                {authorOf(framework.info), "its executor was shut down"}});
    }
}

void Master::State::message(FrameworkEntry& framework, Message& call) {
    if (const AgentEntry* agent = findAgent(call.agent)) {
        send(*agent, ToExecutor{framework.info.id, std::move(call.executor), std::move(call.data)});
    }
}

} // namespace muster::cluster
