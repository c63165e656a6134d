// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/operator_commands.h"

#include <algorithm>
#include <array>
#include <map>

#include "agentd/master/framework_permissions.h"
#include "core/proto/resources.h"
#include "core/proto/scheduler.h"
#include "core/proto/time.h"

namespace muster::agentd::api {
namespace {

using Call = mesos::v1::master::Call;
using Done = Control::Done;

constexpr std::array<std::string_view, Resources::kKinds> kKindNames{"cpus", "mem", "disk", "gpus"};

Result<std::int64_t> milliOf(std::string_view what, double value) {
    if (!(value >= 0 && proto::possible(value))) {
        return failure(fmt::format("Invalid {}: {} is not a possible amount", what, value));
    }
    return Milli::fromDouble(value).value;
}

// By the resource's name, as in guarantees and limits.
template <typename Map>
Status fill(Quantities& out, const Map& amounts, std::string_view what) {
    for (const auto& [name, scalar] : amounts) {
        const auto kind = std::ranges::find(kKindNames, name) - kKindNames.begin();
        if (kind == Resources::kKinds) {
            return failure(
                fmt::format("Invalid {}: '{}' is not one of cpus, mem, disk and gpus", what, name));
        }
        auto amount = milliOf(what, scalar.value());
        if (!amount) {
            return tl::unexpected(amount.error());
        }
        out[static_cast<std::size_t>(kind)] = *amount;
    }
    return {};
}

Result<std::vector<cluster::QuotaConfig>> quotaConfigs(const Call::UpdateQuota& call) {
    std::vector<cluster::QuotaConfig> out;
    for (const auto& in : call.quota_configs()) {
        cluster::QuotaConfig config{.role = in.role(), .quota = {}};
        auto status = fill(config.quota.guarantees, in.guarantees(), "quota guarantees");
        if (status) {
            status = fill(config.quota.limits, in.limits(), "quota limits");
        }
        if (!status) {
            return tl::unexpected(status.error());
        }
        out.push_back(std::move(config));
    }
    return out;
}

// Mesos' older form: a guarantee that is its own limit.
Result<std::vector<cluster::QuotaConfig>> quotaConfigs(const mesos::v1::quota::QuotaRequest& call) {
    cluster::QuotaConfig out{.role = call.role(), .quota = {}};
    std::map<std::string, mesos::v1::Value::Scalar> amounts;
    for (const auto& resource : call.guarantee()) {
        amounts[resource.name()] = resource.scalar();
    }
    auto status = fill(out.quota.guarantees, amounts, "quota guarantee");
    if (status) {
        status = fill(out.quota.limits, amounts, "quota guarantee");
    }
    if (!status) {
        return tl::unexpected(status.error());
    }
    return std::vector{std::move(out)};
}

Result<std::vector<cluster::RoleWeight>> weights(const Call::UpdateWeights& call) {
    std::vector<cluster::RoleWeight> out;
    for (const auto& in : call.weight_infos()) {
        auto weight = milliOf(fmt::format("weight of role '{}'", in.role()), in.weight());
        if (!weight) {
            return tl::unexpected(weight.error());
        }
        out.push_back({in.role(), Milli{*weight}});
    }
    return out;
}

template <typename Ids>
std::vector<cluster::MachineId> machines(const Ids& ids) {
    std::vector<cluster::MachineId> out;
    for (const auto& id : ids) {
        out.push_back({id.hostname(), id.ip()});
    }
    return out;
}

std::vector<cluster::MaintenanceWindow> windows(const mesos::v1::maintenance::Schedule& schedule) {
    std::vector<cluster::MaintenanceWindow> out;
    for (const auto& in : schedule.windows()) {
        cluster::MaintenanceWindow window{.machines = machines(in.machine_ids())};
        const auto& when = in.unavailability();
        window.unavailability.start = Instant(proto::fromNanoseconds(when.start().nanoseconds()));
        if (when.has_duration()) {
            window.unavailability.duration = proto::fromNanoseconds(when.duration().nanoseconds());
        }
        out.push_back(std::move(window));
    }
    return out;
}

Result<Duration> maxGrace(const google::protobuf::Duration& asked) {
    constexpr std::int64_t kMost
        = std::chrono::ceil<std::chrono::seconds>(proto::kMostGrace).count();
    return proto::graceOf("'max_grace_period'",
        std::chrono::seconds(std::clamp<std::int64_t>(asked.seconds(), -kMost, kMost))
            + std::chrono::nanoseconds(asked.nanos()));
}

void drain(
    Control& control, const Call::DrainAgent& call, const std::string& author, const Done& done) {
    cluster::OperatorDrain out{0, {call.agent_id().value()}, {}, call.mark_gone(), author};
    if (call.has_max_grace_period()) {
        const auto most = maxGrace(call.max_grace_period());
        if (!most) {
            return done(tl::unexpected(most.error()));
        }
        out.maxGrace = *most;
    }
    control.execute(std::move(out), done);
}

void updateQuota(Control& control, Result<std::vector<cluster::QuotaConfig>> configs, bool force,
    const std::string& author, const Done& done) {
    if (!configs) {
        return done(tl::unexpected(configs.error()));
    }
    control.execute(cluster::OperatorUpdateQuota{0, std::move(*configs), force, author}, done);
}

cluster::ChangeReservations changeOf(const Call& call) {
    using Kind = cluster::ChangeReservations::Kind;
    const auto& reserve = call.reserve_resources();
    auto out = call.type() == Call::RESERVE_RESOURCES
        ? proto::changeOf(Kind::Reserve, reserve.resources())
        : proto::changeOf(Kind::Unreserve, call.unreserve_resources().resources());
    const bool allocated = std::ranges::any_of(reserve.resources(),
        [](const mesos::v1::Resource& resource) { return resource.has_allocation_info(); });
    if (out.defect.empty() && !reserve.source().empty()) {
        out.defect = "Reservation updates are not supported: leave out 'source'";
    } else if (out.defect.empty() && allocated) {
        out.defect = "Invalid RESERVE operation: A reserve operation was attempted with an "
                     "allocated resource, but the operator API only allows reservations to be made "
                     "to unallocated resources";
    }
    return out;
}

void changeReservations(
    Control& control, const Call& call, const std::string& author, const Done& done) {
    const auto& agent = call.type() == Call::RESERVE_RESOURCES
        ? call.reserve_resources().agent_id()
        : call.unreserve_resources().agent_id();
    std::optional<std::string> principal;
    if (!author.empty() && author != kOperator) {
        principal = author;
    }
    control.execute(
        cluster::OperatorReserve{0, {agent.value()}, changeOf(call), std::move(principal), author},
        done);
}

} // namespace

// A list that names nothing is for everything.
std::vector<Object> objectsOf(const Call& call, const Control& control) {
    std::vector<Object> out;
    const auto orAll = [&] { return out.empty() ? std::vector<Object>{Object()} : out; };
    switch (call.type()) {
    case Call::UPDATE_WEIGHTS:
        for (const auto& weight : call.update_weights().weight_infos()) {
            out.emplace_back(weight.role());
        }
        return orAll();
    case Call::UPDATE_QUOTA:
        for (const auto& quota : call.update_quota().quota_configs()) {
            out.emplace_back(quota.role());
        }
        return orAll();
    case Call::SET_QUOTA:
        return {call.set_quota().quota_request().role()};
    case Call::REMOVE_QUOTA:
        return {call.remove_quota().role()};
    case Call::RESERVE_RESOURCES:
    case Call::UNRESERVE_RESOURCES:
        return agentd::objectsOf(changeOf(call));
    case Call::TEARDOWN: {
        const auto* framework
            = control.master().framework({call.teardown().framework_id().value()});
        return {framework == nullptr ? Object() : Object(framework->info.principal)};
    }
    case Call::GET_METRICS:
        return {std::string(kSnapshotPath)};
    default:
        return {Object()};
    }
}

bool execute(const Call& call, const std::string& author, Control& control,
    const std::function<void(const Status&)>& finish) {
    const Done done = [finish](const Status& status) { finish(status); };
    switch (call.type()) {
    case Call::TEARDOWN:
        control.execute(
            cluster::OperatorTeardown{0, {call.teardown().framework_id().value()}, author}, done);
        return true;
    case Call::DRAIN_AGENT:
        drain(control, call.drain_agent(), author, done);
        return true;
    case Call::DEACTIVATE_AGENT:
        control.execute(
            cluster::OperatorDeactivate{0, {call.deactivate_agent().agent_id().value()}, author},
            done);
        return true;
    case Call::REACTIVATE_AGENT:
        control.execute(
            cluster::OperatorReactivate{0, {call.reactivate_agent().agent_id().value()}, author},
            done);
        return true;
    case Call::MARK_AGENT_GONE:
        control.execute(
            cluster::OperatorMarkGone{0, {call.mark_agent_gone().agent_id().value()}, author},
            done);
        return true;
    case Call::UPDATE_MAINTENANCE_SCHEDULE:
        control.execute(cluster::OperatorMaintenanceSchedule{0,
                            windows(call.update_maintenance_schedule().schedule()), author},
            done);
        return true;
    case Call::START_MAINTENANCE:
        control.execute(cluster::OperatorMaintenanceStart{0,
                            machines(call.start_maintenance().machines()), author},
            done);
        return true;
    case Call::STOP_MAINTENANCE:
        control.execute(cluster::OperatorMaintenanceStop{0,
                            machines(call.stop_maintenance().machines()), author},
            done);
        return true;
    case Call::UPDATE_QUOTA:
        updateQuota(
            control, quotaConfigs(call.update_quota()), call.update_quota().force(), author, done);
        return true;
    case Call::SET_QUOTA:
        if (const auto& role = call.set_quota().quota_request().role();
            control.master().quotas().contains(role)) {
            done(failure(fmt::format("Failed to validate set quota request: Cannot set quota for "
                                     "role '{}' which already has quota",
                role)));
            return true;
        }
        updateQuota(control, quotaConfigs(call.set_quota().quota_request()),
            call.set_quota().quota_request().force(), author, done);
        return true;
    case Call::REMOVE_QUOTA: // back to the default
        updateQuota(control, std::vector<cluster::QuotaConfig>{{call.remove_quota().role(), {}}},
            true, author, done);
        return true;
    case Call::RESERVE_RESOURCES:
    case Call::UNRESERVE_RESOURCES:
        changeReservations(control, call, author, done);
        return true;
    case Call::UPDATE_WEIGHTS: {
        auto wanted = weights(call.update_weights());
        if (!wanted) {
            done(tl::unexpected(wanted.error()));
        } else {
            control.execute(cluster::OperatorUpdateWeights{0, std::move(*wanted), author}, done);
        }
        return true;
    }
    default:
        return false;
    }
}

} // namespace muster::agentd::api
