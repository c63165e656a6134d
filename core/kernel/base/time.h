// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "core/kernel/base/result.h"

namespace muster {

// Time is an argument: no clock below the daemon's shell.
using Duration = std::chrono::microseconds;
using Instant = std::chrono::sys_time<Duration>;

// Mesos' form ("1secs", "500ms", "10mins", "2hrs", "1days", "3weeks", also with a fraction) and the
// short one ("90s", "2h30m").
Result<Duration> parseDuration(std::string_view text);

// The largest unit that gives a whole number, in Mesos' words: "10mins", "1secs", "1500ms".
std::string durationText(Duration duration);

// "2026-11-20T12:04:31.250Z"
std::string isoTime(Instant instant);
std::string isoSeconds(Instant instant); // "2026-11-20T12:04:31Z", for sentences

} // namespace muster
