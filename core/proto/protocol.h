// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/kernel/base/result.h"

namespace muster::proto {

// The number of Muster's own wire: raised with every change of console.proto or agent.proto that a
// build before it would misread. Clients and agents say theirs, the master compares.
inline constexpr std::uint32_t kProtocol = 1;

// 0: nothing was said, which scripts need not. `who`: "agent".
inline Status checkProtocol(std::uint32_t said, std::string_view who) {
    return said == 0 || said == kProtocol
        ? Status()
        : failure(fmt::format("This master speaks protocol {}, this {} {}: install the same "
                              "version of Muster on both",
                      kProtocol, who, said),
            Error::Kind::Conflict);
}

} // namespace muster::proto
