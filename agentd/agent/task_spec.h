// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/container/fetch/uri.h"
#include "core/container/spec.h"
#include "core/kernel/base/defaults.h"
#include "core/kernel/node/agent.h"
#include "core/proto/image.h"
#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::agentd {

// What the agent adds to every task and executor.
struct TaskDefaults {
    std::string sandboxes; // <work_dir>/sandboxes
    std::string executorEnvironment; // JSON object of --executor_environment_variables, or empty
    AgentId agent;
    Bytes logSize = defaults::kMaxLogSize; // --max_log_size
    unsigned logFiles = defaults::kMaxLogFiles;
    Bytes memory = defaults::kTaskMemory; // --default_task_memory: who asks for none has this limit

    // For executors only.
    std::string executors{}; // <work_dir>/executors
    std::string endpoint{}; // "127.0.0.1:40123"; empty: there is only the socket
    Duration shutdownGrace{};
    Duration reregistration{};
};

// The folder of a task or an executor on this machine: <sandboxes>/<framework>/<id>. Ids were
// checked by the master: no slashes.
std::string sandboxOf(
    const std::string& sandboxes, const FrameworkId& framework, const std::string& id);

// The folder that an executor's container is shown at container::kAgentFolder; the API's socket is
// in it.
std::string folderOf(const std::string& executors, const ContainerId& container);
inline constexpr const char* kExecutorSocket = "agent.sock";

// Whom a command runs as: `user`, else the framework's. Looks the user up.
Result<container::UserIds> userOf(const cluster::FrameworkInfo& framework, const std::string& user);

// What a command runs: through /bin/sh, or its own words.
Result<std::vector<std::string>> argvOf(const mesos::v1::CommandInfo& command);
std::vector<std::pair<std::string, std::string>> environmentOf(
    const mesos::v1::CommandInfo& command);

// What a launch asks for beside its command: an image, and how its container is to be.
struct ContainerRequest {
    std::optional<proto::TaskImage> image;
    mesos::v1::ContainerInfo container;
    mesos::v1::CommandInfo command;
    std::vector<GpuInfo> gpus;
    Ranges ports; // of the machine, that it was given
};
ContainerRequest requestOf(const node::Launch& launch);
ContainerRequest requestOf(const node::LaunchExecutor& launch);

std::vector<container::fetch::Uri> urisOf(const mesos::v1::CommandInfo& command);

// The container of a task: the command of its payload, its environment over the default one, the
// user, cpus and mem of its resources or limits, always with a limit of memory, and exactly its
// GPUs. With an image the command is left out and the environment is what the task and the agent
// say. The error is for the task's status message. Looks the user up; nothing else of the outside
// world.
Result<container::ContainerSpec> containerSpec(
    const node::Launch& launch, const TaskDefaults& defaults);
// The same for a framework's own executor. Facts: doc/wire.md, "Command executor", and Mesos'
// executorEnvironment().
Result<container::ContainerSpec> containerSpec(
    const node::LaunchExecutor& launch, const TaskDefaults& defaults);

// No memory: the limit stays.
container::ContainerSize sizeOf(const node::ResizeContainer& size);

} // namespace muster::agentd
