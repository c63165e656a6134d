// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "core/gpu/query.h"

namespace muster::gpu {

constexpr bool isTraffic(Metric metric) {
    return metric >= Metric::PcieReceived && metric <= Metric::NvlinkSent;
}

// What goes over the PCIe and NVLinks of one GPU, in MiB a second. Counters, where the board has
// them, give the mean since the last reading, by the driver's own clock; so the first sample knows
// nothing. Else PCIe is measured by a call that takes 20 ms for each direction and tells of that
// time alone: only in the GPU's turn, and its value stays until the next one.
class Traffic {
public:
    // Into `sample`, which is up to date but for this.
    void update(const Nvml& nvml, abi::Device device, bool turn, GpuSample& sample);

    struct Reading {
        std::uint64_t count = 0;
        std::int64_t at = 0; // us
    };
    // Of one counter, whose unit is so many bytes. Unknown: it went back, the driver was loaded
    // anew, or no GPU is so fast. Nothing: too early to tell.
    static std::optional<MetricValue> rate(
        const Reading& before, const Reading& now, std::uint64_t unit);

private:
    static constexpr std::size_t kDirections = 4;

    void measurePcie(const Nvml& nvml, abi::Device device, GpuSample& sample);

    std::array<std::optional<Reading>, kDirections> m_last;
    std::array<MetricValue, kDirections> m_rates{kUnknown, kUnknown, kUnknown, kUnknown};
};

} // namespace muster::gpu
