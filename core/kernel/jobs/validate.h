// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/base/result.h"
#include "core/kernel/jobs/scheduler.h"

namespace muster::jobs {

inline constexpr int kMaximumRetries = 100;
inline constexpr std::size_t kLongestName = 255; // bytes of a job's name, its user, a constraint

// What a submitted job must be; the error names what to mend. Resources have no defaults here: that
// is the matter of whoever takes the submission.
Status validate(const JobSpec& spec);

} // namespace muster::jobs
