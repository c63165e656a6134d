// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/container/cgroup.h"
#include "core/container/files.h"
#include "core/kernel/base/result.h"

namespace muster::container {

// A command that Runtime::execute() started inside a running container. Whoever holds it waits for
// endFd() and then calls finish(), or calls kill(); dropped without either it is killed.
class Execution {
public:
    Execution(pid_t runtime, Fd end, std::string pidFile, Cgroup cgroup)
        : m_runtime(runtime), m_end(std::move(end)), m_pidFile(std::move(pidFile)),
          m_cgroup(std::move(cgroup)) { }
    Execution(Execution&& other) noexcept
        : m_runtime(std::exchange(other.m_runtime, 0)), m_end(std::move(other.m_end)),
          m_pidFile(std::move(other.m_pidFile)), m_cgroup(std::move(other.m_cgroup)) { }
    ~Execution() { kill(); }

    int endFd() const { return m_end.number(); } // readable once it has ended
    // Its exit status, 128 + N after signal N. Blocks until the end.
    int finish();
    // To the command and its process group; one that has not started yet never will.
    void signal(int number);
    // Kills the command with its process group, and the runtime's program that waits for it.
    void kill();

private:
    pid_t command() const; // 0: not started, or gone

    pid_t m_runtime; // 0: finished
    Fd m_end;
    std::string m_pidFile;
    Cgroup m_cgroup;
};

} // namespace muster::container
