// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/kernel/base/result.h"

namespace muster::container::fetch {

// A .gz file with all of its members, as gunzip reads it, from one descriptor into another. Gives
// the bytes written; an error at the first byte beyond `maxBytes`, or if the end is missing.
Result<std::uint64_t> gunzip(int from, int to, std::uint64_t maxBytes);

} // namespace muster::container::fetch
