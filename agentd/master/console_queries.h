// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/console_view.h"
#include "core/history/journal.h"
#include "core/history/telemetry.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::agentd {

// What consoles ask of the past: samples of GPUs, ended jobs and tasks, the audit. Every answer is
// bounded. One thread.
class ConsoleQueries {
public:
    ConsoleQueries(history::Journal& journal, history::Telemetry& telemetry)
        : m_journal(journal), m_telemetry(telemetry) { }

    Result<muster::v1::Reply> history(const muster::v1::QueryHistory& request);
    // Only what `view` shows counts.
    Result<muster::v1::Reply> ended(const muster::v1::QueryEnded& request, const ConsoleView& view);
    Result<muster::v1::Reply> audit(const muster::v1::QueryAudit& request, Instant now);

private:
    history::Journal& m_journal;
    history::Telemetry& m_telemetry;
};

} // namespace muster::agentd
