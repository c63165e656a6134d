// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agentd/agent/docker_tasks.h"
#include "core/container/runtime.h"

namespace muster::agentd {

// Commands inside running containers, beside their own: by our runtime or by the Docker Engine,
// whichever has the container. Nothing blocks.
class Commands {
public:
    // `docker`: may be null.
    Commands(const container::Runtime& runtime, DockerTasks* docker)
        : m_runtime(runtime), m_docker(docker) { }

    // Of a container that has started and is not destroyed.
    std::optional<std::string> sandboxOf(const ContainerId& id) const;

    struct Command {
        std::vector<std::string> argv;
        std::vector<std::pair<std::string, std::string>> environment; // over the container's own
        std::string name; // unique among those that run in that container, fit for a file
        container::Descriptors io;
    };
    // What cannot be run says so on `io`, and ends with 127 or 126.
    Result<std::unique_ptr<container::Execution>> start(
        const ContainerId& id, const Command& command) const;

private:
    const container::Runtime& m_runtime;
    DockerTasks* m_docker;
};

} // namespace muster::agentd
