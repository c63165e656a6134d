// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/launcher.h"

#include <algorithm>
#include <utility>

namespace muster::cluster {

namespace {

// Of several that the ACLs do not permit Mesos tells of the last.
const TaskInfo* lastAt(Defect::Stage stage, const std::vector<TaskInfo>& tasks) {
    const auto found = std::find_if(tasks.rbegin(), tasks.rend(),
        [stage](const TaskInfo& task) { return task.defect.stage == stage; });
    return found == tasks.rend() ? nullptr : &*found;
}

} // namespace

void Launcher::launch(Place& place, TaskInfo task, Now now) {
    FrameworkEntry& framework = place.framework;
    AgentEntry& agent = place.agent;
    const auto refuseIt = [&](Reason reason, const std::string& error) {
        refuse(framework, task, TaskState::Error, reason, error, now);
    };
    if (task.defect.stage == Defect::Stage::Denied) {
        refuseIt(Reason::TaskUnauthorized, task.defect.text);
        return;
    }
    if (task.defect.stage == Defect::Stage::Undecided) {
        drop(framework, task, task.defect.text, now);
        return;
    }
    const FrameworkId& id = framework.info.id;
    const ExecutorInfo* running
        = task.executor ? Executors::find(agent, {id, task.executor->id}) : nullptr;
    const LaunchContext context{agent.id, place.available, task.role, running};
    const IdUse use = idUse(agent, {id, task.id});
    if (const Status fit = validateLaunch(task, use, context); !fit) {
        refuseIt(Reason::TaskInvalid, fit.error().message);
        return;
    }
    place.available -= task.resources;
    if (task.executor && !running) {
        place.available -= task.executor->resources;
        m_executors.add(agent, framework, *task.executor);
    }
    TaskEntry& added = add(place, std::move(task), now);
    m_outbox.send(agent.link, RunTask{framework.info, added.info});
    added.info.payload.dropMessage(); // there may be 100,000 tasks
}

void Launcher::launch(Place& place, LaunchGroup group, Now now) {
    if (group.tasks.empty()) {
        return;
    }
    FrameworkEntry& framework = place.framework;
    AgentEntry& agent = place.agent;
    const FrameworkId& id = framework.info.id;
    const ExecutorInfo* running = Executors::find(agent, {id, group.executor.id});
    const LaunchContext context{agent.id, place.available, group.tasks.front().role, running};
    std::vector<IdUse> uses;
    for (const TaskInfo& task : group.tasks) {
        uses.push_back(idUse(agent, {id, task.id}));
    }
    const auto* denied = lastAt(Defect::Stage::Denied, group.tasks);
    if (const auto* open = lastAt(Defect::Stage::Undecided, group.tasks); open && !denied) {
        for (const TaskInfo& task : group.tasks) {
            drop(framework, task, open->defect.text, now);
        }
        return;
    }
    const Status fit
        = denied ? Status(failure(denied->defect.text)) : validateGroup(group, uses, context);
    if (!fit) {
        for (const TaskInfo& task : group.tasks) {
            refuse(framework, task, TaskState::Error,
                denied ? Reason::TaskGroupUnauthorized : Reason::TaskGroupInvalid,
                fit.error().message, now);
        }
        return;
    }
    if (!running) {
        place.available -= group.executor.resources;
        m_executors.add(agent, framework, group.executor);
    }
    RunGroup run{framework.info, group.executor, {}};
    for (TaskInfo& task : group.tasks) {
        place.available -= task.resources;
        task.executor = group.executor;
        TaskEntry& added = add(place, std::move(task), now);
        run.tasks.push_back(added.info);
        added.info.payload.dropMessage();
    }
    m_outbox.send(agent.link, std::move(run));
}

void Launcher::refuse(const FrameworkEntry& framework, const TaskInfo& task, TaskState state,
    Reason reason, const std::string& error, Instant now) {
    TaskStatus status;
    status.task = task.id;
    status.state = state;
    status.reason = reason;
    status.message = error;
    status.at = now;
    status.agent = task.agent;
    m_lifecycle.tell(framework, std::move(status));
}

// Mesos has no other reason for it.
void Launcher::drop(
    const FrameworkEntry& framework, const TaskInfo& task, const std::string& error, Instant now) {
    refuse(framework, task, TaskState::Dropped, Reason::InvalidOffers, error, now);
}

IdUse Launcher::idUse(const AgentEntry& agent, const TaskKey& key) const {
    const TaskEntry* task = m_tasks.find(key);
    if (task && !task->ended) {
        return task->latest.state == TaskState::Unreachable ? IdUse::Unreachable : IdUse::Live;
    }
    return agent.leftovers.contains(key) ? IdUse::Live : IdUse::Free;
}

TaskEntry& Launcher::add(const Place& place, TaskInfo info, Instant now) {
    Task task;
    task.framework = place.framework.info.id;
    task.latest.task = info.id;
    task.latest.at = now;
    task.latest.agent = place.agent.id;
    task.hostname = place.agent.info.hostname;
    task.home = place.agent.info.home;
    task.created = now;
    task.info = std::move(info);
    if (task.info.user.empty()) {
        task.info.user = place.framework.info.user;
    }
    TaskEntry& added = m_lifecycle.add(std::move(task));
    m_lifecycle.account(added);
    return added;
}

} // namespace muster::cluster
