// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/kernel/cluster/entries.h"

namespace muster::cluster {

// Every framework that the master knows, by id and in the order in which it met them, with its
// clients, and the latest that were removed. Ids are the prefix and a number ("<master>-0003"). An
// id that was removed never comes back: of this life of the master each that is not known is one,
// of earlier lives it remembers them. An entry, and a client of it, stays where it is until it is
// removed. Not thread-safe.
class FrameworkTable {
public:
    explicit FrameworkTable(const std::string& master) : m_master(master) { }

    FrameworkId nextId();
    FrameworkEntry& add(FrameworkInfo info, Instant registered); // REQUIRES: it is not known
    void remove(FrameworkEntry& framework, Instant at); // it becomes the latest of completed()
    bool wasRemoved(const FrameworkId& id) const;

    FrameworkEntry* find(const FrameworkId& id) const; // nullptr: not known
    FrameworkEntry& at(FrameworkNumber number) const { return *m_inOrder.at(number); }
    const std::map<FrameworkNumber, FrameworkEntry*>& inOrder() const { return m_inOrder; }

    // The framework in this role; true: it had no client in it before.
    std::pair<ClientEntry&, bool> client(FrameworkEntry& framework, const std::string& role);
    ClientEntry& client(ClientNumber number) const { return *m_clients.at(number); }
    void removeClient(ClientEntry& client, const std::string& role);

    const std::deque<Framework>& completed() const { return m_completed; } // the latest last
    // Forgets the oldest completed ones over this number; returns those that have not come back.
    std::vector<FrameworkId> trim(std::size_t keep);

private:
    std::string m_master; // the prefix of the ids that it makes
    std::unordered_map<FrameworkId, std::unique_ptr<FrameworkEntry>> m_byId;
    std::map<FrameworkNumber, FrameworkEntry*> m_inOrder;
    std::unordered_map<ClientNumber, ClientEntry*> m_clients;
    std::unordered_set<FrameworkId> m_removedForeign; // ids of earlier lives
    std::deque<Framework> m_completed;
    std::uint64_t m_nextId = 0;
    FrameworkNumber m_next = 0;
    ClientNumber m_nextClient = 0;
};

} // namespace muster::cluster
