// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/kernel/base/time.h"

namespace muster {

// How long something took, lasts or is ago, for people: "250 ms", "8 s", "1 min 15 s", "30 min",
// "2 h 5 min", "3 d 4 h". What a program may read back is durationText() (time.h). Less than 0 is
// 0.
std::string elapsedText(Duration duration);

} // namespace muster
