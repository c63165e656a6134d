// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/execution.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>

#include <unistd.h>

#include "core/container/process.h"

namespace muster::container {

int Execution::finish() {
    const int status = waitForChild(std::exchange(m_runtime, 0));
    unlink(m_pidFile.c_str());
    return status;
}

pid_t Execution::command() const {
    const auto pid = std::atoi(readFile(m_pidFile).value_or("0").c_str());
    const auto members = m_cgroup.members();
    return std::find(members.begin(), members.end(), pid) != members.end() ? pid : 0;
}

void Execution::signal(int number) {
    if (m_runtime == 0)
        return;
    const auto pid = command();
    ::kill(-(pid > 0 ? pid : m_runtime), pid > 0 ? number : SIGKILL);
}

void Execution::kill() {
    if (m_runtime == 0)
        return;
    // The runtime's program would not take the command with it: they have no session in common.
    signal(SIGKILL);
    ::kill(-m_runtime, SIGKILL);
    finish();
}

} // namespace muster::container
