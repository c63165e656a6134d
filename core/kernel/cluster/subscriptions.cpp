// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/subscriptions.h"

namespace muster::cluster {

std::vector<ClientEntry*> Subscriptions::setRoles(
    FrameworkEntry& framework, const AgentFilters& wanted) {
    for (const std::string& role : framework.info.roles) {
        ClientEntry& client = m_frameworks.client(framework, role);
        client.subscribed = true;
        const auto filter = wanted.find(role);
        client.wanted = filter == wanted.end() ? WantedAgents() : WantedAgents(filter->second);
    }
    std::vector<ClientEntry*> others;
    for (auto& [role, client] : framework.clients) {
        if (!framework.info.roles.contains(role)) {
            client.subscribed = false;
            m_filters.clear(client.filters);
            others.push_back(&client);
        }
    }
    refresh(framework);
    return others;
}

void Subscriptions::leave(ClientEntry& client) {
    if (client.allocated.empty()) {
        m_frameworks.removeClient(client);
    }
}

void Subscriptions::suppress(FrameworkEntry& framework, const std::set<std::string>& roles) {
    for (const std::string& role : roles.empty() ? framework.info.roles : roles) {
        if (framework.info.roles.contains(role)) {
            framework.suppressed.insert(role);
        }
    }
    refresh(framework);
}

void Subscriptions::revive(FrameworkEntry& framework, const std::set<std::string>& roles) {
    for (const std::string& role : roles.empty() ? framework.info.roles : roles) {
        if (framework.info.roles.contains(role)) {
            framework.suppressed.erase(role);
            m_filters.clear(m_frameworks.client(framework, role).filters);
        }
    }
    refresh(framework);
}

void Subscriptions::clearFilters(FrameworkEntry& framework) {
    for (auto& [role, client] : framework.clients) {
        m_filters.clear(client.filters);
    }
}

void Subscriptions::refresh(FrameworkEntry& framework) {
    const bool gpus = !m_gpusByCapability || framework.info.has(Capability::GpuResources);
    bool waits = false;
    for (auto& [role, client] : framework.clients) {
        const bool wants
            = framework.link && client.subscribed && !framework.suppressed.contains(role);
        m_share.enqueue(client, wants, wants && gpus);
        waits = waits || wants;
    }
    m_frameworks.setWaitsEagerly(framework, waits && framework.info.eager);
}

} // namespace muster::cluster
