// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/kernel/cluster/state.h"
#include "core/kernel/cluster/validation.h"

namespace muster::cluster {

TaskEntry* Master::State::findTask(const TaskKey& key) {
    const auto found = tasks.find(key);
    return found == tasks.end() ? nullptr : &found->second;
}

// REQUIRES: its framework and its agent are known; no task that lives has its key.
TaskEntry& Master::State::addTask(Task task) {
    TaskEntry entry;
    static_cast<Task&>(entry) = std::move(task);
    const TaskKey key = entry.key();
    findAgent(entry.info.agent)->tasks.insert(key);
    findFramework(key.framework)->tasks.insert(key.task);
    TaskEntry& added = tasks.insert_or_assign(key, std::move(entry)).first->second;
    changed(added);
    return added;
}

void Master::State::account(TaskEntry& task) {
    if (std::exchange(task.accounted, true)) {
        return;
    }
    AgentEntry& agent = *findAgent(task.info.agent);
    FrameworkEntry& framework = *findFramework(task.framework);
    agent.used += task.info.resources;
    framework.used += task.info.resources;
    share.allocate(clientOf(framework, task.info.role), task.info.resources);
    changed(agent);
    changed(framework);
}

void Master::State::unaccount(TaskEntry& task) {
    if (!std::exchange(task.accounted, false)) {
        return;
    }
    AgentEntry& agent = *findAgent(task.info.agent);
    FrameworkEntry& framework = *findFramework(task.framework);
    agent.used -= task.info.resources;
    framework.used -= task.info.resources;
    share.release(clientOf(framework, task.info.role), task.info.resources);
    markDirty(agent);
    changed(agent);
    changed(framework);
}

void Master::State::accept(FrameworkEntry& framework, Accept& call) {
    AgentEntry* agent = nullptr;
    ClientEntry* client = nullptr;
    Resources available;
    const Status valid = takeOffers(framework, call.offers, agent, client, available);
    for (Operation& operation : call.operations) {
        auto* launchTasks = std::get_if<LaunchTasks>(&operation);
        auto& tasks = launchTasks ? launchTasks->tasks : std::get<LaunchGroup>(operation).tasks;
        for (TaskInfo& task : tasks) {
            if (!valid) {
                dropLaunch(framework, task, valid.error().message);
            } else {
                task.role = client->role->name;
                launchOne(framework, *agent, std::move(task), available);
            }
        }
    }
    if (!valid) {
        return;
    }
    refuse(*client, *agent, std::move(available), call.refuse);
}

void Master::State::launchOne(
    FrameworkEntry& framework, AgentEntry& agent, TaskInfo task, Resources& available) {
    const LaunchContext context{
        idUse(agent, {framework.info.id, task.id}), agent.id, available, task.role};
    if (const Status fit = validateLaunch(task, context); !fit) {
        refuseLaunch(framework, task, fit.error().message);
        return;
    }
    available -= task.resources;
    launch(framework, agent, std::move(task));
}

void Master::State::dropLaunch(
    FrameworkEntry& framework, const TaskInfo& task, const std::string& error) {
    TaskStatus status;
    status.task = task.id;
    status.state = TaskState::Dropped;
    status.reason = Reason::InvalidOffers;
    status.message = "Task launched with invalid offers: " + error;
    status.at = now;
    status.agent = task.agent;
    tell(framework, std::move(status));
}

// Every offer of the list that is the framework's is used up, also when another one is not valid.
Status Master::State::takeOffers(FrameworkEntry& framework, const std::vector<OfferId>& ids,
    AgentEntry*& agent, ClientEntry*& client, Resources& available) {
    Status valid;
    const auto fail = [&valid](std::string message) {
        if (valid) {
            valid = failure(std::move(message));
        }
    };
    if (ids.empty()) {
        fail("No offers specified");
    }
    std::set<OfferId> taken;
    for (const OfferId& id : ids) {
        OfferEntry* entry = findOffer(id);
        if (taken.contains(id)) {
            fail(fmt::format("Duplicate offer {} in offer list", id.value));
        } else if (!entry) {
            fail(fmt::format("Offer {} is no longer valid", id.value));
        } else if (entry->client->framework != &framework) {
            fail(fmt::format("Offer {} has invalid framework {} while framework {} is expected",
                id.value, entry->offer->framework.value, framework.info.id.value));
        } else {
            if (client && client != entry->client) { // without the last quote: so says Mesos
                fail(fmt::format("Aggregated offers must be allocated to the same role. Offer {} "
                                 "uses role '{}' but another is using role '{}",
                    id.value, entry->offer->role, client->role->name));
            }
            if (agent && agent != entry->agent) {
                fail(fmt::format("Aggregated offers must belong to one single agent. Offer {} uses "
                                 "agent {} and agent {}",
                    id.value, entry->agent->id.value, agent->id.value));
            }
            agent = entry->agent;
            client = entry->client;
            available += entry->offer->resources;
            taken.insert(id);
            removeOffer(*entry);
        }
    }
    return valid;
}

IdUse Master::State::idUse(const AgentEntry& agent, const TaskKey& key) {
    const TaskEntry* task = findTask(key);
    if (task && !task->ended) {
        return task->latest.state == TaskState::Unreachable ? IdUse::Unreachable : IdUse::Live;
    }
    return agent.leftovers.contains(key) ? IdUse::Live : IdUse::Free;
}

void Master::State::refuseLaunch(
    FrameworkEntry& framework, const TaskInfo& task, const std::string& error) {
    TaskStatus status;
    status.task = task.id;
    status.state = TaskState::Error;
    status.reason = Reason::TaskInvalid;
    status.message = error;
    status.at = now;
    status.agent = task.agent;
    tell(framework, std::move(status));
}

void Master::State::launch(FrameworkEntry& framework, AgentEntry& agent, TaskInfo info) {
    Task task;
    task.framework = framework.info.id;
    task.latest.task = info.id;
    task.latest.at = now;
    task.latest.agent = agent.id;
    task.hostname = agent.info.hostname;
    task.created = now;
    task.info = std::move(info);
    if (task.info.user.empty())
        task.info.user = framework.info.user;
    TaskEntry& added = addTask(std::move(task));
    account(added);
    send(agent, RunTask{framework.info, added.info});
}

void Master::State::kill(FrameworkEntry& framework, const Kill& call) {
    TaskEntry* task = findTask({framework.info.id, call.task});
    if (!task) {
        tellUnknown(framework, call.task);
    } else if (task->ended) {
        tellLatest(framework, *task);
    } else {
        killTask(*task, call.grace);
    }
}

// Remembered, because the link may break under the command: it is sent again when the agent
// registers again.
void Master::State::killTask(TaskEntry& task, std::optional<Duration> grace) {
    task.wantedKill = KillTask{task.key(), grace};
    send(*findAgent(task.info.agent), *task.wantedKill);
}

void Master::State::reconcile(FrameworkEntry& framework, const Reconcile& call) {
    if (call.tasks.empty()) {
        for (const TaskId& id : framework.tasks) {
            tellLatest(framework, *findTask({framework.info.id, id}));
        }
        return;
    }
    for (const TaskId& id : call.tasks) {
        if (const TaskEntry* task = findTask({framework.info.id, id})) {
            tellLatest(framework, *task);
        } else {
            tellUnknown(framework, id);
        }
    }
}

void Master::State::tellLatest(FrameworkEntry& framework, const TaskEntry& task) {
    TaskStatus status = task.latest;
    status.source = StatusSource::Master;
    status.reason = Reason::Reconciliation;
    status.message = status.state == TaskState::Unreachable ? "Reconciliation: Task is unreachable"
                                                            : "Reconciliation: Latest task state";
    status.uuid.reset();
    status.at = now;
    tell(framework, std::move(status));
}

void Master::State::tellUnknown(FrameworkEntry& framework, const TaskId& task) {
    TaskStatus status;
    status.task = task;
    status.state = TaskState::Unknown;
    status.reason = Reason::Reconciliation;
    status.message = "Reconciliation: Task is unknown";
    status.at = now;
    tell(framework, std::move(status));
}

} // namespace muster::cluster
