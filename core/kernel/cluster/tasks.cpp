// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/kernel/cluster/state.h"
#include "core/kernel/cluster/validation.h"

namespace muster::cluster {

namespace {

bool isDenied(const TaskInfo& task) {
    return task.defect.stage == Defect::Stage::Denied;
}

} // namespace

// REQUIRES: its framework and its agent are known; no task that lives has its key.
TaskEntry& Master::State::addTask(Task task) {
    TaskEntry& added = tasks.add(std::move(task));
    findAgent(added.info.agent)->tasks.insert(added.key());
    findFramework(added.framework)->tasks.insert(added.info.id);
    outbox.tell(TaskAdded{added.key()});
    return added;
}

void Master::State::account(TaskEntry& task) {
    if (std::exchange(task.accounted, true)) {
        return;
    }
    holdings.use(*findAgent(task.info.agent), *findFramework(task.framework), task.info.role,
        task.info.resources);
}

void Master::State::unaccount(TaskEntry& task) {
    if (!std::exchange(task.accounted, false)) {
        return;
    }
    holdings.free(*findAgent(task.info.agent), *findFramework(task.framework), task.info.role,
        task.info.resources);
}

void Master::State::accept(FrameworkEntry& framework, Accept& call) {
    AgentEntry* agent = nullptr;
    ClientEntry* client = nullptr;
    Resources available;
    const Status valid = takeOffers(framework, call.offers, agent, client, available);
    for (Operation& operation : call.operations) {
        if (const auto* change = std::get_if<ChangeReservations>(&operation)) {
            if (valid) {
                changeReservations(framework, *agent, *change, client->role->name, available);
            } else {
                drop(framework, *change,
                    "Operation attempted with invalid offers: " + valid.error().message);
            }
            continue;
        }
        auto* launchTasks = std::get_if<LaunchTasks>(&operation);
        auto& tasks = launchTasks ? launchTasks->tasks : std::get<LaunchGroup>(operation).tasks;
        for (TaskInfo& task : tasks) {
            task.role = client ? client->role->name : task.role;
            if (task.executor) {
                task.executor->role = task.role;
            }
        }
        if (!valid) {
            for (const TaskInfo& task : tasks) {
                refuseLaunch(framework, task, TaskState::Dropped, Reason::InvalidOffers,
                    "Task launched with invalid offers: " + valid.error().message);
            }
        } else if (launchTasks) {
            for (TaskInfo& task : tasks) {
                launchOne(framework, *agent, std::move(task), available);
            }
        } else {
            auto& group = std::get<LaunchGroup>(operation);
            group.executor.role = client->role->name;
            launchGroup(framework, *agent, std::move(group), available);
        }
    }
    if (!valid) {
        return;
    }
    giveBack(framework, *agent, !call.operations.empty());
    refuse(*client, *agent, std::move(available), call.refuse);
}

void Master::State::launchOne(
    FrameworkEntry& framework, AgentEntry& agent, TaskInfo task, Resources& available) {
    if (isDenied(task)) {
        refuseLaunch(framework, task, TaskState::Error, Reason::TaskUnauthorized, task.defect.text);
        return;
    }
    const ExecutorInfo* running
        = task.executor ? findExecutor(agent, {framework.info.id, task.executor->id}) : nullptr;
    const LaunchContext context{agent.id, available, task.role, running};
    const IdUse use = idUse(agent, {framework.info.id, task.id});
    if (const Status fit = validateLaunch(task, use, context); !fit) {
        refuseLaunch(framework, task, TaskState::Error, Reason::TaskInvalid, fit.error().message);
        return;
    }
    available -= task.resources;
    if (task.executor && !running) {
        available -= task.executor->resources;
        addExecutor(agent, framework, *task.executor);
    }
    TaskEntry& added = addLaunched(framework, agent, std::move(task));
    send(agent, RunTask{framework.info, added.info});
    added.info.payload.dropMessage(); // there may be 100,000 tasks
}

// All of it or nothing.
void Master::State::launchGroup(
    FrameworkEntry& framework, AgentEntry& agent, LaunchGroup group, Resources& available) {
    if (group.tasks.empty()) {
        return;
    }
    const ExecutorInfo* running = findExecutor(agent, {framework.info.id, group.executor.id});
    const LaunchContext context{agent.id, available, group.tasks.front().role, running};
    std::vector<IdUse> uses;
    for (const TaskInfo& task : group.tasks) {
        uses.push_back(idUse(agent, {framework.info.id, task.id}));
    }
    // Of several that are not permitted Mesos tells of the last.
    const auto denied = std::find_if(group.tasks.rbegin(), group.tasks.rend(), isDenied);
    const bool permitted = denied == group.tasks.rend();
    const Status fit
        = permitted ? validateGroup(group, uses, context) : Status(failure(denied->defect.text));
    if (!fit) {
        for (const TaskInfo& task : group.tasks) {
            refuseLaunch(framework, task, TaskState::Error,
                permitted ? Reason::TaskGroupInvalid : Reason::TaskGroupUnauthorized,
                fit.error().message);
        }
        return;
    }
    if (!running) {
        available -= group.executor.resources;
        addExecutor(agent, framework, group.executor);
    }
    RunGroup run{framework.info, group.executor, {}};
    for (TaskInfo& task : group.tasks) {
        available -= task.resources;
        task.executor = group.executor;
        TaskEntry& added = addLaunched(framework, agent, std::move(task));
        run.tasks.push_back(added.info);
        added.info.payload.dropMessage();
    }
    send(agent, std::move(run));
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
        OfferEntry* entry = offers.find(id);
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

void Master::State::refuseLaunch(FrameworkEntry& framework, const TaskInfo& task, TaskState state,
    Reason reason, const std::string& error) {
    TaskStatus status;
    status.task = task.id;
    status.state = state;
    status.reason = reason;
    status.message = error;
    status.at = now;
    status.agent = task.agent;
    tell(framework, std::move(status));
}

TaskEntry& Master::State::addLaunched(FrameworkEntry& framework, AgentEntry& agent, TaskInfo info) {
    Task task;
    task.framework = framework.info.id;
    task.latest.task = info.id;
    task.latest.at = now;
    task.latest.agent = agent.id;
    task.hostname = agent.info.hostname;
    task.home = agent.info.home;
    task.created = now;
    task.info = std::move(info);
    if (task.info.user.empty()) {
        task.info.user = framework.info.user;
    }
    TaskEntry& added = addTask(std::move(task));
    account(added);
    return added;
}

void Master::State::kill(FrameworkEntry& framework, const Kill& call) {
    TaskEntry* task = findTask({framework.info.id, call.task});
    if (!task) {
        tellUnknown(framework, call.task, call.agent);
    } else if (task->ended) {
        tellLatest(framework, *task);
    } else {
        killTask(*task, call.grace, call.by.value_or(KilledBy{authorOf(framework.info), ""}));
    }
}

// Remembered, because the link may break under the command and the master may end: it is sent again
// when the agent registers again.
void Master::State::killTask(TaskEntry& task, std::optional<Duration> grace, KilledBy by) {
    // Who comes second, to hurry it, is not who had it ended.
    task.wantedKill
        = KillTask{task.key(), grace, task.wantedKill ? task.wantedKill->by : std::move(by)};
    send(*findAgent(task.info.agent), *task.wantedKill);
    outbox.tell(TaskKillWanted{task.key()});
}

} // namespace muster::cluster
