// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "agentd/master/zones.h"
#include "core/history/journal.h"
#include "core/kernel/alerts/alert.h"
#include "core/kernel/cluster/master.h"
#include "core/kernel/jobs/schedules.h"
#include "core/proto/muster/v1/journal.pb.h"

namespace muster::agentd {

class Control;
struct BatchEvents;

// What the control journal holds of a master: agents and what was ordered for them, frameworks,
// tasks, jobs and schedules, the ended ones, the identity of the job scheduler, alerts. A framework
// ends when it is removed: its id may not come back.

Result<cluster::Recovered> recoverCluster(history::Journal& journal);
Result<jobs::RecoveredJobs> recoverJobs(history::Journal& journal);
// With the runs of those jobs that have not ended. One that names a zone which this machine does
// not know has a problem, and is never due.
Result<std::vector<jobs::Schedule>> recoverSchedules(
    history::Journal& journal, const std::vector<jobs::Job>& jobs, Zones& zones);
// What was decided about the slots of a schedule, the latest slot first.
Result<std::vector<jobs::SlotDecided>> decidedSlots(
    history::Journal& journal, const jobs::ScheduleId& schedule, std::size_t limit);
// A rule that this version does not know is left out.
Result<std::vector<alerts::Alert>> recoverAlerts(history::Journal& journal);

// The rows that these events change, each object once. Offers, GPUs, what a framework uses and why
// a job waits do not outlive the master: agents bring them again, and none is worth an fsync.
history::Change journalChange(const BatchEvents& events, const Control& control, Instant at);

// What stays however long ago it ended: removed frameworks, so that they are kept out.
std::map<std::string, std::size_t> newestKept();

history::Record alertRecord(const alerts::Alert& alert);
inline constexpr const char* kAlert = "alert"; // its kind
inline constexpr const char* kJobKind = "job";
inline constexpr const char* kMetaKind = "meta"; // identities, and what there is one of
history::Record jobsFrameworkRecord(const FrameworkId& framework);
history::Record lastJobRecord(const JobId& job); // so that its number is never used again
std::string journalId(const cluster::TaskKey& task); // "<framework>/<task>"

// The newest of that id that has ended; nothing if there is none that can be read.
std::optional<muster::v1::TaskRow> endedTask(
    history::Journal& journal, const cluster::TaskKey& task);

} // namespace muster::agentd
