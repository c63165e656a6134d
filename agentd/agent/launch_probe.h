// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <vector>

#include "core/container/runtime.h"
#include "core/kernel/node/agent.h"

namespace muster::agentd {

// Whose fault a failed launch is, found out by experiment: what fails for the most trivial
// container as well fails for the node. Thread-safe; its calls block for a launch (20 ms), or as
// long as the runtime takes to give up.
class LaunchProbe {
public:
    // `folder`: for its sandbox, on the disk where those of tasks are.
    LaunchProbe(container::Runtime& runtime, std::string folder);

    // Of a launch that just failed. Many that fail together share an experiment.
    node::LaunchFault judge(const std::vector<unsigned>& gpuMinors);
    // Launches a container with the devices of these GPUs; if that fails one without, and if only
    // that works one with each of them.
    node::LaunchProbed run(const std::vector<GpuInfo>& gpus);

    static bool isProbe(const ContainerId& id);

private:
    struct Verdict {
        node::LaunchFault fault = node::LaunchFault::Task; // then nothing is wrong with the node
        std::string problem{};
    };
    Verdict experiment(const std::vector<unsigned>& gpuMinors);
    Status tryOut(const std::vector<unsigned>& gpuMinors);
    Status tryDisk() const;

    container::Runtime& m_runtime;
    const std::string m_folder;
    std::atomic<unsigned> m_next{0};
    std::mutex m_mutex; // one experiment at a time; guards what follows
    std::vector<unsigned> m_lastMinors;
    Verdict m_last;
    std::chrono::steady_clock::time_point m_lastBegun;
};

} // namespace muster::agentd
