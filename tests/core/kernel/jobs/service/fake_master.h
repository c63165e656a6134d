// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/kernel/jobs/service/scheduler.h"

namespace muster::services {

// What the events of a scheduler made durable: all that the next life knows.
struct Store {
    FrameworkId framework;
    std::map<AppId, App> apps;
    std::map<TaskId, Instance> instances;
    std::map<DeploymentId, Deployment> deployments;

    RecoveredServices recovered() const {
        RecoveredServices out{framework, {}, {}, {}};
        for (const auto& [id, app] : apps) {
            out.apps.push_back(app);
        }
        for (const auto& [id, instance] : instances) {
            out.instances.push_back(instance);
        }
        for (const auto& [id, deployment] : deployments) {
            out.deployments.push_back(deployment);
        }
        return out;
    }

    // Reads what is now, as the shell does after each batch: only ids are told.
    void keep(const Scheduler& scheduler, const ServicesEvent& event) {
        std::visit([&](const auto& one) { keep(scheduler, one); }, event);
    }
    void keep(const Scheduler& now, const AppAdded& event) { keep(now, event.app); }
    void keep(const Scheduler& now, const AppUpdated& event) { keep(now, event.app); }
    void keep(const Scheduler& now, const AppForgotten& event) { keep(now, event.app); }
    void keep(const Scheduler& now, const InstanceAdded& event) { keep(now, event.instance); }
    void keep(const Scheduler& now, const InstanceUpdated& event) { keep(now, event.instance); }
    void keep(const Scheduler&, const InstanceHealthChanged&) { } // InstanceUpdated says it too
    void keep(const Scheduler& now, const InstanceForgotten& event) { keep(now, event.last.id); }
    void keep(const Scheduler& now, const DeploymentAdded& event) { keep(now, event.deployment); }
    void keep(const Scheduler& now, const DeploymentStepped& event) { keep(now, event.deployment); }
    void keep(const Scheduler& now, const DeploymentEnded& event) { keep(now, event.last.id); }
    void keep(const Scheduler&, const QueueChanged&) { }

private:
    void keep(const Scheduler& now, const AppId& id) { assign(apps, id, now.app(id)); }
    void keep(const Scheduler& now, const TaskId& id) { assign(instances, id, now.instance(id)); }
    void keep(const Scheduler& now, const DeploymentId& id) {
        assign(deployments, id, now.deployment(id));
    }
    template <typename Map, typename Value>
    static void assign(Map& map, const typename Map::key_type& id, const Value* value) {
        if (value) {
            map.insert_or_assign(id, *value);
        } else {
            map.erase(id);
        }
    }
};

// The shell and the master around a Scheduler, by hand: notes every call, event and answer and
// keeps what is durable. All state is public.
struct FakeMaster {
    ServicesOptions options{.seed = 1};
    Store store;
    std::optional<Scheduler> scheduler;
    Instant now{std::chrono::hours(1)};

    std::vector<Call> calls;
    std::vector<Answer> answers;
    std::vector<ServicesEvent> events;
    std::uint64_t requests = 0;
    int offers = 0;

    FakeMaster() { scheduler.emplace(options, RecoveredServices{}, now); }

    void apply(ServicesInput input) {
        bool subscribes = false;
        const auto outputs = scheduler->apply(std::move(input), now);
        for (const auto& output : outputs) {
            if (const auto* event = std::get_if<ServicesEvent>(&output)) {
                store.keep(*scheduler, *event);
                events.push_back(*event);
            } else if (const auto* named = std::get_if<FrameworkNamed>(&output)) {
                store.framework = named->framework;
            } else if (const auto* answer = std::get_if<Answer>(&output)) {
                answers.push_back(*answer);
            } else if (const auto* call = std::get_if<Call>(&output)) {
                calls.push_back(*call);
                subscribes = subscribes || std::holds_alternative<cluster::Subscribe>(call->call);
            }
        }
        if (subscribes) {
            event(cluster::Subscribed{{"M-0001"}});
        }
    }
    void event(cluster::FrameworkEvent event) { apply(FromMaster{std::move(event)}); }
    void connect() { apply(Connected{}); }
    void pass(Duration time) {
        now += time;
        apply(Tick{});
    }
    // A new life from what was durable.
    void restart() {
        ++options.seed;
        scheduler.emplace(options, store.recovered(), now);
        connect();
    }

