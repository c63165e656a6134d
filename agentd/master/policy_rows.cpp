// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/policy_rows.h"

#include "agentd/master/view.h"
#include "core/proto/gpu.h"
#include "core/proto/resources.h"
#include "core/proto/time.h"

namespace muster::agentd {
namespace {

using proto::instant;
using proto::maybeInstant;
using proto::milliseconds;

} // namespace

muster::v1::AgentPolicy row(const cluster::AgentRecord& record) {
    const cluster::AgentPolicy& policy = record.policy;
    muster::v1::AgentPolicy out;
    out.set_id(record.id.value);
    out.set_hostname(record.hostname);
    out.set_deactivated(policy.deactivated);
    out.set_drain(static_cast<muster::v1::AgentPolicy::Drain>(policy.drain));
    if (policy.maxGrace) {
        out.set_max_grace_us(policy.maxGrace->count());
    }
    out.set_mark_gone(policy.markGone);
    out.set_drain_start_ms(milliseconds(policy.drainStart));
    out.set_gone_ms(milliseconds(policy.gone));
    out.set_author(policy.author);
    out.set_reason(policy.reason);
    out.set_home(record.home);
    out.set_unreachable_since_ms(milliseconds(record.unreachableSince));
    proto::append(
        record.reservations, *out.mutable_reservations(), proto::ResourceFormat::PostRefinement);
    for (const auto& key : record.condemned) {
        auto& added = *out.add_condemned();
        added.set_framework_id(key.framework.value);
        added.set_task_id(key.task.value);
    }
    for (const auto& order : record.orders) {
        auto& added = *out.add_orders();
        added.set_gpu(order.gpu.value);
        added.set_author(order.author);
        if (order.restriction) {
            *added.mutable_restriction() = proto::toProto(*order.restriction);
        }
    }
    return out;
}

muster::v1::GpuRestriction row(const cluster::GpuRestriction& restriction) {
    muster::v1::GpuRestriction out;
    *out.mutable_restriction() = proto::toProto(restriction.restriction);
    out.set_agent_id(restriction.agent.value);
    return out;
}

muster::v1::Maintenance row(const cluster::Maintenance& maintenance) {
    muster::v1::Maintenance out;
    for (const auto& window : maintenance.windows) {
        auto& added = *out.add_windows();
        added.set_start_us(window.unavailability.start.time_since_epoch().count());
        if (window.unavailability.duration) {
            added.set_duration_us(window.unavailability.duration->count());
        }
        for (const auto& id : window.machines) {
            auto& machine = *added.add_machines();
            machine.set_hostname(id.hostname);
            machine.set_ip(id.ip);
            machine.set_down(maintenance.machines.at(id).down);
        }
    }
    return out;
}

Status addAgentPolicy(std::string_view bytes, cluster::Recovered& into) {
    muster::v1::AgentPolicy in;
    if (!in.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
        return unreadableRow("The policy of an agent");
    }
    auto reservations = proto::fromProto(in.reservations());
    if (!reservations) {
        return unreadableRow("The reservations of an agent");
    }
    cluster::AgentRecord record{.id = {in.id()},
        .hostname = in.hostname(),
        .policy = {},
        .reservations = std::move(*reservations),
        .home = in.home(),
        .unreachableSince = maybeInstant(in.unreachable_since_ms())};
    record.policy = {.deactivated = in.deactivated(),
        .drain = static_cast<cluster::AgentPolicy::Drain>(in.drain()),
        .maxGrace
        = in.has_max_grace_us() ? std::optional(Duration(in.max_grace_us())) : std::nullopt,
        .markGone = in.mark_gone(),
        .drainStart = maybeInstant(in.drain_start_ms()),
        .gone = maybeInstant(in.gone_ms()),
        .author = in.author(),
        .reason = in.reason()};
    for (const auto& order : in.orders()) {
        cluster::GpuOrder out{{order.gpu()}, std::nullopt, order.author()};
        if (order.has_restriction()) {
            out.restriction = proto::fromProto(order.restriction());
        }
        record.orders.push_back(std::move(out));
    }
    for (const auto& key : in.condemned()) {
        record.condemned.insert({{key.framework_id()}, {key.task_id()}});
    }
    into.agents.push_back(std::move(record));
    return {};
}

Result<cluster::GpuRestriction> restrictionFromRow(std::string_view bytes) {
    muster::v1::GpuRestriction in;
    if (!in.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
        return unreadableRow("The restriction of a GPU");
    }
    return cluster::GpuRestriction{proto::fromProto(in.restriction()), {in.agent_id()}};
}

Status addMaintenance(std::string_view bytes, cluster::Recovered& into) {
    muster::v1::Maintenance in;
    if (!in.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
        return unreadableRow("The maintenance schedule");
    }
    for (const auto& window : in.windows()) {
        cluster::MaintenanceWindow out;
        out.unavailability.start = Instant(Duration(window.start_us()));
        if (window.has_duration_us()) {
            out.unavailability.duration = Duration(window.duration_us());
        }
        for (const auto& machine : window.machines()) {
            out.machines.push_back({machine.hostname(), machine.ip()});
            if (machine.down()) {
                into.downMachines.push_back(out.machines.back());
            }
        }
        into.windows.push_back(std::move(out));
    }
    return {};
}

} // namespace muster::agentd
