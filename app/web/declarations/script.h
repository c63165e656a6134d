// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace muster::web {

// What the sources of this folder write TypeScript with.

using Json = nlohmann::ordered_json;

// export const metrics: readonly Metric[] = [...];
inline std::string constant(std::string_view name, std::string_view type, const Json& value) {
    constexpr int kIndent = 2;
    return fmt::format("export const {}: {} = {};\n\n", name, type, value.dump(kIndent));
}

// "a" | "b"
inline std::string unionOf(const std::vector<std::string>& names) {
    return names.empty() ? "never" : fmt::format("\"{}\"", fmt::join(names, "\" | \""));
}

} // namespace muster::web
