// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "agentd/master/batch.h"
#include "agentd/master/open_requests.h"
#include "core/kernel/base/operator_command.h"
#include "core/kernel/jobs/schedules.h"

namespace muster::agentd {

// Who orders what, for the audit log.
struct ScheduleOrder {
    CommandKind command;
    std::string author;
    std::string schedule;
    std::string detail;
};

// The schedules among the other machines of a master: their inputs wait here for their turn, they
// hear of the jobs that are runs, and what people order of them is in the audit log with the batch
// that did it, and answered once, when that is durable. Not thread-safe.
class SchedulesLink {
public:
    using Done = std::function<void(Status)>;

    SchedulesLink(jobs::Schedules schedules, Batch& batch) // which outlives it
        : m_schedules(std::move(schedules)), m_batch(batch) { }

    const jobs::Schedules& schedules() const { return m_schedules; }

    std::uint64_t add(ScheduleOrder order, Done done); // the number that has to be answered
    void onAnswer(jobs::ScheduleAnswer answer);
    void refuseAll(const Error& why); // that are not answered

    void post(jobs::SchedulesInput input) { m_inputs.push_back(std::move(input)); }
    std::size_t waiting() const { return m_inputs.size(); }
    void dropInputs() { m_inputs.clear(); }
    // Runs that begin or end; of other jobs nothing is told.
    void note(const jobs::JobEvent& event, const jobs::Scheduler& scheduler);

    // Applies the next input. REQUIRES: one waits.
    std::vector<jobs::SchedulesOutput> apply(Now now);

private:
    jobs::Schedules m_schedules;
    Batch& m_batch;
    std::deque<jobs::SchedulesInput> m_inputs;
    OpenRequests<Done> m_open;
};

} // namespace muster::agentd
