// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/task_spec.h"

#include <cmath>

#include <nlohmann/json.hpp>

namespace muster::agentd {
namespace {

using Environment = std::vector<std::pair<std::string, std::string>>;

constexpr const char* kDefaultPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

void set(Environment& environment, std::string name, std::string value) {
    for (auto& [known, old] : environment) {
        if (known == name) {
            old = std::move(value);
            return;
        }
    }
    environment.emplace_back(std::move(name), std::move(value));
}

std::string gpuList(const std::vector<GpuInfo>& gpus) {
    std::string out;
    for (const auto& gpu : gpus) {
        out += (out.empty() ? "" : ",") + gpu.uuid.value;
    }
    return out.empty() ? "void" : out;
}

Environment baseEnvironment(const std::string& executorEnvironment) {
    Environment out;
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

// What the kernel enforces: the limits where the task has some, infinite ones being none.
void setLimits(
    container::ContainerSpec& out, const mesos::v1::TaskInfo& task, const Resources& resources) {
    out.cpus = resources.total("cpus");
    out.memory = mebibytes(resources.total("mem"));
    for (const auto& [name, limit] : task.limits()) {
        const auto value
            = std::isfinite(limit.value()) ? Milli::fromDouble(limit.value()) : Milli{};
        if (name == "cpus") {
            out.cpuLimit = value;
        } else if (name == "mem") {
            out.memory = mebibytes(value);
        }
    }
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

std::string sandboxOf(
    const std::string& sandboxes, const FrameworkId& framework, const TaskId& task) {
    return sandboxes + "/" + framework.value + "/" + task.value;
}

Result<container::ContainerSpec> containerSpec(
    const node::Launch& launch, const TaskDefaults& defaults) {
    mesos::v1::TaskInfo payload;
    if (!payload.ParsePartialFromString(launch.task.payload)) {
        return failure("The task's description cannot be read");
    }
    auto argv = argvOf(payload.command());
    const auto& user = !launch.task.user.empty() ? launch.task.user : launch.framework.user;
    auto ids = container::resolveUser(user.empty() ? "root" : user);
    if (!argv || !ids) {
        return tl::unexpected(argv ? ids.error() : argv.error());
    }
    container::ContainerSpec out{
        .id = launch.container, .argv = std::move(*argv), .user = std::move(*ids)};
    out.sandbox = sandboxOf(defaults.sandboxes, launch.framework.id, launch.task.id);
    for (const auto& gpu : launch.gpus) {
        out.gpuMinors.push_back(gpu.minor);
    }
    setLimits(out, payload, launch.task.resources);
    out.environment = baseEnvironment(defaults.executorEnvironment);
    for (const auto& variable : payload.command().environment().variables()) {
        set(out.environment, variable.name(), variable.value());
    }
    set(out.environment, "MESOS_SANDBOX", out.sandbox);
    set(out.environment, "MESOS_DIRECTORY", out.sandbox);
    set(out.environment, "MESOS_FRAMEWORK_ID", launch.framework.id.value);
    set(out.environment, "MESOS_EXECUTOR_ID", launch.task.id.value);
    set(out.environment, "MESOS_TASK_ID", launch.task.id.value);
    set(out.environment, "MESOS_SLAVE_ID", defaults.agent.value);
    set(out.environment, "MESOS_ALLOCATION_ROLE", launch.task.role);
    set(out.environment, "NVIDIA_VISIBLE_DEVICES", gpuList(launch.gpus));
    return out;
}

} // namespace muster::agentd
