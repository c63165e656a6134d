// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/framework_permissions.h"

#include <algorithm>

#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::agentd {
namespace {

using Operation = mesos::v1::Offer::Operation;

// Who shows the operator's token speaks as the operator where the framework has no principal.
std::string_view speaker(const cluster::FrameworkInfo& info, const std::string& shown) {
    return info.principal.empty() ? shown : info.principal;
}

std::string userOf(const cluster::ExecutorInfo& executor) {
    mesos::v1::ExecutorInfo info;
    info.ParsePartialFromString(executor.payload);
    return info.command().user();
}

// The users that the task needs: its own, and that of the framework's executor that runs it.
std::vector<std::string> usersOf(const cluster::TaskInfo& task,
    const cluster::ExecutorInfo* executor, const cluster::FrameworkInfo& info) {
    const auto ofExecutor = executor == nullptr ? std::string() : userOf(*executor);
    const auto& fallback = ofExecutor.empty() ? info.user : ofExecutor;
    std::vector<std::string> out{task.user.empty() ? fallback : task.user};
    const bool runsProgram
        = executor != nullptr && executor->type == cluster::ExecutorInfo::Type::Custom;
    if (runsProgram && fallback != out.front()) {
        out.push_back(fallback);
    }
    return out;
}

void markDenied(const Gate& gate, const cluster::FrameworkInfo& info, const std::string& shown,
    std::vector<cluster::TaskInfo>& tasks, const cluster::ExecutorInfo* groups) {
    const auto right = rightOf(groups == nullptr ? Operation::LAUNCH : Operation::LAUNCH_GROUP);
    for (cluster::TaskInfo& task : tasks) {
        const auto* executor = groups != nullptr ? groups
            : task.executor                      ? &*task.executor
                                                 : nullptr;
        for (const auto& user : usersOf(task, executor, info)) {
            if (user.empty()) {
                task.defect = {cluster::Defect::Stage::Denied,
                    fmt::format("Neither task '{}' nor its framework specifies a user: set "
                                "'FrameworkInfo.user' or 'CommandInfo.user'",
                        task.id.value)};
                break;
            }
            const auto asked = gate.ask(right, {speaker(info, shown)}, user);
            if (asked) {
                continue;
            }
            if (asked.error().kind != Error::Kind::Denied) { // another user may be denied
                task.defect = {cluster::Defect::Stage::Undecided, asked.error().message};
                continue;
            }
            const auto what = fmt::format("launch task {} of framework {} under user '{}'",
                task.id.value, info.id.value, user);
            task.defect = {cluster::Defect::Stage::Denied,
                groups != nullptr // without the blank: so says Mesos
                    ? fmt::format("Task '{}' is not authorized to{}", task.id.value, what)
                    : fmt::format("Principal '{}' no authorized to {}", info.principal, what)};
            break;
        }
    }
}

// Each operation as the gate knows it; one that it does not know does not compile.
struct MarkDenied {
    const Gate& gate;
    const cluster::FrameworkInfo& info;
    const std::string& shown;

    void operator()(cluster::LaunchTasks& launch) const {
        markDenied(gate, info, shown, launch.tasks, nullptr);
    }
    void operator()(cluster::LaunchGroup& group) const {
        markDenied(gate, info, shown, group.tasks, &group.executor);
    }
    void operator()(cluster::ChangeReservations& change) const {
        const bool reserve = change.kind == cluster::ChangeReservations::Kind::Reserve;
        const auto right = rightOf(reserve ? Operation::RESERVE : Operation::UNRESERVE);
        const bool allowed = std::ranges::all_of(objectsOf(change), [&](const Object& object) {
            return gate.permits(right, {speaker(info, shown)}, object);
        });
        if (!allowed && change.defect.empty()) {
            change.defect = fmt::format("Principal '{}' no authorized to perform action {}",
                info.principal, reserve ? "RESERVE_RESOURCES" : "UNRESERVE_RESOURCES");
        }
    }
};

} // namespace

Status admit(const Gate& gate, const std::string& shown, cluster::FrameworkInfo& info) {
    if (shown != kOperator && info.principal.empty()) {
        info.principal = shown;
    }
    if (shown != kOperator && !shown.empty() && info.principal != shown) {
        return failure(fmt::format("Framework principal '{}' does not match the authenticated "
                                   "principal '{}'",
            info.principal, shown));
    }
    const auto refusal = registrationRefusal(gate, info, shown);
    return refusal.empty() ? Status{} : failure(refusal);
}

std::string registrationRefusal(
    const Gate& gate, const cluster::FrameworkInfo& info, const std::string& shown) {
    const auto right = rightOf(mesos::v1::scheduler::Call::SUBSCRIBE);
    const bool permitted = std::ranges::all_of(info.roles,
        [&](const std::string& role) { return gate.permits(right, {speaker(info, shown)}, role); });
    return permitted ? ""
                     : fmt::format("Not authorized to register framework {} with roles {{ {} }}",
                         info.id.value, fmt::join(info.roles, ", "));
}

std::string strangerRefusal(const std::string& shown, const cluster::FrameworkInfo& info) {
    return shown.empty() || shown == kOperator || shown == info.principal
        ? ""
        : fmt::format("Authenticated principal '{}' does not match principal '{}' set in "
                      "`FrameworkInfo`",
            shown, info.principal);
}

std::vector<Object> objectsOf(const cluster::ChangeReservations& change) {
    const bool reserve = change.kind == cluster::ChangeReservations::Kind::Reserve;
    std::vector<Object> out;
    for (const auto& item : change.resources.others()) {
        if (reserve) {
            out.emplace_back(item.role());
        } else {
            out.push_back(item.isReserved() ? item.reservations.back().principal : std::nullopt);
        }
    }
    if (out.empty()) { // it has no reservation, and will be refused for it
        out.emplace_back();
    }
    return out;
}

void markDenied(const Gate& gate, const cluster::FrameworkInfo& info, const std::string& shown,
    cluster::Accept& call) {
    for (cluster::Operation& operation : call.operations) {
        std::visit(MarkDenied{gate, info, shown}, operation);
    }
}

} // namespace muster::agentd
