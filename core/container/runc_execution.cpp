// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/runc_execution.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>

#include <unistd.h>

#include "core/container/process.h"

namespace muster::container {

int RuncExecution::finish() {
    const int status = waitForChild(std::exchange(m_runc, 0));
    unlink(m_files.pid.c_str());
    if (!m_files.process.empty())
        unlink(m_files.process.c_str());
    return status;
}

pid_t RuncExecution::command() const {
    const auto pid = std::atoi(readFile(m_files.pid).value_or("0").c_str());
    const auto members = m_cgroup.members();
    return std::find(members.begin(), members.end(), pid) != members.end() ? pid : 0;
}

bool RuncExecution::signal(int number) {
    const auto pid = command();
    if (pid > 0)
        ::kill(-pid, number);
    return pid > 0;
}

RuncExecution::~RuncExecution() {
    if (m_runc == 0)
        return;
    // runc would not take the command with it: they have no session in common.
    signal(SIGKILL);
    ::kill(-m_runc, SIGKILL);
    finish();
}

} // namespace muster::container
