// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/service/launch_queue.h"

namespace muster::services {

int LaunchQueue::want(const App& app, int count, std::optional<Uptime> notBefore, Now now) {
    const auto& id = app.spec.id;
    const auto found = m_entries.find(id);
    const int before = found == m_entries.end() ? 0 : found->second.count;
    if (count <= 0) {
        remove(id);
        return before;
    }
    auto& entry = found == m_entries.end() ? m_entries[id] : found->second;
    const bool changed = before == 0 || entry.version != app.version;
    if (changed) {
        unready(id, entry);
        entry.role = app.spec.role;
        entry.version = app.version;
        entry.rules = ConstraintRules(app.spec.constraints);
        entry.since = before == 0 ? now.wall : entry.since;
    }
    entry.count = count;
    if (notBefore && *notBefore > now.uptime) {
        unready(id, entry);
        entry.restsUntil = *notBefore;
        m_resting.emplace(entry.restsUntil, id);
    } else if (!entry.turn) {
        unready(id, entry);
        ready(id, entry);
    } else if (count > before) {
        m_fresh.insert(entry.role);
    }
    return before;
}

int LaunchQueue::launched(const AppId& app) {
    auto& entry = m_entries.at(app);
    const int before = entry.count--;
    if (entry.count == 0) {
        remove(app);
        return before;
    }
    m_turns.erase(*entry.turn);
    entry.turn = m_nextTurn++;
    m_turns.emplace(*entry.turn, app);
    return before;
}

LaunchQueue::Entry* LaunchQueue::find(const AppId& app) {
    const auto found = m_entries.find(app);
    return found == m_entries.end() ? nullptr : &found->second;
}

std::vector<AppId> LaunchQueue::wake(Uptime now) {
    std::vector<AppId> out;
    while (!m_resting.empty() && m_resting.begin()->first <= now) {
        const auto id = m_resting.begin()->second;
        auto& entry = m_entries.at(id);
        unready(id, entry);
        ready(id, entry);
        out.push_back(id);
    }
    return out;
}

bool LaunchQueue::isResting(const AppId& app) const {
    const auto found = m_entries.find(app);
    return found != m_entries.end() && !found->second.turn;
}

std::optional<Uptime> LaunchQueue::nextDeadline() const {
    return m_resting.empty() ? std::nullopt : std::optional(m_resting.begin()->first);
}

std::set<std::string> LaunchQueue::roles() const {
    std::set<std::string> out;
    for (const auto& [role, count] : m_readyByRole) {
        out.insert(role);
    }
    return out;
}

void LaunchQueue::ready(const AppId& app, Entry& entry) {
    entry.turn = m_nextTurn++;
    m_turns.emplace(*entry.turn, app);
    ++m_readyByRole[entry.role];
    m_fresh.insert(entry.role);
}

void LaunchQueue::unready(const AppId& app, Entry& entry) {
    m_resting.erase({entry.restsUntil, app});
    if (!entry.turn) {
        return;
    }
    m_turns.erase(*entry.turn);
    entry.turn.reset();
    if (--m_readyByRole.at(entry.role) == 0) {
        m_readyByRole.erase(entry.role);
    }
}

void LaunchQueue::remove(const AppId& app) {
    if (const auto found = m_entries.find(app); found != m_entries.end()) {
        unready(app, found->second);
        m_entries.erase(found);
    }
}

} // namespace muster::services
