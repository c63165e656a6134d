// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/agent.h"

#include "core/proto/resources.h"
#include "core/proto/scheduler.h"

namespace muster::proto {
namespace {

constexpr std::uint32_t kCheckpointVersion = 1;

template <typename List>
void setGpus(const std::vector<GpuUuid>& gpus, List& list) {
    for (const auto& gpu : gpus) {
        list.Add()->assign(gpu.value);
    }
}

template <typename List>
std::vector<GpuUuid> gpusOf(const List& list) {
    std::vector<GpuUuid> out;
    for (const auto& gpu : list) {
        out.push_back({gpu});
    }
    return out;
}

// mesos.v1.TaskStatus has no exit code: it travels beside the status.
template <typename Message>
void setEnd(const cluster::TaskStatus& status, Message& out) {
    if (status.exitCode) {
        out.set_exit_code(*status.exitCode);
    }
    if (status.signal) {
        out.set_signal(*status.signal);
    }
}

template <typename Message>
cluster::TaskStatus statusWithEnd(const mesos::v1::TaskStatus& status, const Message& in) {
    auto out = fromProto(status);
    if (in.has_exit_code()) {
        out.exitCode = in.exit_code();
    }
    if (in.has_signal()) {
        out.signal = in.signal();
    }
    return out;
}

muster::v1::FrameworkFacts toFacts(const cluster::FrameworkInfo& info) {
    muster::v1::FrameworkFacts out;
    out.set_id(info.id.value);
    out.set_name(info.name);
    out.set_user(info.user);
    out.set_role(info.role);
    out.set_principal(info.principal);
    for (const auto capability : info.capabilities) {
        out.add_capabilities(static_cast<std::uint32_t>(capability));
    }
    return out;
}

cluster::FrameworkInfo fromFacts(const muster::v1::FrameworkFacts& in) {
    cluster::FrameworkInfo out{.id = {in.id()},
        .name = in.name(),
        .user = in.user(),
        .role = in.role(),
        .principal = in.principal()};
    for (const auto capability : in.capabilities()) {
        out.capabilities.insert(static_cast<cluster::Capability>(capability));
    }
    return out;
}

muster::v1::AgentFacts toFacts(
    const cluster::AgentInfo& info, const std::vector<cluster::GpuStatus>& gpus) {
    muster::v1::AgentFacts out;
    out.set_hostname(info.hostname);
    out.set_resources(info.total.text());
    append(info.attributes, *out.mutable_attributes());
    out.set_driver_version(info.driverVersion);
    out.set_cuda_version(info.cudaVersion);
    for (const auto& gpu : info.gpus) {
        const auto status = std::find_if(gpus.begin(), gpus.end(),
            [&](const auto& candidate) { return candidate.gpu == gpu.uuid; });
        *out.add_gpus() = toProto(gpu, status == gpus.end() ? nullptr : &*status);
    }
    return out;
}

struct Facts {
    cluster::AgentInfo info;
    std::vector<cluster::GpuStatus> gpus;
};

Result<Facts> fromFacts(const muster::v1::AgentFacts& in) {
    auto total = Resources::parse(in.resources());
    if (!total) {
        return failure("The agent's resources", total.error());
    }
    Facts out;
    out.info = {.hostname = in.hostname(),
        .total = std::move(*total),
        .attributes = fromProto(in.attributes()),
        .driverVersion = in.driver_version(),
        .cudaVersion = in.cuda_version()};
    for (const auto& gpu : in.gpus()) {
        out.info.gpus.push_back(infoFromProto(gpu));
        out.gpus.push_back(statusFromProto(gpu));
    }
    return out;
}

GpuState gpuState(std::string_view name) {
    for (const auto state : {GpuState::Free, GpuState::Allocated, GpuState::Draining,
             GpuState::Restricted, GpuState::Unhealthy, GpuState::Lost}) {
        if (wireName(state) == name) {
            return state;
        }
    }
    return GpuState::Unhealthy;
}

std::int64_t milliseconds(Instant instant) {
    return std::chrono::floor<std::chrono::milliseconds>(instant.time_since_epoch()).count();
}

Instant instant(std::int64_t milliseconds) {
    return Instant(std::chrono::milliseconds(milliseconds));
}

struct ToMessage {
    muster::v1::AgentMessage& out;

