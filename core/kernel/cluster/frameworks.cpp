// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <utility>

#include "core/kernel/cluster/framework_validation.h"
#include "core/kernel/cluster/state.h"

namespace muster::cluster {

namespace {

// A scheduler that subscribes again may name another user or wish for checkpoints: Mesos takes it
// and keeps what was. One that was only heard of from an agent may say anything.
Status keepWhatMayNotChange(const FrameworkInfo& before, FrameworkInfo& after) {
    if (before == FrameworkInfo{.id = before.id}) {
        return {};
    }
    after.user = before.user;
    after.checkpoint = before.checkpoint;
    return validateFrameworkChange(before, after);
}

} // namespace

FrameworkEntry& Master::State::addFramework(FrameworkInfo info) {
    FrameworkEntry& framework = frameworks.add(std::move(info), now);
    outbox.tell(FrameworkAdded{framework.info.id});
    return framework;
}

void Master::State::updated(const FrameworkEntry& framework, bool info, bool connection) {
    if (info || connection) {
        outbox.tell(FrameworkUpdated{framework.info.id, info, connection});
    }
}

void Master::State::subscribe(Link link, Subscribe& call) {
    FrameworkEntry* framework = findFramework(call.info.id);
    const auto known = links.find(link);
    if (known != links.end() && (!framework || known->second.framework != framework)) {
        outbox.send(link, FrameworkEvent(FrameworkError{"Framework is already subscribed"}));
        return;
    }
    if (!framework && !call.info.id.empty() && frameworks.wasRemoved(call.info.id)) {
        outbox.send(link, FrameworkEvent(FrameworkError{"Framework has been removed", true}));
        outbox.close(link, "Framework has been removed");
        return;
    }
    Status valid = validateFramework(call.info, call.defect);
    const auto wanted = validateWishes(call.info.roles, call.suppressedRoles, call.constraints);
    if (valid && !wanted) {
        valid = tl::unexpected(wanted.error());
    }
    if (valid && framework) {
        valid = keepWhatMayNotChange(framework->info, call.info);
    }
    if (!valid) {
        outbox.send(link, FrameworkEvent(FrameworkError{valid.error().message}));
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
            send(*framework, FrameworkError{"Framework failed over"});
            outbox.close(*framework->link, "Framework failed over");
            links.erase(*framework->link);
        }
        removeOffers(*framework); // the former scheduler's; this one gets its own
        dropInverseOffers(*framework);
        updated(*framework, !(framework->info == call.info), !framework->link);
        framework->info = std::move(call.info);
    }
    framework->link = link;
    framework->disconnected.reset();
    framework->suppressed = std::move(call.suppressedRoles);
    framework->constraints = std::move(call.constraints.payload);
    setGoneAt(*framework, std::nullopt);
    clearFilters(*framework);
    links[link] = Peer{nullptr, framework};
    setRoles(*framework, *wanted);
    send(*framework, Subscribed{framework->info.id});
    queue.startRound();
    changed(*framework);
}

// Its clients become those of the roles that it names now.
void Master::State::setRoles(FrameworkEntry& framework, const AgentFilters& wanted) {
    for (const std::string& role : framework.info.roles) {
        ClientEntry& client = frameworks.client(framework, role);
        client.subscribed = true;
        const auto filter = wanted.find(role);
        client.wanted = filter == wanted.end() ? std::nullopt : std::optional(filter->second);
        client.verdicts.clear();
    }
    for (auto at = framework.clients.begin(); at != framework.clients.end();) {
        ClientEntry& client = (at++)->second;
        if (!framework.info.roles.contains(client.role->name)) {
            dropRole(client);
        }
    }
    refreshQueues(framework);
}

// Nothing more is offered to it; it goes when it holds nothing more.
void Master::State::dropRole(ClientEntry& client) {
    FrameworkEntry& framework = *client.framework;
    client.subscribed = false;
    filters.clear(client.filters);
    for (OfferEntry* offer : framework.offers.oldestFirst()) {
        if (offer->client == &client) {
            rescind(*offer);
        }
    }
    if (client.allocated.empty()) {
        frameworks.removeClient(client);
    }
}

