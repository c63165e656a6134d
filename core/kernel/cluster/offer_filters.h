// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "core/kernel/base/refusal.h"
#include "core/kernel/cluster/deadlines.h"
#include "core/kernel/cluster/numbers.h"
#include "core/kernel/resources/resources.h"

namespace muster::cluster {

// What is not offered of one agent to one client, and until when: what the client has refused. A
// filter is known at both of its ends, which hold their side of it: offering asks the agent's, the
// time at which it is over stands in the client's. Not thread-safe.
// REQUIRES: a client is cleared before it goes, and so is an agent.
class OfferFilters {
public:
    struct Filter {
        ClientNumber client = 0;
        AgentNumber agent = 0;
        Uptime until;
        Resources resources; // this or less of it
        RefusalReason reason = RefusalReason::Declined;
    };
    class OfAgent {
    public:
        explicit OfAgent(AgentNumber number) : m_number(number) { }

    private:
        friend class OfferFilters;
        AgentNumber m_number;
        std::vector<Filter> m_filters; // sorted by client
    };
    class OfClient {
    public:
        explicit OfClient(ClientNumber number) : m_number(number) { }

    private:
        friend class OfferFilters;
        ClientNumber m_number;
        std::map<Uptime, std::vector<OfAgent*>> m_byEnd;
    };

    // When filters are over is entered here, as Deadlines::Kind::FilterExpiry of the client.
    explicit OfferFilters(Deadlines& deadlines) : m_deadlines(deadlines) { }

    // Unless a former one says the same for as long.
    void add(
        OfClient& client, OfAgent& agent, Uptime until, Resources refused, RefusalReason reason);
    bool covers(
        const OfClient& client, const OfAgent& agent, const Resources& resources, Uptime now) const;
    // Those of the client that end at `until`, its deadline, are over. Returns of which agents.
    std::vector<AgentNumber> expire(OfClient& client, Uptime until);
    void clear(OfClient& client);
    void clear(OfAgent& agent, const std::function<OfClient&(ClientNumber)>& clientOf);

    // Those of these clients that end last, first: `most` and those that end together with the
    // last of them. Looks at no others. Of agents that are not `shown` there are none.
    std::vector<Filter> latest(const std::vector<const OfClient*>& clients, std::size_t most,
        Uptime now, const std::function<bool(AgentNumber)>& shown) const;

private:
    Deadlines& m_deadlines;
};

} // namespace muster::cluster
