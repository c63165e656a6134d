// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/task_records.h"

#include <algorithm>
#include <utility>

#include "core/proto/framework.h"
#include "core/proto/resources.h"
#include "core/proto/task.h"

namespace muster::agentd {
namespace {

using Entry = TaskRecords::Entry;

constexpr std::size_t kShownOfCommand = 15; // in a command executor's name, as Mesos

mesos::v1::Task taskRow(const Entry& entry) {
    const auto& [task, statuses] = entry;
    const auto message = proto::messageOf(task.info);
    const auto& info = *message;
    mesos::v1::Task out;
    out.set_name(task.info.name);
    out.mutable_task_id()->set_value(task.info.id.value);
    out.mutable_framework_id()->set_value(task.framework.id.value);
    if (task.info.executor) {
        out.mutable_executor_id()->set_value(task.info.executor->id.value);
    }
    out.mutable_agent_id()->set_value(task.info.agent.value);
    out.set_state(static_cast<mesos::v1::TaskState>(task.latest.state));
    proto::append(
        task.info.resources, *out.mutable_resources(), proto::ResourceFormat::PostRefinement);
    proto::allocate(*out.mutable_resources(), task.info.role);
    for (const auto& status : statuses) {
        *out.add_statuses() = proto::toProto(status);
        if (status.uuid) {
            out.set_status_update_state(static_cast<mesos::v1::TaskState>(status.state));
            out.set_status_update_uuid(status.uuid->raw());
        }
    }
    const auto& command = info.has_command() ? info.command() : info.executor().command();
    if (command.has_user()) {
        out.set_user(command.user());
    }
    if (info.has_container()) {
        *out.mutable_container() = info.container();
    }
    if (info.has_labels()) {
        *out.mutable_labels() = info.labels();
    }
    if (info.has_discovery()) {
        *out.mutable_discovery() = info.discovery();
    }
    if (info.has_health_check()) {
        *out.mutable_health_check() = info.health_check();
    }
    if (info.has_kill_policy()) {
        *out.mutable_kill_policy() = info.kill_policy();
    }
    *out.mutable_limits() = info.limits();
    return out;
}

mesos::v1::ExecutorInfo executorRow(
    const cluster::FrameworkInfo& framework, const cluster::ExecutorInfo& executor) {
    auto out = proto::toProto(executor);
    out.mutable_framework_id()->set_value(framework.id.value);
    return out;
}

mesos::v1::ExecutorInfo executorRow(const Entry& entry) {
    const auto& task = entry.task;
    if (task.info.executor) {
        return executorRow(task.framework, *task.info.executor);
    }
    mesos::v1::ExecutorInfo out;
    *out.mutable_command() = proto::messageOf(task.info)->command();
    out.mutable_executor_id()->set_value(task.info.id.value);
    out.set_name(entry.executorName());
    out.set_source(task.info.id.value);
    out.mutable_framework_id()->set_value(task.framework.id.value);
    return out;
}

} // namespace

std::string Entry::executor() const {
    return task.info.executor ? task.info.executor->id.value : task.info.id.value;
}

std::string Entry::executorName() const {
    if (task.info.executor) {
        return proto::toProto(*task.info.executor).name();
    }
    const auto info = proto::messageOf(task.info);
    auto command = proto::commandText(info->command());
    if (command.size() > kShownOfCommand) {
        command = command.substr(0, kShownOfCommand - 3) + "...";
    }
    if (info->command().shell()) {
        command = "sh -c '" + command + "'";
    }
    return fmt::format("Command Executor (Task: {}) (Command: {})", task.info.id.value, command);
}

void TaskRecords::save(const node::TaskCheckpoint& task) {
    auto& entry = m_tasks[task.container];
    const bool ended = entry.ended();
    const auto known = std::exchange(entry.task, task);
    const auto add = [&](const cluster::TaskStatus& status) {
        const auto isSame = [&](const auto& one) { return one.uuid == status.uuid; };
        if (!status.uuid || isSame(known.latest) || std::ranges::any_of(known.pending, isSame)
            || (!entry.statuses.empty() && isSame(entry.statuses.back()))) {
            return;
        }
        if (!entry.statuses.empty() && entry.statuses.back().state == status.state) {
            entry.statuses.pop_back();
        }
        entry.statuses.push_back(status);
    };
    std::for_each(task.pending.begin(), task.pending.end(), add); // several can be saved at once
    add(task.latest);
    if (!ended && entry.ended()) {
        ++m_ended[task.latest.state];
    }
}

void TaskRecords::save(const node::ExecutorCheckpoint& executor) {
    m_executors[executor.container] = executor;
}

void TaskRecords::forget(const ContainerId& container) {
    m_executors.erase(container);
    if (auto entry = m_tasks.extract(container)) {
        m_completed.push_back(std::move(entry.mapped()));
        if (m_completed.size() > kMostCompleted) {
            m_completed.pop_front();
        }
    }
}

TaskRecords::Share TaskRecords::shareOf(const Entry& entry) const {
    Share out{entry.task.info.resources, entry.task.gpus};
    if (node::hasOwnContainer(entry.task.info)) {
        return out;
    }
    const auto isOfSame = [&](const FrameworkId& framework, const std::string& executor) {
        return framework == entry.task.framework.id && executor == entry.executor();
    };
    for (const auto& [id, executor] : m_executors) {
        if (isOfSame(executor.framework.id, executor.info.id.value)) {
            out = {executor.info.resources, executor.gpus};
        }
    }
    for (const auto& [id, other] : m_tasks) {
        if (!other.ended() && isOfSame(other.task.framework.id, other.executor())) {
            out.resources += other.task.info.resources;
        }
    }
    return out;
}

Resources TaskRecords::used() const {
    Resources out;
    for (const auto& [id, entry] : m_tasks) {
        if (!entry.ended()) {
            out += entry.task.info.resources;
        }
    }
    for (const auto& [id, executor] : m_executors) {
        out += executor.info.resources;
    }
    return out;
}

std::uint64_t TaskRecords::ended(TaskState state) const {
    const auto found = m_ended.find(state);
    return found == m_ended.end() ? 0 : found->second;
}

void TaskRecords::list(mesos::v1::agent::Response::GetTasks& out) const {
    for (const auto& [id, entry] : m_tasks) {
        *(entry.ended()                                         ? out.add_terminated_tasks()
                : entry.task.latest.state == TaskState::Staging ? out.add_queued_tasks()
                                                                : out.add_launched_tasks())
            = taskRow(entry);
    }
    for (const auto& entry : m_completed) {
        *out.add_completed_tasks() = taskRow(entry);
    }
}

void TaskRecords::list(mesos::v1::agent::Response::GetExecutors& out) const {
    std::set<std::pair<FrameworkId, std::string>> shown;
    const auto isNew = [&](const Entry& entry) {
        return shown.insert({entry.task.framework.id, entry.executor()}).second;
    };
    for (const auto& [id, executor] : m_executors) { // whether it has tasks or not
        shown.insert({executor.framework.id, executor.info.id.value});
        *out.add_executors()->mutable_executor_info()
            = executorRow(executor.framework, executor.info);
    }
    for (const auto& [id, entry] : m_tasks) {
        if (!entry.ended() && isNew(entry)) {
            *out.add_executors()->mutable_executor_info() = executorRow(entry);
        }
    }
    for (const auto& [id, entry] : m_tasks) {
        if (entry.ended() && isNew(entry)) {
            *out.add_completed_executors()->mutable_executor_info() = executorRow(entry);
        }
    }
    for (const auto& entry : m_completed) {
        if (isNew(entry)) {
            *out.add_completed_executors()->mutable_executor_info() = executorRow(entry);
        }
    }
}

void TaskRecords::list(mesos::v1::agent::Response::GetFrameworks& out) const {
    std::set<FrameworkId> shown;
    for (const auto& [id, executor] : m_executors) {
        if (shown.insert(executor.framework.id).second) {
            *out.add_frameworks()->mutable_framework_info()
                = proto::frameworkInfo(executor.framework);
        }
    }
    for (const auto& [id, entry] : m_tasks) {
        if (shown.insert(entry.task.framework.id).second) {
            *out.add_frameworks()->mutable_framework_info()
                = proto::frameworkInfo(entry.task.framework);
        }
    }
    for (const auto& entry : m_completed) {
        if (shown.insert(entry.task.framework.id).second) {
            *out.add_completed_frameworks()->mutable_framework_info()
                = proto::frameworkInfo(entry.task.framework);
        }
    }
}

} // namespace muster::agentd
