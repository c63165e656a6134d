// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace muster {

// Levenshtein's: how many letters to change, add or leave out.
std::size_t editDistance(std::string_view a, std::string_view b);

// At most `most` names that a slip of the pen could have made into `typed`, the closest first.
std::vector<std::string> nearestNames(
    std::string_view typed, std::vector<std::string> names, std::size_t most = 3);

} // namespace muster
