// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/framework_permissions.h"

#include <algorithm>

#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::agentd {
namespace {

using Action = Acls::Action;

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

void markDenied(const Acls& acls, const cluster::FrameworkInfo& info,
    std::vector<cluster::TaskInfo>& tasks, bool group) {
    for (cluster::TaskInfo& task : tasks) {
        const auto user = userOf(task, info);
        if (acls.allows(Action::RunTasks, info.principal, user)) {
            continue;
        }
        const auto what = fmt::format(
            "launch task {} of framework {} under user '{}'", task.id.value, info.id.value, user);
        task.defect = {cluster::Defect::Stage::Denied,
            group // without the blank: so says Mesos
                ? fmt::format("Task '{}' is not authorized to{}", task.id.value, what)
                : fmt::format("Principal '{}' no authorized to {}", info.principal, what)};
    }
}

void markDenied(
    const Acls& acls, const cluster::FrameworkInfo& info, cluster::ChangeReservations& change) {
    const auto permissions = permissionsFor(change);
    const bool allowed = std::ranges::all_of(permissions, [&](const Permission& wanted) {
        return acls.allows(wanted.action, info.principal, wanted.object);
    });
    if (!allowed && change.defect.empty()) {
        const bool reserve = change.kind == cluster::ChangeReservations::Kind::Reserve;
        change.defect = fmt::format("Principal '{}' no authorized to perform action {}",
            info.principal, reserve ? "RESERVE_RESOURCES" : "UNRESERVE_RESOURCES");
    }
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
        return acls.allows(Action::RegisterFrameworks, info.principal, role);
    });
    return permitted ? ""
                     : fmt::format("Not authorized to register framework {} with roles {{ {} }}",
                         info.id.value, fmt::join(info.roles, ", "));
}

// For each role that is reserved to, and each principal whose reservation is taken back.
std::vector<Permission> permissionsFor(const cluster::ChangeReservations& change) {
    const bool reserve = change.kind == cluster::ChangeReservations::Kind::Reserve;
    const auto action = reserve ? Action::ReserveResources : Action::UnreserveResources;
    std::vector<Permission> out;
    for (const auto& item : change.resources.others()) {
        if (reserve) {
            out.push_back({action, item.role()});
        } else {
            out.push_back(
                {action, item.isReserved() ? item.reservations.back().principal : std::nullopt});
        }
    }
    if (out.empty()) { // it has no reservation, and will be refused for it
        out.push_back({action, {}});
    }
    return out;
}

void markDenied(const Acls& acls, const cluster::FrameworkInfo& info, cluster::Accept& call) {
    for (cluster::Operation& operation : call.operations) {
        if (auto* change = std::get_if<cluster::ChangeReservations>(&operation)) {
            markDenied(acls, info, *change);
        } else if (auto* group = std::get_if<cluster::LaunchGroup>(&operation)) {
            markDenied(acls, info, group->tasks, true);
        } else if (auto* launch = std::get_if<cluster::LaunchTasks>(&operation)) {
            markDenied(acls, info, launch->tasks, false);
        }
    }
}

} // namespace muster::agentd
