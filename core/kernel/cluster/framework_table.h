// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/kernel/cluster/entries.h"

namespace muster::cluster {

// Every framework that the master knows, by id and in the order in which it met them, with its
// clients, each of which has joined the share of its role, and the latest that were removed. Ids
// are the prefix and a number ("<master>-0003"). An id that was removed does not come back: of this
// life of the master each that is not known is one, of earlier lives it remembers the latest
// kRemovedFrameworksKept. An entry, and a client of it, stays where it is until it is removed. Not
// thread-safe.
class FrameworkTable {
public:
    FrameworkTable(const std::string& master, allocator::FairShare& share)
        : m_master(master), m_share(share) { }

    FrameworkId nextId();
    FrameworkEntry& add(FrameworkInfo info, Instant registered); // REQUIRES: it is not known
    // It becomes the latest of completed(). REQUIRES: it holds nothing.
    void remove(FrameworkEntry& framework, Instant at);
    bool wasRemoved(const FrameworkId& id) const;
    void keepOut(FrameworkId id); // of an earlier life, in which it was removed

    FrameworkEntry* find(const FrameworkId& id) const; // nullptr: not known
    FrameworkEntry& at(FrameworkNumber number) const { return *m_inOrder.at(number); }
    const std::map<FrameworkNumber, FrameworkEntry*>& inOrder() const { return m_inOrder; }

    ClientEntry& client(FrameworkEntry& framework, const std::string& role); // made, if new
    ClientEntry& client(ClientNumber number) const { return *m_clients.at(number); }
    void removeClient(ClientEntry& client); // REQUIRES: it holds nothing

    // It wants offers, and does not wait for the next round.
    void setWaitsEagerly(FrameworkEntry& framework, bool waits);
    bool anyWaitsEagerly() const { return m_eager > 0; }

    const std::deque<Framework>& completed() const { return m_completed; } // the latest last
    // Forgets the oldest completed ones over this number; returns those that have not come back.
    std::vector<FrameworkId> trim(std::size_t keep);

private:
    bool isMine(const FrameworkId& id) const; // of this life of the master

    std::string m_master; // the prefix of the ids that it makes
    allocator::FairShare& m_share;
    std::size_t m_eager = 0; // frameworks that wait eagerly
    std::unordered_map<FrameworkId, std::unique_ptr<FrameworkEntry>> m_byId;
    std::map<FrameworkNumber, FrameworkEntry*> m_inOrder;
    std::unordered_map<ClientNumber, ClientEntry*> m_clients;
    std::unordered_set<FrameworkId> m_removedForeign; // ids of earlier lives
    std::deque<FrameworkId> m_removedOrder; // of these, the latest last
    std::deque<Framework> m_completed;
    std::uint64_t m_nextId = 0;
    FrameworkNumber m_next = 0;
    ClientNumber m_nextClient = 0;
};

} // namespace muster::cluster
