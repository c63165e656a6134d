// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/gpu/sim/scenario.h"

namespace muster::sim {

// What a GPU's sensors show at one moment. They move together: work draws power at once, and heats
// the board over about a minute, which slows the clock.
struct Load {
    unsigned gpuPercent = 0;
    unsigned memoryPercent = 0;
    std::uint64_t memoryUsedMebibytes = 0;
    unsigned celsius = 0;
    unsigned milliwatts = 0;
    unsigned smClock = 0;
    unsigned memoryClock = 0;
    unsigned fanPercent = 0;
    unsigned performanceState = 0;
    unsigned pcieGeneration = 1;
    double pcieReceived = 0, pcieSent = 0; // MiB a second
    double nvlinkReceived = 0, nvlinkSent = 0; // over all links
    std::uint64_t throttleReasons = 0; // NVML's bits
    bool working = false; // its processes are there
};

// A pure and continuous function of time, in seconds, so that a restarted client sees the same
// machine.
Load loadAt(const Gpu& gpu, double seconds);

} // namespace muster::sim
