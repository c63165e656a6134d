// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/base/now.h"

namespace muster::agentd {

// The daemon's clocks, the only ones: the kernel is told the time. The uptime is that of asio's
// steady timers.
inline Uptime uptime() {
    return Uptime(
        std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch()));
}
inline Now now() {
    return {std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now()), uptime()};
}

} // namespace muster::agentd
