// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/job_queue.h"

#include <limits>

#include <fmt/format.h>

namespace muster::jobs {
namespace {

JobQueue::Rank rankOf(const Job& job) {
    return {-job.spec.priority, numberOf(job.id)};
}

} // namespace

// In lines, and validate() lets no constraint have a line break; resources may, in their names, so
// they come last.
std::string shapeOf(const JobSpec& spec) {
    auto shape = fmt::format("{}\n{}\n", spec.linked, spec.constraints.size());
    for (const auto& constraint : spec.constraints) {
        shape += fmt::format("{}\n{}\n{}\n", static_cast<int>(constraint.op), constraint.attribute,
            constraint.value);
    }
    return shape + spec.resources.text();
}

void JobQueue::add(const Job& job, Uptime now) {
    const auto rank = rankOf(job);
    if (job.launched) {
        m_live.insert(rank.second);
    } else if (job.hold) {
        return; // nothing but its release lets it go on
    } else if (rests(job, now)) {
        m_resting.emplace(m_rests.at(rank.second), rank.second);
    } else {
        m_ready.emplace(rank, shapeOf(job.spec));
        m_unexplained.insert(rank);
        m_fresh = true;
    }
}

void JobQueue::remove(const Job& job) {
    const auto rank = rankOf(job);
    m_live.erase(rank.second);
    m_ready.erase(rank);
    m_unexplained.erase(rank);
    if (const auto rest = m_rests.find(rank.second); rest != m_rests.end()) {
        m_resting.erase({rest->second, rank.second});
    }
}

JobQueue::Ready::const_iterator JobQueue::placeOf(int priority, const Job* job) const {
    return m_ready.lower_bound(
        job ? rankOf(*job) : Rank(-priority, std::numeric_limits<JobNumber>::max()));
}

bool JobQueue::rests(const Job& job, Uptime now) const {
    const auto rest = m_rests.find(numberOf(job.id));
    return rest != m_rests.end() && rest->second > now;
}

std::optional<JobNumber> JobQueue::rested(Uptime now) const {
    const bool isDue = !m_resting.empty() && m_resting.begin()->first <= now;
    return isDue ? std::optional(m_resting.begin()->second) : std::nullopt;
}

std::optional<Uptime> JobQueue::nextDeadline() const {
    return m_resting.empty() ? std::nullopt : std::optional(m_resting.begin()->first);
}

} // namespace muster::jobs
