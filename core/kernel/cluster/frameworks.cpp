// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <string_view>
#include <utility>

#include "core/kernel/cluster/state.h"

namespace muster::cluster {

FrameworkEntry& Master::State::addFramework(FrameworkInfo info) {
    auto entry = std::make_unique<FrameworkEntry>();
    entry->info = std::move(info);
    entry->number = nextFramework++;
    entry->registered = now;
    FrameworkEntry& framework = *entry;
    const auto [place, isNew] = frameworks.emplace(framework.info.id, std::move(entry));
    framework.share.id = place->first.value; // a key of the map stays where it is
    framework.share.number = framework.number;
    frameworkByNumber.emplace(framework.number, &framework);
    changed(framework);
    return framework;
}

// Every id of this life that is not known belongs to a framework that was removed.
bool Master::State::wasRemoved(const FrameworkId& id) const {
    const std::string_view value = id.value;
    const bool mine
        = value.starts_with(options.id) && value.substr(options.id.size()).starts_with('-');
    return mine || removedForeign.contains(id);
}

void Master::State::subscribe(Link link, Subscribe& call) {
    FrameworkEntry* framework = findFramework(call.info.id);
    const auto known = links.find(link);
    if (known != links.end() && (!framework || known->second.framework != framework)) {
        sends.push_back(SendFramework{link, FrameworkError{"Framework is already subscribed"}});
        return;
    }
    if (!framework && !call.info.id.empty() && wasRemoved(call.info.id)) {
        sends.push_back(SendFramework{link, FrameworkError{"Framework has been removed"}});
        closeLink(link, "Framework has been removed");
        return;
    }
    if (framework && !framework->info.principal.empty()
        && framework->info.principal != call.info.principal) {
        const std::string error = "Changing framework's principal is not allowed.";
        sends.push_back(SendFramework{link, FrameworkError{error}});
        closeLink(link, error);
        return;
    }
    if (!framework) {
        if (call.info.id.empty()) {
            call.info.id.value = fmt::format("{}-{:04}", options.id, nextFrameworkId++);
        }
        framework = &addFramework(std::move(call.info));
    } else {
        if (framework->link && *framework->link != link) {
            send(*framework, FrameworkError{"Framework failed over"});
            closeLink(*framework->link, "Framework failed over");
            links.erase(*framework->link);
        }
        const auto ids = framework->offers; // the former scheduler's; this one gets its own
        for (const OfferId& id : ids) {
            removeOffer(*findOffer(id));
        }
        framework->info = std::move(call.info);
    }
    framework->link = link;
    framework->disconnected.reset();
    framework->suppressed = false;
    setGoneAt(*framework, std::nullopt);
    clearFilters(*framework);
    links[link] = Peer{nullptr, framework};
    refreshQueues(*framework);
    send(*framework, Subscribed{framework->info.id});
    markIdleDirty();
    changed(*framework);
}

void Master::State::refreshQueues(FrameworkEntry& framework) {
    const bool active = framework.link && !framework.suppressed;
    const bool gpus = !options.filterGpuResources || framework.info.has(Capability::GpuResources);
    share.enqueue(framework.share, active, active && gpus);
}

void Master::State::setGoneAt(FrameworkEntry& framework, std::optional<Instant> at) {
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
        removeFramework(framework);
        return;
    }
    const auto ids = framework.offers;
    for (const OfferId& id : ids) {
        removeOffer(*findOffer(id));
    }
    clearFilters(framework);
    refreshQueues(framework);
    setGoneAt(framework, now + framework.info.failoverTimeout);
    changed(framework);
}

void Master::State::removeFramework(FrameworkEntry& framework) {
    const FrameworkId id = framework.info.id;
    if (framework.link) {
        links.erase(*framework.link);
        framework.link.reset();
    }
    const auto offerIds = framework.offers;
    for (const OfferId& offer : offerIds) {
        removeOffer(*findOffer(offer));
    }
    clearFilters(framework);
    setGoneAt(framework, std::nullopt);
    share.remove(framework.share);
    std::set<AgentNumber> running;
    const auto taskIds = framework.tasks;
    for (const TaskId& taskId : taskIds) {
        TaskEntry& task = *findTask({id, taskId});
        AgentEntry& agent = *findAgent(task.info.agent);
        running.insert(agent.number);
        const bool holds = task.accounted;
        masterUpdate(task, TaskState::Killed, Reason::FrameworkRemoved,
            fmt::format("Framework {} removed", id.value));
        if (holds && agent.link) {
            keepLeftover(agent, task.key(), {task.info.resources, true});
        }
    }
    removeExecutors(framework, running);
    for (const AgentNumber number : running) {
        send(*agentByNumber.at(number), RemoveFramework{id});
    }
    if (!id.value.starts_with(options.id)) {
        removedForeign.insert(id);
    }
    forget(framework);
    completed.push_back(std::move(framework));
    completed.back().removed = now;
    if (completed.size() > kKeepFrameworks) {
        completed.pop_front();
    }
    frameworkByNumber.erase(framework.number);
    frameworks.erase(id);
}

void Master::State::suppress(FrameworkEntry& framework) {
    framework.suppressed = true;
    refreshQueues(framework);
    changed(framework);
}

void Master::State::revive(FrameworkEntry& framework) {
    framework.suppressed = false;
    clearFilters(framework);
    refreshQueues(framework);
    markIdleDirty();
    changed(framework);
}

} // namespace muster::cluster
