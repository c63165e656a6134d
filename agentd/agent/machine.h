// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/flags.h"
#include "core/gpu/discovery.h"
#include "core/gpu/probe.h"
#include "core/kernel/node/agent.h"

namespace muster::agentd {

// What this machine has and may offer, worked out once at the agent's start.
struct Machine {
    cluster::AgentInfo info;
    std::vector<GpuUuid> owned; // GPUs that tasks may get
    std::vector<gpu::Discovery::Class> gpuClasses;
    bool ownsLaterGpus = false; // those that appear after the start, too
    bool isolatesGpus = true; // else `gpus` is a mere number
    std::optional<Error> driverProblem; // why NVML told nothing at the start
    bool runsTasks = true; // false with --isolation=none
    bool simulated = false;
    gpu::ProbeOptions probe;
    std::string driverRoot = "/"; // where the driver's files are
    std::string devices = "/dev"; // where the GPUs' nodes are
    std::vector<std::string> warnings;
};

// Asks NVML (through muster-nvml), applies --resources, --nvidia_gpu_devices, --attributes,
// --isolation. The error is what follows "EXIT with status 1: ", for GPU flags in Mesos' words.
Result<Machine> readMachine(const CommonOptions& common, const AgentOptions& options);

} // namespace muster::agentd
