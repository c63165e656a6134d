// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/nearest.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace muster {

std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0U);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t same = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({same, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

std::vector<std::string> nearestNames(
    std::string_view typed, std::vector<std::string> names, std::size_t most) {
    // Two letters that changed places are two changes.
    const std::size_t farthest = typed.size() < 4 ? 1 : std::max<std::size_t>(typed.size() / 3, 2);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    std::vector<std::pair<std::size_t, std::string>> close;
    for (auto& name : names) {
        const auto away = editDistance(typed, name);
        if (away <= farthest)
            close.emplace_back(away, std::move(name));
    }
    std::sort(close.begin(), close.end());
    std::vector<std::string> out;
    for (auto& [away, name] : close) {
        if (out.size() < most)
            out.push_back(std::move(name));
    }
    return out;
}

} // namespace muster
