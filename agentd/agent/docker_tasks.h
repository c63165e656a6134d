// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

#include "agentd/agent/container_allowance.h"
#include "agentd/agent/images.h"
#include "core/container/docker/docker_runtime.h"
#include "core/kernel/node/agent.h"

namespace muster::agentd {

// Why a container could not be launched, at which step, and whose fault that is as far as the step
// tells.
struct LaunchFailure {
    LaunchFailure(Error why, LaunchStep where = LaunchStep::Container,
        node::LaunchFault whose = node::LaunchFault::Task)
        : error(std::move(why)), step(where), fault(whose) { }

    Error error;
    LaunchStep step;
    node::LaunchFault fault;
};
template <typename T>
using LaunchResult = tl::expected<T, LaunchFailure>;

// Tasks of ContainerInfo type DOCKER, by the Docker Engine of this machine: their GPUs come from
// the same ledger as everybody's, and the driver from the same injection. Thread-safe; prepare(),
// launch(), signal() and destroy() block.
class DockerTasks {
public:
    // With the docker containerizer, or where one of its containers may still be: what it holds is
    // held, even by an agent that starts no more of them. Otherwise null.
    static Result<std::unique_ptr<DockerTasks>> open(
        const std::string& workDir, const AgentOptions& options, const Machine& machine);

    struct Prepared {
        container::docker::DockerSpec spec;
        container::docker::ImageConfig image;
    };
    // The image, pulled if need be, and what runs in it. The error is for the task's status. As of
    // launch(), it is the engine's fault if that cannot be reached, hangs up or does not answer.
    // `spec` as containerSpec() made it, its volumes checked by applyContainerInfo().
    LaunchResult<Prepared> prepare(const container::ContainerSpec& spec,
        const std::vector<container::Fd>& volumes, const ContainerRequest& request,
        const Images& images, std::stop_token stop, const LaunchProgress& progress) const;

    LaunchResult<container::Launched> launch(const Prepared& prepared);
    bool has(const ContainerId& id) const; // it was launched here, or recovered
    // Its first process; nothing before it has started.
    std::optional<container::ProcessRef> initOf(const ContainerId& id) const;
    void forget(const ContainerId& id);
    Result<std::vector<container::Recovered>> recover();
    container::docker::DockerRuntime& runtime() { return *m_runtime; }

private:
    DockerTasks(std::unique_ptr<container::docker::DockerRuntime> runtime, bool isEnabled);

    const std::unique_ptr<container::docker::DockerRuntime> m_runtime;
    const bool m_enabled;
    mutable std::mutex m_mutex; // guards m_containers
    std::map<ContainerId, container::ProcessRef> m_containers; // with their first processes
};

} // namespace muster::agentd
