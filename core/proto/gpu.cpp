// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/gpu.h"

#include "core/proto/states.h"
#include "core/proto/time.h"

namespace muster::proto {

muster::v1::Restriction toProto(const Restriction& restriction) {
    muster::v1::Restriction out;
    out.set_gpu(restriction.gpu.value);
    out.set_reason(restriction.reason);
    out.set_author(restriction.author);
    out.set_since_ms(milliseconds(restriction.since));
    out.set_until_ms(milliseconds(restriction.until));
    return out;
}

Restriction fromProto(const muster::v1::Restriction& in) {
    return {.gpu = {in.gpu()},
        .reason = in.reason(),
        .author = in.author(),
        .since = instant(in.since_ms()),
        .until = maybeInstant(in.until_ms())};
}

muster::v1::Gpu toProto(const GpuInfo& info, const cluster::GpuStatus* status) {
    muster::v1::Gpu out;
    out.set_uuid(info.uuid.value);
    out.set_index(info.index);
    out.set_minor(info.minor);
    out.set_model(info.model);
    out.set_bus_id(info.busId);
    const auto copy = [&out](const auto& value, auto setter) {
        if (value) {
            (out.*setter)(*value);
        }
    };
    if (info.memory) {
        out.set_memory_bytes(info.memory->value);
    }
    if (info.computeMode) {
        out.set_compute_mode(*info.computeMode);
    }
    copy(info.powerLimit, &muster::v1::Gpu::set_power_limit_mw);
    copy(info.persistence, &muster::v1::Gpu::set_persistence);
    copy(info.displayActive, &muster::v1::Gpu::set_display_active);
    copy(info.mig, &muster::v1::Gpu::set_mig);
    copy(info.ecc, &muster::v1::Gpu::set_ecc);
    for (const auto& link : info.links) {
        auto* row = out.add_links();
        row->set_peer(link.peer.value);
        row->set_lanes(link.lanes);
    }
    for (const auto& path : info.paths) {
        auto* row = out.add_paths();
        row->set_peer(path.peer.value);
        row->set_level(toProto(path.level));
    }
    if (info.numaNode) {
        out.set_numa_node(static_cast<std::int32_t>(*info.numaNode));
    }
    if (status != nullptr) {
        out.set_state(toProto(status->state));
        out.set_problem(status->problem);
        if (status->holder) {
            out.set_framework_id(status->holder->framework.value);
            out.set_task_id(status->holder->task.value);
        }
        if (status->restriction) {
            *out.mutable_restriction() = toProto(*status->restriction);
        }
    }
    return out;
}

GpuInfo infoFromProto(const muster::v1::Gpu& in) {
    GpuInfo out{.uuid = {in.uuid()},
        .index = in.index(),
        .minor = in.minor(),
        .model = in.model(),
        .busId = in.bus_id()};
    if (in.has_memory_bytes()) {
        out.memory = Bytes{in.memory_bytes()};
    }
    if (in.has_power_limit_mw()) {
        out.powerLimit = in.power_limit_mw();
    }
    if (in.has_compute_mode()) {
        out.computeMode = in.compute_mode();
    }
    const auto flag
        = [](bool has, bool value) { return has ? std::optional(value) : std::nullopt; };
    out.persistence = flag(in.has_persistence(), in.persistence());
    out.displayActive = flag(in.has_display_active(), in.display_active());
    out.mig = flag(in.has_mig(), in.mig());
    out.ecc = flag(in.has_ecc(), in.ecc());
    for (const auto& link : in.links()) {
        out.links.push_back({{link.peer()}, link.lanes()});
    }
    for (const auto& path : in.paths()) {
        if (const auto level = fromProto(path.level())) {
            out.paths.push_back({{path.peer()}, *level});
        }
    }
    if (in.has_numa_node() && in.numa_node() >= 0) {
        out.numaNode = static_cast<unsigned>(in.numa_node());
    }
    return out;
}

cluster::GpuStatus statusFromProto(const muster::v1::Gpu& in) {
    const auto state = fromProto(in.state());
    const bool isOfAgent = state && *state != GpuState::Offered && *state != GpuState::NoData;
    cluster::GpuStatus out{.gpu = {in.uuid()},
        .state = isOfAgent ? *state : GpuState::Unhealthy,
        .problem = in.problem()};
    if (!in.task_id().empty()) {
        out.holder = cluster::TaskKey{{in.framework_id()}, {in.task_id()}};
    }
    if (in.has_restriction()) {
        out.restriction = fromProto(in.restriction());
    }
    return out;
}

void append(const std::vector<GpuUuid>& gpus, UuidList& list) {
    for (const auto& gpu : gpus) {
        list.Add()->assign(gpu.value);
    }
}

std::vector<GpuUuid> fromProto(const UuidList& list) {
    std::vector<GpuUuid> out;
    for (const auto& gpu : list) {
        out.push_back({gpu});
    }
    return out;
}

} // namespace muster::proto
