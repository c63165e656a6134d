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
// The oldest that a master still understands: it is upgraded first, clients and agents follow.
// Raised only where it drops what they need.
inline constexpr std::uint32_t kOldestProtocol = 1;

// Of ReadLog, for the clients here: two files of a task together fill no more than a mebibyte of the
// connection. They confirm what they have taken each time it is so much.
inline constexpr std::uint64_t kLogWindow = 512 << 10;
inline constexpr std::uint64_t kLogConfirmed = kLogWindow / 4;

// Of an HTTP request that opens a session in a container: who types it, as RestrictGpu's author.
inline constexpr const char* kAuthorHeader = "Muster-Author";

struct Protocols {
    std::uint32_t oldest = kOldestProtocol;
    std::uint32_t newest = kProtocol;
};

// 0: nothing was said, which scripts need not. `who`: "agent".
inline Status checkProtocol(
    std::uint32_t said, std::string_view who, const Protocols& spoken = {}) {
    const auto [oldest, newest] = spoken;
    if (said == 0 || (oldest <= said && said <= newest)) {
        return {};
    }
    return failure(fmt::format("This master speaks {}, this {} {}: install the same version of "
                               "Muster on both",
                       oldest == newest ? fmt::format("protocol {}", newest)
                                        : fmt::format("protocols {} to {}", oldest, newest),
                       who, said),
        Error::Kind::Conflict);
}

} // namespace muster::proto
