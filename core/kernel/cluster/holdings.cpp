// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/holdings.h"

namespace muster::cluster {

void Holdings::noteChanged(AgentEntry& agent, FrameworkEntry& framework) {
    m_changedAgents.add(agent);
    m_changedFrameworks.add(framework);
}

void Holdings::use(AgentEntry& agent, FrameworkEntry& framework, const std::string& role,
    const Resources& resources) {
    agent.used.add(role, resources);
    framework.used.add(role, resources);
    m_share.allocate(m_frameworks.client(framework, role), resources);
    noteChanged(agent, framework);
}

void Holdings::free(AgentEntry& agent, FrameworkEntry& framework, const std::string& role,
    const Resources& resources) {
    agent.used.remove(role, resources);
    framework.used.remove(role, resources);
    m_share.release(m_frameworks.client(framework, role), resources);
    m_queue.addFreed(agent.queue);
    noteChanged(agent, framework);
}

void Holdings::use(AgentEntry& agent, const std::string& role, const Resources& resources) {
    agent.used.add(role, resources);
    m_share.allocate(role, resources);
    m_changedAgents.add(agent);
}

void Holdings::free(AgentEntry& agent, const std::string& role, const Resources& resources) {
    agent.used.remove(role, resources);
    m_share.release(role, resources);
    m_queue.addFreed(agent.queue);
    m_changedAgents.add(agent);
}

void Holdings::offer(AgentEntry& agent, ClientEntry& client, const Resources& resources) {
    agent.offered += resources;
    client.framework->offered += resources;
    m_share.offer(client, resources);
    noteChanged(agent, *client.framework);
}

void Holdings::withdraw(AgentEntry& agent, ClientEntry& client, const Resources& resources) {
    agent.offered -= resources;
    client.framework->offered -= resources;
    m_share.withdraw(client, resources);
    m_queue.add(agent.queue);
    noteChanged(agent, *client.framework);
}

} // namespace muster::cluster
