// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/columns/column.h"
#include "core/kernel/resources/resources.h"

namespace muster::columns {

// What a cell of the tables is made of.

// A text that is unknown while it is empty.
inline Value known(const std::string& text) {
    return text.empty() ? Value() : Value(text);
}

inline Value list(const auto& texts) {
    return std::vector<std::string>(texts.begin(), texts.end());
}

// Of a bundle as the master wrote it, in thousandths; 0 of what does not parse.
inline std::int64_t amount(const std::string& resources, const char* name) {
    return Resources::parse(resources).value_or(Resources()).total(name).value;
}

} // namespace muster::columns
