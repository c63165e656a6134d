// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/agent_permissions.h"

#include <algorithm>

#include "agentd/master/api/agent_call.h"
#include "agentd/master/api/viewer.h"
#include "agentd/master/control.h"

namespace muster::agentd::api {
namespace {

template <typename List, typename Keep>
void keepIf(List& list, const Keep& keep) {
    const auto end
        = std::remove_if(list.begin(), list.end(), [&](const auto& row) { return !keep(row); });
    list.DeleteSubrange(static_cast<int>(end - list.begin()), static_cast<int>(list.end() - end));
}

} // namespace

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

bool AgentPermissions::permits(
    const AgentId& agent, const Call& call, const std::string& principal) const {
    using Action = Acls::Action;
    const auto* container = containerOf(call);
    const auto parentUser = container ? userOf(agent, *container) : std::nullopt;
    const auto may = [&](Action action) { return m_acls.allows(action, principal, parentUser); };
    const auto launches = [&](const auto& wanted, Action as, Action under) {
        const auto user = wanted.command().has_user()
            ? std::optional<std::string_view>(wanted.command().user())
            : parentUser;
        return m_acls.allows(as, principal, user) && may(under);
    };
    switch (call.type()) {
    case Call::LAUNCH_NESTED_CONTAINER:
        return launches(call.launch_nested_container(), Action::LaunchNestedContainersAsUser,
            Action::LaunchNestedContainersUnderParentWithUser);
    case Call::LAUNCH_CONTAINER:
        return launches(call.launch_container(), Action::LaunchNestedContainersAsUser,
            Action::LaunchNestedContainersUnderParentWithUser);
    case Call::LAUNCH_NESTED_CONTAINER_SESSION:
        return launches(call.launch_nested_container_session(),
            Action::LaunchNestedContainerSessionsAsUser,
            Action::LaunchNestedContainerSessionsUnderParentWithUser);
    case Call::WAIT_NESTED_CONTAINER:
    case Call::WAIT_CONTAINER:
        return may(Action::WaitNestedContainers);
    case Call::KILL_NESTED_CONTAINER:
    case Call::KILL_CONTAINER:
        return may(Action::KillNestedContainers);
    case Call::REMOVE_NESTED_CONTAINER:
    case Call::REMOVE_CONTAINER:
        return may(Action::RemoveNestedContainers);
    case Call::ATTACH_CONTAINER_INPUT:
        return may(Action::AttachContainersInput);
    case Call::ATTACH_CONTAINER_OUTPUT:
        return may(Action::AttachContainersOutput);
    case Call::GET_FLAGS:
        return m_acls.allows(Acls::Action::ViewFlags, principal);
    case Call::LIST_FILES:
        return permitsFile(call.list_files().path(), principal);
    case Call::READ_FILE:
        return permitsFile(call.read_file().path(), principal);
    default:
        return true; // answers are restricted row by row
    }
}

// The user of the framework that the path names decides; whoever may read every sandbox, may read
// one of a framework that is gone.
bool AgentPermissions::permitsFile(const std::string& path, const std::string& principal) const {
    std::optional<std::string_view> user;
    for (std::string_view rest = path; !rest.empty() && !user;) {
        const auto part = rest.substr(0, rest.find('/'));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        if (const auto* framework = m_control.master().framework({std::string(part)})) {
            user = framework->info.user;
        }
    }
    return m_acls.allows(Acls::Action::AccessSandboxes, principal, user);
}

void AgentPermissions::restrict(Response& response, const std::string& principal) const {
    const Viewer viewer{m_acls, principal};
    const auto may = [&](Acls::Action action, const std::string& framework) {
        const auto* known = m_control.master().framework({framework});
        return viewer.may(action,
            known == nullptr ? std::nullopt : std::optional<std::string_view>(known->info.user));
    };
    const auto tasks = [&](Response::GetTasks& rows) {
        const auto sees = [&](const mesos::v1::Task& task) {
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
