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

// One conmon, from its start until it has created its container. It loads while the container's
// files are still being made, and waits at the pipe named by _OCI_STARTPIPE for create(). Killed
// when it is dropped before that.
class Creation {
public:
    static Result<Creation> begin(
        const Monitor& monitor, const Bundle& bundle, const Fd& status, const Sandbox& sandbox);
    Creation(Creation&& other) noexcept;
    ~Creation();

    // The container's first process, created and waiting for "runc start". Once; blocks up to the
    // limit. Unavailable: conmon was killed, or hangs, which says nothing of the container.
    Result<pid_t> create(std::chrono::milliseconds limit);

private:
    struct Errors {
        Fd file;
        std::int64_t begin = 0; // where the file ended before
    };
    Creation(const Bundle& bundle, pid_t conmon, Fd start, Fd answer, Errors errors);
    static Errors errorsIn(const Fd& file);
    std::string errorText() const;

    Bundle m_bundle;
    pid_t m_conmon; // 0: waited for
    Fd m_start;
    Fd m_answer;
    Errors m_errors; // the container's stderr, in which its launchers write until it has one
};

// Kills what a launch that was cut short may have left at work on the container: conmon and runc
// themselves. Returns once there is none.
Status killLaunchers(const std::string& stateDirectory, const ContainerId& id);

} // namespace muster::container
