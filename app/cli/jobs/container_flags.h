// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/command_line.h"
#include "core/kernel/base/result.h"
#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::cli {

// How a task's container is to be, by the names that `docker run` has.
struct ContainerFlags {
    bool readOnly = false;
    std::vector<std::string> tmpfs; // "/tmp:size=64m"
    std::vector<std::string> volumes; // "/data/sets:/sets:ro"
    std::optional<std::string> shmSize; // "1g"
    std::vector<std::string> ulimits; // "nofile=1024:4096"
    std::vector<std::string> capAdd; // "IPC_LOCK"
    std::vector<std::string> capDrop;

    void addTo(CommandLine& line);
};

// What they ask for, of type MESOS and without an image; nothing when none is given. An error says
// which flag is wrong; what needs an image is refused without one. Whether it is allowed is the
// agent's to say.
Result<std::optional<mesos::v1::ContainerInfo>> planContainer(
    const ContainerFlags& flags, bool hasImage);

} // namespace muster::cli
