// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/agent.h"

#include "core/kernel/base/id_rule.h"
#include "core/kernel/node/exit_status.h"
#include "core/proto/gpu.h"
#include "core/proto/protocol.h"
#include "core/proto/resources.h"
#include "core/proto/states.h"
#include "core/proto/status_end.h"

namespace muster::proto {
namespace {

muster::v1::AgentFacts toFacts(
    const cluster::AgentInfo& info, const std::vector<cluster::GpuStatus>& gpus) {
    muster::v1::AgentFacts out;
    out.set_hostname(info.hostname);
    *out.mutable_resources() = toRow(info.total);
    append(info.attributes, *out.mutable_attributes());
    out.set_driver_version(info.driverVersion);
    out.set_cuda_version(info.cudaVersion);
    out.set_home(info.home);
    for (const auto& trouble : info.troubles) {
        auto& row = *out.add_troubles();
        row.set_problem(toProto(trouble.problem));
        row.set_text(trouble.text);
    }
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
    auto total = fromProto(in.resources());
    if (!total) {
        return failure("The agent's resources", total.error());
    }
    auto attributes = fromProto(in.attributes());
    if (!attributes) {
        return tl::unexpected(attributes.error());
    }
    Facts out;
    out.info = {.hostname = in.hostname(),
        .total = std::move(*total),
        .attributes = std::move(*attributes),
        .driverVersion = in.driver_version(),
        .cudaVersion = in.cuda_version(),
        .home = in.home()};
    for (const auto& trouble : in.troubles()) {
        if (const auto problem = fromProto(trouble.problem())) {
            out.info.troubles.push_back({*problem, trouble.text()});
        }
    }
    for (const auto& gpu : in.gpus()) {
        out.info.gpus.push_back(infoFromProto(gpu));
        out.gpus.push_back(statusFromProto(gpu));
    }
    return out;
}

struct ToMessage {
    muster::v1::AgentMessage& out;

    void operator()(const cluster::Register& in) const {
        out.set_protocol(kProtocol);
        auto& message = *out.mutable_register_();
        message.set_id(in.id.value);
        *message.mutable_facts() = toFacts(in.info, in.gpus);
        for (const auto& task : in.tasks) {
            auto& live = *message.add_tasks();
            live.mutable_framework()->set_id(task.framework.value);
            *live.mutable_info() = toProto(task.info);
            *live.mutable_latest() = toProto(task.latest);
            append(task.gpus, *live.mutable_gpus());
            setEnd(task.latest, live);
        }
        for (const auto& executor : in.executors) {
            auto& live = *message.add_executors();
            live.set_framework_id(executor.framework.value);
            *live.mutable_info() = toProto(executor.info);
        }
    }
    void operator()(const cluster::AgentUpdate& in) const {
        *out.mutable_update() = toFacts(in.info, in.gpus);
        out.mutable_update()->set_order_done(in.orderDone);
    }
    void operator()(const cluster::StatusUpdate& in) const {
        auto& message = *out.mutable_status();
        message.set_framework_id(in.framework.value);
        *message.mutable_status() = toProto(in.status);
        append(in.gpus, *message.mutable_gpus());
        message.set_over(in.over);
        setEnd(in.status, message);
    }
    void operator()(const cluster::FromExecutor& in) const {
        auto& message = *out.mutable_from_executor();
        message.set_framework_id(in.framework.value);
        message.set_executor_id(in.executor.value);
        message.set_data(in.data);
    }
    void operator()(const cluster::ExecutorEnded& in) const {
        auto& message = *out.mutable_executor_ended();
        message.set_framework_id(in.framework.value);
        message.set_executor_id(in.executor.value);
        message.set_status(in.status);
    }
};

struct ToCommand {
    muster::v1::AgentCommand& out;

