// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/service/scheduler.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/kernel/jobs/service/app_table.h"
#include "core/kernel/jobs/service/back_off.h"
#include "core/kernel/jobs/service/deployment_plan.h"
#include "core/kernel/jobs/service/deployment_table.h"
#include "core/kernel/jobs/service/environment.h"
#include "core/kernel/jobs/service/replacement.h"
#include "core/kernel/jobs/service/scaling.h"
#include "core/kernel/jobs/service/subscription.h"
#include "core/kernel/jobs/service/validate.h"
#include "core/kernel/jobs/service/version_clock.h"

namespace muster::services {
namespace {

constexpr Duration kLongestAbsence = std::chrono::hours(24 * 365); // that a strategy waits for

// Ends that say something of the app, not of its agent or of somebody's will. A service is not to
// end, so neither is an exit with 0 in order.
bool isFault(const cluster::TaskStatus& status) {
    switch (status.state) {
    case TaskState::Finished:
    case TaskState::Failed:
    case TaskState::Error:
    case TaskState::Lost:
    case TaskState::Dropped:
        return true;
    case TaskState::Killed: // by its health check
        return status.healthy == false;
    case TaskState::Starting:
    case TaskState::Running:
    case TaskState::Staging:
    case TaskState::Killing:
    case TaskState::Unreachable:
    case TaskState::Gone:
    case TaskState::GoneByOperator:
    case TaskState::Unknown:
        break;
    }
    return false;
}

tl::unexpected<Error> unknownApp(const AppId& id) {
    return failure(fmt::format("App '{}' does not exist", id.value), Error::Kind::NotFound);
}

QueuedApp shown(const AppId& app, const LaunchQueue::Entry& entry, Now now) {
    const auto left = entry.turn ? Duration(0) : entry.restsUntil - now.uptime;
    return {app, entry.count, entry.since, std::max(left, Duration(0)), entry.offers};
}

} // namespace

struct Scheduler::State {
    // One agent's offers of one message and role.
    struct Candidate {
        Supply supply;
        std::vector<OfferId> offers;
        std::vector<cluster::TaskInfo> launch;
        std::map<TaskId, Environment> environments;
    };

    State(ServicesOptions given, RecoveredServices recovered, Now start);

    // ---- what arrives
    void on(const Connected&);
    void on(const Disconnected&);
    void on(const FromMaster& input);
    void on(const PutApps& input);
    void on(const Restart& input);
    void on(const Scale& input);
    void on(const KillInstances& input);
    void on(const ResetDelay& input);
    void on(const CancelDeployment& input);
    void on(const ReadinessResult& input);
    void on(const MeasuredLoad& input);
    void on(ClusterSeen input) { machines.see(std::move(input)); }
    void on(const Tick&) { }
    void on(const cluster::Subscribed& event);
    void on(const cluster::Offers& event);
    void on(const cluster::Rescind&) { } // nothing is held: an offer is answered as it comes
    void on(const cluster::Update& event);
    void on(const cluster::AgentLost&) { } // each of its tasks is told of
    void on(const cluster::FromExecutor&) { } // no app has an executor of its own
    void on(const cluster::ExecutorEnded&) { }
    void on(const cluster::OperationUpdate&) { }
    void on(const cluster::InverseOffers&) { } // instances stay until they are killed
    void on(const cluster::RescindInverseOffer&) { }
    void on(const cluster::FrameworkError& event);

    void happened(ServicesEvent event) { out.emplace_back(std::move(event)); }
    void call(cluster::FrameworkCall call) { out.push_back(Call{std::move(call)}); }
    void subscribe(); // once there is an app
    void settle(); // suppress or revive, by what waits now

    // ---- deployments
    // To go back is always possible, also to what waits for a machine.
    enum class Purpose { Change, RollBack };
    Answer deploy(std::uint64_t request, Version version, const Revisions& target, bool force,
        Purpose purpose = Purpose::Change);
    Answer deploy(std::uint64_t request, AppSpec spec, bool force, bool restart = false);
    Answer refuseLocked(std::uint64_t request, const std::set<Version>& locks) const;
    Status check(const Revisions& target) const;
    Status checkReplacements(const Revisions& target) const;
    void put(const Revisions& target);
    void beginStep(const Deployment& deployment);
    void finishAction(const AppId& id);
    // `takenOver`: apps that are under the next deployment at once.
    void end(Version deployment, DeploymentEnded::End how, const Revisions& takenOver = {});

