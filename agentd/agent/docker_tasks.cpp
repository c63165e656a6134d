// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/docker_tasks.h"

#include <algorithm>
#include <filesystem>
#include <limits>

#include <spdlog/spdlog.h>

#include "core/container/companion.h"
#include "core/net/text.h"

namespace muster::agentd {
namespace {

namespace docker = container::docker;
using mesos::v1::CapabilityInfo;
using mesos::v1::ContainerInfo;

docker::DockerCommand commandOf(const mesos::v1::CommandInfo& command) {
    docker::DockerCommand out{.shell = command.shell(), .value = command.value(), .arguments = {}};
    // Mesos' first argument is the name that the program is called by.
    const int first = !command.shell() && !command.value().empty() ? 1 : 0;
    for (int i = first; i < command.arguments_size(); ++i) {
        out.arguments.push_back(command.arguments(i));
    }
    return out;
}

container::image::Variables variables(const std::vector<std::string>& lines) {
    container::image::Variables out;
    for (const auto& line : lines) {
        const auto equals = line.find('=');
        if (equals != std::string::npos) {
            out.emplace_back(line.substr(0, equals), line.substr(equals + 1));
        }
    }
    return out;
}

Status setNetwork(docker::DockerSpec& out, const ContainerInfo& info, const Ranges& ports) {
    switch (info.docker().network()) {
    case ContainerInfo::DockerInfo::HOST:
        out.network = docker::NetworkMode::Host;
        break;
    case ContainerInfo::DockerInfo::BRIDGE:
        out.network = docker::NetworkMode::Bridge;
        break;
    case ContainerInfo::DockerInfo::NONE:
        out.network = docker::NetworkMode::None;
        break;
    case ContainerInfo::DockerInfo::USER:
        out.network = docker::NetworkMode::User;
        out.networkName = info.network_infos_size() == 1 ? info.network_infos(0).name() : "";
        break;
    }
    for (const auto& mapping : info.docker().port_mappings()) {
        if (mapping.container_port() > 65535
            || !ports.contains(Ranges({{mapping.host_port(), mapping.host_port()}}))) {
            return failure(
                fmt::format("Host port {} is not among the task's ports {}: request it in 'ports'",
                    mapping.host_port(), ports.text()));
        }
        out.ports.push_back({static_cast<std::uint16_t>(mapping.host_port()),
            static_cast<std::uint16_t>(mapping.container_port()),
            mapping.protocol().empty() ? "tcp" : mapping.protocol()});
    }
    return {};
}

std::string limitText(const std::optional<std::uint64_t>& limit) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
    return limit && *limit <= kMost ? std::to_string(*limit) : "-1";
}

std::string tmpfsText(const container::Tmpfs& tmpfs, Bytes memory) {
    auto out = fmt::format("{}:mode={:o}", tmpfs.path, tmpfs.mode);
    if (const auto size = tmpfs.size.value > 0 ? tmpfs.size : memory; size.value > 0) {
        out += fmt::format(",size={}", size.value);
    }
    return out + (tmpfs.executable ? ",exec" : "");
}

// As `docker run` would be told; a parameter of the same name in DockerInfo comes later and counts.
Status addSettings(
    docker::DockerSpec& out, const container::ContainerSpec& spec, const ContainerInfo& info) {
    const auto& linuxInfo = info.linux_info();
    if (linuxInfo.added_capabilities().capabilities_size() > 0) {
        return failure("Containers of the Docker Engine cannot have more capabilities: use type "
                       "MESOS, or remove them",
            Error::Kind::Denied);
    }
    if (spec.image->readOnly) {
        out.parameters.emplace_back("read-only", "true");
    }
    for (const auto& tmpfs : spec.image->tmpfs) {
        out.parameters.emplace_back("tmpfs", tmpfsText(tmpfs, spec.memory));
    }
    if (spec.sharedMemory.value > 0) {
        out.parameters.emplace_back("shm-size", std::to_string(spec.sharedMemory.value));
    }
    for (const auto& limit : spec.limits) {
        const auto name = net::lowerAscii(limit.name.substr(std::string_view("RLIMIT_").size()));
        out.parameters.emplace_back(
            "ulimit", fmt::format("{}={}:{}", name, limitText(limit.soft), limitText(limit.hard)));
    }
    for (const int number : linuxInfo.dropped_capabilities().capabilities()) {
        out.parameters.emplace_back("cap-drop",
            CapabilityInfo::Capability_Name(static_cast<CapabilityInfo::Capability>(number)));
    }
    return {};
}

// What it takes over from a container of ours.
docker::DockerSpec common(const container::ContainerSpec& spec, const ContainerRequest& request) {
    docker::DockerSpec out{.id = spec.id,
        .image = request.image->name,
        .command = commandOf(request.command),
        .environment = spec.environment,
        .user = {},
        .sandbox = spec.sandbox,
        .gpuMinors = spec.gpuMinors};
    const bool open = request.command.user().empty() || request.command.user() == "root";
    if (spec.user.uid != 0 || !open) {
        out.user = spec.user; // else the image's own
    }
    out.cpus = spec.cpus;
    out.cpuLimit = spec.cpuLimit;
    out.memory = spec.memory;
    out.maxProcesses = spec.maxProcesses;
    out.logSize = spec.logSize;
    out.logFiles = spec.logFiles;
    out.killGrace = spec.killGrace;
    return out;
}

// Of a step that only asks the engine.
LaunchFailure engineFailure(const Error& error, LaunchStep step) {
    const bool isAway
        = error.kind == Error::Kind::Unavailable || error.kind == Error::Kind::Timeout;
    return {error, step, isAway ? node::LaunchFault::Engine : node::LaunchFault::Task};
}

} // namespace

