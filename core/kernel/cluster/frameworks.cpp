// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <utility>

#include "core/kernel/cluster/framework_validation.h"
#include "core/kernel/cluster/state.h"

namespace muster::cluster {

namespace {

// A scheduler that subscribes again may name another user or another value of `checkpoint`:
// Mesos accepts that and keeps the former ones. One that is only known from an agent may say
// anything.
Status keepWhatMayNotChange(const FrameworkInfo& before, FrameworkInfo& after) {
    if (before == FrameworkInfo{.id = before.id}) {
        return {};
    }
    after.user = before.user;
    after.checkpoint = before.checkpoint;
    return validateFrameworkChange(before, after);
}

// Of SUBSCRIBE and UPDATE_FRAMEWORK: which agents the framework wants offers of.
template <typename Call>
Result<AgentFilters> requestedFilters(const Call& call, const RegexLimits& limits) {
    const std::set<std::string>& roles = call.info.roles;
    if (const Status valid = validateSuppressedRoles(roles, call.suppressedRoles); !valid) {
        return tl::unexpected(valid.error());
    }
    return makeFilters(call.constraints, roles, limits);
}

Result<AgentFilters> validateUpdate(
    const FrameworkInfo& before, const UpdateFramework& call, const RegexLimits& limits) {
    if (const Status valid = validateFramework(call.info, call.defect); !valid) {
        return failure("Supplied FrameworkInfo is not valid", valid.error());
    }
    if (const Status valid = validateFrameworkChange(before, call.info); !valid) {
        return failure("FrameworkInfo update is not valid", valid.error());
    }
    auto wanted = requestedFilters(call, limits);
    if (!wanted) {
        return failure("'UpdateFramework' call is not valid", wanted.error());
    }
    if (!call.denied.empty()) {
        return failure(call.denied, Error::Kind::Denied);
    }
    return wanted;
}

} // namespace

FrameworkEntry& Master::State::addFramework(FrameworkInfo info) {
    FrameworkEntry& framework = frameworks.add(std::move(info), now);
    outbox.tell(FrameworkAdded{framework.info.id});
    return framework;
}

void Master::State::subscribe(Link link, Subscribe& call) {
    FrameworkEntry* framework = frameworks.find(call.info.id);
    const auto known = links.find(link);
    if (known != links.end() && (!framework || known->second.framework != framework)) {
        outbox.send(link, FrameworkError{"Framework is already subscribed"});
        return;
    }
    if (!framework && !call.info.id.empty() && frameworks.wasRemoved(call.info.id)) {
        outbox.send(link, FrameworkError{"Framework has been removed", true});
        outbox.close(link, "Framework has been removed");
        return;
    }
    Status valid = validateFramework(call.info, call.defect);
    const auto wanted = requestedFilters(call, options.regexLimits);
    if (valid && !wanted) {
        valid = tl::unexpected(wanted.error());
    }
    if (valid && framework) {
        valid = keepWhatMayNotChange(framework->info, call.info);
    }
    if (!valid) {
        outbox.send(link, FrameworkError{valid.error().message});
        outbox.close(link, valid.error().message);
        return;
    }
    if (!framework) {
        if (call.info.id.empty()) {
            call.info.id = frameworks.nextId();
        }
        framework = &addFramework(std::move(call.info));
    } else {
        if (framework->link && *framework->link != link) {
            outbox.send(framework->link, FrameworkError{"Framework failed over"});
            outbox.close(*framework->link, "Framework failed over");
            links.erase(*framework->link);
        }
        issuer.removeAll(*framework); // the former scheduler's; this one gets its own
        dropInverseOffers(*framework);
        const bool isChanged = !(framework->info == call.info);
        if (isChanged || !framework->link) {
            outbox.tell(FrameworkUpdated{framework->info.id, isChanged, !framework->link});
        }
        framework->info = std::move(call.info);
    }
    framework->link = link;
    framework->disconnected.reset();
    framework->suppressed = std::move(call.suppressedRoles);
    framework->constraints = std::move(call.constraints.payload);
    setGoneAt(*framework, std::nullopt);
    subscriptions.clearFilters(*framework);
    links[link] = Peer{nullptr, framework};
    setRoles(*framework, *wanted);
    outbox.send(framework->link, Subscribed{framework->info.id});
    queue.startRound();
    changedFrameworks.add(*framework);
}

void Master::State::setRoles(FrameworkEntry& framework, const AgentFilters& wanted) {
    for (ClientEntry* dropped : subscriptions.setRoles(framework, wanted)) {
        for (OfferEntry* offer : framework.offers.oldestFirst()) {
            if (offer->client == dropped) {
                issuer.rescind(*offer);
            }
        }
        subscriptions.leave(*dropped);
    }
}

void Master::State::setGoneAt(FrameworkEntry& framework, std::optional<Uptime> at) {
    using Kind = Deadlines::Kind;
    if (framework.goneAt) {
        deadlines.erase({*framework.goneAt, Kind::FrameworkGone, framework.number, 0});
    }
    framework.goneAt = at;
    if (at) {
        deadlines.insert({*at, Kind::FrameworkGone, framework.number, 0});
    }
}

void Master::State::frameworkDisconnected(FrameworkEntry& framework) {
    framework.link.reset();
    framework.disconnected = now;
    if (framework.info.failoverTimeout <= Duration::zero()) {
        removeFramework(framework, {"muster", "its framework is gone"});
        return;
    }
    issuer.removeAll(framework);
    dropInverseOffers(framework);
    subscriptions.clearFilters(framework);
    subscriptions.refresh(framework);
    setGoneAt(framework, now.uptime + framework.info.failoverTimeout);
    outbox.tell(FrameworkUpdated{framework.info.id, false, true});
}

void Master::State::removeFramework(FrameworkEntry& framework, const KilledBy& by) {
    const FrameworkId id = framework.info.id;
    if (framework.link) {
        links.erase(*framework.link);
        framework.link.reset();
    }
    issuer.removeAll(framework);
    dropInverseOffers(framework);
    maintenance.forgetAnswers(id);
    subscriptions.clearFilters(framework);
    setGoneAt(framework, std::nullopt);
    std::set<AgentNumber> running;
    const auto taskIds = framework.tasks;
    for (const TaskId& taskId : taskIds) {
        TaskEntry& task = *tasks.find({id, taskId});
        AgentEntry& agent = *agents.find(task.info.agent);
        running.insert(agent.number);
        const bool holds = task.accounted;
        lifecycle.update(task, TaskState::Killed, Reason::FrameworkRemoved,
            fmt::format("Framework {} removed", id.value), now, by);
        if (holds && agent.link) {
            leftovers.keep(agent, task.key(), {task.info.resources, task.info.role, true});
        }
    }
    running.merge(executors.removeAll(framework));
    for (const AgentNumber number : running) {
        outbox.send(agents.at(number).link, RemoveFramework{id});
    }
    changedFrameworks.drop(framework);
    outbox.tell(FrameworkRemoved{std::make_shared<const FrameworkInfo>(framework.info)});
    frameworks.remove(framework, now);
}

void Master::State::updateFramework(FrameworkEntry& framework, UpdateFramework& call) {
    const auto wanted = validateUpdate(framework.info, call, options.regexLimits);
    if (!wanted) {
        outbox.answer(call.request, tl::unexpected(wanted.error()));
        return;
    }
    call.info.id = framework.info.id;
    if (!(framework.info == call.info)) {
        outbox.tell(FrameworkUpdated{framework.info.id, true, false});
    }
    framework.info = std::move(call.info);
    framework.suppressed = std::move(call.suppressedRoles);
    framework.constraints = std::move(call.constraints.payload);
    setRoles(framework, *wanted);
    queue.startRound();
    changedFrameworks.add(framework);
    outbox.answer(call.request, {});
}

// Those of its former connection: the next one gets its own.
void Master::State::dropInverseOffers(FrameworkEntry& framework) {
    if (!maintenance.isEmpty()) {
        maintenance.forget(framework.number);
        for (const TaskId& id : framework.tasks) {
            changedAgents.add(*agents.find(tasks.find({framework.info.id, id})->info.agent));
        }
    }
}

} // namespace muster::cluster
