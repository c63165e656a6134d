// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/framework_permissions.h"

#include <algorithm>

#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::agentd {
namespace {

constexpr const char* kOperator = "operator";

std::string userOf(const cluster::TaskInfo& task, const cluster::FrameworkInfo& info) {
    if (task.user.empty() && task.executor) {
        mesos::v1::ExecutorInfo executor;
        executor.ParsePartialFromString(task.executor->payload);
        if (executor.command().has_user()) {
            return executor.command().user();
        }
    }
    return task.user.empty() ? info.user : task.user;
}

} // namespace

Status admit(const Acls& acls, const std::string& shown, cluster::FrameworkInfo& info) {
    if (shown != kOperator && info.principal.empty()) {
        info.principal = shown;
    }
    if (shown != kOperator && !shown.empty() && info.principal != shown) {
        return failure(fmt::format("Framework principal '{}' does not match the authenticated "
                                   "principal '{}'",
            info.principal, shown));
    }
    const auto refusal = registrationRefusal(acls, info);
    return refusal.empty() ? Status{} : failure(refusal);
}

std::string registrationRefusal(const Acls& acls, const cluster::FrameworkInfo& info) {
    const bool permitted = std::ranges::all_of(info.roles, [&](const std::string& role) {
        return acls.allows(Acls::Action::RegisterFrameworks, info.principal, role);
    });
    return permitted ? ""
                     : fmt::format("Not authorized to register framework {} with roles {{ {} }}",
                         info.id.value, fmt::join(info.roles, ", "));
}

void markDenied(const Acls& acls, const cluster::FrameworkInfo& info, cluster::Accept& call) {
    for (cluster::Operation& operation : call.operations) {
        auto* group = std::get_if<cluster::LaunchGroup>(&operation);
        auto* launch = std::get_if<cluster::LaunchTasks>(&operation);
        if (group == nullptr && launch == nullptr) {
            continue;
        }
        for (cluster::TaskInfo& task : group != nullptr ? group->tasks : launch->tasks) {
            const auto user = userOf(task, info);
            if (acls.allows(Acls::Action::RunTasks, info.principal, user)) {
                continue;
            }
            const auto what = fmt::format("launch task {} of framework {} under user '{}'",
                task.id.value, info.id.value, user);
            task.defect = {cluster::Defect::Stage::Denied,
                group != nullptr // without the blank: so says Mesos
                    ? fmt::format("Task '{}' is not authorized to{}", task.id.value, what)
                    : fmt::format("Principal '{}' no authorized to {}", info.principal, what)};
        }
    }
}

} // namespace muster::agentd
