// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace muster::container {

// Whether the absolute path is the folder or lies in it, by their names. Pure.
inline bool isBelow(const std::string& path, const std::string& folder) {
    return path == folder || path.starts_with(folder + '/');
}
inline bool isBelowAny(const std::string& path, const std::vector<std::string>& folders) {
    return std::any_of(folders.begin(), folders.end(),
        [&](const std::string& folder) { return isBelow(path, folder); });
}


// Without those that lie in another one of the list, and each once, in its order. Pure.
inline std::vector<std::string> outermost(const std::vector<std::string>& paths) {
    std::vector<std::string> out;
    for (const std::string& path : paths) {
        const bool isCovered = isBelowAny(path, out)
            || std::any_of(paths.begin(), paths.end(),
                [&](const std::string& other) { return other != path && isBelow(path, other); });
        if (!isCovered)
            out.push_back(path);
    }
    return out;
}

} // namespace muster::container
