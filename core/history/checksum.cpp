// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/checksum.h"

#include <zlib.h>

namespace muster::history {

std::uint32_t checksum(std::initializer_list<std::string_view> parts) {
    uLong crc = crc32_z(0, nullptr, 0);
    for (const auto part : parts) {
        const std::uint64_t size = part.size();
        crc = crc32_z(crc, reinterpret_cast<const Bytef*>(&size), sizeof size);
        if (!part.empty()) { // of no bytes at all zlib begins anew
            crc = crc32_z(crc, reinterpret_cast<const Bytef*>(part.data()), part.size());
        }
    }
    return static_cast<std::uint32_t>(crc);
}

} // namespace muster::history
