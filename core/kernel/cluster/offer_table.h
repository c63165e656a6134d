// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/kernel/cluster/deadlines.h"
#include "core/kernel/cluster/messages.h"
#include "core/kernel/cluster/numbers.h"

namespace muster::cluster {

struct AgentEntry;
struct ClientEntry;

struct OfferEntry {
    OfferPtr offer;
    Uptime made;
    OfferNumber number = 0;
    AgentEntry* agent = nullptr;
    ClientEntry* client = nullptr;
    // Its places among the offers of its agent and its framework; OfferTable's.
    std::size_t atAgent = 0;
    std::size_t atFramework = 0;
};

// The offers that are outstanding, by number, by agent and by framework. Ids are the prefix and
// the number ("<master>-O7"), so that an id needs no index of its own; no number is given twice.
// An entry stays where it is until it is removed. Not thread-safe. O(log offers) a change.
class OfferTable {
public:
    // Held by an agent and by a framework: those of it, in no order.
    class Part {
    public:
        const std::vector<OfferEntry*>& all() const { return m_offers; }
        bool empty() const { return m_offers.empty(); }
        std::vector<OfferEntry*> oldestFirst() const;
        std::vector<OfferEntry*> youngestFirst() const;

    private:
        friend class OfferTable;
        std::vector<OfferEntry*> m_offers;
    };

    // `timeout`: when an offer is overdue stands in the deadlines, one for all of an instant.
    OfferTable(std::string prefix, std::optional<Duration> timeout, Deadlines& deadlines);

    struct Name {
        OfferNumber number;
        OfferId id;
    };
    Name nextName(); // also of an inverse offer
    OfferEntry& add(OfferNumber number, OfferPtr offer, Uptime made, AgentEntry& agent,
        Part& ofAgent, ClientEntry& client, Part& ofFramework);
    void remove(OfferEntry& entry, Part& ofAgent, Part& ofFramework);

    OfferEntry* find(const OfferId& id);
    OfferEntry* firstOverdue(Uptime now); // nullptr: none is
    const std::map<OfferNumber, OfferEntry>& all() const { return m_offers; }
    std::vector<OfferEntry*> youngestFirst();

private:
    bool isLastOfItsTime(const OfferEntry& entry) const;

    std::string m_prefix; // "<master>-O"
    std::optional<Duration> m_timeout;
    Deadlines& m_deadlines;
    std::map<OfferNumber, OfferEntry> m_offers;
    OfferNumber m_next = 0;
};

} // namespace muster::cluster
