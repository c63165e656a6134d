// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/kernel/base/now.h"

namespace muster::agentd {

// Which failed sign-ins have a row of their own in the audit log, so that whoever guesses cannot
// fill it: the first ten at once, then one row in ten minutes (some 50,000 a year), which says how
// many there were. Time is an argument. Not thread-safe.
class FailedSignIns {
public:
    static constexpr int kAtOnce = 10;
    static constexpr Duration kThen = std::chrono::minutes(10); // a further row

    // What is to be written now of a failure, "by token from 10.0.0.7"; nothing: it is counted.
    std::optional<std::string> add(std::string what, Uptime now) {
        ++m_counted;
        m_last = std::move(what);
        return take(now);
    }
    // The same of those that are counted, as soon as it may be.
    std::optional<std::string> take(Uptime now) {
        if (m_counted == 0 || m_paidUntil - now > (kAtOnce - 1) * kThen) {
            return std::nullopt;
        }
        m_paidUntil = std::max(m_paidUntil, now) + kThen;
        const auto count = std::exchange(m_counted, 0);
        return count == 1 ? m_last : fmt::format("{} times, the last {}", count, m_last);
    }
    bool waits() const { return m_counted > 0; }

private:
    std::uint64_t m_counted = 0; // that are not written yet
    std::string m_last;
    Uptime m_paidUntil{}; // each row moves it by kThen
};

} // namespace muster::agentd
