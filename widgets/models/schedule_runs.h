// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "widgets/models/cluster_state.h"
#include "widgets/models/mark.h"
#include "widgets/models/time_range.h"

namespace muster::models {

// A job that a schedule started.
struct ScheduleRun {
    QString job;
    StateText state;
    TimeSpan span; // from its slot; of one that has not ended: until now
};

// What a line of time shows of one schedule.
struct ScheduleRuns {
    QString schedule;
    std::vector<ScheduleRun> runs; // oldest first
    qint64 nextMs = 0; // the next slot; 0: none
};

// Of every schedule, by name, the runs that were within the last `pastMs`.
std::vector<ScheduleRuns> scheduleRuns(const ClusterState& state, qint64 pastMs, qint64 nowMs);

} // namespace muster::models
