// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/base/time.h"

namespace muster::history {

inline constexpr Instant kNoon = Instant(std::chrono::seconds(1'800'000'000));

} // namespace muster::history
