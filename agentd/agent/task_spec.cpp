// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/task_spec.h"

#include <sys/sysinfo.h>

#include <nlohmann/json.hpp>

#include "core/container/image/config.h"
#include "core/proto/task.h"

namespace muster::agentd {
namespace {

using container::image::setVariable;
using container::image::Variables;

constexpr Duration kRecovery = std::chrono::minutes(15); // Mesos' --recovery_timeout

constexpr const char* kDefaultPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

std::string gpuList(const std::vector<GpuInfo>& gpus) {
    std::string out;
    for (const auto& gpu : gpus) {
        out += (out.empty() ? "" : ",") + gpu.uuid.value;
    }
    return out.empty() ? "void" : out;
}

std::vector<unsigned> minorsOf(const std::vector<GpuInfo>& gpus) {
    std::vector<unsigned> out;
    for (const auto& gpu : gpus) {
        out.push_back(gpu.minor);
    }
    return out;
}

Variables baseEnvironment(const std::string& executorEnvironment) {
    Variables out;
    if (executorEnvironment.empty()) {
        out.emplace_back("PATH", kDefaultPath);
        out.emplace_back("LANG", "C.UTF-8");
        return out;
    }
    const auto json = nlohmann::json::parse(executorEnvironment, nullptr, false);
    for (const auto& [name, value] : json.items()) {
        out.emplace_back(name, value.get<std::string>());
    }
    return out;
}

Bytes mebibytes(Milli count) {
    return {static_cast<std::uint64_t>(count.value) * (1 << 20) / 1000};
}

Bytes wholeMemory() {
    struct sysinfo memory { };
    return ::sysinfo(&memory) == 0 ? Bytes{memory.totalram * memory.mem_unit} : Bytes{};
}

// A limit above what the machine has is none.
Milli cpuLimit(double limit) {
    return limit <= ::get_nprocs_conf() ? Milli::fromDouble(limit) : Milli{};
}

// As above: then all that the machine has.
Bytes memoryLimit(double limit) {
    const auto whole = wholeMemory();
    return limit < static_cast<double>(whole.mebibytes()) ? mebibytes(Milli::fromDouble(limit))
                                                          : whole;
}

// What the kernel enforces: the limits where the task has some.
void setLimits(container::ContainerSpec& out, const mesos::v1::TaskInfo& task,
    const Resources& resources, const TaskDefaults& defaults) {
    out.cpus = resources.total("cpus");
    out.memory = mebibytes(resources.total("mem"));
    for (const auto& [name, limit] : task.limits()) {
        if (name == "cpus") {
            out.cpuLimit = cpuLimit(limit.value());
        } else if (name == "mem") {
            out.memory = memoryLimit(limit.value());
        }
    }
    if (out.memory.value == 0) {
        out.memory = defaults.memory;
    }
}

Ranges portsOf(const Resources& resources) {
    Ranges out;
    for (const auto& item : resources.items()) {
        const auto* ranges = std::get_if<Ranges>(&item.value);
        if (item.name == "ports" && ranges != nullptr) {
            out += *ranges;
        }
    }
    return out;
}

// What a task and an executor have in common.
struct Program {
    const ContainerId& container;
    const cluster::FrameworkInfo& framework;
    const mesos::v1::CommandInfo& command;
    const std::string& user;
    const std::string& id; // a command executor has its task's
    const std::string& role;
    const std::vector<GpuInfo>& gpus;
    bool hasImage;
};

Result<container::ContainerSpec> specOf(const Program& program, const TaskDefaults& defaults) {
    auto argv = program.hasImage ? Result<std::vector<std::string>>() : argvOf(program.command);
    auto ids = userOf(program.framework, program.user);
    if (!argv || !ids) {
        return tl::unexpected(argv ? ids.error() : argv.error());
    }
    container::ContainerSpec out{
        .id = program.container, .argv = std::move(*argv), .user = std::move(*ids)};
    out.sandbox = sandboxOf(defaults.sandboxes, program.framework.id, program.id);
    out.gpuMinors = minorsOf(program.gpus);
    out.logSize = defaults.logSize;
    out.logFiles = defaults.logFiles;
    if (!program.hasImage) {
        out.environment = baseEnvironment(defaults.executorEnvironment);
    }
    const std::string inside = program.hasImage ? container::kImageSandbox : out.sandbox;
    for (auto& [name, value] : environmentOf(program.command)) {
        setVariable(out.environment, std::move(name), std::move(value));
    }
    setVariable(out.environment, "MESOS_SANDBOX", inside);
    setVariable(out.environment, "MESOS_DIRECTORY", inside);
    setVariable(out.environment, "MESOS_FRAMEWORK_ID", program.framework.id.value);
    setVariable(out.environment, "MESOS_EXECUTOR_ID", program.id);
    setVariable(out.environment, "MESOS_SLAVE_ID", defaults.agent.value);
    setVariable(out.environment, "MESOS_ALLOCATION_ROLE", program.role);
    setVariable(out.environment, "NVIDIA_VISIBLE_DEVICES", gpuList(program.gpus));
    return out;
}

} // namespace

Result<std::vector<std::string>> argvOf(const mesos::v1::CommandInfo& command) {
    if (command.shell()) {
        if (command.value().empty()) {
            return failure("The task has no command");
        }
        return std::vector<std::string>{"/bin/sh", "-c", command.value()};
    }
    if (command.arguments().empty() && !command.value().empty()) {
        return std::vector<std::string>{command.value()};
    }
    if (command.arguments().empty()) {
        return failure("The task has no command");
    }
    std::vector<std::string> argv(command.arguments().begin(), command.arguments().end());
    if (!command.value().empty()) {
        argv.front() = command.value();
    }
    return argv;
}

Variables environmentOf(const mesos::v1::CommandInfo& command) {
    Variables out;
    for (const auto& variable : command.environment().variables()) {
        out.emplace_back(variable.name(), variable.value());
    }
    return out;
}

std::vector<container::fetch::Uri> urisOf(const mesos::v1::CommandInfo& command) {
    std::vector<container::fetch::Uri> out;
    for (const auto& uri : command.uris()) {
        out.push_back(
            {uri.value(), uri.executable(), uri.extract(), uri.cache(), uri.output_file()});
    }
    return out;
}

std::string sandboxOf(
    const std::string& sandboxes, const FrameworkId& framework, const std::string& id) {
    return sandboxes + "/" + framework.value + "/" + id;
}

std::string folderOf(const std::string& executors, const ContainerId& container) {
    return executors + "/" + container.value;
}

Result<container::UserIds> userOf(
    const cluster::FrameworkInfo& framework, const std::string& user) {
    const auto& name = !user.empty() ? user : framework.user;
    if (name.empty()) {
        return failure("No user to run it as: set 'FrameworkInfo.user' or 'CommandInfo.user'");
    }
    return container::resolveUser(name);
}

ContainerRequest requestOf(const node::Launch& launch) {
    const auto info = proto::messageOf(launch.task);
    return {proto::imageOf(info->container()), info->container(), info->command(), launch.gpus,
        portsOf(launch.task.resources)};
}

ContainerRequest requestOf(const node::LaunchExecutor& launch) {
    const auto info = proto::toProto(launch.executor);
    return {proto::imageOf(info.container()), info.container(), info.command(), launch.gpus,
        portsOf(launch.resources)};
}

Result<container::ContainerSpec> containerSpec(
    const node::Launch& launch, const TaskDefaults& defaults) {
    const auto info = proto::messageOf(launch.task);
    auto out = specOf({.container = launch.container,
                          .framework = launch.framework,
                          .command = info->command(),
                          .user = launch.task.user,
                          .id = launch.task.id.value,
                          .role = launch.task.role,
                          .gpus = launch.gpus,
                          .hasImage = proto::imageOf(info->container()).has_value()},
        defaults);
    if (out) {
        setLimits(*out, *info, launch.task.resources, defaults);
        setVariable(out->environment, "MESOS_TASK_ID", launch.task.id.value);
    }
    return out;
}

Result<container::ContainerSpec> containerSpec(
    const node::LaunchExecutor& launch, const TaskDefaults& defaults) {
    const auto info = proto::toProto(launch.executor);
    auto out = specOf({.container = launch.container,
                          .framework = launch.framework,
                          .command = info.command(),
                          .user = info.command().user(),
                          .id = launch.executor.id.value,
                          .role = launch.executor.role,
                          .gpus = launch.gpus,
                          .hasImage = proto::imageOf(info.container()).has_value()},
        defaults);
    if (!out) {
        return out;
    }
    setLimits(*out, {}, launch.resources, defaults);
    out->agentFolder = folderOf(defaults.executors, launch.container);
    auto& environment = out->environment;
    setVariable(environment, "LIBPROCESS_PORT", "0");
    setVariable(environment, "MESOS_DOMAIN_SOCKET",
        fmt::format("{}/{}", container::kAgentFolder, kExecutorSocket));
    if (!defaults.endpoint.empty()) {
        setVariable(environment, "MESOS_AGENT_ENDPOINT", defaults.endpoint);
        setVariable(environment, "MESOS_SLAVE_PID", "slave(1)@" + defaults.endpoint);
    }
    setVariable(environment, "MESOS_EXECUTOR_SHUTDOWN_GRACE_PERIOD",
        durationText(launch.executor.shutdownGrace.value_or(defaults.shutdownGrace)));
    // Executors outlive their agent, whatever the framework asked for.
    setVariable(environment, "MESOS_CHECKPOINT", "1");
    setVariable(environment, "MESOS_RECOVERY_TIMEOUT", durationText(kRecovery));
    setVariable(
        environment, "MESOS_SUBSCRIPTION_BACKOFF_MAX", durationText(defaults.reregistration));
    return out;
}

container::ContainerSize sizeOf(const node::ResizeContainer& size) {
    return {
        size.resources.total("cpus"), mebibytes(size.resources.total("mem")), minorsOf(size.gpus)};
}

} // namespace muster::agentd
