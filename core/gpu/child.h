// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "core/kernel/base/result.h"

namespace muster::gpu {

// A child process whose stdin and stdout are one socket to us. Killed with SIGKILL when dropped.
// Nothing here ever waits: a child in an uninterruptible driver call may stay for as long as the
// kernel likes. Thread rule: the child dies with the thread that spawned it.
class Child {
public:
    // `environment` holds "NAME=value" to add to ours or to replace in it.
    static Result<Child> spawn(
        const std::vector<std::string>& argv, const std::vector<std::string>& environment);

    Child(Child&& other) noexcept;
    Child& operator=(Child&& other) noexcept;
    ~Child();

    pid_t pid() const { return m_pid; }
    int fd() const { return m_fd; } // non-blocking
    Status send(std::string_view bytes);

    // Both hand out the pid, which is then the caller's to reap by waitpid with WNOHANG.
    pid_t close(); // muster-nvml ends when its stdin does
    pid_t kill();

private:
    Child(pid_t pid, int fd) : m_pid(pid), m_fd(fd) { }

    pid_t m_pid = -1;
    int m_fd = -1;
};

} // namespace muster::gpu
