// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/kernel/jobs/scheduler.h"

namespace muster::jobs {

// The shell and the master around a Scheduler, by hand: notes every call and answer and keeps what
// is durable. All state is public.
struct FakeMaster {
    JobsOptions options;
    std::optional<Scheduler> scheduler;
    Instant now{std::chrono::hours(1)};
    Duration wallStep{}; // by which somebody has set the wall clock

    FrameworkId framework; // stored
    std::vector<cluster::FrameworkCall> calls;
    std::vector<Answer> answers;
    std::vector<JobId> changes; // of the last input
    std::uint64_t requests = 0;
    int offers = 0;
    bool subscribes = false; // in the input in work
    bool hasUnseen = false; // machines changed, and it tells of them when a job waits
    std::map<AgentId, Machine> machines; // as they were last offered, less what was launched there

    FakeMaster() { scheduler.emplace(options, RecoveredJobs{}, now); }

    Now time() const { return {now + wallStep, Now(now).uptime}; }
    void apply(JobsInput input) {
        changes.clear();
        scheduler->trim();
        take(std::move(input));
        if (std::exchange(subscribes, false)) {
            take(FromMaster{cluster::Subscribed{{"M-0001"}}});
        }
    }
    void take(JobsInput input) {
        const auto* heard = std::get_if<FromMaster>(&input);
        const auto* offered = heard ? std::get_if<cluster::Offers>(&heard->event) : nullptr;
        std::set<AgentId> seen;
        for (const auto& offer : offered ? offered->offers : std::vector<cluster::OfferPtr>()) {
            auto& machine = machines[offer->agent];
            if (seen.insert(offer->agent).second) {
                machine = {};
            }
            machine.supply.agent = offer->agent;
            machine.supply.hostname = offer->hostname;
            machine.supply.attributes = offer->attributes;
            machine.supply.free += offer->resources;
            machine.total += offer->resources;
        }
        using Then = Scheduler::Then;
        const auto then = seen.empty() && !hasUnseen ? Then::Explain : Then::More;
        for (auto& output : scheduler->apply(std::move(input), time(), then)) {
            std::visit([this](auto& one) { note(one); }, output);
        }
        if (!seen.empty()) {
            ClusterSeen news;
            for (const auto& agent : seen) {
                news.machines.push_back(machines[agent]);
            }
            take(std::move(news));
        }
    }
    void tell(const Machine& machine) { apply(ClusterSeen{{machine}, {}, {}}); }
    void event(cluster::FrameworkEvent event) { apply(FromMaster{std::move(event)}); }
    void connect() { apply(Connected{}); }
    void pass(Duration time) {
        now += time;
        apply(Tick{});
    }
    // A new life from what was durable.
    void restart() {
        RecoveredJobs recovered{framework, {}, 1};
        for (const auto* job : scheduler->jobs()) {
            recovered.jobs.push_back(*job);
        }
        scheduler.emplace(options, std::move(recovered), time());
    }

    static JobSpec spec(const std::string& resources = "cpus:1;mem:64;gpus:1") {
        JobSpec spec;
        spec.name = "train";
        spec.payload = "python3 train.py";
        spec.resources = *Resources::parse(resources);
        return spec;
    }
    JobId submit(const JobSpec& spec = FakeMaster::spec(), const std::string& key = "") {
        apply(Submit{++requests, spec, key});
        return answers.back().job.value_or(JobId{});
    }
    cluster::OfferPtr offer(const std::string& agent, const std::string& resources,
        const std::string& attributes = "") {
        cluster::Offer offer;
        offer.id = {fmt::format("M-O{}", offers++)};
        offer.agent = {agent};
        offer.hostname = "node-" + agent;
        offer.resources = *Resources::parse(resources);
        if (!attributes.empty()) {
            offer.attributes = *parseAttributes(attributes);
        }
        return std::make_shared<cluster::Offer>(std::move(offer));
    }
    void give(const std::string& agent = "1",
        const std::string& resources = "cpus:8;mem:512;gpus:4",
        const std::string& attributes = "") {
        event(cluster::Offers{{offer(agent, resources, attributes)}});
    }
    void update(const TaskId& task, TaskState state, std::string message = "",
        std::optional<Uuid> uuid = UuidSequence(1).next()) {
        cluster::TaskStatus status;
        status.task = task;
        status.state = state;
        status.message = std::move(message);
        status.uuid = uuid;
        status.agent = {"1"};
        event(cluster::Update{status});
    }
    void update(const JobId& id, TaskState state, std::string message = "") {
        update(*job(id).task, state, std::move(message));
    }
    const Job& job(const JobId& id) const { return *scheduler->job(id); }

    template <typename T>
    std::vector<T> all() const {
        std::vector<T> out;
        for (const auto& call : calls) {
            if (const auto* one = std::get_if<T>(&call)) {
                out.push_back(*one);
            }
        }
        return out;
    }
    std::vector<cluster::TaskInfo> launched() const {
        std::vector<cluster::TaskInfo> out;
        for (const auto& accept : all<cluster::Accept>()) {
            for (const auto& operation : accept.operations) {
                const auto& tasks = std::get<cluster::LaunchTasks>(operation).tasks;
                out.insert(out.end(), tasks.begin(), tasks.end());
            }
        }
        return out;
    }
    std::vector<std::string> launchedIds() const {
        std::vector<std::string> out;
        for (const auto& task : launched()) {
            out.push_back(task.id.value);
        }
        return out;
    }

    void note(const Call& output) {
        calls.push_back(output.call);
        subscribes = subscribes || std::holds_alternative<cluster::Subscribe>(output.call);
        if (const auto* accept = std::get_if<cluster::Accept>(&output.call)) {
            for (const auto& operation : accept->operations) {
                for (const auto& task : std::get<cluster::LaunchTasks>(operation).tasks) {
                    machines[task.agent].supply.free -= task.resources;
                }
            }
        }
    }
    void note(const JobEvent& event) {
        std::visit([this](const auto& one) { changes.push_back(one.job); }, event);
    }
    void note(const FrameworkNamed& output) { framework = output.framework; }
    void note(const Answer& output) { answers.push_back(output); }
};

} // namespace muster::jobs
