// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/base/result.h"
#include "core/kernel/jobs/scheduler.h"

namespace muster::jobs {

inline constexpr int kMaximumRetries = 100;
inline constexpr Duration kMostKillGrace = std::chrono::hours(24);
inline constexpr Duration kLongestRetryPause = std::chrono::hours(24);
inline constexpr Duration kMostTimeLimit = std::chrono::days(366);
inline constexpr std::size_t kLongestName = 255; // bytes of a job's name, its user, a constraint

constexpr bool isKillGrace(Duration grace) {
    return grace > Duration(0) && grace <= kMostKillGrace;
}

// What a submitted job must be; the error names what to fix. Resources have no defaults here: they
// are set by whoever accepts the submission.
Status validate(const JobSpec& spec);

} // namespace muster::jobs
