// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/base/result.h"

namespace muster::sim {

enum class Profile { Idle, Busy, Mixed };

struct Range {
    unsigned idle = 0;
    unsigned most = 0;
};

struct Process {
    std::uint32_t pid = 0;
    std::string name;
    bool graphics = false;
    std::uint64_t memoryMebibytes = 0;
};

// One simulated GPU. An empty optional is "not supported by this board".
struct Gpu {
    std::string model;
    std::string uuid;
    std::uint32_t domain = 0, bus = 0, device = 0;
    unsigned minor = 0;
    std::uint64_t seed = 0;
    Profile load = Profile::Idle;

    std::uint64_t memoryMebibytes = 0;
    Range watts; // most: the power limit
    Range smClock;
    Range memoryClock;
    bool fan = false;
    std::optional<bool> ecc;
    std::optional<bool> mig;
    std::optional<int> brand; // NVML's number
    std::optional<std::pair<int, int>> capability; // {5, 2} is 5.2
    int computeMode = 0;
    bool persistence = true;
    bool display = false;
    unsigned pcieGeneration = 3, pcieWidth = 16;
    // NUMA node, host bridge below it, root port, bridge: two GPUs are as near as these agree.
    std::optional<std::array<unsigned, 4>> place;

    unsigned switchLinks = 0; // NVLinks to the switch that all such GPUs share
    std::map<unsigned, unsigned> directLinks; // by the other GPU's index

    std::vector<Process> processes;
    std::optional<double> lostAfter; // seconds after nvmlInit; 0 is from the start
    bool hidden = false; // NO_PERMISSION, as behind a devices cgroup
    std::uint64_t eccErrors = 0;
    std::uint64_t throttle = 0; // bits on top of those that the load gives
    std::set<std::string, std::less<>> unsupported;
};

// What one NVML function does instead of answering.
struct CallFault {
    int error = 0;
    bool hang = false;
    unsigned latencyMicroseconds = 0;
    double probability = 1; // of the error and of the hang
    double after = 0; // seconds after nvmlInit
    std::optional<unsigned> gpu;
};

struct Scenario {
    std::string driver, nvml;
    int cuda = 0; // 12040 is 12.4
    std::uint64_t seed = 0;
    std::optional<double> frozenAt; // the load's clock stands still, for tests and pictures
    bool garbage = false; // every answer is random and often impossible
    std::vector<Gpu> gpus;
    std::map<std::string, CallFault, std::less<>> calls; // "*" is every function
};

// The format is in resources/scenarios/README.md. An unknown key is an error: a misspelt fault that
// never happens would be a test that cannot fail.
// `machine`: who simulates it. The same scenario on two machines has other UUIDs; empty: those that
// follow from the scenario alone, or from the machine that it names.
Result<Scenario> parseScenario(std::string_view json, std::string_view machine = {});
Result<Scenario> readScenario(const std::string& path, std::string_view machine = {});
// The scenario with the machine in it, to be carried away. REQUIRES: it parses.
std::string withMachine(std::string_view json, std::string_view machine);

// "GPU-" and a UUID that follows from the two numbers.
std::string uuidFor(std::uint64_t seed, unsigned index);

// A stateless random number (splitmix64).
std::uint64_t mix(std::uint64_t value);

} // namespace muster::sim