    static AppSpec spec(const std::string& id = "/web", int instances = 1,
        const std::string& resources = "cpus:1;mem:64") {
        AppSpec spec;
        spec.id = {id};
        spec.instances = instances;
        spec.resources = *Resources::parse(resources);
        spec.payload = "run";
        return spec;
    }
    const Answer& put(std::vector<AppSpec> specs, bool force = false) {
        apply(PutApps{++requests, std::move(specs), {}, force});
        return answers.back();
    }
    const Answer& put(AppSpec spec, bool force = false) {
        return put(std::vector{std::move(spec)}, force);
    }
    const Answer& remove(const std::string& id, bool force = false) {
        apply(PutApps{++requests, {}, {AppId{id}}, force});
        return answers.back();
    }
    cluster::OfferPtr offer(const std::string& agent, const std::string& resources,
        const std::string& attributes = "", const std::string& role = "*") {
        cluster::Offer offer;
        offer.id = {fmt::format("M-O{}", offers++)};
        offer.agent = {agent};
        offer.role = role;
        offer.hostname = "node-" + agent;
        offer.resources = *Resources::parse(resources);
        if (!attributes.empty()) {
            offer.attributes = *parseAttributes(attributes);
        }
        return std::make_shared<cluster::Offer>(std::move(offer));
    }
    void give(const std::string& agent = "1",
        const std::string& resources = "cpus:8;mem:4096;ports:[31000-31099]",
        const std::string& attributes = "") {
        event(cluster::Offers{{offer(agent, resources, attributes)}});
    }
    void update(const TaskId& task, TaskState state, std::optional<bool> healthy = {},
        std::string message = "") {
        cluster::TaskStatus status;
        status.task = task;
        status.state = state;
        status.healthy = healthy;
        status.message = std::move(message);
        status.uuid = UuidSequence(1).next();
        status.agent = {"1"};
        event(cluster::Update{status});
    }
    // Enough for everything that waits: agents with GPUs are only for those who need some.
    void giveAll() {
        give("1", "cpus:1000;mem:1000000;ports:[31000-31999]");
        give("2", "cpus:1000;mem:1000000;gpus:100;ports:[31000-31999]");
    }
    // Puts the app, and all of its instances run.
    void running(AppSpec spec) {
        const auto id = spec.id;
        put(std::move(spec));
        giveAll();
        run(id);
    }
    void run(const AppId& id) {
        for (const auto& task : ids(id, TaskState::Staging)) {
            update(task, TaskState::Running);
        }
    }
    void die(const AppId& id, TaskState state = TaskState::Failed) {
        for (const auto& task : ids(id, TaskState::Running)) {
            update(task, state);
        }
    }
    // Each kill that was asked for since the last time is carried out.
    void obeyKills() {
        const auto kills = taken<cluster::Kill>();
        for (const auto& kill : kills) {
            update(kill.task, TaskState::Killed);
        }
    }

    std::vector<TaskId> ids(const AppId& app, std::optional<TaskState> state = {}) const {
        std::vector<TaskId> out;
        for (const auto* instance : scheduler->instancesOf(app)) {
            if (!state || instance->state == *state) {
                out.push_back(instance->id);
            }
        }
        return out;
    }
    std::size_t count(const std::string& app) const { return ids(AppId{app}).size(); }
    int queued(const std::string& app) const {
        for (const auto& entry : scheduler->queue(now)) {
            if (entry.app.value == app) {
                return entry.count;
            }
        }
        return 0;
    }
    Deployment deployment() const { return *scheduler->deployments().at(0); }

    template <typename T>
    std::vector<T> all() const {
        std::vector<T> out;
        for (const auto& call : calls) {
            if (const auto* one = std::get_if<T>(&call.call)) {
                out.push_back(*one);
            }
        }
        return out;
    }
    template <typename T>
    std::vector<T> taken() {
        auto out = all<T>();
        std::erase_if(calls, [](const Call& call) { return std::holds_alternative<T>(call.call); });
        return out;
    }
    template <typename T>
    std::vector<T> told() const {
        std::vector<T> out;
        for (const auto& event : events) {
            if (const auto* one = std::get_if<T>(&event)) {
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
};

} // namespace muster::services
