// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/kernel/base/now.h"
#include "core/kernel/cluster/messages.h"
#include "core/kernel/jobs/service/app.h"
#include "core/kernel/jobs/service/deployment.h"
#include "core/kernel/jobs/service/instance.h"
#include "core/kernel/jobs/service/launch_queue.h"
#include "core/kernel/jobs/service/offer_matcher.h"
#include "core/kernel/jobs/service/seen_machines.h"

namespace muster::services {

// ---- inputs
struct Connected { }; // to a master: subscribes, once there is an app
struct Disconnected { };
struct FromMaster {
    cluster::FrameworkEvent event;
};
// Creates, changes and removes apps in one deployment, in the order of their dependencies. Of an
// app that is locked by another deployment: refused, unless it is forced, which stops the other.
struct PutApps {
    std::uint64_t request;
    std::vector<AppSpec> apps;
    std::set<AppId> removed{};
    bool force = false;
};
// Replaces all instances by new ones of the same spec.
struct Restart {
    std::uint64_t request;
    AppId app;
    bool force = false;
};
struct Scale {
    std::uint64_t request;
    AppId app;
    int instances = 0;
    bool force = false;
};
struct KillInstances {
    std::uint64_t request;
    std::vector<TaskId> instances; // those that are not known are passed over
    cluster::KilledBy by{};
    bool scale = false; // their apps are to have so many fewer; else others take their place
    bool wipe = false; // they are forgotten at once: for those whose end will never be told
    bool force = false; // with `scale`, as in PutApps
};
// Another instance may be launched without waiting for the end of the app's back-off.
struct ResetDelay {
    std::uint64_t request;
    AppId app;
};
// Brings its apps back to what they were, in a new deployment; or, with force, only stops it.
struct CancelDeployment {
    std::uint64_t request;
    DeploymentId deployment;
    bool force = false;
};
struct ReadinessResult {
    TaskId instance;
    std::string check;
    bool ready = false;
};
// What the app's scaling rule looks at: the mean of its instances.
struct MeasuredLoad {
    AppId app;
    Milli load;
};
struct Tick { };
using ServicesInput = std::variant<Connected, Disconnected, FromMaster, PutApps, Restart, Scale,
    KillInstances, ResetDelay, CancelDeployment, ReadinessResult, MeasuredLoad, ClusterSeen, Tick>;

// ---- what happened, told once; readers look up what is now in the Scheduler
struct AppAdded {
    AppId app;
};
struct AppUpdated {
    AppId app;
    Version before; // equal to that of now: only how it stands has changed
};
struct AppForgotten { // removed, and no instance is left
    AppId app;
    std::string user{}; // as its spec said
};
struct InstanceAdded { // before its launch
    TaskId instance;
};
struct InstanceUpdated {
    Instance before;
    TaskId instance;
};
struct InstanceHealthChanged {
    TaskId instance;
    std::optional<bool> before;
    bool healthy = false;
};
struct InstanceForgotten { // it has ended, or is not waited for any more
    Instance last;
    TaskState state = TaskState::Finished; // Unreachable: expunged
    std::string message{};
};
struct DeploymentAdded {
    DeploymentId deployment;
};
struct DeploymentStepped { // all before `current` is done
    DeploymentId deployment;
    std::size_t before = 0;
};
struct DeploymentEnded {
    enum class End { Done, Cancelled };
    Deployment last;
    End end = End::Done;
};
struct QueueChanged { // the numbers may be equal: its back-off has begun or is over
    AppId app;
    int before = 0; // instances to be launched
    int after = 0;
};
using ServicesEvent = std::variant<AppAdded, AppUpdated, AppForgotten, InstanceAdded,
    InstanceUpdated, InstanceHealthChanged, InstanceForgotten, DeploymentAdded, DeploymentStepped,
    DeploymentEnded, QueueChanged>;

// ---- outputs, in order. The shell makes the events of a batch durable before it sends anything.
struct Call {
    cluster::FrameworkCall call;
    // Of each task that the call launches: what the shell adds to its payload. The host ports, for
    // its health check, are the instance's.
    std::map<TaskId, Environment> environments{};
};
struct FrameworkNamed {
    FrameworkId framework;
}; // to be stored: the identity after a restart. Empty: the master has removed it
struct Accepted {
    DeploymentId deployment; // empty: none was needed
    Version version;
    std::vector<TaskId> killed{}; // of KillInstances
};
struct Answer {
    std::uint64_t request;
    Result<Accepted> result;
    std::vector<DeploymentId> lockedBy{}; // of a Conflict
};
using ServicesOutput = std::variant<Call, ServicesEvent, FrameworkNamed, Answer>;

struct ServicesOptions {
    std::string user = "root";
    std::uint64_t seed = 0; // of the ids; another one in each life
    Duration refusal = std::chrono::minutes(2); // of what serves no app; a new need revives
    Duration viable
        = std::chrono::minutes(1); // who ran so long has started well: no longer back-off
    std::size_t keepVersions = 25; // of each app
    std::size_t most = 10'000; // apps
    GpuScheduling gpuScheduling = GpuScheduling::Restricted;
};

struct RecoveredServices {
    FrameworkId framework;
    std::vector<App> apps;
    std::vector<Instance> instances;
    std::vector<Deployment> deployments;
};

// Long-running services: so many instances of each app are kept running, replaced under its
// strategies. A framework like any other: it sees offers and accepts them, and nothing else. An
// instance is told before its launch; after a reconnect it reconciles, and kills what it does not
// know. Per role, offers are suppressed while nothing waits for them. Back-offs are not
// durable. An app at rest costs nothing. Pure, deterministic, not thread-safe.
class Scheduler {
public:
    Scheduler(ServicesOptions options, RecoveredServices recovered, Now now);
    ~Scheduler();
    Scheduler(Scheduler&&) noexcept;

    std::vector<ServicesOutput> apply(ServicesInput input, Now now);
    std::optional<Uptime> nextDeadline() const;

    const App* app(const AppId& id) const;
    std::vector<const App*> apps() const; // by id
    const Instance* instance(const TaskId& id) const;
    std::vector<const Instance*> instancesOf(const AppId& app) const; // by id
    const Deployment* deployment(const DeploymentId& id) const;
    std::vector<const Deployment*> deployments() const; // the oldest first
    const Deployment* deploymentOf(const AppId& app) const; // that locks it; nullptr: none
    std::vector<QueuedApp> queue(Now now) const; // by app
    std::optional<QueuedApp> queued(const AppId& app, Now now) const; // none: nothing to launch

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace muster::services
