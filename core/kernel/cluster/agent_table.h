// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/kernel/cluster/entries.h"

namespace muster::cluster {

// Every agent that the master knows, by id and in the order in which it met them, and which one
// was last at each home (a work directory of a node). Ids are the prefix and a number
// ("<master>-S3"), so that an id of an earlier life is told apart. Those that were marked gone
// stay, up to a limit, as they may not come back. An entry stays where it is until it is removed.
// Not thread-safe.
class AgentTable {
public:
    explicit AgentTable(const std::string& master) : m_master(master) { }

    AgentId nextId(); // that nobody has, whatever agents say that theirs is
    bool isOfThisLife(const AgentId& id) const { return id.value.starts_with(m_master); }
    AgentEntry& add(AgentId id); // REQUIRES: it is not known
    void remove(AgentEntry& agent); // REQUIRES: it holds nothing; nothing points to it

    AgentEntry* find(const AgentId& id) const; // nullptr: not known
    AgentEntry* find(AgentNumber number) const;
    AgentEntry& at(AgentNumber number) const { return *m_inOrder.at(number); } // REQUIRES: known
    const std::map<AgentNumber, AgentEntry*>& inOrder() const { return m_inOrder; }

    // Another number whenever the agent's host name or its attributes change.
    void renewProfile(AgentEntry& agent) { agent.profile = m_nextProfile++; }
    void setHome(AgentEntry& agent, const std::string& home); // empty: it did not tell
    AgentEntry* otherAtHome(const AgentEntry& agent) const; // nullptr: none that could come back

    void noteGone(const AgentEntry& agent); // REQUIRES: its policy says since when
    AgentEntry* oldestGone(std::size_t keep) const; // nullptr: no more than these are gone

private:
    void unlistHome(const AgentEntry& agent); // unless another one has taken its place there

    std::string m_master; // the prefix of the ids that it makes
    std::unordered_map<AgentId, std::unique_ptr<AgentEntry>> m_byId;
    std::map<AgentNumber, AgentEntry*> m_inOrder;
    std::unordered_map<std::string, AgentEntry*> m_byHome;
    std::set<std::pair<Instant, AgentNumber>> m_gone; // since when
    std::uint64_t m_nextId = 0;
    AgentNumber m_next = 0;
    ProfileNumber m_nextProfile = 0;
};

} // namespace muster::cluster
