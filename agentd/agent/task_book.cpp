// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/task_book.h"

#include "core/proto/resources.h"
#include "core/proto/scheduler.h"

namespace muster::agentd {
namespace {

using Entry = TaskBook::Entry;

constexpr std::size_t kShownOfCommand = 15; // in a command executor's name, as Mesos

mesos::v1::Task taskRow(const Entry& entry) {
    const auto& [task, statuses] = entry;
    mesos::v1::TaskInfo info;
    info.ParsePartialFromString(task.info.payload);
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
    if (!task.info.user.empty()) {
        out.set_user(task.info.user);
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

mesos::v1::ExecutorInfo executorRow(const Entry& entry) {
    const auto& task = entry.task;
    mesos::v1::ExecutorInfo out;
    if (task.info.executor) {
        out = proto::toProto(*task.info.executor);
    } else {
        mesos::v1::TaskInfo info;
        info.ParsePartialFromString(task.info.payload);
        *out.mutable_command() = info.command();
        out.mutable_executor_id()->set_value(task.info.id.value);
        out.set_name(entry.executorName());
        out.set_source(task.info.id.value);
    }
    out.mutable_framework_id()->set_value(task.framework.id.value);
    return out;
}

mesos::v1::FrameworkInfo frameworkRow(const cluster::FrameworkInfo& info) {
    mesos::v1::FrameworkInfo out;
    out.ParsePartialFromString(info.payload);
    out.set_user(info.user);
    out.set_name(info.name);
    out.mutable_id()->set_value(info.id.value);
    if (!info.has(cluster::Capability::MultiRole) && !info.roles.empty()) {
        out.set_role(*info.roles.begin());
    }
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
    mesos::v1::TaskInfo info;
    info.ParsePartialFromString(task.info.payload);
    auto command = proto::commandText(info.command());
    if (command.size() > kShownOfCommand) {
        command = command.substr(0, kShownOfCommand - 3) + "...";
    }
    if (info.command().shell()) {
        command = "sh -c '" + command + "'";
    }
    return fmt::format("Command Executor (Task: {}) (Command: {})", task.info.id.value, command);
}

void TaskBook::save(const node::TaskCheckpoint& task) {
    auto& entry = m_tasks[task.container];
    const bool ended = entry.ended();
    entry.task = task;
    const bool told = !entry.statuses.empty() && entry.statuses.back().uuid == task.latest.uuid;
    if (task.latest.uuid && !told) {
        entry.statuses.push_back(task.latest);
    }
    if (!ended && entry.ended()) {
        ++m_ended[task.latest.state];
    }
}

void TaskBook::forget(const ContainerId& container) {
    if (auto entry = m_tasks.extract(container)) {
        m_completed.push_back(std::move(entry.mapped()));
        if (m_completed.size() > kMostCompleted) {
            m_completed.pop_front();
        }
    }
}

Resources TaskBook::used() const {
    Resources out;
    for (const auto& [id, entry] : m_tasks) {
        if (!entry.ended()) {
            out += entry.task.info.resources;
        }
    }
    return out;
}

std::uint64_t TaskBook::ended(TaskState state) const {
    const auto found = m_ended.find(state);
    return found == m_ended.end() ? 0 : found->second;
}

void TaskBook::list(mesos::v1::agent::Response::GetTasks& out) const {
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

void TaskBook::list(mesos::v1::agent::Response::GetExecutors& out) const {
    std::set<std::pair<FrameworkId, std::string>> shown;
    const auto isNew = [&](const Entry& entry) {
        return shown.insert({entry.task.framework.id, entry.executor()}).second;
    };
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

void TaskBook::list(mesos::v1::agent::Response::GetFrameworks& out) const {
    std::set<FrameworkId> shown;
    for (const auto& [id, entry] : m_tasks) {
        if (shown.insert(entry.task.framework.id).second) {
            *out.add_frameworks()->mutable_framework_info() = frameworkRow(entry.task.framework);
        }
    }
    for (const auto& entry : m_completed) {
        if (shown.insert(entry.task.framework.id).second) {
            *out.add_completed_frameworks()->mutable_framework_info()
                = frameworkRow(entry.task.framework);
        }
    }
}

} // namespace muster::agentd
