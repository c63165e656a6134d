// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/scheduler_state.h"

#include <fmt/format.h>

namespace muster::jobs {
namespace {

// The wait texts of the head of the queue are always told. Further back only a new reason is: the
// numbers of thousands of waiting jobs are not worth a durable write each time something is freed.
constexpr std::size_t kToldInFull = 100;

} // namespace

void Scheduler::State::on(const cluster::Offers& event) {
    std::vector<Candidate> candidates;
    auto supplies = gather(event, candidates);
    place(supplies, candidates);
    m_seen.see(supplies);
    reply(candidates);
}

// Offers of one agent count as one: a job may need more than each of them.
std::vector<Supply> Scheduler::State::gather(
    const cluster::Offers& event, std::vector<Candidate>& candidates) const {
    std::vector<Supply> supplies;
    std::map<AgentId, std::size_t> position;
    for (const auto& shared : event.offers) {
        const cluster::Offer& offer = *shared;
        const auto [found, isNew] = position.try_emplace(offer.agent, supplies.size());
        if (isNew) {
            supplies.push_back({offer.agent, offer.hostname, offer.attributes, {}, false});
            candidates.emplace_back();
        }
        auto& supply = supplies[found->second];
        supply.free += offer.resources;
        supply.hasGpus = supply.hasGpus || offer.resources.gpus() > Milli{};
        candidates[found->second].offers.push_back(offer.id);
    }
    return supplies;
}

void Scheduler::State::place(std::vector<Supply>& supplies, std::vector<Candidate>& candidates) {
    std::set<std::string> unserved; // what is free only shrinks, so these stay so
    for (auto next = m_queue.ready().begin(); next != m_queue.ready().end();) {
        const auto [rank, shape] = *next++; // a copy: start() takes it out of the queue
        if (unserved.contains(shape)) {
            continue;
        }
        auto& job = m_jobs.at(rank.second);
        const auto chosen = bestFit(job.spec, supplies);
        if (!chosen) {
            unserved.insert(shape);
            continue;
        }
        candidates[*chosen].launch.push_back(start(job, supplies[*chosen]));
        supplies[*chosen].free -= job.spec.resources;
    }
}

cluster::TaskInfo Scheduler::State::start(Job& job, const Supply& supply) {
    m_queue.remove(job);
    ++job.attempts;
    job.task = TaskId{fmt::format("{}.{}", job.id.value, job.attempts)};
    job.agent = supply.agent;
    job.launched = true;
    job.notBefore.reset();
    job.waiting = WaitReason::None;
    job.waitText.clear();
    job.message.clear(); // of the attempt before
    job.why.clear();
    enqueue(job);
    updated(job);
    cluster::TaskInfo task;
    task.id = *job.task;
    task.name = job.spec.name;
    task.agent = supply.agent;
    task.resources = job.spec.resources;
    task.user = job.spec.user;
    task.payload = job.spec.payload;
    return task;
}

void Scheduler::State::reply(std::vector<Candidate>& candidates) {
    cluster::Decline decline{{}, m_options.refusal};
    for (auto& candidate : candidates) {
        if (candidate.launch.empty()) {
            std::ranges::move(candidate.offers, std::back_inserter(decline.offers));
        } else {
            cluster::Accept accept{std::move(candidate.offers), {}, m_options.refusal};
            accept.operations.emplace_back(cluster::LaunchTasks{std::move(candidate.launch)});
            call(std::move(accept));
        }
    }
    if (!decline.offers.empty()) {
        call(std::move(decline));
    }
    m_filtered = m_filtered || !candidates.empty();
}

void Scheduler::State::explainWaiting() {
    const auto unexplained = m_queue.takeUnexplained();
    if (m_seen.takeChanged()) {
        std::size_t position = 0;
        for (const auto& [rank, shape] : m_queue.ready()) {
            explainOne(m_jobs.at(rank.second), shape, position++ < kToldInFull);
        }
    } else {
        for (const auto& rank : unexplained) {
            explainOne(m_jobs.at(rank.second), m_queue.ready().at(rank), true);
        }
    }
}

void Scheduler::State::explainOne(Job& job, const std::string& shape, bool tell) {
    const Wait& wait = m_seen.waitOf(job.spec, shape);
    const bool news = job.waiting != wait.reason || (tell && job.waitText != wait.text);
    job.waiting = wait.reason;
    job.waitText = wait.text;
    if (news) {
        happened(JobExplained{job.id});
    }
}

} // namespace muster::jobs
