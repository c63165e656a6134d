// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/kernel/base/result.h"

namespace muster::container::fetch {

// Takes from this process what a download does not need, so that a taken-over one can do little:
// it becomes nobody without groups, capabilities and new privileges, cannot be traced, cannot start
// another program or process, and writes no file beyond `maxBytes`. It dies with its parent.
Status confine(std::uint64_t maxBytes);

} // namespace muster::container::fetch
