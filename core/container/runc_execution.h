// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/container/cgroup.h"
#include "core/container/execution.h"
#include "core/container/files.h"

namespace muster::container {

// A command of Runtime::execute(): `runc exec` as a child, which waits for it, and passes the size
// of its terminal on, as the kernel tells it.
class RuncExecution final : public Execution {
public:
    // Where runc notes the command's pid, and finds the command if not in its arguments.
    struct Files {
        std::string pid;
        std::string process{};
    };
    RuncExecution(pid_t runc, Fd end, Files files, Cgroup cgroup)
        : m_runc(runc), m_end(std::move(end)), m_files(std::move(files)),
          m_cgroup(std::move(cgroup)) { }
    RuncExecution(const RuncExecution&) = delete;
    RuncExecution& operator=(const RuncExecution&) = delete;
    ~RuncExecution() override;

    int endFd() const override { return m_end.number(); }
    int finish() override;
    bool signal(int number) override;

private:
    pid_t command() const; // 0: not started, or gone

    pid_t m_runc; // 0: finished
    Fd m_end;
    Files m_files;
    Cgroup m_cgroup;
};

} // namespace muster::container
