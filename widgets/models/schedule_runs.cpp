// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/schedule_runs.h"

#include <algorithm>

#include "widgets/models/text.h"

namespace muster::models {

namespace {

// A run by hand has no slot.
TimeSpan spanOf(const v1::Job& job, qint64 nowMs) {
    const auto from = job.slot_ms() != 0 ? job.slot_ms() : job.submitted_ms();
    return {from, job.ended_ms() != 0 ? job.ended_ms() : std::max<qint64>(nowMs, from)};
}

} // namespace

std::vector<ScheduleRuns> scheduleRuns(const ClusterState& state, qint64 pastMs, qint64 nowMs) {
    std::map<std::string, std::vector<ScheduleRun>> runs;
    for (const auto& [id, job] : state.jobs()) {
        const auto span = spanOf(job, nowMs);
        if (!job.schedule().empty() && span.toMs > nowMs - pastMs) {
            runs[job.schedule()].push_back({text(id), jobState(job.state()), span});
        }
    }
    std::vector<ScheduleRuns> out;
    for (const auto& [id, schedule] : state.schedules()) {
        auto& own = runs[id];
        std::stable_sort(own.begin(), own.end(),
            [](const auto& a, const auto& b) { return a.span.fromMs < b.span.fromMs; });
        out.push_back(
            {text(id), std::move(own), schedule.paused() ? 0 : qint64{schedule.next_ms()}});
    }
    return out;
}

} // namespace muster::models
