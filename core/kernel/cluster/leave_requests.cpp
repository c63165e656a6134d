// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/leave_requests.h"

#include <set>

namespace muster::cluster {

void LeaveRequests::send(const AgentEntry& agent) {
    const auto unavailability = m_schedule.unavailabilityOf(agent.info);
    if (!unavailability || !agent.link) {
        return;
    }
    std::set<FrameworkId> holders;
    for (const TaskKey& key : agent.tasks) {
        holders.insert(key.framework);
    }
    for (const auto& [key, executor] : agent.executors) {
        holders.insert(key.framework);
    }
    for (const FrameworkId& id : holders) {
        const FrameworkEntry& framework = *m_frameworks.find(id);
        if (framework.link && !m_schedule.hasAsked(agent.number, agent.id, framework.number, id)) {
            const InverseOffer offer{m_offers.nextName().id, id, agent.id, *unavailability};
            m_schedule.ask(agent.number, framework.number, offer);
            m_outbox.send(framework.link, InverseOffers{{offer}});
        }
    }
}

void LeaveRequests::rescind(const AgentEntry& agent) {
    for (const InverseOffer& offer : m_schedule.takeBack(agent.number)) {
        m_outbox.send(m_frameworks.find(offer.framework)->link, RescindInverseOffer{offer.id});
    }
}

} // namespace muster::cluster
