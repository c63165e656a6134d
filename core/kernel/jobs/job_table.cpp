// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/job_table.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/kernel/base/number.h"

namespace muster::jobs {
namespace {

constexpr std::string_view kPrefix = "job-";
constexpr Duration kKeepKey = std::chrono::days(1);

} // namespace

JobNumber numberOf(const JobId& id) {
    const std::string_view text = id.value;
    return text.starts_with(kPrefix)
        ? wholeNumber<JobNumber>(text.substr(kPrefix.size())).value_or(0)
        : 0;
}

Job& JobTable::add(JobSpec spec, std::string key, Instant submitted) {
    const auto number = m_next++;
    auto& job = m_jobs[number];
    job.id = {fmt::format("{}{}", kPrefix, number)};
    job.spec = std::move(spec);
    job.key = std::move(key);
    job.submitted = submitted;
    if (!job.key.empty()) {
        m_byKey[job.key] = number;
    }
    return job;
}

Job& JobTable::recover(Job job) {
    const auto number = numberOf(job.id);
    m_next = std::max(m_next, number + 1);
    auto& kept = m_jobs.insert_or_assign(number, std::move(job)).first->second;
    if (!kept.key.empty()) {
        auto& latest = m_byKey[kept.key];
        latest = std::max(latest, number);
    }
    if (isTerminal(kept.state)) {
        m_ended.push_back(number);
    }
    return kept;
}

Job* JobTable::find(const JobId& id) {
    const auto found = m_jobs.find(numberOf(id));
    return found == m_jobs.end() || found->second.id != id ? nullptr : &found->second;
}

const Job* JobTable::submittedBefore(const std::string& key, Instant now) const {
    const auto found = key.empty() ? m_byKey.end() : m_byKey.find(key);
    if (found == m_byKey.end()) {
        return nullptr;
    }
    const auto& job = m_jobs.at(found->second);
    return now - job.submitted < kKeepKey ? &job : nullptr;
}

void JobTable::retire(const Job& job) {
    m_ended.push_back(numberOf(job.id));
}

std::vector<JobId> JobTable::trim(std::size_t keep) {
    std::vector<JobId> forgotten;
    for (; m_ended.size() > keep; m_ended.pop_front()) {
        forgotten.push_back(m_jobs.at(m_ended.front()).id);
        forget(m_ended.front());
    }
    return forgotten;
}

void JobTable::forget(JobNumber number) {
    const auto job = m_jobs.find(number);
    const auto key = m_byKey.find(job->second.key);
    if (key != m_byKey.end() && key->second == number) {
        m_byKey.erase(key);
    }
    m_jobs.erase(job);
}

} // namespace muster::jobs
