// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace muster::bench {

// Repetitions of one measurement, in one unit.
struct Series {
    std::vector<double> values;

    // The value that a share (0 to 1) of the repetitions does not exceed. REQUIRES: not empty.
    double at(double share) const {
        auto sorted = values;
        std::sort(sorted.begin(), sorted.end());
        return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
    }

    std::string json() const {
        return fmt::format(R"({{"n":{},"min":{:.1f},"p50":{:.1f},"p95":{:.1f}}})", values.size(),
            at(0), at(0.5), at(0.95));
    }
};

} // namespace muster::bench
