// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/kernel/base/time.h"

// Points in time as the tables of the control journal hold them: microseconds since 1970.
namespace muster::history {

inline std::int64_t micros(Instant at) {
    return at.time_since_epoch().count();
}

inline Instant instant(std::int64_t micros) {
    return Instant(Duration(micros));
}

} // namespace muster::history
