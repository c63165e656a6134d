// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/checkpoint.h"

#include "core/kernel/base/id_rule.h"
#include "core/proto/agent.h"
#include "core/proto/gpu.h"
#include "core/proto/status_end.h"
#include "core/proto/text_rules.h"

namespace muster::proto {
namespace {

constexpr std::uint32_t kCheckpointVersion = 1;

template <typename Message>
std::optional<tl::unexpected<Error>> wrongVersion(const Message& in, std::string_view what) {
    if (in.version() == kCheckpointVersion) {
        return std::nullopt;
    }
    return failure(fmt::format(
        "The {} has version {}, this Muster reads version {}: use the Muster that wrote it", what,
        in.version(), kCheckpointVersion));
}

// Its container, framework and task or executor each name a folder.
template <typename Message>
Status validateIds(const Message& in, const std::string& id) {
    const auto all = checkIds(in);
    const auto framework = all ? validateId(in.framework().id()) : all;
    const auto container = framework ? validateId(in.container_id()) : framework;
    return container ? validateId(id) : container;
}

} // namespace

muster::v1::TaskCheckpoint toProto(const node::TaskCheckpoint& task) {
    muster::v1::TaskCheckpoint out;
    out.set_version(kCheckpointVersion);
    out.set_container_id(task.container.value);
    *out.mutable_framework() = toProto(task.framework);
    *out.mutable_info() = toProto(task.info);
    append(task.gpus, *out.mutable_gpus());
    out.set_group(task.group);
    for (const auto& status : task.pending) {
        auto& pending = *out.add_pending();
        *pending.mutable_status() = toProto(status);
        setEnd(status, pending);
    }
    *out.mutable_latest()->mutable_status() = toProto(task.latest);
    setEnd(task.latest, *out.mutable_latest());
    if (task.killed) {
        out.set_killed(true);
        out.set_kill_cause(static_cast<int>(*task.killed));
        *out.mutable_killed_by() = toProto(task.killedBy);
    }
    if (task.grace) {
        out.set_grace_us(task.grace->count());
    }
    if (task.completeBy) {
        out.set_complete_by_us(task.completeBy->time_since_epoch().count());
    }
    if (task.end) {
        *out.mutable_end()->mutable_status() = toProto(*task.end);
        setEnd(*task.end, *out.mutable_end());
    }
    out.set_removed(task.removed);
    return out;
}

Result<node::TaskCheckpoint> fromProto(const muster::v1::TaskCheckpoint& in) {
    if (auto wrong = wrongVersion(in, "task checkpoint")) {
        return *wrong;
    }
    if (auto ids = validateIds(in, in.info().task_id().value()); !ids) {
        return tl::unexpected(ids.error());
    }
    node::TaskCheckpoint out{.container = {in.container_id()},
        .framework = fromProto(in.framework()),
        .info = fromProto(mesos::v1::TaskInfo(in.info())),
        .gpus = fromProto(in.gpus()),
        .group = in.group(),
        .latest = statusWithEnd(in.latest().status(), in.latest()),
        .removed = in.removed()};
    if (in.killed()) {
        out.killed = static_cast<node::KillCause>(in.kill_cause());
        out.killedBy = fromProto(in.killed_by());
    }
    if (in.has_grace_us()) {
        out.grace = Duration(in.grace_us());
    }
    if (in.has_complete_by_us()) {
        out.completeBy = Instant(Duration(in.complete_by_us()));
    }
    if (in.has_end()) {
        out.end = statusWithEnd(in.end().status(), in.end());
    }
    for (const auto& pending : in.pending()) {
        out.pending.push_back(statusWithEnd(pending.status(), pending));
    }
    return out;
}

muster::v1::ExecutorCheckpoint toProto(const node::ExecutorCheckpoint& executor) {
    muster::v1::ExecutorCheckpoint out;
    out.set_version(kCheckpointVersion);
    out.set_container_id(executor.container.value);
    *out.mutable_framework() = toProto(executor.framework);
    *out.mutable_info() = toProto(executor.info);
    append(executor.gpus, *out.mutable_gpus());
    out.set_removed(executor.removed);
    return out;
}

Result<node::ExecutorCheckpoint> fromProto(const muster::v1::ExecutorCheckpoint& in) {
    if (auto wrong = wrongVersion(in, "executor checkpoint")) {
        return *wrong;
    }
    if (auto ids = validateIds(in, in.info().executor_id().value()); !ids) {
        return tl::unexpected(ids.error());
    }
    return node::ExecutorCheckpoint{.container = {in.container_id()},
        .framework = fromProto(in.framework()),
        .info = fromProto(in.info()),
        .gpus = fromProto(in.gpus()),
        .removed = in.removed()};
}

muster::v1::AgentCheckpoint toProto(
    const AgentId& id, const std::vector<Restriction>& restrictions) {
    muster::v1::AgentCheckpoint out;
    out.set_version(kCheckpointVersion);
    out.set_id(id.value);
    for (const auto& restriction : restrictions) {
        *out.add_restrictions() = toProto(restriction);
    }
    return out;
}

Result<node::RecoveredAgent> fromProto(const muster::v1::AgentCheckpoint& in) {
    if (auto wrong = wrongVersion(in, "agent checkpoint")) {
        return *wrong;
    }
    if (auto ids = checkIds(in); !ids) {
        return tl::unexpected(ids.error());
    }
    node::RecoveredAgent out{.id = {in.id()}};
    for (const auto& restriction : in.restrictions()) {
        out.restrictions.push_back(fromProto(restriction));
    }
    return out;
}

} // namespace muster::proto
