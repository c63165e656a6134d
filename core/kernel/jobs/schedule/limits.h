// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/base/time.h"

namespace muster::schedule {

// Slots are in [kEarliest, kLatest): a schedule starts no earlier, as in Chronos, and ends there.
inline constexpr Instant kEarliest = std::chrono::sys_days(std::chrono::year(1970) / 1 / 1);
inline constexpr Instant kLatest = std::chrono::sys_days(std::chrono::year(2200) / 1 / 1);

// Each slot is one durable decision.
inline constexpr std::chrono::seconds kShortestInterval{1};

inline constexpr std::size_t kLongestText = 1000; // bytes of a schedule

} // namespace muster::schedule
