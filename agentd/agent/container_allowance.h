// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/container/files.h"
#include "core/container/spec.h"
#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::agentd {

// What the operator lets containers have beyond the default.
struct ContainerAllowance {
    std::vector<std::string> folders; // of the host, absolute, with all that is below them
    std::vector<std::string> capabilities; // "CAP_IPC_LOCK"
    std::vector<std::string> hidden; // the agent's own work_dir, files of its flags: never shown
};

// Where an open file or folder is now.
std::string pathOf(const container::Fd& file);

// Puts what a task's or executor's ContainerInfo says beside its image into the specification:
// volumes, as far as the user may come there on the host, tmpfs, a read-only root, capabilities,
// limits of processes, the size of /dev/shm, a terminal. What is not allowed or not done here is
// refused in words. The descriptors that are returned are what the mounts' sources name: a path
// that was checked must not lead elsewhere later, so they are kept open until the launch is over.
// REQUIRES: spec.image and spec.user are what the container will have.
Result<std::vector<container::Fd>> applyContainerInfo(container::ContainerSpec& spec,
    const mesos::v1::ContainerInfo& info, const ContainerAllowance& allowance);

} // namespace muster::agentd
