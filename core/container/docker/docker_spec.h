// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/container/spec.h"
#include "core/kernel/base/defaults.h"

namespace muster::container::docker {

// What the engine knows of an image; the agent decides by it which driver files the task gets.
struct ImageConfig {
    std::string id; // "sha256:...": a tag may mean another image a moment later
    std::vector<std::string> entrypoint;
    std::vector<std::string> command;
    std::vector<std::string> environment; // "NAME=value"
    std::string user; // as its USER says: a name, "1000" or "1000:1000"
    std::map<std::string, std::string> labels;

    bool operator==(const ImageConfig&) const = default;
};

// As CommandInfo has it. A shell's command replaces the image's entrypoint; otherwise value and
// arguments follow it, and with neither the image's own command does.
struct DockerCommand {
    bool shell = false;
    std::string value;
    std::vector<std::string> arguments;
};

enum class NetworkMode { Host, Bridge, None, User };

struct PortMapping {
    std::uint16_t hostPort = 0;
    std::uint16_t containerPort = 0;
    std::string protocol = "tcp"; // or "udp"
};

struct BindMount {
    std::string source; // of the host; must exist
    std::string target;
    bool readOnly = true;
};

// A task of ContainerInfo type DOCKER, as data.
struct DockerSpec {
    ContainerId id;
    std::string image; // as the framework wrote it; for labels and messages
    DockerCommand command;
    std::vector<std::pair<std::string, std::string>> environment;
    std::optional<UserIds> user; // nothing: the image's own, if that is a number
    std::string sandbox; // absolute host path; inside it is kSandbox
    std::vector<unsigned> gpuMinors; // exactly the granted GPUs
    std::vector<BindMount> driverMounts; // the driver's libraries and programs
    Milli cpus; // a share; 0: the engine's default
    Milli cpuLimit; // a quota; 0: none
    Bytes memory; // without swap; 0: no limit
    std::int64_t maxProcesses = 4096; // 0: no limit
    Bytes logSize = defaults::kMaxLogSize; // of each file that keeps its stdout or its stderr
    unsigned logFiles = defaults::kMaxLogFiles; // older ones kept of each
    NetworkMode network = NetworkMode::Host;
    std::string networkName; // with NetworkMode::User
    std::vector<PortMapping> ports;
    std::vector<BindMount> volumes; // the sources are checked by the caller, the targets here
    std::vector<std::pair<std::string, std::string>> parameters; // see parameters.h
    Duration killGrace = std::chrono::seconds(3); // the agent's timer, kept with the container
};

// Where a task finds its sandbox, as with Mesos.
inline constexpr const char* kSandbox = "/mnt/mesos/sandbox";
inline constexpr const char* kInit = "/.muster-init";

} // namespace muster::container::docker
