// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/container/spec.h"
#include "core/kernel/node/agent.h"
#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::agentd {

// What the agent adds to every task.
struct TaskDefaults {
    std::string sandboxes; // <work_dir>/sandboxes
    std::string executorEnvironment; // JSON object of --executor_environment_variables, or empty
    AgentId agent;
};

// The task's folder on this machine: <sandboxes>/<framework>/<task>. Ids were checked by the
// master: no slashes.
std::string sandboxOf(
    const std::string& sandboxes, const FrameworkId& framework, const TaskId& task);

// What a command runs: through /bin/sh, or its own words.
Result<std::vector<std::string>> argvOf(const mesos::v1::CommandInfo& command);

// The container of a task without an image: the command of its payload, its environment over the
// default one, the user, cpus and mem of its resources or limits, and exactly its GPUs. The error
// is for the task's status message. Looks the user up; nothing else of the outside world.
Result<container::ContainerSpec> containerSpec(
    const node::Launch& launch, const TaskDefaults& defaults);

} // namespace muster::agentd
