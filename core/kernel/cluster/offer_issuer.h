// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/kernel/cluster/holdings.h"
#include "core/kernel/cluster/offer_choice.h"

namespace muster::cluster {

// Makes offers and takes them back: in the table, in what is held, for views and for the framework
// alike. Not thread-safe.
class OfferIssuer {
public:
    OfferIssuer(OfferTable& offers, Holdings& holdings, AllocationQueue& queue, Outbox& outbox)
        : m_offers(offers), m_holdings(holdings), m_queue(queue), m_outbox(outbox) { }

    // Sent with send(). REQUIRES: the agent has it free.
    void issue(AgentEntry& agent, OfferChoice choice, std::optional<Unavailability> unavailability,
        Now now);
    void send(); // to each framework what was issued to it, by the framework's number

    // What an ACCEPT names: the framework's offers of the list are used up, also when another one
    // is not valid. The texts are Mesos'.
    struct Taken {
        Status valid;
        AgentEntry* agent = nullptr; // these three are set if it is valid
        ClientEntry* client = nullptr;
        Resources resources;
    };
    Taken take(const FrameworkEntry& framework, const std::vector<OfferId>& ids);

    // Its resources are free again. The framework is not told: it knows.
    void remove(OfferEntry& offer);
    void removeAll(FrameworkEntry& framework); // for others, before the next round too
    void rescind(OfferEntry& offer);
    void rescindAll(const OfferTable::Part& offers);
    void rescindOverdue(Uptime now);
    // Until no more is offered of the agent than it has. The youngest first: its framework has had
    // the least time to decide.
    void rescindExcess(AgentEntry& agent);

private:
    OfferTable& m_offers;
    Holdings& m_holdings;
    AllocationQueue& m_queue;
    Outbox& m_outbox;
    std::vector<FrameworkEntry*> m_receivers; // of what is not sent yet
};

} // namespace muster::cluster
