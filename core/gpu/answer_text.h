// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

#include "core/gpu/nvml.h"

namespace muster::gpu {

// Asks for a text of at most 95 characters. The buffer is far longer than the length told, so that
// a library that ignores the length, or forgets the NUL, stays inside it. Nothing when NVML
// refuses, or when the text is empty, not printable or does not end.
template <typename Ask>
std::optional<std::string> askText(Ask&& ask) {
    constexpr std::uint32_t kTold = 96; // the longest that NVML's header defines
    std::array<char, 8192> buffer{};
    if (ask(buffer.data(), kTold) != abi::Success) {
        return std::nullopt;
    }
    const auto size = strnlen(buffer.data(), kTold);
    if (size == 0 || size == kTold || !isPrintable(buffer.data(), size)) {
        return std::nullopt;
    }
    return std::string(buffer.data(), size);
}

} // namespace muster::gpu
