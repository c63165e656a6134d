// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/agent_permissions.h"

#include <algorithm>

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

bool AgentPermissions::permits(const Call& call, const std::string& principal) const {
    switch (call.type()) {
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