void Master::State::refreshQueues(FrameworkEntry& framework) {
    const bool gpus = !options.filterGpuResources || framework.info.has(Capability::GpuResources);
    bool waits = false;
    for (auto& [role, client] : framework.clients) {
        const bool wants
            = framework.link && client.subscribed && !framework.suppressed.contains(role);
        share.enqueue(client, wants, wants && gpus);
        waits = waits || wants;
    }
    frameworks.setWaitsEagerly(framework, waits && framework.info.eager);
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
    removeOffers(framework);
    dropInverseOffers(framework);
    clearFilters(framework);
    refreshQueues(framework);
    setGoneAt(framework, now.uptime + framework.info.failoverTimeout);
    updated(framework, false, true);
}

void Master::State::removeFramework(FrameworkEntry& framework, const KilledBy& by) {
    const FrameworkId id = framework.info.id;
    if (framework.link) {
        links.erase(*framework.link);
        framework.link.reset();
    }
    removeOffers(framework);
    dropInverseOffers(framework);
    clearFilters(framework);
    setGoneAt(framework, std::nullopt);
    std::set<AgentNumber> running;
    const auto taskIds = framework.tasks;
    for (const TaskId& taskId : taskIds) {
        TaskEntry& task = *findTask({id, taskId});
        AgentEntry& agent = *findAgent(task.info.agent);
        running.insert(agent.number);
        const bool holds = task.accounted;
        masterUpdate(task, TaskState::Killed, Reason::FrameworkRemoved,
            fmt::format("Framework {} removed", id.value), by);
        if (holds && agent.link) {
            leftovers.keep(agent, task.key(), {task.info.resources, task.info.role, true});
        }
    }
    removeExecutors(framework, running);
    for (const AgentNumber number : running) {
        send(agents.at(number), RemoveFramework{id});
    }
    changedFrameworks.drop(framework);
    outbox.tell(FrameworkRemoved{std::make_shared<const FrameworkInfo>(framework.info)});
    frameworks.remove(framework, now);
}

void Master::State::suppress(FrameworkEntry& framework, const std::set<std::string>& roles) {
    for (const std::string& role : roles.empty() ? framework.info.roles : roles) {
        if (framework.info.roles.contains(role)) {
            framework.suppressed.insert(role);
        }
    }
    refreshQueues(framework);
    changed(framework);
}

void Master::State::revive(FrameworkEntry& framework, const std::set<std::string>& roles) {
    for (const std::string& role : roles.empty() ? framework.info.roles : roles) {
        if (framework.info.roles.contains(role)) {
            framework.suppressed.erase(role);
            filters.clear(frameworks.client(framework, role).filters);
        }
    }
    refreshQueues(framework);
    queue.startRound();
    changed(framework);
}

Result<AgentFilters> Master::State::validateWishes(const std::set<std::string>& roles,
    const std::set<std::string>& suppressed, const OfferConstraints& constraints) const {
    if (const Status valid = validateSuppressedRoles(roles, suppressed); !valid) {
        return tl::unexpected(valid.error());
    }
    return makeFilters(constraints, roles, options.regexLimits);
}

Result<AgentFilters> Master::State::validateUpdate(
    const FrameworkEntry& framework, const UpdateFramework& call) const {
    if (const Status valid = validateFramework(call.info, call.defect); !valid) {
        return failure("Supplied FrameworkInfo is not valid", valid.error());
    }
    if (const Status valid = validateFrameworkChange(framework.info, call.info); !valid) {
        return failure("FrameworkInfo update is not valid", valid.error());
    }
    auto wanted = validateWishes(call.info.roles, call.suppressedRoles, call.constraints);
    if (!wanted) {
        return failure("'UpdateFramework' call is not valid", wanted.error());
    }
    if (!call.denied.empty()) {
        return failure(call.denied, Error::Kind::Denied);
    }
    return wanted;
}

void Master::State::updateFramework(FrameworkEntry& framework, UpdateFramework& call) {
    const auto wanted = validateUpdate(framework, call);
    if (!wanted) {
        outbox.answer(call.request, tl::unexpected(wanted.error()));
        return;
    }
    call.info.id = framework.info.id;
    updated(framework, !(framework.info == call.info), false);
    framework.info = std::move(call.info);
    framework.suppressed = std::move(call.suppressedRoles);
    framework.constraints = std::move(call.constraints.payload);
    setRoles(framework, *wanted);
    queue.startRound();
    changed(framework);
    outbox.answer(call.request, {});
}

} // namespace muster::cluster
