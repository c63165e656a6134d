// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace muster::words {

// What a state looks like on every screen: each mark has one icon and one colour, and the state's
// word always stands beside it.
enum class Mark {
    None,
    Free,
    Offered,
    Busy,
    Waiting,
    Draining,
    Restricted,
    Good,
    Bad,
    Lost,
    Stopped
};
inline constexpr int kMarkCount = 11;

struct MarkStyle {
    std::string_view name; // "busy"
    std::string_view icon; // one of resources/icons: "disc"
    std::uint32_t onLight; // 0xrrggbb, on a light and on a dark ground
    std::uint32_t onDark;
};

const MarkStyle& style(Mark mark);

} // namespace muster::words
