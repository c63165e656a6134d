// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "core/container/bundle.h"
#include "core/kernel/base/result.h"

namespace muster::container {

// conmon 2.1 as the monitor of one container: it runs "runc create", becomes the parent of the
// container's processes, waits for the end and writes the exit code to <exit directory>/<id>. It
// leaves our session and process tree at once, so it outlives the agent. With its log driver
// "passthrough" the container's output is conmon's own, which are the sandbox's plain files: no
// line prefixes, no copying, nothing lost. Its input is the file for init's status.
struct Monitor {
    std::string conmon;
    std::string runc;
    std::string stateDirectory;
};

std::vector<std::string> conmonArguments(const Monitor& monitor, const Bundle& bundle);

// conmon's one line on the pipe named by _OCI_SYNCPIPE: {"data": pid}, or -1 and a message.
Result<pid_t> parseSyncLine(std::string_view line);

// Starts conmon and returns the container's first process, created and waiting for "runc start".
// Blocks up to the limit. Thread-safe.
Result<pid_t> createContainer(const Monitor& monitor, const Bundle& bundle, const Fd& status,
    const Sandbox& sandbox, std::chrono::milliseconds limit);

// Kills what a launch that was cut short may have left at work on the container: conmon and runc
// themselves. Returns once there is none.
Status killLaunchers(const Monitor& monitor, const ContainerId& id);

} // namespace muster::container
