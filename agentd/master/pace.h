// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>

#include "core/kernel/base/now.h"

namespace muster::agentd {

// When the next message of a stream is due: some may follow each other at once after a quiet time,
// then there is one an interval. Each quiet interval gives one of those back. Not thread-safe.
class Pace {
public:
    using Time = std::chrono::steady_clock::time_point;

    // REQUIRES: atOnce is positive.
    Pace(Duration interval, int atOnce)
        : m_interval(interval), m_credit(interval * (atOnce - 1)) { }

    Time next() const { return m_next; } // in the past: at once
    // Also out of turn, which puts the next one off by an interval at most.
    void onSent(Time now) {
        const auto due = now + m_interval;
        m_next = std::clamp(m_next + m_interval, due - m_credit, due);
    }

private:
    Duration m_interval;
    Duration m_credit; // by how much what is sent at once may be ahead of its time
    Time m_next{};
};

} // namespace muster::agentd
