// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/agent_permissions.h"

#include "agentd/master/api/agent_call.h"
#include "agentd/master/control.h"
#include "agentd/master/control_journal.h"
#include "agentd/master/wire.h"

namespace muster::agentd::api {
std::optional<std::string_view> AgentPermissions::userOf(
    const AgentId& agent, const mesos::v1::ContainerID& container) const {
    const auto* root = &container;
    while (root->has_parent()) {
        root = &root->parent();
    }
    const auto& master = m_control.master();
    const auto* known = master.agent(agent);
    if (known == nullptr) {
        return std::nullopt;
    }
    for (const auto& key : known->tasks) {
        const auto* task = master.task(key);
        const auto* framework = master.framework(key.framework);
        if (task != nullptr && framework != nullptr && task->latest.container
            && task->latest.container->id.value == root->value()) {
            return task->info.user.empty() ? framework->info.user : task->info.user;
        }
    }
    return std::nullopt;
}

Status AgentPermissions::ask(
    const AgentId& agent, const Call& call, const std::string& principal) const {
    if (call.type() == Call::GET_METRICS) {
        return m_gate.ask(rightOf(call.type()), {principal}, std::string(kSnapshotPath));
    }
    const auto* container = containerOf(call);
    const auto parentUser = container ? userOf(agent, *container) : std::nullopt;
    const auto parent = parentUser ? Object(*parentUser) : Object();
    const auto wanted = [&](const mesos::v1::CommandInfo& command) {
        return command.has_user() ? Object(command.user()) : parent;
    };
    const auto user = call.has_launch_nested_container()
        ? wanted(call.launch_nested_container().command())
        : call.has_launch_container() ? wanted(call.launch_container().command())
        : call.has_launch_nested_container_session()
        ? wanted(call.launch_nested_container_session().command())
        : parent;
    return m_gate.ask(rightOf(call.type()), {principal}, user, parent);
}

Object AgentPermissions::ownerOf(
    const AgentId& agent, const FrameworkId& framework, const std::string& sandbox) const {
    const auto& master = m_control.master();
    const auto* known = master.framework(framework);
    const auto orFramework = [&](const std::string& user) {
        return !user.empty()   ? Object(user)
            : known != nullptr ? Object(known->info.user)
                               : Object();
    };
    const auto ofExecutor = [&](const cluster::ExecutorInfo& executor) {
        mesos::v1::ExecutorInfo info;
        info.ParsePartialFromString(executor.payload);
        return orFramework(info.command().user());
    };
    if (const auto* where = master.agent(agent)) {
        for (const auto& [key, executor] : where->executors) {
            if (key.framework == framework && key.executor.value == sandbox
                && executor.type == cluster::ExecutorInfo::Type::Custom) {
                return ofExecutor(executor);
            }
        }
    }
    if (const auto* task = master.task({framework, {sandbox}})) {
        return orFramework(task->info.user);
    }
    for (const auto* task : master.tasks()) { // an executor that has ended
        if (task->framework == framework && task->info.agent == agent && task->info.executor
            && cluster::sandboxName(task->info) == sandbox) {
            return ofExecutor(*task->info.executor);
        }
    }
    if (const auto ended = endedTask(m_ended, {framework, {sandbox}})) {
        return orFramework(ended->user());
    }
    return {};
}

Status AgentPermissions::askSandbox(const AgentId& agent, const std::string& framework,
    const std::string& sandbox, const std::string& principal) const {
    const auto owner = sandbox.empty() ? Object() : ownerOf(agent, {framework}, sandbox);
    return m_gate.ask(rightOf(FileKind::Sandbox), {principal}, owner);
}

void AgentPermissions::restrict(Response& response, const Viewer& viewer) const {
    const auto may = [&](Acls::Action action, const std::string& framework) {
        const auto* known = m_control.master().framework({framework});
        return viewer.may(action,
            known == nullptr ? std::nullopt : std::optional<std::string_view>(known->info.user));
    };
    const auto tasks = [&](Response::GetTasks& rows) {
        const auto sees = [&](const mesos::v1::Task& task) {
            const FrameworkId framework{task.framework_id().value()};
            const auto* known = m_control.master().framework(framework);
            if (const auto* one = m_control.master().task({framework, {task.task_id().value()}})) {
                return viewer.sees(*one, known);
            }
            if (known != nullptr && !viewer.sees(*known)) {
                return false;
            }
            return task.has_user() ? viewer.may(Acls::Action::ViewTasks, task.user())
                                   : may(Acls::Action::ViewTasks, task.framework_id().value());
        };
        for (auto* list : {rows.mutable_pending_tasks(), rows.mutable_queued_tasks(),
                 rows.mutable_launched_tasks(), rows.mutable_terminated_tasks(),
                 rows.mutable_completed_tasks()}) {
            keepIf(*list, sees);
        }
    };
    const auto executors = [&](Response::GetExecutors& rows) {
        for (auto* list : {rows.mutable_executors(), rows.mutable_completed_executors()}) {
            keepIf(*list, [&](const auto& row) {
                return may(Acls::Action::ViewExecutors, row.executor_info().framework_id().value());
            });
        }
    };
    const auto frameworks = [&](Response::GetFrameworks& rows) {
        for (auto* list : {rows.mutable_frameworks(), rows.mutable_completed_frameworks()}) {
            keepIf(*list, [&](const auto& row) {
                return viewer.may(Acls::Action::ViewFrameworks, row.framework_info().user());
            });
        }
    };
    if (response.has_get_tasks()) {
        tasks(*response.mutable_get_tasks());
    }
    if (response.has_get_executors()) {
        executors(*response.mutable_get_executors());
    }
    if (response.has_get_frameworks()) {
        frameworks(*response.mutable_get_frameworks());
    }
    if (response.has_get_state()) {
        tasks(*response.mutable_get_state()->mutable_get_tasks());
        executors(*response.mutable_get_state()->mutable_get_executors());
        frameworks(*response.mutable_get_state()->mutable_get_frameworks());
    }
    if (response.has_get_containers()) {
        keepIf(*response.mutable_get_containers()->mutable_containers(), [&](const auto& row) {
            return may(Acls::Action::ViewContainers, row.framework_id().value());
        });
    }
}

} // namespace muster::agentd::api
