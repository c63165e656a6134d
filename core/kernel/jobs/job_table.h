// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "core/kernel/jobs/scheduler.h"

namespace muster::jobs {

using JobNumber = std::uint64_t; // of "job-<n>"

JobNumber numberOf(const JobId& id); // 0, which no job has, for any other text

// Every job that is remembered, by number: those that live, and of those that have ended the
// latest. A number is never given twice. The latest job of each key of a submission is known as
// long as it is remembered. Not thread-safe; a job stays where it is until it is forgotten.
class JobTable {
public:
    explicit JobTable(JobNumber next) : m_next(next) { }

    Job& add(JobSpec spec, std::string key, Instant submitted);
    Job& recover(Job job); // of an earlier life; those that ended in the order of their ends

    Job* find(const JobId& id); // nullptr: not known
    Job& at(JobNumber number) { return m_jobs.at(number); } // REQUIRES: known
    const std::map<JobNumber, Job>& all() const { return m_jobs; }
    bool anyLives() const { return m_jobs.size() > m_ended.size(); }
    // Within the last day; an empty key is nobody's.
    const Job* submittedBefore(const std::string& key, Instant now) const;

    void retire(const Job& job); // it has ended
    std::vector<JobId> trim(std::size_t keep); // forgets the oldest of those that have ended

private:
    void forget(JobNumber number);

    std::map<JobNumber, Job> m_jobs;
    std::map<std::string, JobNumber> m_byKey; // the latest of each key
    std::deque<JobNumber> m_ended; // oldest first
    JobNumber m_next;
};

} // namespace muster::jobs
