// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/free_bytes.h"

#include <unistd.h>

namespace muster::agentd {

std::optional<std::uintmax_t> freeBytes(const std::filesystem::path& folder) {
    std::error_code error;
    const auto space = std::filesystem::space(folder, error);
    if (error) {
        return std::nullopt;
    }
    return ::geteuid() == 0 ? space.free : space.available; // some is kept for root
}

} // namespace muster::agentd
