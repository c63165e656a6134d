// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/kernel/base/units.h"

namespace muster::gpu {

struct ProcessEntry {
    std::uint32_t pid = 0;
    std::optional<Bytes> memory; // not told inside some containers
    bool operator==(const ProcessEntry&) const = default;
};

// Reads `count` entries of a list of running processes. Entries of the first version (`ancient`)
// are 16 bytes. Later ones are 24, but drivers 535.43 to 535.86 wrote 32 under the same name, and
// 16 has been seen too, so their length is told from the content. Entries without a pid are
// dropped.
std::vector<ProcessEntry> parseProcessEntries(
    std::span<const std::byte> bytes, std::size_t count, bool ancient);

} // namespace muster::gpu
