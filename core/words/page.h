// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace muster::words {

// A page as navigations, menus and addresses know it.
struct Page {
    std::string_view
        name; // "gpus": in addresses, on command lines and in settings; its icon's, too
    std::string_view title; // for people, English: "GPUs"
    // Of letters that are pressed one after the other, a blank stands between them: "g o".
    std::array<std::string_view, 2> keys;
};

std::span<const Page> pages(); // in the order of the navigation

} // namespace muster::words