DockerTasks::DockerTasks(std::unique_ptr<docker::DockerRuntime> runtime, bool isEnabled)
    : m_runtime(std::move(runtime)), m_enabled(isEnabled) { }

Result<std::unique_ptr<DockerTasks>> DockerTasks::open(
    const std::string& workDir, const AgentOptions& options, const Machine& machine) {
    const auto& wanted = options.containerizers;
    const bool isEnabled = std::find(wanted.begin(), wanted.end(), "docker") != wanted.end();
    const auto folder = workDir + "/docker";
    if (!isEnabled && !std::filesystem::exists(folder)) {
        return nullptr;
    }
    docker::DockerOptions out;
    out.engine.socket = options.dockerSocket;
    out.owner = workDir;
    out.stateDirectory = folder;
    out.init = container::companion("muster-init");
    out.deviceDirectory = machine.devices;
    auto runtime = docker::DockerRuntime::open(std::move(out));
    if (!runtime) {
        return tl::unexpected(runtime.error());
    }
    if (auto reached = (*runtime)->check(); !reached) {
        spdlog::warn("{}", reached.error().message);
    }
    return std::unique_ptr<DockerTasks>(new DockerTasks(std::move(*runtime), isEnabled));
}

LaunchResult<DockerTasks::Prepared> DockerTasks::prepare(const container::ContainerSpec& spec,
    const std::vector<container::Fd>& volumes, const ContainerRequest& request,
    const Images& images, std::stop_token stop, const LaunchProgress& progress) const {
    if (!m_enabled) {
        return tl::unexpected(noContainerizer());
    }
    const auto& info = request.container.docker();
    if (info.privileged()) {
        return failure(
            "Privileged containers are not allowed: they would have full control of the host",
            Error::Kind::Denied);
    }
    if (request.container.has_tty_info()) {
        return failure("Tasks of type DOCKER have no terminal ('tty_info'): use type MESOS with "
                       "the same image");
    }
    Prepared out{common(spec, request), {}};
    auto set = setNetwork(out.spec, request.container, request.ports);
    if (set) {
        set = addSettings(out.spec, spec, request.container);
    }
    if (!set) {
        return tl::unexpected(set.error());
    }
    for (const auto& parameter : info.parameters()) {
        out.spec.parameters.emplace_back(parameter.key(), parameter.value());
    }
    docker::PullOptions pull;
    pull.force = request.image->forcePull;
    pull.progress = [&progress, &request](const std::string& sentence) {
        progress(fmt::format("Pulling image {}: {}", request.image->name, sentence));
    };
    if (auto admitted = images.checkRegistry(request.image->name); !admitted) {
        const auto& why = admitted.error();
        return tl::unexpected(LaunchFailure(
            Error{fmt::format("Pulling {}: {}", request.image->name, why.message), why.kind},
            LaunchStep::Image));
    }
    auto image = m_runtime->prepare(request.image->name, pull, stop);
    if (!image) {
        return tl::unexpected(engineFailure(image.error(), LaunchStep::Image));
    }
    container::image::ImageConfig config;
    config.environment = variables(image->environment);
    config.labels.assign(image->labels.begin(), image->labels.end());
    auto injection = images.inject(config, request);
    if (!injection) {
        return tl::unexpected(LaunchFailure(injection.error(), LaunchStep::Image));
    }
    for (const auto& mount : injection->mounts) {
        out.spec.driverMounts.push_back({mount.source, mount.target, mount.readOnly});
    }
    for (const auto& [name, value] : injection->environment) {
        std::erase_if(out.spec.environment, [&](const auto& known) { return known.first == name; });
        out.spec.environment.emplace_back(name, value);
    }
    for (std::size_t i = 0; i < volumes.size(); ++i) {
        const auto& mount = spec.image->mounts[i];
        out.spec.volumes.push_back({pathOf(volumes[i]), mount.target, mount.readOnly});
    }
    out.image = std::move(*image);
    return out;
}

LaunchResult<container::Launched> DockerTasks::launch(const Prepared& prepared) {
    {
        const std::lock_guard lock(m_mutex);
        m_containers.emplace(prepared.spec.id, container::ProcessRef());
    }
    auto launched = m_runtime->launch(prepared.spec, prepared.image);
    if (!launched) {
        return tl::unexpected(engineFailure(launched.error(), LaunchStep::Container));
    }
    const std::lock_guard lock(m_mutex);
    m_containers[prepared.spec.id] = launched->init;
    return *launched;
}

std::optional<container::ProcessRef> DockerTasks::initOf(const ContainerId& id) const {
    const std::lock_guard lock(m_mutex);
    const auto found = m_containers.find(id);
    return found == m_containers.end() || found->second.pid == 0 ? std::nullopt
                                                                 : std::optional(found->second);
}

bool DockerTasks::has(const ContainerId& id) const {
    const std::lock_guard lock(m_mutex);
    return m_containers.contains(id);
}

void DockerTasks::forget(const ContainerId& id) {
    const std::lock_guard lock(m_mutex);
    m_containers.erase(id);
}

Result<std::vector<container::Recovered>> DockerTasks::recover() {
    auto found = m_runtime->recover();
    if (found) {
        const std::lock_guard lock(m_mutex);
        for (const auto& one : *found) {
            m_containers.emplace(one.record.id, one.record.init);
        }
    }
    return found;
}

} // namespace muster::agentd
