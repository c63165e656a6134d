// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace muster::agentd {

// Whether a row of the table says why there is no such metric: "name*" is of all that begin so.
template <typename Table>
bool isAbsent(const Table& table, const std::string& name) {
    return std::ranges::any_of(table, [&](const auto& row) {
        const std::string_view known = row.name;
        return known.ends_with('*') ? name.starts_with(known.substr(0, known.size() - 1))
                                    : name == known;
    });
}

} // namespace muster::agentd
