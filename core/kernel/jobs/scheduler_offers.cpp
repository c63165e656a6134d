// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/scheduler_state.h"

#include <fmt/format.h>

namespace muster::jobs {
namespace {

// Equal shapes are served alike by equal offers. Most queues are many jobs of few shapes, so a
// queue of thousands costs a few placements an event.
std::string shapeOf(const JobSpec& spec) {
    auto shape = fmt::format("{}|{}", spec.resources.text(), spec.linked);
    for (const auto& constraint : spec.constraints) {
        shape += fmt::format("|{}:{}", constraint.attribute, constraint.value);
    }
    return shape;
}

} // namespace

void Scheduler::State::on(const cluster::Offers& event) {
    std::vector<Candidate> candidates;
    auto supplies = gather(event, candidates);
    place(supplies, candidates);
    for (auto& supply : supplies) {
        m_seen[supply.agent] = supply;
    }
    reply(candidates);
}

// Offers of one agent count as one: a job may need more than each of them.
std::vector<Supply> Scheduler::State::gather(
    const cluster::Offers& event, std::vector<Candidate>& candidates) const {
    std::vector<Supply> supplies;
    std::map<AgentId, std::size_t> position;
    for (const auto& offer : event.offers) {
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
    const auto queue = m_ready;
    for (const auto& [priority, number] : queue) {
        auto& job = m_jobs.at(number);
        auto shape = shapeOf(job.spec);
        if (unserved.contains(shape)) {
            continue;
        }
        const auto chosen = bestFit(job.spec, supplies);
        if (!chosen) {
            unserved.insert(std::move(shape));
            continue;
        }
        candidates[*chosen].launch.push_back(start(job, supplies[*chosen]));
        supplies[*chosen].free -= job.spec.resources;
    }
}

cluster::TaskInfo Scheduler::State::start(Job& job, const Supply& supply) {
    unindex(job);
    ++job.attempts;
    job.task = TaskId{fmt::format("{}.{}", job.id.value, job.attempts)};
    job.agent = supply.agent;
    job.launched = true;
    job.notBefore.reset();
    job.waiting = WaitReason::None;
    job.waitText.clear();
    index(job);
    changed(job);
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
            call(cluster::Accept{
                std::move(candidate.offers), std::move(candidate.launch), m_options.refusal});
        }
    }
    if (!decline.offers.empty()) {
        call(std::move(decline));
    }
    m_filtered = m_filtered || !candidates.empty();
}

void Scheduler::State::explainWaiting() {
    std::vector<Supply> seen;
    for (const auto& [agent, supply] : m_seen) {
        seen.push_back(supply);
    }
    std::map<std::string, Wait> waits;
    for (const auto& [priority, number] : m_ready) {
        auto& job = m_jobs.at(number);
        const auto [wait, isNew] = waits.try_emplace(shapeOf(job.spec));
        if (isNew) {
            wait->second = explain(job.spec, seen);
        }
        setWait(job, wait->second);
    }
}

void Scheduler::State::setWait(Job& job, const Wait& wait) {
    if (job.waiting != wait.reason || job.waitText != wait.text) {
        job.waiting = wait.reason;
        job.waitText = wait.text;
        changed(job);
    }
}

} // namespace muster::jobs
