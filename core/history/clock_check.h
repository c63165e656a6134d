// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>

#include "core/kernel/base/now.h"

namespace muster::history {

// Whether the wall clock may decide that something is old enough to be deleted. A clock that has
// just stepped, or that the process found when it started, may be corrected in a moment: it is
// trusted once it has run for an hour without a step of more than a minute. One that stays wrong
// for longer is believed.
class ClockCheck {
public:
    // To be called about once a minute or more often.
    bool isTrusted(Now now) {
        const auto offset = now.wall.time_since_epoch() - now.uptime.time_since_epoch();
        if (!m_offset || std::chrono::abs(offset - *m_offset) > std::chrono::minutes(1)) {
            m_offset = offset;
            m_since = now.uptime;
        }
        return now.uptime - m_since >= std::chrono::hours(1);
    }

private:
    std::optional<Duration> m_offset; // of the wall clock to the uptime, as of the last step
    Uptime m_since; // of the last step
};

} // namespace muster::history
