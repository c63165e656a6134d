// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/policy_rows.h"

#include "agentd/master/row_bytes.h"
#include "core/proto/gpu.h"
#include "core/proto/resources.h"
#include "core/proto/time.h"

namespace muster::agentd {
namespace {

using proto::instant;
using proto::maybeInstant;
using proto::milliseconds;

} // namespace

muster::v1::AgentRow journalRow(const cluster::AgentRecord& record) {
    const cluster::AgentPolicy& policy = record.policy;
    muster::v1::AgentRow out;
    out.set_id(record.id.value);
    out.set_hostname(record.hostname);
    out.set_deactivated(policy.deactivated);
    out.set_drain(static_cast<muster::v1::AgentRow::Drain>(policy.drain));
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

muster::v1::RestrictionRow journalRow(const cluster::GpuRestriction& restriction) {
    muster::v1::RestrictionRow out;
    *out.mutable_restriction() = proto::toProto(restriction.restriction);
    out.set_agent_id(restriction.agent.value);
    return out;
}

muster::v1::MaintenanceRow journalRow(const cluster::Maintenance& maintenance) {
    muster::v1::MaintenanceRow out;
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

muster::v1::QuotaRow journalRow(const cluster::QuotaConfig& config) {
    muster::v1::QuotaRow out;
    out.set_role(config.role);
    for (int i = 0; i < Resources::kKinds; ++i) {
        const auto kind = static_cast<Resources::Kind>(i);
        const std::string name(Resources::name(kind));
        if (config.quota.guarantees[kind] != 0) {
            (*out.mutable_guarantees())[name] = config.quota.guarantees[kind];
        }
        if (config.quota.limits[kind] != allocator::Quota::kUnlimited) {
            (*out.mutable_limits())[name] = config.quota.limits[kind];
        }
    }
    return out;
}

muster::v1::WeightRow journalRow(const cluster::RoleWeight& weight) {
    muster::v1::WeightRow out;
    out.set_role(weight.role);
    out.set_weight(weight.weight.value);
    return out;
}

Result<cluster::AgentRecord> agentFromRow(std::string_view bytes) {
    const auto row = parseRow<muster::v1::AgentRow>(bytes, "An agent");
    if (!row) {
        return tl::unexpected(row.error());
    }
    const auto& in = *row;
    auto reservations = proto::fromProto(in.reservations());
    if (!reservations) {
        return unreadableRow("The reservations of an agent");
    }
    cluster::AgentRecord out{.id = {in.id()},
        .hostname = in.hostname(),
        .policy = {},
        .reservations = std::move(*reservations),
        .home = in.home(),
        .unreachableSince = maybeInstant(in.unreachable_since_ms())};
    out.policy = {.deactivated = in.deactivated(),
        .drain = static_cast<cluster::AgentPolicy::Drain>(in.drain()),
        .maxGrace
        = in.has_max_grace_us() ? std::optional(Duration(in.max_grace_us())) : std::nullopt,
        .markGone = in.mark_gone(),
        .drainStart = maybeInstant(in.drain_start_ms()),
        .gone = maybeInstant(in.gone_ms()),
        .author = in.author(),
        .reason = in.reason()};
    for (const auto& order : in.orders()) {
        auto& added = out.orders.emplace_back(
            cluster::GpuOrder{{order.gpu()}, std::nullopt, order.author()});
        if (order.has_restriction()) {
            added.restriction = proto::fromProto(order.restriction());
        }
    }
    for (const auto& key : in.condemned()) {
        out.condemned.insert({{key.framework_id()}, {key.task_id()}});
    }
    return out;
}

Result<cluster::GpuRestriction> restrictionFromRow(std::string_view bytes) {
    const auto in = parseRow<muster::v1::RestrictionRow>(bytes, "The restriction of a GPU");
    return in.map([](const auto& row) {
        return cluster::GpuRestriction{proto::fromProto(row.restriction()), {row.agent_id()}};
    });
}

Status addMaintenance(std::string_view bytes, cluster::Recovered& into) {
    const auto in = parseRow<muster::v1::MaintenanceRow>(bytes, "The maintenance schedule");
    if (!in) {
        return tl::unexpected(in.error());
    }
    for (const auto& window : in->windows()) {
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

Result<cluster::QuotaConfig> quotaFromRow(std::string_view bytes) {
    const auto in = parseRow<muster::v1::QuotaRow>(bytes, "A quota");
    if (!in) {
        return tl::unexpected(in.error());
    }
    cluster::QuotaConfig out{.role = in->role(), .quota = {}};
    for (int i = 0; i < Resources::kKinds; ++i) {
        const auto kind = static_cast<Resources::Kind>(i);
        const std::string name(Resources::name(kind));
        if (const auto found = in->guarantees().find(name); found != in->guarantees().end()) {
            out.quota.guarantees[kind] = found->second;
        }
        if (const auto found = in->limits().find(name); found != in->limits().end()) {
            out.quota.limits[kind] = found->second;
        }
    }
    return out;
}

Result<cluster::RoleWeight> weightFromRow(std::string_view bytes) {
    const auto in = parseRow<muster::v1::WeightRow>(bytes, "A weight");
    if (!in || in->weight() <= 0) {
        return unreadableRow("A weight");
    }
    return cluster::RoleWeight{in->role(), Milli{in->weight()}};
}

} // namespace muster::agentd
