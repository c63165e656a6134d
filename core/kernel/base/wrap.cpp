// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/wrap.h"

#include <algorithm>

namespace muster {

std::string wrapped(std::string_view text, std::size_t columns) {
    std::string out;
    std::size_t used = 0; // of the line
    while (!text.empty()) {
        const auto word = text.substr(0, text.find(' '));
        const bool breaks = used > 0 && used + 1 + word.size() > columns;
        if (used > 0) {
            out += breaks ? '\n' : ' ';
        }
        used = breaks || used == 0 ? word.size() : used + 1 + word.size();
        out += word;
        text.remove_prefix(std::min(word.size() + 1, text.size()));
    }
    return out;
}

std::string withoutFalseMark(std::string option) {
    constexpr std::string_view kMark = "{false}";
    if (const auto at = option.find(kMark); at != std::string::npos) {
        option.erase(at, kMark.size());
    }
    return option;
}

} // namespace muster
