// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/kernel/cluster/state.h"

namespace muster::cluster {

void Master::State::send(const FrameworkEntry& framework, FrameworkEvent event) {
    if (framework.link) {
        sends.push_back(SendFramework{*framework.link, std::move(event)});
    }
}

void Master::State::send(const AgentEntry& agent, AgentCommand command) {
    if (agent.link) {
        sends.push_back(SendAgent{*agent.link, std::move(command)});
    }
}

void Master::State::closeLink(Link link, std::string reason) {
    sends.push_back(CloseLink{link, std::move(reason)});
}

void Master::State::answer(std::uint64_t request, Status status) {
    sends.push_back(Answer{request, std::move(status)});
}

void Master::State::changed(AgentEntry& agent) {
    if (std::exchange(agent.changedIn, applyNumber) != applyNumber) {
        changedAgents.push_back(&agent);
    }
}

void Master::State::recordChanged(AgentEntry& agent) {
    touched.agentRecords.push_back(agent.id);
    changed(agent);
}

void Master::State::changed(FrameworkEntry& framework) {
    if (std::exchange(framework.changedIn, applyNumber) != applyNumber) {
        changedFrameworks.push_back(&framework);
    }
}

void Master::State::changed(TaskEntry& task) {
    if (std::exchange(task.changedIn, applyNumber) != applyNumber) {
        touched.tasks.push_back(task.key());
    }
}

void Master::State::audit(
    std::string author, std::string action, std::string object, std::string detail) {
    audits.push_back({std::move(author), std::move(action), std::move(object), std::move(detail)});
}

void Master::State::forget(const FrameworkEntry& framework) {
    std::erase(changedFrameworks, &framework);
    touched.frameworks.push_back(framework.info.id);
}

// An offer names a number of GPUs, not which: the agent will choose the lowest free minors, so
// these are shown.
void Master::State::refreshShownGpus(AgentEntry& agent) {
    if (agent.gpus.empty()) {
        return;
    }
    std::vector<GpuState> states;
    std::vector<std::size_t> free;
    for (std::size_t row = 0; row < agent.gpus.size(); ++row) {
        states.push_back(agent.gpus[row].state);
        if (states.back() == GpuState::Free) {
            free.push_back(row);
        }
    }
    std::sort(free.begin(), free.end(), [&](std::size_t a, std::size_t b) {
        const GpuInfo& left = agent.info.gpus[a];
        const GpuInfo& right = agent.info.gpus[b];
        return std::tie(left.minor, left.uuid) < std::tie(right.minor, right.uuid);
    });
    const auto offered = static_cast<std::size_t>(agent.offered.gpus().wholeUnits());
    for (std::size_t i = 0; i < std::min(offered, free.size()); ++i) {
        states[free[i]] = GpuState::Offered;
    }
    for (std::size_t row = 0; row < states.size(); ++row) {
        if (row >= agent.shown.size() || agent.shown[row] != states[row]) {
            touched.gpus.push_back(agent.info.gpus[row].uuid);
        }
    }
    agent.shown = std::move(states);
}

} // namespace muster::cluster
