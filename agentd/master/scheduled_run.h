// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/cluster/master.h"
#include "core/kernel/jobs/schedules.h"

// What a run of a schedule finds in its environment beside that of its job, as from Chronos.
namespace muster::agentd {

// The job with the run's own arguments, and with CHRONOS_JOB_RUN_TIME: when it was due, in ms.
jobs::JobSpec runOf(jobs::SubmitRun submit);

// Adds to the attempts of runs that the call launches what is known only now:
// CHRONOS_JOB_RUN_ATTEMPT (from 0), mesos_task_id and HOST.
void addRunFacts(
    cluster::FrameworkCall& call, const jobs::Scheduler& scheduler, const cluster::Master& master);

} // namespace muster::agentd
