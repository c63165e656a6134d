// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/scheduler_state.h"

#include <algorithm>

#include <fmt/format.h>

namespace muster::jobs {
namespace {

constexpr Duration kLongestPause = std::chrono::minutes(1);

Duration pauseAfter(int failures, Duration first) {
    auto pause = first;
    for (int i = 1; i < failures && pause < kLongestPause; ++i) {
        pause *= 2;
    }
    return std::min(pause, kLongestPause);
}

} // namespace

void Scheduler::State::follow(Job& job, const cluster::TaskStatus& status) {
    const auto before = job;
    // A reconciliation says nothing that is new of a task that goes on.
    if (status.reason != Reason::Reconciliation || isTerminal(status.state)) {
        job.message = status.message;
    }
    switch (status.state) {
    case TaskState::Running:
        job.state = JobState::Running;
        job.started = job.started.value_or(m_now);
        break;
    case TaskState::Staging:
    case TaskState::Starting:
    case TaskState::Killing:
    case TaskState::Unreachable: // its agent may come back with it: not an end
        break;
    case TaskState::Finished:
    case TaskState::Failed:
    case TaskState::Killed:
    case TaskState::Lost:
    case TaskState::Error:
    case TaskState::Dropped:
    case TaskState::Gone:
    case TaskState::GoneByOperator:
    case TaskState::Unknown: // the accept never arrived
        endAttempt(job, status);
        return;
    }
    if (!(job == before)) {
        changed(job);
    }
}

void Scheduler::State::endAttempt(Job& job, const cluster::TaskStatus& status) {
    switch (status.state) {
    case TaskState::Finished:
        end(job, JobState::Finished);
        break;
    case TaskState::Killed: // by us, or by an operator who wants it gone
        end(job, JobState::Killed);
        break;
    case TaskState::Error: // it would be refused again
        end(job, JobState::Failed);
        break;
    case TaskState::Failed:
        failAttempt(job);
        break;
    default: // lost without a fault of the job
        if (job.killing) {
            end(job, JobState::Killed);
        } else {
            requeue(job, m_options.backOff);
        }
    }
}

void Scheduler::State::failAttempt(Job& job) {
    ++job.failures;
    if (job.killing) {
        end(job, JobState::Killed);
    } else if (job.failures > job.spec.retries) {
        end(job, JobState::Failed);
    } else {
        requeue(job, pauseAfter(job.failures, m_options.backOff));
    }
}

void Scheduler::State::requeue(Job& job, Duration pause) {
    unindex(job);
    job.state = JobState::Queued;
    job.launched = false;
    job.started.reset();
    job.notBefore = m_now + pause;
    job.waiting = WaitReason::BackOff;
    job.waitText = fmt::format("attempt {} starts {} after the last one ended: {}",
        job.attempts + 1, durationText(pause), job.message);
    index(job);
    changed(job);
}

void Scheduler::State::end(Job& job, JobState state) {
    unindex(job);
    job.state = state;
    job.launched = false;
    job.notBefore.reset();
    job.waiting = WaitReason::None;
    job.waitText.clear();
    job.ended = m_now;
    changed(job);
    recordEnd(rank(job).second);
}

void Scheduler::State::recordEnd(Number number) {
    m_ended.push_back(number);
    // One more than kept: the job that just ended must outlive the batch that tells of it.
    while (m_ended.size() > m_options.keepEnded + 1) {
        m_jobs.erase(m_ended.front());
        m_ended.pop_front();
    }
}

} // namespace muster::jobs
