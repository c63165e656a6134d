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
    // Where the runtime notes the command's pid, and finds the command if not in its arguments.
    struct Files {
        std::string pid;
        std::string process{};
    };
    Execution(pid_t runtime, Fd end, Files files, Cgroup cgroup)
        : m_runtime(runtime), m_end(std::move(end)), m_files(std::move(files)),
          m_cgroup(std::move(cgroup)) { }
    Execution(Execution&& other) noexcept
        : m_runtime(std::exchange(other.m_runtime, 0)), m_end(std::move(other.m_end)),
          m_files(std::move(other.m_files)), m_cgroup(std::move(other.m_cgroup)) { }
    ~Execution() { kill(); }

    int endFd() const { return m_end.number(); } // readable once it has ended
    // Its exit status, 128 + N after signal N. Blocks until the end.
    int finish();
    // To the command and its process group. False: nobody knows yet which that is, try again.
    bool signal(int number) const;
    // Kills the command with its process group, and the runtime's program that waits for it, at
    // once: a command that is just starting may be left behind.
    void kill();

private:
    pid_t command() const; // 0: not started, or gone

    pid_t m_runtime; // 0: finished
    Fd m_end;
    Files m_files;
    Cgroup m_cgroup;
};

} // namespace muster::container
