// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/kernel/base/text.h"

namespace muster::cli {

// For everything that others wrote.
using muster::escaped;

// Columns of a terminal that the text takes: 0 for combining marks, 2 for East Asian wide letters
// and emoji, else 1. REQUIRES: valid UTF-8 without control characters, as escaped() gives it.
unsigned width(std::string_view text);

} // namespace muster::cli
