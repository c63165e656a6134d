// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/kernel/jobs/job_table.h"

namespace muster::jobs {

// Equal shapes are served alike by equal offers. Most queues are many jobs of few shapes, so a
// queue of thousands costs a few placements an event.
std::string shapeOf(const JobSpec& spec);

// Where each job that has not ended stands: launched, ready for an offer, resting after a failed
// attempt, or held, which is in none of these. Ready jobs are served by priority, then by number. A
// job is taken out before what decides its place is changed, and put in again after it.
// Not thread-safe.
class JobQueue {
public:
    using Rank = std::pair<int, JobNumber>; // negated priority first: higher priorities come first
    using Ready = std::map<Rank, std::string>; // with their shapes

    void add(const Job& job, Uptime now); // REQUIRES: it has not ended
    void remove(const Job& job);

    // A rest outlives a hold of the job: it is kept until it is ended, or its time has come.
    void restUntil(const Job& job, Uptime until) { m_rests[numberOf(job.id)] = until; }
    void endRest(const Job& job) { m_rests.erase(numberOf(job.id)); }
    bool rests(const Job& job, Uptime now) const;
    std::optional<JobNumber> rested(Uptime now) const; // one whose rest is over
    std::optional<Uptime> nextDeadline() const;

    const Ready& ready() const { return m_ready; }
    // Those before it are served before the job, ready or not; null: one of that priority that is
    // not submitted.
    Ready::const_iterator placeOf(int priority, const Job* job) const;
    const std::set<JobNumber>& live() const { return m_live; } // launched
    // Ready since they were last taken.
    std::set<Rank> takeUnexplained() { return std::exchange(m_unexplained, {}); }
    bool takeFresh() { return std::exchange(m_fresh, false); } // whether there were any
    void setFresh() { m_fresh = !m_ready.empty(); } // as if all had just become ready

private:
    Ready m_ready;
    std::set<Rank> m_unexplained;
    std::set<std::pair<Uptime, JobNumber>> m_resting;
    std::map<JobNumber, Uptime> m_rests; // until then; also of those that are held
    std::set<JobNumber> m_live;
    bool m_fresh = false;
};

} // namespace muster::jobs
