// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/base/result.h"
#include "core/kernel/jobs/service/app.h"

namespace muster::services {

inline constexpr int kMostInstances = 100'000;
inline constexpr std::size_t kLongestAppId = 200; // with "." and a UUID a task's id

// What an app must be for the scheduler to keep it; the error names what to fix. What only its JSON
// says is checked by whoever reads that.
Status validate(const AppSpec& spec);

} // namespace muster::services
