// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/base/time.h"

namespace muster::agentd {

// The daemon's wall clock, the only one: the kernel is told the time.
inline Instant now() {
    return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
}

} // namespace muster::agentd
