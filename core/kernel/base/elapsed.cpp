// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/elapsed.h"

#include <algorithm>

namespace muster {
namespace {

std::string inTwo(std::int64_t count, const char* unit, std::int64_t rest, const char* smaller) {
    return rest == 0 ? fmt::format("{} {}", count, unit)
                     : fmt::format("{} {} {} {}", count, unit, rest, smaller);
}

} // namespace

std::string elapsedText(Duration duration) {
    using namespace std::chrono;
    const auto whole = std::max(duration, Duration(0));
    if (whole >= milliseconds(1) && whole < seconds(1)) {
        return fmt::format("{} ms", floor<milliseconds>(whole).count());
    }
    const auto count = floor<seconds>(whole).count();
    constexpr std::int64_t kMinute = 60, kHour = 60 * kMinute, kDay = 24 * kHour;
    return count < kMinute ? fmt::format("{} s", count)
        : count < kHour    ? inTwo(count / kMinute, "min", count % kMinute, "s")
        : count < kDay     ? inTwo(count / kHour, "h", count % kHour / kMinute, "min")
                           : inTwo(count / kDay, "d", count % kDay / kHour, "h");
}

} // namespace muster
