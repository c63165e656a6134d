// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/container/docker/docker_spec.h"
#include "core/container/host_facts.h"

namespace muster::container::docker {

// What serves a container: chosen by the agent, not by the task.
struct DockerPlaces {
    std::string owner; // see labels.h
    std::string init; // muster-init on the host
    std::string deviceDirectory = "/dev"; // where the host has nvidia<minor>
    std::vector<DeviceNode> controlDevices; // of HostFacts
};

// The name of a container at the engine: two agents with the same ids do not meet there.
std::string engineName(const ContainerId& id, const std::string& owner);

// The ids that the container will run with. An image's user name means something only inside it,
// but the sandbox is made before: such an image is refused unless the task names a user.
Result<UserIds> userOf(const DockerSpec& spec, const ImageConfig& image);

// The body of POST /containers/create. Pure.
// The command runs under muster-init, which writes its output to files in the sandbox: the engine
// keeps no log. The container may open the engine's default devices, the control devices and
// exactly its GPUs, "rw", through runc and no other runtime: a plug-in would add what nobody
// granted. It gains no privilege by a set-user-id program, has neither CAP_MKNOD nor
// CAP_AUDIT_WRITE nor, on the host's network, CAP_NET_RAW, and is never restarted. Errors: what
// checkSpec() refuses, an empty command, bad ports, networks, mount targets or parameters, an image
// user without a number.
Result<std::string> createRequest(
    const DockerSpec& spec, const ImageConfig& image, const DockerPlaces& places);

} // namespace muster::container::docker
