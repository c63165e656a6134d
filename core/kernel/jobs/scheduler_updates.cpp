// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/scheduler_state.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/kernel/base/elapsed.h"
#include "core/kernel/cluster/why_ended.h"

namespace muster::jobs {
namespace {

Duration pauseAfter(int failures, Duration first) {
    auto pause = first;
    for (int i = 1; i < failures && pause < kLongestPause; ++i) {
        pause *= 2;
    }
    return std::min(pause, kLongestPause);
}

} // namespace

void Scheduler::State::follow(Job& job, const cluster::TaskStatus& status) {
    const auto before = job.state;
    bool news = false;
    // A reconciliation says nothing new of a task that goes on.
    if (status.reason != Reason::Reconciliation || isTerminal(status.state)) {
        news = std::exchange(job.message, status.message) != status.message;
    }
    switch (status.state) {
    case TaskState::Running:
        news = news || job.state != JobState::Running;
        job.state = JobState::Running;
        job.started = job.started.value_or(m_now);
        job.firstStarted = job.firstStarted.value_or(m_now);
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
    if (news) {
        updated(job, before);
    }
}

void Scheduler::State::endAttempt(Job& job, const cluster::TaskStatus& status) {
    job.why = cluster::whyEnded(status);
    switch (status.state) {
    case TaskState::Finished:
        end(job, JobState::Finished);
        break;
    case TaskState::Killed: // by us, or by an operator who wants it gone or its agent empty
        if (status.reason == Reason::AgentDraining && !job.killing) {
            loseAttempt(job);
        } else {
            end(job, JobState::Killed);
        }
        break;
    case TaskState::Error: // it would be refused again
        end(job, JobState::Failed);
        break;
    case TaskState::Failed:
        failAttempt(job);
        break;
    case TaskState::Starting:
    case TaskState::Running:
    case TaskState::Staging:
    case TaskState::Killing:
    case TaskState::Unreachable:
    case TaskState::Lost:
    case TaskState::Dropped:
    case TaskState::Gone:
    case TaskState::GoneByOperator:
    case TaskState::Unknown: // lost without a fault of the job
        if (job.killing) {
            end(job, JobState::Killed);
        } else {
            loseAttempt(job);
        }
        break;
    }
}

// It takes no retry. One that is lost again and again waits longer each time, as one that fails:
// something around it is broken, and a start costs others.
void Scheduler::State::loseAttempt(Job& job) {
    requeue(job, pauseAfter(job.attempts - job.failures, m_options.backOff));
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
    m_queue.remove(job);
    const auto before = std::exchange(job.state, JobState::Queued);
    job.launched = false;
    job.started.reset();
    job.notBefore = m_now.wall + pause;
    m_queue.restUntil(job, m_now.uptime + pause);
    job.waiting = WaitReason::BackOff;
    job.waitText = fmt::format("attempt {} starts {} after the last one ended: {}",
        job.attempts + 1, elapsedText(pause), job.why);
    enqueue(job);
    updated(job, before);
}

void Scheduler::State::end(Job& job, JobState state) {
    m_queue.remove(job);
    const auto before = std::exchange(job.state, state);
    job.launched = false;
    job.notBefore.reset();
    m_queue.endRest(job);
    job.hold.reset();
    job.waiting = WaitReason::None;
    job.waitText.clear();
    if (state == JobState::Killed && job.killedBy) { // whatever became of the attempt
        job.why = cluster::killedText(*job.killedBy);
    }
    job.ended = m_now;
    updated(job, before);
    m_jobs.retire(job);
}

} // namespace muster::jobs
