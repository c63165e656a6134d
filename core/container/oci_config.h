// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/container/host_facts.h"
#include "core/container/spec.h"

namespace muster::container {

// Where a container is and what serves it: chosen by the runtime, not by the task.
struct ContainerPlaces {
    std::string rootfs; // the image's mount, or one of the host's root without what is below it
    std::string init; // muster-init on the host; inside it is /run/muster-init, read-only
    std::string cgroupsPath; // "/muster/<id>", from the root of each hierarchy
    std::string volumes{}; // where mounts by descriptor are staged, each under its number
    bool readOnlyHost = false; // the host's files are, and the container has a /tmp of its own
    bool has32BitPrograms = false; // a filter for them as well takes twice as long to make
};

// What a container with these GPUs may open: the control nodes and exactly them.
std::vector<DeviceNode> deviceNodes(const std::vector<unsigned>& gpuMinors, const HostFacts& facts);

// The OCI runtime specification 1.0 of a task, as JSON. Pure.
// With an image the task sees its files, those it is shown beside them, each tmpfs, and the host's
// names (/etc/resolv.conf, hosts, hostname), a folder before what is below it; without one what is
// mounted at its root (host_view.h), a /run of its own and none of `facts.hidden`. Both have a /dev
// with the default nodes, the NVIDIA control nodes and the granted GPUs, and their sandbox. Both
// see their own control groups, read-only. The device rules are: nothing, then the control nodes,
// then "c 195:<minor> rw" for each granted GPU; the runtime appends its own list of harmless nodes.
// Limits whose controller the host lacks are left out (see host_check.h for the warning). REQUIRES:
// checkSpec(spec) succeeded.
std::string ociConfig(
    const ContainerSpec& spec, const HostFacts& facts, const ContainerPlaces& places);

// For `runc exec --process`: the process of that configuration with another command, more
// environment and a terminal that has its size from the start, which exec's options cannot say. An
// error when the configuration is none. Pure.
Result<std::string> terminalProcess(std::string_view config, const std::vector<std::string>& argv,
    const std::vector<std::pair<std::string, std::string>>& environment, TerminalSize size);

} // namespace muster::container
