// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

namespace muster::container {

// The parts of `text` between separators; at least one.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const auto end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + 1);
    }
}

// The same without the empty ones.
inline std::vector<std::string_view> splitWords(std::string_view text, char separator) {
    auto parts = split(text, separator);
    std::erase(parts, std::string_view());
    return parts;
}

} // namespace muster::container
