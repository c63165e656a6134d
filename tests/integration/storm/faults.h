// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/container/process.h"

namespace muster::e2e::storm {

// The processes around a daemon that a fault can hit, found as an outsider finds them: in /proc.

struct Monitor {
    container::ProcessRef process;
    bool isLaunching; // its container's command has not begun
};
// Each conmon of the containers in that work directory.
std::vector<Monitor> monitorsIn(const std::string& workDir);
// The muster-nvml of that agent.
std::optional<container::ProcessRef> gpuProbeOf(pid_t agent);
// Processes that work on, or in, a container: their command lines name one of these places.
std::size_t countProcessesNaming(const std::vector<std::string>& places);

// Processes that are stopped, each to go on at its time.
class Stopped {
public:
    using Clock = std::chrono::steady_clock;

    // False: it has ended.
    bool stop(const container::ProcessRef& process, Clock::duration time);
    void continueDue();
    void continueAll();

private:
    struct One {
        container::ProcessRef process;
        Clock::time_point until;
    };
    std::vector<One> m_all;
};

} // namespace muster::e2e::storm
