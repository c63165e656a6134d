// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/task.h"

#include <cmath>

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>

#include "core/proto/checks.h"
#include "core/proto/resources.h"
#include "core/proto/time.h"

namespace muster::proto {
namespace {

// Seconds since the epoch; what no Instant can say is the epoch.
Instant instantOf(double seconds) {
    constexpr double kMost = 9e12;
    return std::abs(seconds) < kMost ? Instant(Duration(std::llround(seconds * 1e6))) : Instant{};
}

cluster::ContainerStatus containerFromProto(const mesos::v1::ContainerStatus& in) {
    cluster::ContainerStatus out{.id = {in.container_id().value()}};
    for (const auto& network : in.network_infos()) {
        for (const auto& address : network.ip_addresses()) {
            out.ip = out.ip.empty() ? address.ip_address() : out.ip;
        }
    }
    if (in.has_executor_pid()) {
        out.pid = static_cast<int>(in.executor_pid());
    }
    return out;
}

void toProto(const cluster::ContainerStatus& in, mesos::v1::ContainerStatus& out) {
    out.mutable_container_id()->set_value(in.id.value);
    if (!in.ip.empty()) {
        auto& address = *out.add_network_infos()->add_ip_addresses();
        address.set_protocol(in.ip.find(':') == std::string::npos ? mesos::v1::NetworkInfo::IPv4
                                                                  : mesos::v1::NetworkInfo::IPv6);
        address.set_ip_address(in.ip);
    }
    if (in.pid) {
        out.set_executor_pid(static_cast<std::uint32_t>(*in.pid));
    }
}

// What the kernel does not interpret of a status; empty if there is none of it.
std::string uninterpreted(const mesos::v1::TaskStatus& status) {
    mesos::v1::TaskStatus rest;
    if (status.has_data()) {
        rest.set_data(status.data());
    }
    if (status.has_labels()) {
        *rest.mutable_labels() = status.labels();
    }
    if (status.has_check_status()) {
        *rest.mutable_check_status() = status.check_status();
    }
    if (status.has_limitation()) {
        *rest.mutable_limitation() = status.limitation();
    }
    return rest.SerializePartialAsString();
}

// A bundle is allocated to one role; what names none is the default's.
std::string roleOf(const ResourceList& resources) {
    const bool named = !resources.empty() && resources[0].allocation_info().has_role();
    return named ? resources[0].allocation_info().role() : "*";
}

Result<std::optional<Duration>> maybeGrace(
    std::string_view name, const mesos::v1::DurationInfo& asked) {
    const auto grace = graceOf(name, std::chrono::nanoseconds(asked.nanoseconds()));
    return grace ? Result<std::optional<Duration>>(*grace) : tl::unexpected(grace.error());
}

} // namespace

Result<std::optional<Duration>> graceOf(
    const mesos::v1::KillPolicy& policy, std::string_view whose) {
    return policy.has_grace_period()
        ? maybeGrace(fmt::format("{}'s 'kill_policy.grace_period'", whose), policy.grace_period())
        : std::nullopt;
}

Result<std::optional<Duration>> graceOf(const mesos::v1::ExecutorInfo& info) {
    return info.has_shutdown_grace_period()
        ? maybeGrace("ExecutorInfo's 'shutdown_grace_period'", info.shutdown_grace_period())
        : std::nullopt;
}

cluster::TaskInfo fromProto(const mesos::v1::TaskInfo& info) {
    auto resources = fromProto(info.resources());
    cluster::TaskInfo out{
        .id = {info.task_id().value()},
        .name = info.name(),
        .agent = {info.agent_id().value()},
        .role = roleOf(info.resources()),
        .maxCompletionTime = info.has_max_completion_time()
            ? std::optional(fromNanoseconds(info.max_completion_time().nanoseconds()))
            : std::nullopt,
        .user = info.command().user(),
        .killGrace = graceOf(info.kill_policy(), "Task").value_or(std::nullopt), // see findDefect()
        // Partial: in an agent's message, whose schema demands nothing, it may be missing.
        .payload = info.SerializePartialAsString(),
    };
    if (info.has_executor()) {
        out.executor = fromProto(info.executor());
        if (out.user.empty()) { // the executor's process runs it
            out.user = info.executor().command().user();
        }
    }
    out.check = checkOf(info);
    out.healthCheck = healthCheckOf(info);
    if (resources) {
        out.resources = std::move(*resources);
    } else {
        out.defect = {cluster::Defect::Stage::Resources, resources.error().message};
    }
    return out;
}

cluster::TaskInfo fromProto(mesos::v1::TaskInfo&& info) {
    auto out = fromProto(std::as_const(info));
    out.payload.keepMessage(std::make_shared<const mesos::v1::TaskInfo>(std::move(info)));
    return out;
}

std::shared_ptr<const mesos::v1::TaskInfo> messageOf(const cluster::TaskInfo& info) {
    if (const auto& known = info.payload.message()) {
        return known;
    }
    auto out = std::make_shared<mesos::v1::TaskInfo>();
    out->ParsePartialFromString(info.payload.bytes());
    return out;
}

std::string commandText(const mesos::v1::CommandInfo& command) {
    if (command.shell() || command.arguments().empty()) {
        return command.value();
    }
    return fmt::format("{}", fmt::join(command.arguments(), " "));
}

std::string commandText(std::string_view task) {
    using Wire = google::protobuf::internal::WireFormatLite;
    google::protobuf::io::CodedInputStream in(
        reinterpret_cast<const std::uint8_t*>(task.data()), static_cast<int>(task.size()));
    mesos::v1::CommandInfo command;
    while (const auto tag = in.ReadTag()) {
        const bool isCommand
            = Wire::GetTagFieldNumber(tag) == mesos::v1::TaskInfo::kCommandFieldNumber;
        if (!(isCommand ? Wire::ReadMessage(&in, &command) : Wire::SkipField(&in, tag))) {
            return {};
        }
    }
    return commandText(command);
}

mesos::v1::TaskInfo toProto(const cluster::TaskInfo& info) {
    mesos::v1::TaskInfo out;
    if (const auto& known = info.payload.message()) {
        out = *known;
    } else {
        out.ParsePartialFromString(info.payload.bytes());
    }
    out.set_name(info.name);
    out.mutable_task_id()->set_value(info.id.value);
    out.mutable_agent_id()->set_value(info.agent.value);
    out.clear_resources();
    append(info.resources, *out.mutable_resources());
    allocate(*out.mutable_resources(), info.role);
    if (info.executor) {
        *out.mutable_executor() = toProto(*info.executor);
    }
    if (info.killGrace) {
        out.mutable_kill_policy()->mutable_grace_period()->set_nanoseconds(
            nanoseconds(*info.killGrace));
    }
    return out;
}

cluster::ExecutorInfo fromProto(const mesos::v1::ExecutorInfo& info) {
    auto resources = fromProto(info.resources());
    auto payload = info; // without the resources: two of one executor must be equal by value
    payload.clear_resources();
    cluster::ExecutorInfo out{
        .id = {info.executor_id().value()},
        .type = info.type() == mesos::v1::ExecutorInfo::DEFAULT
            ? cluster::ExecutorInfo::Type::Default
            : cluster::ExecutorInfo::Type::Custom,
        .role = roleOf(info.resources()),
        .shutdownGrace = graceOf(info).value_or(std::nullopt),
        .payload = payload.SerializePartialAsString(),
    };
    if (resources) {
        out.resources = std::move(*resources);
    } else {
        out.defect = {cluster::Defect::Stage::Resources, resources.error().message};
    }
    return out;
}

mesos::v1::ExecutorInfo toProto(const cluster::ExecutorInfo& info) {
    mesos::v1::ExecutorInfo out;
    out.ParsePartialFromString(info.payload);
    out.mutable_executor_id()->set_value(info.id.value);
    if (info.type == cluster::ExecutorInfo::Type::Default) {
        out.set_type(mesos::v1::ExecutorInfo::DEFAULT);
    }
    append(info.resources, *out.mutable_resources());
    allocate(*out.mutable_resources(), info.role);
    return out;
}

mesos::v1::TaskStatus toProto(const cluster::TaskStatus& status) {
    mesos::v1::TaskStatus out;
    toProto(status, out);
    return out;
}

void toProto(const cluster::TaskStatus& status, mesos::v1::TaskStatus& out) {
    out.ParsePartialFromString(status.payload);
    out.mutable_task_id()->set_value(status.task.value);
    out.set_state(static_cast<mesos::v1::TaskState>(status.state));
    out.set_source(static_cast<mesos::v1::TaskStatus::Source>(status.source));
    if (status.reason) {
        out.set_reason(static_cast<mesos::v1::TaskStatus::Reason>(*status.reason));
    }
    if (!status.message.empty()) {
        out.set_message(status.message);
    }
    if (status.uuid) {
        out.set_uuid(status.uuid->raw());
    }
    if (!status.agent.empty()) {
        out.mutable_agent_id()->set_value(status.agent.value);
    }
    if (!status.executor.empty()) {
        out.mutable_executor_id()->set_value(status.executor.value);
    }
    if (status.healthy) {
        out.set_healthy(*status.healthy);
    }
    if (status.container) {
        toProto(*status.container, *out.mutable_container_status());
    }
    out.set_timestamp(static_cast<double>(status.at.time_since_epoch().count()) / 1e6);
}

cluster::TaskStatus fromProto(const mesos::v1::TaskStatus& status) {
    cluster::TaskStatus out{
        .task = {status.task_id().value()},
        .state = static_cast<TaskState>(status.state()),
        .source = static_cast<StatusSource>(status.source()),
        .message = status.message(),
        .uuid = Uuid::fromRaw(status.uuid()),
        .at = instantOf(status.timestamp()),
        .agent = {status.agent_id().value()},
        .executor = {status.executor_id().value()},
        .payload = uninterpreted(status),
    };
    if (status.has_reason()) {
        out.reason = static_cast<Reason>(status.reason());
    }
    if (status.has_healthy()) {
        out.healthy = status.healthy();
    }
    if (status.has_container_status()) {
        out.container = containerFromProto(status.container_status());
    }
    return out;
}

} // namespace muster::proto
