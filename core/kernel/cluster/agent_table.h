// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_map>

#include "core/kernel/cluster/entries.h"

namespace muster::cluster {

// Every agent that the master knows, by id and in the order in which it met them, and which one
// was last at each home (a machine's work directory). Ids are the prefix and a number
// ("<master>-S3"), so that an id of an earlier life is told apart. Those that were marked gone
// stay: filters point to them, and an id may never be another agent's. An entry stays where it is
// until it is removed. Not thread-safe.
class AgentTable {
public:
    explicit AgentTable(const std::string& master) : m_master(master) { }

    AgentId nextId();
    bool isOfThisLife(const AgentId& id) const { return id.value.starts_with(m_master); }
    AgentEntry& add(AgentId id); // REQUIRES: it is not known
    void remove(AgentEntry& agent); // REQUIRES: nothing was ever offered of it

    AgentEntry* find(const AgentId& id) const; // nullptr: not known
    AgentEntry* find(AgentNumber number) const;
    AgentEntry& at(AgentNumber number) const { return *m_inOrder.at(number); } // REQUIRES: known
    const std::map<AgentNumber, AgentEntry*>& inOrder() const { return m_inOrder; }

    // Another number whenever the agent's host name or its attributes change.
    void renewProfile(AgentEntry& agent) { agent.profile = m_nextProfile++; }
    void setHome(AgentEntry& agent, const std::string& home); // empty: it did not tell
    AgentEntry* otherAtHome(const AgentEntry& agent) const; // nullptr: none that could come back

private:
    std::string m_master; // the prefix of the ids that it makes
    std::unordered_map<AgentId, std::unique_ptr<AgentEntry>> m_byId;
    std::map<AgentNumber, AgentEntry*> m_inOrder;
    std::unordered_map<std::string, AgentEntry*> m_byHome;
    std::uint64_t m_nextId = 0;
    AgentNumber m_next = 0;
    ProfileNumber m_nextProfile = 0;
};

} // namespace muster::cluster
