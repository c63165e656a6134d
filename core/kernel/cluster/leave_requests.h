// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/cluster/framework_table.h"
#include "core/kernel/cluster/maintenance_schedule.h"
#include "core/kernel/cluster/outbox.h"

namespace muster::cluster {

// Asks the frameworks that have something on an agent that becomes unavailable to leave it: by an
// inverse offer, once for each schedule. Not thread-safe.
class LeaveRequests {
public:
    LeaveRequests(MaintenanceSchedule& schedule, FrameworkTable& frameworks, OfferTable& offers,
        Outbox& outbox)
        : m_schedule(schedule), m_frameworks(frameworks), m_offers(offers), m_outbox(outbox) { }

    void send(const AgentEntry& agent); // to those who were not asked yet
    void rescind(const AgentEntry& agent); // those without an answer

private:
    MaintenanceSchedule& m_schedule;
    FrameworkTable& m_frameworks;
    OfferTable& m_offers; // whose ids inverse offers share
    Outbox& m_outbox;
};

} // namespace muster::cluster
