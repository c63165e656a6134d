// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/kernel/base/result.h"

namespace muster::container::image {

inline constexpr std::size_t largestText = 4U << 20;

// JSON from outside: at most `largestText` and 64 levels deep. `what` begins the error's text.
Result<nlohmann::json> parseJson(std::string_view text, std::string_view what);

// An object's member, or a null value: for something that is no object, too.
const nlohmann::json& memberOf(const nlohmann::json& object, const char* name);
// Its text without NUL bytes; empty if it is missing or null.
Result<std::string> textOf(const nlohmann::json& object, const char* name);
// Its texts; none if it is missing or null.
Result<std::vector<std::string>> textsOf(const nlohmann::json& object, const char* name);

} // namespace muster::container::image
