// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/kernel/jobs/job_queue.h"
#include "core/kernel/jobs/job_table.h"
#include "core/kernel/jobs/placement.h"
#include "core/kernel/jobs/scheduler.h"
#include "core/kernel/jobs/seen_supply.h"

namespace muster::jobs {

constexpr Duration kLongestPause = std::chrono::minutes(1); // of a back-off

// The inside of Scheduler, for this folder only. scheduler.cpp: what arrives.
// scheduler_offers.cpp: offers. scheduler_updates.cpp: what a status means for a job.
struct Scheduler::State {
    // One agent's offers of one event.
    struct Candidate {
        std::vector<OfferId> offers;
        std::vector<cluster::TaskInfo> launch;
    };

    State(JobsOptions options, RecoveredJobs recovered, Now now);

    // ---- scheduler.cpp
    void on(const Connected&);
    void on(const Disconnected&);
    void on(const FromMaster& input);
    void on(const Submit& input);
    void on(const KillJob& input);
    void on(const HoldJob& input);
    void on(const ReleaseJob& input);
    void on(const AgentClosed& input);
    void on(const Tick&);
    void on(const cluster::Subscribed& event);
    void on(const cluster::Offers& event);
    void on(const cluster::Rescind&) { } // nothing is held: an offer is answered as it comes
    void on(const cluster::Update& event);
    void on(const cluster::AgentLost& event);
    void on(const cluster::FromExecutor&) { } // no job has an executor of its own
    void on(const cluster::ExecutorEnded&) { }
    void on(const cluster::OperationUpdate&) { }
    void on(const cluster::InverseOffers&) { } // jobs stay until they are killed
    void on(const cluster::RescindInverseOffer&) { }
    void on(const cluster::FrameworkError& event);

    void refuse(std::uint64_t request, std::string why, Error::Kind kind);
    Job* findToAnswer(std::uint64_t request, const JobId& id); // null: it was refused
    void enqueue(const Job& job) { m_queue.add(job, m_now.uptime); }
    void updated(const Job& job, JobState before) { happened(JobUpdated{job.id, before}); }
    void updated(const Job& job) { updated(job, job.state); }
    void happened(JobEvent event) { m_out.emplace_back(std::move(event)); }
    void call(cluster::FrameworkCall call) { m_out.push_back(Call{std::move(call)}); }
    void kill(const Job& job); // its live attempt, in the name of who asked
    void subscribe(); // once there is a job
    void settle(); // suppress or revive, by what waits now
    std::vector<JobEvent> trim();

    // ---- scheduler_offers.cpp
    std::vector<Supply> gather(
        const cluster::Offers& event, std::vector<Candidate>& candidates) const;
    void place(std::vector<Supply>& supplies, std::vector<Candidate>& candidates);
    cluster::TaskInfo start(Job& job, const Supply& supply);
    void reply(std::vector<Candidate>& candidates);
    void explainWaiting();
    void explainOne(Job& job, const std::string& shape, bool tell);

    // ---- scheduler_updates.cpp
    void follow(Job& job, const cluster::TaskStatus& status);
    void endAttempt(Job& job, const cluster::TaskStatus& status);
    void failAttempt(Job& job);
    void loseAttempt(Job& job);
    void requeue(Job& job, Duration pause);
    void end(Job& job, JobState state);

    JobsOptions m_options;
    FrameworkId m_framework;
    JobTable m_jobs;
    JobQueue m_queue;
    SeenSupply m_seen;
    bool m_maySubscribe = false; // connected, and has not done so
    bool m_subscribed = false;
    bool m_suppressed = false;
    bool m_filtered = false; // something was refused since the last revive

    // Of the input in work.
    Now m_now;
    std::vector<JobsOutput> m_out;
};

} // namespace muster::jobs
