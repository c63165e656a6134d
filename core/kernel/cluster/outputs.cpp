// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/kernel/cluster/state.h"

namespace muster::cluster {

void Master::State::send(const FrameworkEntry& framework, FrameworkEvent event) {
    if (framework.link) {
        outbox.send(*framework.link, std::move(event));
    }
}

void Master::State::send(const AgentEntry& agent, AgentCommand command) {
    if (agent.link) {
        outbox.send(*agent.link, std::move(command));
    }
}

void Master::State::recordChanged(AgentEntry& agent) {
    outbox.tell(AgentRecorded{agent.id});
    changed(agent);
}

void Master::State::move(AgentEntry& agent, Presence presence) {
    if (const Presence before = std::exchange(agent.presence, presence); before != presence) {
        outbox.tell(AgentMoved{agent.id, before, presence});
    }
}

void Master::State::tellChanged() {
    const std::vector<AgentEntry*> changed = changedAgents.take();
    outbox.expectEvents(changed.size());
    for (AgentEntry* agent : changed) {
        refreshShownGpus(*agent);
        outbox.tell(AgentChanged{agent->id});
    }
    for (const FrameworkEntry* framework : changedFrameworks.take()) {
        outbox.tell(FrameworkUsageChanged{framework->info.id});
    }
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
            outbox.tell(GpuChanged{agent.info.gpus[row].uuid});
        }
    }
    agent.shown = std::move(states);
}

} // namespace muster::cluster