    void operator()(const cluster::Registered& in) const {
        out.mutable_registered()->set_id(in.id.value);
    }
    void operator()(const cluster::RunTask& in) const {
        *out.mutable_run()->mutable_framework() = toProto(in.framework);
        *out.mutable_run()->mutable_task() = toProto(in.task);
    }
    void operator()(const cluster::RunGroup& in) const {
        auto& group = *out.mutable_run_group();
        *group.mutable_framework() = toProto(in.framework);
        *group.mutable_executor() = toProto(in.executor);
        for (const auto& task : in.tasks) {
            *group.add_tasks() = toProto(task);
        }
    }
    void operator()(const cluster::ShutdownExecutor& in) const {
        out.mutable_shutdown_executor()->set_framework_id(in.framework.value);
        out.mutable_shutdown_executor()->set_executor_id(in.executor.value);
        *out.mutable_shutdown_executor()->mutable_killed_by() = toProto(in.by);
    }
    void operator()(const cluster::ToExecutor& in) const {
        out.mutable_to_executor()->set_framework_id(in.framework.value);
        out.mutable_to_executor()->set_executor_id(in.executor.value);
        out.mutable_to_executor()->set_data(in.data);
    }
    void operator()(const cluster::KillTask& in) const {
        out.mutable_kill()->set_framework_id(in.task.framework.value);
        out.mutable_kill()->set_task_id(in.task.task.value);
        if (in.grace) {
            out.mutable_kill()->set_grace_us(in.grace->count());
        }
        *out.mutable_kill()->mutable_killed_by() = toProto(in.by);
    }
    void operator()(const cluster::AcknowledgeStatus& in) const {
        out.mutable_acknowledge()->set_framework_id(in.task.framework.value);
        out.mutable_acknowledge()->set_task_id(in.task.task.value);
        out.mutable_acknowledge()->set_uuid(in.uuid.raw());
    }
    void operator()(const cluster::RestrictGpu& in) const {
        *out.mutable_restrict() = toProto(in.restriction);
        out.mutable_restrict()->set_order(in.order);
    }
    void operator()(const cluster::ReleaseGpu& in) const {
        out.mutable_release()->set_gpu(in.gpu.value);
        out.mutable_release()->set_author(in.author);
        out.mutable_release()->set_order(in.order);
    }
    void operator()(const cluster::WithholdGpus& in) const {
        auto& message = *out.mutable_withhold();
        for (const auto& item : in.gpus) {
            auto& row = *message.add_gpus();
            row.set_gpu(item.gpu.value);
            row.set_problem(item.problem);
        }
    }
    void operator()(const cluster::RemoveFramework& in) const {
        out.set_remove_framework(in.framework.value);
    }
};

// Each names a directory of the agent. decode() lets ids be empty: most fields may be.
Status validateIds(const FrameworkId& framework, const std::string& id) {
    const auto valid = validateId(framework.value);
    return valid ? validateId(id) : valid;
}

Result<cluster::AgentCommand> runOf(const muster::v1::AgentCommand::Run& in) {
    cluster::RunTask out{fromProto(in.framework()), fromProto(mesos::v1::TaskInfo(in.task()))};
    if (auto valid = validateIds(out.framework.id, out.task.id.value); !valid) {
        return tl::unexpected(valid.error());
    }
    return out;
}

Result<cluster::AgentCommand> runOf(const muster::v1::AgentCommand::RunGroup& in) {
    cluster::RunGroup out{fromProto(in.framework()), fromProto(in.executor()), {}};
    auto valid = validateIds(out.framework.id, out.executor.id.value);
    for (const auto& task : in.tasks()) {
        out.tasks.push_back(fromProto(mesos::v1::TaskInfo(task)));
        valid = valid ? validateId(out.tasks.back().id.value) : valid;
    }
    if (!valid) {
        return tl::unexpected(valid.error());
    }
    return out;
}

Result<cluster::AgentMessage> registration(const muster::v1::AgentMessage::Register& in) {
    auto facts = fromFacts(in.facts());
    if (!facts) {
        return tl::unexpected(facts.error());
    }
    cluster::Register out{
        .id = {in.id()}, .info = std::move(facts->info), .gpus = std::move(facts->gpus)};
    Status valid;
    for (const auto& task : in.tasks()) {
        const auto& added = out.tasks.emplace_back(cluster::LiveTask{{task.framework().id()},
            fromProto(task.info()), statusWithEnd(task.latest(), task), fromProto(task.gpus())});
        valid = valid ? validateIds(added.framework, added.info.id.value) : valid;
    }
    for (const auto& executor : in.executors()) {
        const auto& added = out.executors.emplace_back(
            cluster::LiveExecutor{{executor.framework_id()}, fromProto(executor.info())});
        valid = valid ? validateIds(added.framework, added.info.id.value) : valid;
    }
    if (!valid) {
        return failure("The agent runs something without a valid id", valid.error());
    }
    return out;
}

} // namespace

muster::v1::FrameworkFacts toProto(const cluster::FrameworkInfo& info) {
    muster::v1::FrameworkFacts out;
    out.set_id(info.id.value);
    out.set_name(info.name);
    out.set_user(info.user);
    for (const auto& role : info.roles) {
        out.add_roles(role);
    }
    out.set_payload(info.payload);
    out.set_principal(info.principal);
    for (const auto capability : info.capabilities) {
        out.add_capabilities(static_cast<std::uint32_t>(capability));
    }
    return out;
}

cluster::FrameworkInfo fromProto(const muster::v1::FrameworkFacts& in) {
    cluster::FrameworkInfo out{.id = {in.id()},
        .name = in.name(),
        .user = in.user(),
        .roles = {in.roles().begin(), in.roles().end()},
        .principal = in.principal(),
        .payload = in.payload()};
    for (const auto capability : in.capabilities()) {
        out.capabilities.insert(static_cast<cluster::Capability>(capability));
    }
    return out;
}

// Without a UUID: an agent that knows nothing of a task cannot repeat its end. If this is lost with
// the connection, the master finds that out when the agent registers again without the task.
std::vector<cluster::StatusUpdate> refusalsOf(
    const muster::v1::AgentCommand& command, const Error& why, Instant now) {
    const bool isGroup = command.has_run_group();
    std::vector<cluster::StatusUpdate> out;
    const auto add = [&](const mesos::v1::TaskInfo& task) {
        auto end = node::endOfLaunch(
            "the agent cannot read it: " + why.message, false, node::LaunchFault::Node);
        end.task = {task.task_id().value()};
        end.at = now;
        const auto& framework
            = isGroup ? command.run_group().framework() : command.run().framework();
        out.push_back({.framework = {framework.id()}, .status = std::move(end), .over = true});
    };
    if (command.has_run()) {
        add(command.run().task());
    }
    for (const auto& task : command.run_group().tasks()) {
        add(task);
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
        return cluster::AgentUpdate{
            std::move(facts->info), std::move(facts->gpus), message.update().order_done()};
    }
    case muster::v1::AgentMessage::kStatus: {
        const auto& in = message.status();
        return cluster::StatusUpdate{
            {in.framework_id()}, statusWithEnd(in.status(), in), fromProto(in.gpus()), in.over()};
    }
    case muster::v1::AgentMessage::kFromExecutor: {
        const auto& in = message.from_executor();
        return cluster::FromExecutor{{in.framework_id()}, {in.executor_id()}, {}, in.data()};
    }
    case muster::v1::AgentMessage::kExecutorEnded: {
        const auto& in = message.executor_ended();
        return cluster::ExecutorEnded{{in.framework_id()}, {in.executor_id()}, {}, in.status()};
    }
    case muster::v1::AgentMessage::kTelemetry:
    case muster::v1::AgentMessage::kLog:
    case muster::v1::AgentMessage::kProcesses:
    case muster::v1::AgentMessage::kAnswer:
    case muster::v1::AgentMessage::kStream:
    case muster::v1::AgentMessage::kImages:
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
        return runOf(command.run());
    case muster::v1::AgentCommand::kRunGroup:
        return runOf(command.run_group());
    case muster::v1::AgentCommand::kShutdownExecutor: {
        const auto& in = command.shutdown_executor();
        return cluster::ShutdownExecutor{
            {in.framework_id()}, {in.executor_id()}, fromProto(in.killed_by())};
    }
    case muster::v1::AgentCommand::kToExecutor: {
        const auto& in = command.to_executor();
        return cluster::ToExecutor{{in.framework_id()}, {in.executor_id()}, in.data()};
    }
    case muster::v1::AgentCommand::kKill: {
        const auto& in = command.kill();
        cluster::KillTask out{
            {{in.framework_id()}, {in.task_id()}}, std::nullopt, fromProto(in.killed_by())};
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
        return cluster::RestrictGpu{fromProto(command.restrict()), command.restrict().order()};
    case muster::v1::AgentCommand::kRelease:
        return cluster::ReleaseGpu{
            {command.release().gpu()}, command.release().author(), command.release().order()};
    case muster::v1::AgentCommand::kWithhold: {
        cluster::WithholdGpus out;
        for (const auto& item : command.withhold().gpus()) {
            out.gpus.push_back({{item.gpu()}, item.problem()});
        }
        return out;
    }
    case muster::v1::AgentCommand::kRemoveFramework:
        return cluster::RemoveFramework{{command.remove_framework()}};
    case muster::v1::AgentCommand::kReadLog:
    case muster::v1::AgentCommand::kCancelLog:
    case muster::v1::AgentCommand::kLogTaken:
    case muster::v1::AgentCommand::kQuery:
    case muster::v1::AgentCommand::kStream:
    case muster::v1::AgentCommand::kImages:
    case muster::v1::AgentCommand::COMMAND_NOT_SET:
        break;
    }
    return failure("Not a command to the agent's state");
}

} // namespace muster::proto
