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

} // namespace muster::container
