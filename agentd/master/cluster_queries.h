// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/control.h"
#include "core/history/telemetry.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::agentd {

// What consoles ask of the cluster's past as a whole: its figures, who used how much, who had a
// GPU. What still runs counts until now. Every answer is bounded. One thread.
class ClusterQueries {
public:
    ClusterQueries(const Control& control, history::Journal& journal, history::Telemetry& telemetry)
        : m_control(control), m_journal(journal), m_telemetry(telemetry) { }

    Result<muster::v1::Reply> history(const muster::v1::QueryClusterHistory& request);
    // A `to` of 0, or in the future, is now.
    Result<muster::v1::Reply> usage(const muster::v1::QueryUsage& request, Instant now);
    Result<muster::v1::Reply> holders(const muster::v1::QueryHolders& request, Instant now);

private:
    const Control& m_control;
    history::Journal& m_journal;
    history::Telemetry& m_telemetry;
};

} // namespace muster::agentd