    void operator()(const cluster::Register& in) const {
        auto& message = *out.mutable_register_();
        message.set_id(in.id.value);
        *message.mutable_facts() = toFacts(in.info, in.gpus);
        for (const auto& task : in.tasks) {
            auto& live = *message.add_tasks();
            live.mutable_framework()->set_id(task.framework.value);
            *live.mutable_info() = toProto(task.info);
            *live.mutable_latest() = toProto(task.latest);
            setGpus(task.gpus, *live.mutable_gpus());
            setEnd(task.latest, live);
        }
    }
    void operator()(const cluster::AgentUpdate& in) const {
        *out.mutable_update() = toFacts(in.info, in.gpus);
    }
    void operator()(const cluster::StatusUpdate& in) const {
        auto& message = *out.mutable_status();
        message.set_framework_id(in.framework.value);
        *message.mutable_status() = toProto(in.status);
        setGpus(in.gpus, *message.mutable_gpus());
        setEnd(in.status, message);
    }
};

struct ToCommand {
    muster::v1::AgentCommand& out;

    void operator()(const cluster::Registered& in) const {
        out.mutable_registered()->set_id(in.id.value);
    }
    void operator()(const cluster::RunTask& in) const {
        *out.mutable_run()->mutable_framework() = toFacts(in.framework);
        *out.mutable_run()->mutable_task() = toProto(in.task);
    }
    void operator()(const cluster::KillTask& in) const {
        out.mutable_kill()->set_framework_id(in.task.framework.value);
        out.mutable_kill()->set_task_id(in.task.task.value);
        if (in.grace) {
            out.mutable_kill()->set_grace_us(in.grace->count());
        }
    }
    void operator()(const cluster::AcknowledgeStatus& in) const {
        out.mutable_acknowledge()->set_framework_id(in.task.framework.value);
        out.mutable_acknowledge()->set_task_id(in.task.task.value);
        out.mutable_acknowledge()->set_uuid(in.uuid.raw());
    }
    void operator()(const cluster::RestrictGpu& in) const {
        *out.mutable_restrict() = toProto(in.restriction);
    }
    void operator()(const cluster::ReleaseGpu& in) const {
        out.mutable_release()->set_gpu(in.gpu.value);
        out.mutable_release()->set_author(in.author);
    }
    void operator()(const cluster::RemoveFramework& in) const {
        out.set_remove_framework(in.framework.value);
    }
};

Result<cluster::AgentMessage> registration(const muster::v1::AgentMessage::Register& in) {
    auto facts = fromFacts(in.facts());
    if (!facts) {
        return tl::unexpected(facts.error());
    }
    cluster::Register out{
        .id = {in.id()}, .info = std::move(facts->info), .gpus = std::move(facts->gpus)};
    for (const auto& task : in.tasks()) {
        auto info = fromProto(task.info());
        if (!info) {
            return tl::unexpected(info.error());
        }
        out.tasks.push_back({{task.framework().id()}, std::move(*info),
            statusWithEnd(task.latest(), task), gpusOf(task.gpus())});
    }
    return out;
}

Result<cluster::AgentCommand> run(const muster::v1::AgentCommand::Run& in) {
    auto task = fromProto(in.task());
    if (!task) {
        return tl::unexpected(task.error());
    }
    return cluster::RunTask{fromFacts(in.framework()), std::move(*task)};
}

template <typename Message>
std::optional<tl::unexpected<Error>> wrongVersion(const Message& in, std::string_view what) {
    if (in.version() == kCheckpointVersion) {
        return std::nullopt;
    }
    return failure(fmt::format(
        "The {} has version {}, this Muster reads version {}: use the Muster that wrote it", what,
        in.version(), kCheckpointVersion));
}

} // namespace

muster::v1::Restriction toProto(const Restriction& restriction) {
    muster::v1::Restriction out;
    out.set_gpu(restriction.gpu.value);
    out.set_reason(restriction.reason);
    out.set_author(restriction.author);
    out.set_since_ms(milliseconds(restriction.since));
    out.set_until_ms(restriction.until ? milliseconds(*restriction.until) : 0);
    return out;
}

Restriction fromProto(const muster::v1::Restriction& in) {
    Restriction out{.gpu = {in.gpu()},
        .reason = in.reason(),
        .author = in.author(),
        .since = instant(in.since_ms())};
    if (in.until_ms() != 0) {
        out.until = instant(in.until_ms());
    }
    return out;
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
    if (status != nullptr) {
        out.set_state(std::string(wireName(status->state)));
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
    return out;
}

cluster::GpuStatus statusFromProto(const muster::v1::Gpu& in) {
    cluster::GpuStatus out{
        .gpu = {in.uuid()}, .state = gpuState(in.state()), .problem = in.problem()};
    if (!in.task_id().empty()) {
        out.holder = cluster::TaskKey{{in.framework_id()}, {in.task_id()}};
    }
    if (in.has_restriction()) {
        out.restriction = fromProto(in.restriction());
    }
    return out;
}

muster::v1::AgentMessage toProto(const cluster::AgentMessage& message) {
    muster::v1::AgentMessage out;
    std::visit(ToMessage{out}, message);
    return out;
}

Result<cluster::AgentMessage> fromProto(const muster::v1::AgentMessage& message) {
    switch (message.message_case()) {
    case muster::v1::AgentMessage::kRegister:
        return registration(message.register_());
    case muster::v1::AgentMessage::kUpdate: {
        auto facts = fromFacts(message.update());
        if (!facts) {
            return tl::unexpected(facts.error());
        }
        return cluster::AgentUpdate{std::move(facts->info), std::move(facts->gpus)};
    }
    case muster::v1::AgentMessage::kStatus: {
        const auto& in = message.status();
        return cluster::StatusUpdate{
            {in.framework_id()}, statusWithEnd(in.status(), in), gpusOf(in.gpus())};
    }
    case muster::v1::AgentMessage::kTelemetry:
    case muster::v1::AgentMessage::kLog:
    case muster::v1::AgentMessage::kProcesses:
    case muster::v1::AgentMessage::MESSAGE_NOT_SET:
        break;
    }
    return failure("Not a message of the agent's state");
}

muster::v1::AgentCommand toProto(const cluster::AgentCommand& command) {
    muster::v1::AgentCommand out;
    std::visit(ToCommand{out}, command);
    return out;
}

Result<cluster::AgentCommand> fromProto(const muster::v1::AgentCommand& command) {
    switch (command.command_case()) {
    case muster::v1::AgentCommand::kRegistered:
        return cluster::Registered{{command.registered().id()}};
    case muster::v1::AgentCommand::kRun:
        return run(command.run());
    case muster::v1::AgentCommand::kKill: {
        const auto& in = command.kill();
        cluster::KillTask out{{{in.framework_id()}, {in.task_id()}}, std::nullopt};
        if (in.has_grace_us()) {
            out.grace = Duration(in.grace_us());
        }
        return out;
    }
    case muster::v1::AgentCommand::kAcknowledge: {
        const auto& in = command.acknowledge();
        const auto uuid = Uuid::fromRaw(in.uuid());
        if (!uuid) {
            return failure("Not a valid UUID");
        }
        return cluster::AcknowledgeStatus{{{in.framework_id()}, {in.task_id()}}, *uuid};
    }
    case muster::v1::AgentCommand::kRestrict:
        return cluster::RestrictGpu{fromProto(command.restrict())};
    case muster::v1::AgentCommand::kRelease:
        return cluster::ReleaseGpu{{command.release().gpu()}, command.release().author()};
    case muster::v1::AgentCommand::kRemoveFramework:
        return cluster::RemoveFramework{{command.remove_framework()}};
    case muster::v1::AgentCommand::kReadLog:
    case muster::v1::AgentCommand::kCancelLog:
    case muster::v1::AgentCommand::COMMAND_NOT_SET:
        break;
    }
    return failure("Not a command to the agent's state");
}

muster::v1::TaskCheckpoint toProto(const node::TaskCheckpoint& task) {
    muster::v1::TaskCheckpoint out;
    out.set_version(kCheckpointVersion);
    out.set_container_id(task.container.value);
    *out.mutable_framework() = toFacts(task.framework);
    *out.mutable_info() = toProto(task.info);
    setGpus(task.gpus, *out.mutable_gpus());
    for (const auto& status : task.pending) {
        auto& pending = *out.add_pending();
        *pending.mutable_status() = toProto(status);
        setEnd(status, pending);
    }
    *out.mutable_latest()->mutable_status() = toProto(task.latest);
    setEnd(task.latest, *out.mutable_latest());
    out.set_killed(task.killed);
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
    auto info = fromProto(in.info());
    if (!info) {
        return tl::unexpected(info.error());
    }
    node::TaskCheckpoint out{.container = {in.container_id()},
        .framework = fromFacts(in.framework()),
        .info = std::move(*info),
        .gpus = gpusOf(in.gpus()),
        .latest = statusWithEnd(in.latest().status(), in.latest()),
        .killed = in.killed(),
        .removed = in.removed()};
    if (in.has_end()) {
        out.end = statusWithEnd(in.end().status(), in.end());
    }
    for (const auto& pending : in.pending()) {
        out.pending.push_back(statusWithEnd(pending.status(), pending));
    }
    return out;
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
    node::RecoveredAgent out{.id = {in.id()}};
    for (const auto& restriction : in.restrictions()) {
        out.restrictions.push_back(fromProto(restriction));
    }
    return out;
}

} // namespace muster::proto
