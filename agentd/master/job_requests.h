// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "agentd/master/batch.h"
#include "agentd/master/open_requests.h"
#include "core/kernel/base/operator_command.h"
#include "core/kernel/jobs/scheduler.h"

namespace muster::agentd {

// What people ask of the job scheduler, until it has answered. What it did is in the audit log with
// the batch that did it, and each who asked is told once, when that is durable. Not thread-safe.
class JobRequests {
public:
    using Submitted = std::function<void(Result<JobId>, bool again)>;
    using Done = std::function<void(Status)>;

    explicit JobRequests(Batch& batch) : m_batch(batch) { } // which outlives it

    // Each returns the number that the scheduler has to answer.
    std::uint64_t addSubmission(const jobs::JobSpec& spec, std::string author, Submitted done);
    std::uint64_t addCommand(
        CommandKind command, std::string author, std::string detail, Done done);

    // A run of a schedule: nobody asked for it, and its decision is on record elsewhere.
    std::uint64_t addRun();

    void onAnswer(jobs::Answer answer);
    void refuseAll(const Error& why); // that are not answered

private:
    Batch& m_batch;
    OpenRequests<Submitted> m_open; // what to do with the answer
};

} // namespace muster::agentd