    // ---- apps
    App* findApp(const AppId& id); // nullptr: not known, or being removed
    void aim(App& app, int wanted, bool replacing);
    void tend(const AppId& id);
    void tendTouched();
    void want(const App& app, int count);
    void forget(const App& app);

    // ---- offers
    std::vector<Candidate> gather(const cluster::Offers& event) const;
    void serve(Candidate& candidate);
    InstanceList placed(const App& app) const;
    void launch(const App& app, Candidate& candidate, Share share);
    void reply(std::vector<Candidate> candidates);

    // ---- instances
    void follow(Instance& instance, const cluster::TaskStatus& status);
    void goOn(Instance& instance, const cluster::TaskStatus& status);
    void loseSight(Instance& instance);
    void end(const Instance& instance, const cluster::TaskStatus& status);
    void watch(const Instance& instance);
    void giveUpUnreachable();
    void stop(Instance& instance, cluster::KilledBy by);
    void kill(const Instance& instance);
    void updated(const Instance& before, const Instance& instance);
    void forget(const TaskId& id, TaskState state, std::string message);

    ServicesOptions options;
    Subscription subscription;
    UuidSequence uuids;
    VersionClock versions;
    AppTable apps;
    InstanceTable instances;
    UnreachableWatch unreachable;
    DeploymentTable deployments;
    LaunchQueue queue;
    BackOffs backOffs;
    CoolDowns coolDowns;
    SeenMachines machines;
    // Of the input in work.
    Now now;
    std::set<AppId> touched; // to be tended
    std::vector<ServicesOutput> out;
};

Scheduler::State::State(ServicesOptions given, RecoveredServices recovered, Now start)
    : options(std::move(given)), subscription(options.user, std::move(recovered.framework)),
      uuids(options.seed), apps(options.keepVersions), now(start) {
    for (auto& app : recovered.apps) {
        versions.saw(app.version);
        touched.insert(app.spec.id);
        apps.recover(std::move(app));
    }
    for (auto& instance : recovered.instances) {
        if (apps.find(instance.app)) { // else it is killed as one that is not known
            watch(instances.add(std::move(instance)));
        }
    }
    for (auto& deployment : recovered.deployments) {
        versions.saw(deployment.version);
        for (const auto& [app, revision] : deployment.before) {
            touched.insert(app); // it may be forgotten already, which ends what it was to do
        }
        deployments.beginStep(deployments.add(std::move(deployment)));
    }
}

void Scheduler::State::on(const Connected&) {
    subscription.connected();
}

void Scheduler::State::on(const Disconnected&) {
    subscription.disconnected();
}

void Scheduler::State::on(const FromMaster& input) {
    std::visit([this](const auto& event) { on(event); }, input.event);
}

void Scheduler::State::on(const PutApps& input) {
    const auto version = versions.next(now);
    Revisions target;
    for (const auto& spec : input.apps) {
        target[spec.id] = apps.revise(spec, version);
    }
    for (const auto& id : input.removed) {
        if (!findApp(id)) {
            out.push_back(Answer{input.request, unknownApp(id)});
            return;
        }
        target[id] = std::nullopt;
    }
    out.push_back(deploy(input.request, version, target, input.force));
}

void Scheduler::State::on(const Restart& input) {
    const auto* app = findApp(input.app);
    out.push_back(app ? deploy(input.request, app->spec, input.force, true)
                      : Answer{input.request, unknownApp(input.app)});
}

void Scheduler::State::on(const Scale& input) {
    const auto* app = findApp(input.app);
    if (!app) {
        out.push_back(Answer{input.request, unknownApp(input.app)});
        return;
    }
    auto spec = app->spec;
    spec.instances = input.instances;
    out.push_back(deploy(input.request, std::move(spec), input.force));
}

void Scheduler::State::on(const KillInstances& input) {
    std::vector<Instance*> chosen;
    Revisions target;
    const auto version = versions.next(now);
    for (const auto& id : std::set(input.instances.begin(), input.instances.end())) {
        auto* instance = instances.find(id);
        if (!instance || instance->goal == Instance::Goal::Stop) {
            continue;
        }
        chosen.push_back(instance);
        if (const auto* app = findApp(instance->app); app && input.scale) {
            auto& revision = target[instance->app];
            auto spec = revision ? revision->spec : app->spec;
            spec.instances = std::max(0, spec.instances - 1);
            revision = apps.revise(std::move(spec), version);
        }
    }
    auto by = input.by;
    by.author = by.author.empty() ? "operator" : by.author;
    Answer answer{input.request, Accepted{{}, version}};
    if (!target.empty()) {
        answer = deploy(input.request, version, target, input.force);
    }
    if (answer.result) {
        for (auto* instance : chosen) {
            answer.result->killed.push_back(instance->id);
            stop(*instance, by);
            if (const auto& id = answer.result->killed.back(); input.wipe && instances.find(id)) {
                forget(id, TaskState::Killed, "Wiped");
            }
        }
    }
    out.push_back(std::move(answer));
}

void Scheduler::State::on(const ResetDelay& input) {
    const auto* app = findApp(input.app);
    if (!app) {
        out.push_back(Answer{input.request, unknownApp(input.app)});
        return;
    }
    backOffs.reset(input.app);
    touched.insert(input.app);
    out.push_back(Answer{input.request, Accepted{{}, app->version}});
}

void Scheduler::State::on(const CancelDeployment& input) {
    const auto* deployment = deployments.find(input.deployment);
    if (!deployment) {
        out.push_back(Answer{input.request,
            failure(fmt::format("Deployment '{}' does not exist", input.deployment.value),
                Error::Kind::NotFound)});
    } else if (input.force) {
        const auto version = deployment->version;
        end(version, DeploymentEnded::End::Cancelled);
        out.push_back(Answer{input.request, Accepted{input.deployment, version}});
    } else {
        const auto before = deployment->before; // a copy: it ends
        out.push_back(deploy(input.request, versions.next(now), before, true, Purpose::RollBack));
    }
}

void Scheduler::State::on(const ReadinessResult& input) {
    auto* instance = instances.find(input.instance);
    if (!instance || !input.ready) {
        return;
    }
    const auto before = *instance;
    instance->unready.erase(input.check);
    updated(before, *instance);
}

void Scheduler::State::on(const MeasuredLoad& input) {
    const auto* app = findApp(input.app);
    if (!app || !app->spec.scaling || deployments.of(input.app)
        || !coolDowns.mayScale(input.app, *app->spec.scaling, now.uptime)) {
        return;
    }
    auto spec = app->spec;
    spec.instances = scaledFor(*spec.scaling, spec.instances, input.load);
    if (spec.instances != app->spec.instances) {
        coolDowns.scaled(input.app, now.uptime);
        deploy(0, std::move(spec), false); // nobody waits for an answer
    }
}

void Scheduler::State::on(const cluster::Subscribed& event) {
    if (subscription.framework() != event.framework) {
        out.push_back(FrameworkNamed{event.framework});
    }
    subscription.subscribed(event.framework);
    // First about those that are known, which the master may not know; then about all that it
    // knows, as some that were forgotten may have come back meanwhile.
    cluster::Reconcile reconcile;
    for (const auto& [id, instance] : instances.all()) {
        reconcile.tasks.push_back({id, {}});
    }
    if (!reconcile.tasks.empty()) {
        call(std::move(reconcile));
    }
    call(cluster::Reconcile{});
    for (const auto& [id, instance] : instances.all()) {
        if (instance.goal == Instance::Goal::Stop) {
            kill(instance);
        }
    }
}

void Scheduler::State::on(const cluster::Update& event) {
    const auto& status = event.status;
    if (auto* instance = instances.find(status.task)) {
        follow(*instance, status);
    } else if (status.state == TaskState::Staging || status.state == TaskState::Starting
        || status.state == TaskState::Running) {
        // It was forgotten: another one runs in its place.
        call(cluster::Kill{.task = status.task,
            .grace = {},
            .agent = status.agent,
            .by = cluster::KilledBy{"muster", "its app has given it up"}});
    }
    if (status.uuid) {
        call(cluster::Acknowledge{status.agent, status.task, *status.uuid});
    }
}

// An identity that was removed is at its end: its tasks are killed, and their ends are told to
// nobody. Any other error leaves the identity as it is: the shell connects again.
void Scheduler::State::on(const cluster::FrameworkError& event) {
    if (subscription.framework().empty() || !event.isRemoved) {
        subscription.disconnected();
        return;
    }
    subscription.removed();
    out.push_back(FrameworkNamed{});
    while (!instances.all().empty()) {
        forget(instances.all().begin()->first, TaskState::Lost, event.message);
    }
}

void Scheduler::State::subscribe() {
    const bool isNeeded = !apps.all().empty() || !subscription.framework().empty();
    if (isNeeded && subscription.maySubscribe()) {
        call(subscription.subscribe(apps.roles()));
    }
}

void Scheduler::State::settle() {
    if (subscription.isUp()) {
        for (auto& one : subscription.settle(queue.roles(), queue.takeFresh())) {
            call(std::move(one));
        }
    }
}

// ---- deployments

Answer Scheduler::State::deploy(std::uint64_t request, AppSpec spec, bool force, bool restart) {
    auto id = spec.id;
    const auto version = versions.next(now);
    return deploy(request, version,
        Revisions{{std::move(id), apps.revise(std::move(spec), version, restart)}}, force);
}

Answer Scheduler::State::deploy(
    std::uint64_t request, Version version, const Revisions& target, bool force, Purpose purpose) {
    std::set<AppId> ids;
    std::set<AppId> unfinished; // restarts that another deployment has begun, or was to
    Revisions before;
    for (const auto& [id, revision] : target) {
        ids.insert(id);
        if (deployments.isAhead({Action::Kind::Restart, id})) {
            unfinished.insert(id);
        }
        const auto* app = findApp(id);
        before[id] = app ? std::optional<Revision>(*app) : std::nullopt;
    }
    const auto locks = deployments.thatLock(ids);
    if (!locks.empty() && !force) {
        return refuseLocked(request, locks);
    }
    auto valid = check(target);
    if (valid && purpose == Purpose::Change) {
        valid = checkReplacements(target);
    }
    if (!valid) {
        return {request, tl::unexpected(valid.error())};
    }
    const auto order = inOrder(target, apps.all());
    if (!order) {
        return {request, tl::unexpected(order.error())};
    }
    for (const auto lock : locks) {
        end(lock, DeploymentEnded::End::Cancelled, target);
    }
    Deployment deployment;
    deployment.id = {uuids.next().text()};
    deployment.version = version;
    deployment.steps = plan(before, target, *order, unfinished);
    deployment.before = std::move(before);
    put(target);
    const auto& added = deployments.add(std::move(deployment));
    Answer answer{request, Accepted{added.id, added.version}};
    happened(DeploymentAdded{added.id});
    beginStep(added);
    return answer;
}

Answer Scheduler::State::refuseLocked(std::uint64_t request, const std::set<Version>& locks) const {
    Answer refusal{request,
        failure("App is locked by one or more deployments. Override with the option "
                "'?force=true'. View details at '/v2/deployments/<DEPLOYMENT_ID>'.",
            Error::Kind::Conflict)};
    for (const auto lock : locks) {
        refusal.lockedBy.push_back(deployments.all().at(lock).id);
    }
    return refusal;
}

Status Scheduler::State::check(const Revisions& target) const {
    std::size_t added = 0;
    for (const auto& [id, revision] : target) {
        if (!revision) {
            continue;
        }
        if (const auto valid = validate(revision->spec); !valid) {
            return valid;
        }
        added += apps.find(id) == nullptr ? 1 : 0;
    }
    return apps.all().size() + added <= options.most
        ? Status()
        : failure(fmt::format("There can be {} services: delete some", options.most),
            Error::Kind::Conflict);
}

Status Scheduler::State::checkReplacements(const Revisions& target) const {
    for (const auto& [id, revision] : target) {
        if (!revision) {
            continue;
        }
        const auto* app = apps.find(id);
        const bool replaces = app && app->configured != revision->configured
            && std::ranges::any_of(instances.of(id), [](auto* one) { return isServing(*one); });
        if (!replaces) {
            continue;
        }
        if (const auto possible = machines.checkReplacement(app->spec, revision->spec); !possible) {
            return possible;
        }
    }
    return {};
}

void Scheduler::State::put(const Revisions& target) {
    for (const auto& [id, revision] : target) {
        touched.insert(id);
        backOffs.reset(id);
        auto* app = apps.find(id);
        if (!revision) {
            if (app) {
                app->removed = true;
                happened(AppUpdated{id, app->version});
            }
            continue;
        }
        const auto before = app ? std::optional(app->version) : std::nullopt;
        apps.put(*revision);
        if (auto update = subscription.enrol(revision->spec.role)) {
            call(std::move(*update));
        }
        if (before) {
            happened(AppUpdated{id, *before});
        } else {
            happened(AppAdded{id});
        }
    }
}

void Scheduler::State::beginStep(const Deployment& deployment) {
    if (deployment.current == deployment.steps.size()) {
        end(deployment.version, DeploymentEnded::End::Done);
        return;
    }
    deployments.beginStep(deployment);
    for (const auto& action : deployment.steps[deployment.current]) {
        touched.insert(action.app);
        auto* app = apps.find(action.app);
        if (!app) { // it had no instance, and is forgotten already
            continue;
        }
        switch (action.kind) {
        case Action::Kind::Start:
        case Action::Kind::Stop:
            aim(*app, 0, false);
            break;
        case Action::Kind::Scale:
            aim(*app, app->spec.instances, false);
            break;
        case Action::Kind::Restart:
            aim(*app, app->spec.instances, true);
            break;
        }
    }
}

void Scheduler::State::finishAction(const AppId& id) {
    auto* deployment = deployments.of(id);
    if (!deployment || !deployments.finish(id)) {
        return;
    }
    const auto before = deployment->current++;
    happened(DeploymentStepped{deployment->id, before});
    beginStep(*deployment);
}

// Whatever has not begun of it, and is not taken over, comes at once: an app is to be what it is
// asked to be. What was not replaced of it stays.
void Scheduler::State::end(
    Version deployment, DeploymentEnded::End how, const Revisions& takenOver) {
    auto last = deployments.remove(deployment);
    for (const auto& [id, revision] : last.before) {
        auto* app = apps.find(id);
        if (app && !takenOver.contains(id)) {
            aim(*app, app->removed ? 0 : app->spec.instances, false);
        }
    }
    happened(DeploymentEnded{std::move(last), how});
}

// ---- apps

App* Scheduler::State::findApp(const AppId& id) {
    auto* app = apps.find(id);
    return app && !app->removed ? app : nullptr;
}

void Scheduler::State::aim(App& app, int wanted, bool replacing) {
    if (app.wanted != wanted || app.replacing != replacing) {
        app.wanted = wanted;
        app.replacing = replacing;
        touched.insert(app.spec.id);
        happened(AppUpdated{app.spec.id, app.version});
    }
}

void Scheduler::State::tendTouched() {
    while (!touched.empty()) {
        tend(touched.extract(touched.begin()).value());
    }
}

// Brings the app nearer to what it is to be.
void Scheduler::State::tend(const AppId& id) {
    const auto* app = apps.find(id);
    if (app && app->removed && app->wanted == 0 && !instances.anyOf(id)) {
        forget(*app);
        app = nullptr;
    }
    if (!app) {
        finishAction(id);
        return;
    }
    const auto moves = movesOf(*app, instances.of(id));
    for (const auto& instance : moves.stop) {
        stop(*instances.find(instance),
            {"muster", fmt::format("app '{}' needs it no longer", id.value)});
    }
    want(*app, moves.launch);
    if (moves.done) {
        finishAction(id);
    }
}

void Scheduler::State::want(const App& app, int count) {
    const auto& id = app.spec.id;
    const bool rested = queue.isResting(id);
    const int before = queue.want(app, count, backOffs.until(id), now);
    if (before != count || rested != queue.isResting(id)) {
        happened(QueueChanged{id, before, count});
    }
}

void Scheduler::State::forget(const App& app) {
    const auto id = app.spec.id;
    const auto user = app.spec.user;
    want(app, 0);
    backOffs.reset(id);
    coolDowns.forget(id);
    apps.forget(id);
    happened(AppForgotten{id, user});
}

// ---- offers

void Scheduler::State::on(const cluster::Offers& event) {
    auto candidates = gather(event);
    for (auto& candidate : candidates) {
        serve(candidate);
    }
    reply(std::move(candidates));
}

// Offers of one agent count as one: an instance may need more than each of them.
std::vector<Scheduler::State::Candidate> Scheduler::State::gather(
    const cluster::Offers& event) const {
    std::vector<Candidate> candidates;
    std::map<std::pair<AgentId, std::string>, std::size_t> position;
    for (const auto& shared : event.offers) {
        const cluster::Offer& offer = *shared;
        const auto [found, isNew]
            = position.try_emplace({offer.agent, offer.role}, candidates.size());
        if (isNew) {
            candidates.push_back({{offer.agent, offer.role, offer.hostname, offer.attributes,
                                      offer.unavailability, {}},
                {}, {}, {}});
        }
        auto& candidate = candidates[found->second];
        candidate.supply.free += offer.resources;
        candidate.offers.push_back(offer.id);
    }
    return candidates;
}

// Who has started an instance has its next turn after all others; who could not has none left, as
// what is free only shrinks.
void Scheduler::State::serve(Candidate& candidate) {
    const auto& turns = queue.turns();
    for (auto next = turns.begin(); next != turns.end();) {
        const auto [turn, id] = *next;
        const auto& app = apps.at(id);
        auto& entry = *queue.find(id);
        auto share = match(app.spec, entry.rules, candidate.supply,
            entry.rules.empty() ? InstanceList() : placed(app), options.gpuScheduling, now);
        if (share) {
            entry.offers.use(now);
            launch(app, candidate, std::move(*share));
        } else {
            entry.offers.reject(share.error(), now);
        }
        next = turns.upper_bound(turn);
    }
}

InstanceList Scheduler::State::placed(const App& app) const {
    auto list = instances.of(app.spec.id);
    std::erase_if(list, [&](const Instance* instance) {
        return instance->inactive || instance->configured != app.configured;
    });
    return list;
}

void Scheduler::State::launch(const App& app, Candidate& candidate, Share share) {
    const auto& spec = app.spec;
    Instance instance;
    instance.id = {fmt::format("{}.{}", flatName(spec.id), uuids.next().text())};
    instance.app = spec.id;
    instance.version = app.version;
    instance.configured = app.configured;
    instance.agent = candidate.supply.agent;
    instance.host = candidate.supply.hostname;
    instance.attributes = candidate.supply.attributes;
    instance.resources = std::move(share.resources);
    instance.hostPorts = std::move(share.hostPorts);
    instance.checked = spec.healthCheck.has_value();
    instance.unready = spec.readinessChecks;
    instance.staged = now;
    const auto& added = instances.add(std::move(instance));
    happened(InstanceAdded{added.id});
    const int before = queue.launched(spec.id);
    happened(QueueChanged{spec.id, before, before - 1});

    cluster::TaskInfo task;
    task.id = added.id;
    task.name = dottedName(spec.id);
    task.agent = added.agent;
    task.resources = added.resources;
    task.role = candidate.supply.role;
    task.healthCheck = spec.healthCheck;
    task.user = spec.user;
    task.killGrace = spec.killGrace;
    task.payload = spec.payload;
    candidate.supply.free -= added.resources;
    candidate.environments.emplace(added.id, environmentOf(app, added));
    candidate.launch.push_back(std::move(task));
}

void Scheduler::State::reply(std::vector<Candidate> candidates) {
    cluster::Decline decline{{}, options.refusal};
    for (auto& candidate : candidates) {
        subscription.refused(candidate.supply.role);
        if (candidate.launch.empty()) {
            std::ranges::move(candidate.offers, std::back_inserter(decline.offers));
        } else {
            cluster::Accept accept{std::move(candidate.offers), {}, options.refusal};
            accept.operations.emplace_back(cluster::LaunchTasks{std::move(candidate.launch)});
            out.push_back(Call{std::move(accept), std::move(candidate.environments)});
        }
    }
    if (!decline.offers.empty()) {
        call(std::move(decline));
    }
}

// ---- instances

void Scheduler::State::follow(Instance& instance, const cluster::TaskStatus& status) {
    switch (status.state) {
    case TaskState::Staging:
    case TaskState::Starting:
    case TaskState::Running:
    case TaskState::Killing:
        goOn(instance, status);
        break;
    case TaskState::Unreachable:
        loseSight(instance);
        break;
    case TaskState::Finished:
    case TaskState::Failed:
    case TaskState::Killed:
    case TaskState::Lost:
    case TaskState::Error:
    case TaskState::Dropped:
    case TaskState::Gone:
    case TaskState::GoneByOperator:
    case TaskState::Unknown: // the accept never arrived
        end(instance, status);
        break;
    }
}

void Scheduler::State::goOn(Instance& instance, const cluster::TaskStatus& status) {
    const auto before = instance;
    instance.state = status.state;
    instance.unreachableSince.reset();
    instance.inactive = false;
    unreachable.drop(instance.id);
    if (status.state == TaskState::Running && !instance.started) {
        instance.started = now;
    }
    if (status.healthy) {
        instance.healthy = status.healthy;
    }
    if (status.container) {
        instance.ip = status.container->ip;
    }
    updated(before, instance);
    // The order may have been lost on its way.
    if (instance.goal == Instance::Goal::Stop && status.state != TaskState::Killing) {
        kill(instance);
    }
}

void Scheduler::State::loseSight(Instance& instance) {
    if (instance.goal == Instance::Goal::Stop) {
        forget(instance.id, TaskState::Unreachable, "It was to be killed anyway");
        return;
    }
    const auto before = instance;
    instance.state = TaskState::Unreachable;
    instance.unreachableSince = instance.unreachableSince.value_or(now);
    updated(before, instance);
    watch(instance);
}

void Scheduler::State::end(const Instance& instance, const cluster::TaskStatus& status) {
    auto& app = apps.at(instance.app);
    const bool asked = instance.goal == Instance::Goal::Stop
        || (status.state == TaskState::Killed && !isFault(status));
    if (!asked) {
        app.lastFailure = Failure{instance.id, instance.version, instance.agent, instance.host,
            status.state, status.message, now};
        happened(AppUpdated{app.spec.id, app.version});
        if (isFault(status)) {
            const bool viable = instance.started && now.wall - *instance.started >= options.viable;
            backOffs.fail(app.spec.id, app.spec.backOff, viable, now.uptime);
        }
    }
    forget(instance.id, status.state, status.message);
}

void Scheduler::State::watch(const Instance& instance) {
    const auto* app = apps.find(instance.app);
    if (instance.unreachableSince && app && app->spec.unreachable) {
        const auto& strategy = *app->spec.unreachable;
        const auto wait = instance.inactive ? strategy.expungeAfter : strategy.inactiveAfter;
        unreachable.watch(
            instance.id, now.uptimeAt(*instance.unreachableSince + wait, kLongestAbsence));
    }
}

void Scheduler::State::giveUpUnreachable() {
    while (const auto id = unreachable.takeDue(now.uptime)) {
        auto& instance = *instances.find(*id);
        if (instance.inactive) {
            forget(*id, TaskState::Unreachable, "Its agent has not come back");
            continue;
        }
        const auto before = instance;
        instance.inactive = true;
        updated(before, instance);
        watch(instance);
    }
}

// Nobody can kill what cannot be reached; it is killed if it comes back.
void Scheduler::State::stop(Instance& instance, cluster::KilledBy by) {
    if (instance.state == TaskState::Unreachable) {
        forget(instance.id, TaskState::Unreachable, "Its agent could not be reached to kill it");
        return;
    }
    const auto before = instance;
    instance.goal = Instance::Goal::Stop;
    instance.killedBy = std::move(by);
    updated(before, instance);
    kill(instance);
}

void Scheduler::State::kill(const Instance& instance) {
    if (subscription.isUp()) {
        call(cluster::Kill{
            .task = instance.id, .grace = {}, .agent = instance.agent, .by = instance.killedBy});
    }
}

void Scheduler::State::updated(const Instance& before, const Instance& instance) {
    if (before == instance) {
        return;
    }
    touched.insert(instance.app);
    happened(InstanceUpdated{before, instance.id});
    if (instance.healthy && before.healthy != instance.healthy) {
        happened(InstanceHealthChanged{instance.id, before.healthy, *instance.healthy});
    }
}

void Scheduler::State::forget(const TaskId& id, TaskState state, std::string message) {
    unreachable.drop(id);
    auto last = instances.remove(id);
    touched.insert(last.app);
    happened(InstanceForgotten{std::move(last), state, std::move(message)});
}

Scheduler::Scheduler(ServicesOptions options, RecoveredServices recovered, Now now)
    : m_state(std::make_unique<State>(std::move(options), std::move(recovered), now)) { }
Scheduler::~Scheduler() = default;
Scheduler::Scheduler(Scheduler&&) noexcept = default;

std::vector<ServicesOutput> Scheduler::apply(ServicesInput input, Now now) {
    m_state->now = now;
    for (const auto& app : m_state->queue.wake(now.uptime)) {
        const int count = m_state->queue.find(app)->count;
        m_state->happened(QueueChanged{app, count, count});
    }
    std::visit([this](auto& one) { m_state->on(std::move(one)); }, input);
    m_state->giveUpUnreachable();
    m_state->tendTouched();
    m_state->subscribe();
    m_state->settle();
    return std::exchange(m_state->out, {});
}

std::optional<Uptime> Scheduler::nextDeadline() const {
    auto due = m_state->queue.nextDeadline();
    takeEarlier(due, m_state->unreachable.nextDeadline());
    return due;
}

const App* Scheduler::app(const AppId& id) const {
    return m_state->apps.find(id);
}

std::vector<const App*> Scheduler::apps() const {
    std::vector<const App*> out;
    for (const auto& [id, app] : m_state->apps.all()) {
        out.push_back(&app);
    }
    return out;
}

const Instance* Scheduler::instance(const TaskId& id) const {
    return m_state->instances.find(id);
}

std::vector<const Instance*> Scheduler::instancesOf(const AppId& app) const {
    return m_state->instances.of(app);
}

const Deployment* Scheduler::deployment(const DeploymentId& id) const {
    return m_state->deployments.find(id);
}

std::vector<const Deployment*> Scheduler::deployments() const {
    std::vector<const Deployment*> out;
    for (const auto& [version, deployment] : m_state->deployments.all()) {
        out.push_back(&deployment);
    }
    return out;
}

const Deployment* Scheduler::deploymentOf(const AppId& app) const {
    return std::as_const(m_state->deployments).of(app);
}

std::vector<QueuedApp> Scheduler::queue(Now now) const {
    std::vector<QueuedApp> out;
    for (const auto& [id, entry] : m_state->queue.all()) {
        out.push_back(shown(id, entry, now));
    }
    return out;
}

std::optional<QueuedApp> Scheduler::queued(const AppId& app, Now now) const {
    const auto& all = m_state->queue.all();
    const auto found = all.find(app);
    return found == all.end() ? std::nullopt : std::optional(shown(app, found->second, now));
}

} // namespace muster::services
