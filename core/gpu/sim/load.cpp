// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/sim/load.h"

#include <algorithm>
#include <cmath>

namespace muster::sim {
namespace {

double unit(std::uint64_t seed, std::int64_t knot) {
    return static_cast<double>(mix(seed ^ mix(static_cast<std::uint64_t>(knot))) >> 11) * 0x1p-53;
}

double smooth(double from, double to, double x) {
    const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

// Value noise: random knots, one a period, smoothly joined. In [0, 1].
double noise(std::uint64_t seed, double seconds, double period) {
    const double at = seconds / period;
    const auto knot = static_cast<std::int64_t>(std::floor(at));
    const double weight = smooth(0, 1, at - std::floor(at));
    return unit(seed, knot) * (1 - weight) + unit(seed, knot + 1) * weight;
}

// Whether a job holds the GPU: 0 to 1, steep but continuous.
double presence(const Gpu& gpu, double seconds) {
    switch (gpu.load) {
    case Profile::Idle:
        return 0;
    case Profile::Busy:
        return 1;
    case Profile::Mixed:
        return smooth(0.42, 0.48, noise(gpu.seed ^ 1, seconds, 240));
    }
    return 0;
}

double work(const Gpu& gpu, double seconds) {
    const double steady = 0.62 + 0.38 * smooth(0.05, 0.6, noise(gpu.seed ^ 2, seconds, 24));
    const double ripple = 0.10 * (noise(gpu.seed ^ 3, seconds, 4) - 0.5);
    return presence(gpu, seconds) * std::clamp(steady + ripple, 0.0, 1.0);
}

// Work of the last minute, the latest weighing most.
double heat(const Gpu& gpu, double seconds) {
    double sum = 0;
    double weights = 0;
    for (int step = 0; step <= 16; ++step) {
        const double weight = std::exp(-step / 6.0);
        sum += weight * work(gpu, seconds - 4.0 * step);
        weights += weight;
    }
    return sum / weights;
}

double between(Range range, double share) {
    return range.idle + (static_cast<double>(range.most) - range.idle) * share;
}

unsigned whole(double value) {
    return static_cast<unsigned>(std::lround(std::max(value, 0.0)));
}

std::uint64_t memoryUsed(const Gpu& gpu, double seconds) {
    constexpr double kDriver = 0.004; // of the board, for the driver itself
    const auto total = static_cast<double>(gpu.memoryMebibytes);
    double jobs = 0;
    for (const auto& process : gpu.processes) {
        jobs += static_cast<double>(process.memoryMebibytes);
    }
    if (jobs == 0) {
        jobs = total * (0.35 + 0.5 * noise(gpu.seed ^ 4, seconds, 150));
    }
    return std::min(gpu.memoryMebibytes,
        static_cast<std::uint64_t>(total * kDriver + presence(gpu, seconds) * jobs));
}

// Of one direction of the bus as it is now, MiB a second: what a lane carries doubles with each
// generation.
double pcieCapacity(const Gpu& gpu, unsigned generation) {
    constexpr double kFirstGeneration = 238;
    return kFirstGeneration * (1U << (generation - 1)) * gpu.pcieWidth;
}

double nvlinkCapacity(const Gpu& gpu) {
    constexpr double kOfOneLink = 25000;
    unsigned links = gpu.switchLinks;
    for (const auto& [peer, count] : gpu.directLinks) {
        links += count;
    }
    return kOfOneLink * links;
}

// Batches come in over PCIe, little goes back; over NVLink both directions are much the same.
void addTraffic(const Gpu& gpu, double busy, double seconds, Load& load) {
    const auto share = [&](std::uint64_t seed, double low, double span, double period) {
        return busy * (low + span * noise(gpu.seed ^ seed, seconds, period));
    };
    const double pcie = pcieCapacity(gpu, load.pcieGeneration);
    load.pcieReceived = pcie * share(10, 0.04, 0.30, 6);
    load.pcieSent = pcie * share(11, 0.01, 0.06, 9);
    const double nvlink = nvlinkCapacity(gpu);
    const double reduce = share(12, 0.15, 0.45, 12);
    load.nvlinkReceived = nvlink * (reduce + share(13, 0, 0.02, 3));
    load.nvlinkSent = nvlink * (reduce + share(14, 0, 0.02, 3));
}

} // namespace

Load loadAt(const Gpu& gpu, double seconds) {
    constexpr std::uint64_t kThrottleIdle = 0x1;
    constexpr std::uint64_t kThrottlePowerCap = 0x4;
    const double busy = work(gpu, seconds);
    const double warm = heat(gpu, seconds);
    const double awake = smooth(0.02, 0.20, busy);
    const double ambient = 26 + 6 * unit(gpu.seed, 5) + noise(gpu.seed ^ 6, seconds, 90);
    const double flicker = 0.02 * (noise(gpu.seed ^ 7, seconds, 3) - 0.5);
    const double power = std::min(0.22 * awake + 0.78 * busy + flicker * awake, 1.0);

    Load load;
    load.working = presence(gpu, seconds) > 0.5;
    load.gpuPercent = whole(100 * busy);
    load.memoryPercent = whole(100 * busy * (0.35 + 0.4 * noise(gpu.seed ^ 8, seconds, 15)));
    load.memoryUsedMebibytes = memoryUsed(gpu, seconds);
    load.celsius = whole(ambient + 46 * warm);
    load.milliwatts = whole(
        1000 * (between(gpu.watts, 0.97 * power) + (1 - awake) * noise(gpu.seed ^ 9, seconds, 5)));
    load.smClock = whole(between(gpu.smClock, awake * (1 - 0.08 * warm)));
    load.memoryClock = whole(between(gpu.memoryClock, awake));
    load.fanPercent = whole(28 + 1.3 * std::max(0.0, ambient + 46 * warm - 40));
    load.performanceState = awake > 0.5 ? 0 : 8;
    load.pcieGeneration = awake > 0.5 ? gpu.pcieGeneration : 1;
    addTraffic(gpu, busy, seconds, load);
    load.throttleReasons = gpu.throttle | (load.gpuPercent == 0 ? kThrottleIdle : 0)
        | (power > 0.97 ? kThrottlePowerCap : 0);
    return load;
}

} // namespace muster::sim
