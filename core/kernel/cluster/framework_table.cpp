// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/framework_table.h"

#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace muster::cluster {

FrameworkId FrameworkTable::nextId() {
    return {fmt::format("{}-{:04}", m_master, m_nextId++)};
}

FrameworkEntry& FrameworkTable::add(FrameworkInfo info, Instant registered) {
    auto entry = std::make_unique<FrameworkEntry>();
    entry->info = std::move(info);
    entry->number = m_next++;
    entry->registered = registered;
    FrameworkEntry& framework = *entry;
    m_byId.emplace(framework.info.id, std::move(entry));
    m_inOrder.emplace(framework.number, &framework);
    return framework;
}

void FrameworkTable::remove(FrameworkEntry& framework, Instant at) {
    const FrameworkId id = framework.info.id;
    if (!isMine(id)) {
        keepOut(id);
    }
    setWaitsEagerly(framework, false);
    for (auto& [role, client] : framework.clients) {
        m_share.leave(client);
        m_clients.erase(client.serial);
    }
    m_completed.push_back(std::move(framework));
    m_completed.back().removed = at;
    m_inOrder.erase(framework.number);
    m_byId.erase(id);
}

bool FrameworkTable::wasRemoved(const FrameworkId& id) const {
    return !find(id) && (isMine(id) || m_removedForeign.contains(id));
}

bool FrameworkTable::isMine(const FrameworkId& id) const {
    const std::string_view value = id.value;
    return value.starts_with(m_master) && value.substr(m_master.size()).starts_with('-');
}

void FrameworkTable::keepOut(FrameworkId id) {
    if (m_removedForeign.insert(id).second) {
        m_removedOrder.push_back(std::move(id));
    }
    if (m_removedOrder.size() > kRemovedFrameworksKept) {
        m_removedForeign.erase(m_removedOrder.front());
        m_removedOrder.pop_front();
    }
}

FrameworkEntry* FrameworkTable::find(const FrameworkId& id) const {
    const auto found = m_byId.find(id);
    return found == m_byId.end() ? nullptr : found->second.get();
}

ClientEntry& FrameworkTable::client(FrameworkEntry& framework, const std::string& role) {
    const auto [at, isNew] = framework.clients.try_emplace(role, m_nextClient, framework);
    ClientEntry& client = at->second;
    if (isNew) {
        ++m_nextClient;
        client.number = framework.number;
        m_clients.emplace(client.serial, &client);
        m_share.join(client, role);
    }
    return client;
}

void FrameworkTable::removeClient(ClientEntry& client) {
    const std::string role = client.role->name;
    m_share.leave(client);
    m_clients.erase(client.serial);
    client.framework->clients.erase(role);
}

void FrameworkTable::setWaitsEagerly(FrameworkEntry& framework, bool waits) {
    if (std::exchange(framework.waitsEagerly, waits) != waits) {
        m_eager = waits ? m_eager + 1 : m_eager - 1;
    }
}

std::vector<FrameworkId> FrameworkTable::trim(std::size_t keep) {
    std::vector<FrameworkId> forgotten;
    for (; m_completed.size() > keep; m_completed.pop_front()) {
        if (!find(m_completed.front().info.id)) {
            forgotten.push_back(m_completed.front().info.id);
        }
    }
    return forgotten;
}

} // namespace muster::cluster
