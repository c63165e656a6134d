// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/kernel/jobs/placement.h"
#include "core/kernel/jobs/scheduler.h"

namespace muster::jobs {

constexpr Duration kLongestPause = std::chrono::minutes(1); // of a back-off

// Equal shapes are served alike by equal offers. Most queues are many jobs of few shapes, so a
// queue of thousands costs a few placements an event.
std::string shapeOf(const JobSpec& spec);

// The inside of Scheduler, for this folder only. scheduler.cpp: what arrives, and the queue.
// scheduler_offers.cpp: offers. scheduler_updates.cpp: what a status means for a job.
struct Scheduler::State {
    using Number = std::uint64_t; // of "job-<n>"
    using Rank = std::pair<int, Number>; // negated priority first: higher priorities come first

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

    Job* find(const JobId& id);
    const Job* submittedBefore(const std::string& key) const;
    void forget(Number number);
    void refuse(std::uint64_t request, std::string why, Error::Kind kind);
    Job* findToAnswer(std::uint64_t request, const JobId& id); // null: it was refused
    static Rank rank(const Job& job);
    void index(const Job& job); // into the queue it belongs to
    void unindex(const Job& job);
    bool rests(const Job& job) const;
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
    void explainOne(Number number, const std::string& shape, bool tell);

    // ---- scheduler_updates.cpp
    void follow(Job& job, const cluster::TaskStatus& status);
    void endAttempt(Job& job, const cluster::TaskStatus& status);
    void failAttempt(Job& job);
    void loseAttempt(Job& job);
    void requeue(Job& job, Duration pause);
    void end(Job& job, JobState state);

    JobsOptions m_options;
    FrameworkId m_framework;
    std::map<Number, Job> m_jobs;
    std::map<std::string, Number> m_byKey; // the latest of each key, as long as it is remembered
    Number m_next;
    std::map<Rank, std::string> m_ready; // with the shape of its job
    std::set<Rank> m_unexplained; // ready since the last explainWaiting()
    std::set<std::pair<Uptime, Number>> m_resting; // back-off
    std::map<Number, Uptime> m_rests; // until then; also of those that are held
    std::set<Number> m_live; // launched
    std::deque<Number> m_ended; // oldest first
    std::map<AgentId, Supply> m_seen; // what each agent offered last, less what was taken of it
    std::map<std::string, Wait> m_waits; // by shape, for m_seen as it is
    bool m_seenChanged = false;
    bool m_maySubscribe = false; // connected, and has not done so
    bool m_subscribed = false;
    bool m_suppressed = false;
    bool m_filtered = false; // something was refused since the last revive
    bool m_fresh = false; // a job became ready since the last revive

    // Of the input in work.
    Now m_now;
    std::vector<JobsOutput> m_out;
};

} // namespace muster::jobs
