// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/policy_models.h"

#include <array>

#include "core/proto/time.h"

namespace muster::agentd::api {
namespace {

constexpr std::array<const char*, Resources::kKinds> kNames{"cpus", "mem", "disk", "gpus"};

mesos::v1::MachineID machineId(const cluster::MachineId& id) {
    mesos::v1::MachineID out;
    if (!id.hostname.empty()) {
        out.set_hostname(id.hostname);
    }
    if (!id.ip.empty()) {
        out.set_ip(id.ip);
    }
    return out;
}

} // namespace

google::protobuf::RepeatedPtrField<mesos::v1::WeightInfo> weightInfos(
    const cluster::Master& master, const Viewer& viewer) {
    google::protobuf::RepeatedPtrField<mesos::v1::WeightInfo> out;
    for (const auto& [role, weight] : master.weights()) {
        if (viewer.may(Acls::Action::ViewRoles, role)) {
            auto& info = *out.Add();
            info.set_role(role);
            info.set_weight(weight.toDouble());
        }
    }
    return out;
}

mesos::v1::quota::QuotaStatus quotaStatus(const cluster::Master& master, const Viewer& viewer) {
    mesos::v1::quota::QuotaStatus out;
    for (const auto& [role, quota] : master.quotas()) {
        if (!viewer.may(Acls::Action::GetQuotas, role)) {
            continue;
        }
        auto& config = *out.add_configs();
        auto& info = *out.add_infos();
        config.set_role(role);
        info.set_role(role);
        for (std::size_t kind = 0; kind < kNames.size(); ++kind) {
            if (const auto amount = quota.guarantees[kind]; amount != 0) {
                (*config.mutable_guarantees())[kNames[kind]].set_value(Milli{amount}.toDouble());
                auto& resource = *info.add_guarantee();
                resource.set_name(kNames[kind]);
                resource.set_type(mesos::v1::Value::SCALAR);
                resource.mutable_scalar()->set_value(Milli{amount}.toDouble());
            }
            if (const auto amount = quota.limits[kind]; amount != allocator::Quota::kUnlimited) {
                (*config.mutable_limits())[kNames[kind]].set_value(Milli{amount}.toDouble());
            }
        }
    }
    return out;
}

mesos::v1::maintenance::Schedule maintenanceSchedule(const cluster::Maintenance& maintenance) {
    mesos::v1::maintenance::Schedule out;
    for (const auto& in : maintenance.windows) {
        auto& window = *out.add_windows();
        for (const auto& id : in.machines) {
            *window.add_machine_ids() = machineId(id);
        }
        auto& when = *window.mutable_unavailability();
        when.mutable_start()->set_nanoseconds(
            proto::nanoseconds(in.unavailability.start.time_since_epoch()));
        if (in.unavailability.duration) {
            when.mutable_duration()->set_nanoseconds(
                proto::nanoseconds(*in.unavailability.duration));
        }
    }
    return out;
}

mesos::v1::maintenance::ClusterStatus maintenanceStatus(const cluster::Maintenance& maintenance) {
    mesos::v1::maintenance::ClusterStatus out;
    for (const auto& [id, machine] : maintenance.machines) {
        if (machine.down) {
            *out.add_down_machines() = machineId(id);
        } else {
            *out.add_draining_machines()->mutable_id() = machineId(id);
        }
    }
    return out;
}

} // namespace muster::agentd::api
