// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/checksum.h"

#include <boost/crc.hpp>

namespace muster::history {

std::uint32_t checksum(std::initializer_list<std::string_view> parts) {
    boost::crc_32_type crc;
    for (const auto part : parts) {
        const std::uint64_t size = part.size();
        crc.process_bytes(&size, sizeof size);
        crc.process_bytes(part.data(), part.size());
    }
    return crc.checksum();
}

} // namespace muster::history
