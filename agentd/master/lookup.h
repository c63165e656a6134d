// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/control.h"
#include "agentd/master/log_relay.h"
#include "core/history/journal.h"

namespace muster::agentd {

// What people name, by what they call it. An error says what there is instead, or how to list it.

// By its id, or by its name: of several the latest, for an earlier one seldom is what is asked for.
Result<const jobs::Job*> findJob(const jobs::Scheduler& scheduler, const std::string& text);
// For operator commands: by its id, or by the name of the only one that has not ended.
Result<JobId> findLiveJob(const jobs::Scheduler& scheduler, const std::string& text);
// By its id or host name.
Result<const cluster::Agent*> findAgent(const cluster::Master& master, const std::string& text);
// By a unique beginning of its UUID.
Result<GpuUuid> findGpu(const cluster::Master& master, const std::string& beginning);
// By its id or the end of it, "O12".
Result<OfferId> findOffer(const cluster::Master& master, const std::string& text);
// By id or name, which several may have; empty: all.
Result<std::vector<FrameworkId>> findFrameworks(
    const cluster::Master& master, const std::string& text);
// Also one that has ended. `framework` may be empty if the task's id is unique.
Result<LogRelay::Source> findTask(const Control& control, history::Journal& journal,
    const std::string& framework, const std::string& task);

} // namespace muster::agentd
