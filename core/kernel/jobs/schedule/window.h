// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/kernel/jobs/schedule/zone.h"

namespace muster::schedule {

// The time of each day in which runs may start, by the clocks of a zone: [from, until), over
// midnight where `until` is the earlier one.
struct Window {
    std::chrono::minutes from{0};
    std::chrono::minutes until{0};

    static Result<Window> parse(std::string_view text); // "22:00-06:00"
    std::string text() const;

    // `at` if it is in the window, or when the window opens next. One that clocks jump over opens
    // right after the jump.
    Instant openAt(const Zone& zone, Instant at) const;
};

} // namespace muster::schedule
