// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <random>

#include "core/kernel/base/metric.h"

namespace muster::history {

// A GPU that works for some minutes and rests for some: noise about a level in utilisation, power
// (in mW, as NVML has it) and clocks, temperature that follows, memory in steps, everything else
// constant for long.
class SyntheticGpu {
public:
    using Row = std::array<MetricValue, kMetricCount>;

    explicit SyntheticGpu(std::uint32_t seed) : m_random(seed) { turn(); }

    Row next() {
        if (--m_remaining <= 0) {
            turn();
        }
        const int busy = m_busy ? std::clamp(noise(m_level, 4), 0, 100) : 0;
        const double goal = 35 + 0.45 * busy;
        m_temperature += (goal - m_temperature) * 0.02;
        return {busy, busy / 2, m_memory, static_cast<int>(m_temperature + 0.5),
            std::max(0, noise(25'000 + 2'200 * busy, busy ? 3'000 : 120)),
            busy ? 1410 - 15 * (noise(3, 1) & 3) : 210, busy ? 1215 : 405, kUnknown, busy ? 0 : 8,
            0, busy ? 4 : 1, 16, busy > 97 ? 4 : 0, std::max(0, noise(40 * busy, busy ? 300 : 1)),
            std::max(0, noise(4 * busy, busy ? 40 : 1)), kUnknown, kUnknown};
    }

private:
    int noise(int mean, int deviation) {
        return static_cast<int>(std::normal_distribution<double>(mean, deviation)(m_random));
    }
    void turn() {
        m_busy = !m_busy;
        m_remaining = std::uniform_int_distribution<int>(60, 1800)(m_random);
        m_level = std::uniform_int_distribution<int>(60, 98)(m_random);
        m_memory = m_busy ? std::uniform_int_distribution<int>(2'000, 78'000)(m_random) : 3;
    }

    std::mt19937 m_random;
    bool m_busy = false;
    int m_remaining = 0;
    int m_level = 0;
    int m_memory = 0;
    double m_temperature = 35;
};

} // namespace muster::history
