// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/control.h"

namespace muster::agentd {

// What the control journal holds of a master: open frameworks, tasks and jobs, the ended ones, the
// identity of the job scheduler.

Result<cluster::Recovered> recoverCluster(history::Journal& journal);
Result<jobs::RecoveredJobs> recoverJobs(history::Journal& journal);

// The rows of everything that was touched and has to outlive the master. Offers, agents and GPUs do
// not: agents bring them again.
history::Change journalChange(const Touched& touched, const Control& control, Instant at);

history::Record jobsFrameworkRecord(const FrameworkId& framework);
history::Record lastJobRecord(const JobId& job); // so that its number is never used again
std::string journalId(const cluster::TaskKey& task); // "<framework>/<task>"

} // namespace muster::agentd
