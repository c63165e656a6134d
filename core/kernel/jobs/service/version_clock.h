// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>

#include "core/kernel/jobs/service/app.h"

namespace muster::services {

// Versions are times, but never one twice and never one before another: wall clocks are set back.
class VersionClock {
public:
    void saw(Version version) { m_last = std::max(m_last, version); } // of an earlier life
    Version next(Instant now) {
        const auto millisecond = std::chrono::milliseconds(1);
        m_last = std::max<Version>(
            std::chrono::floor<std::chrono::milliseconds>(now), m_last + millisecond);
        return m_last;
    }

private:
    Version m_last;
};

} // namespace muster::services
