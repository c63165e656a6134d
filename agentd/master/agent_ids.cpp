// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/agent_ids.h"

#include <algorithm>

namespace muster::agentd {
namespace {

constexpr const char* kSecret = "agent-secret";

} // namespace

Result<AgentIds> AgentIds::recover(history::Journal& journal) {
    auto rows = journal.load(kSecret);
    if (!rows) {
        return tl::unexpected(rows.error());
    }
    AgentIds out;
    for (const auto& row : *rows) {
        auto& hash = out.m_hashes[{row.id}];
        if (row.payload.size() != hash.bytes.size()) {
            return failure(fmt::format("Cannot read the proof of agent {} in the control journal: "
                                       "restore the journal from a backup",
                               row.id),
                Error::Kind::Internal);
        }
        std::ranges::copy(row.payload, hash.bytes.begin());
    }
    return out;
}

Status AgentIds::check(const AgentId& id, const std::string& secret, bool connected) const {
    const auto known = m_hashes.find(id);
    if (known != m_hashes.end() && !net::matches(known->second, secret)) {
        return failure(
            fmt::format(
                "The id {} belongs to another agent: move <work_dir>/meta away to join as a "
                "new one",
                id.value),
            Error::Kind::Denied);
    }
    if (known == m_hashes.end() && connected) {
        return failure(
            fmt::format(
                "Agent {} is already connected: its id becomes free when that connection ends",
                id.value),
            Error::Kind::Conflict);
    }
    return {};
}

std::optional<history::Record> AgentIds::take(const AgentId& id, const std::string& secret) {
    if (secret.empty() || m_hashes.contains(id)) {
        return std::nullopt;
    }
    const auto& hash = m_hashes[id] = net::hashToken(secret);
    return history::Record{kSecret, id.value, std::string(hash.bytes.begin(), hash.bytes.end())};
}

history::Change AgentIds::forget(const AgentId& id) {
    history::Change out;
    if (m_hashes.erase(id) > 0) {
        out.removals.emplace_back(kSecret, id.value);
    }
    return out;
}

} // namespace muster::agentd
