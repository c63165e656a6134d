// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/columns/column.h"
#include "core/proto/resources.h"
#include "core/proto/states.h"

namespace muster::columns {

// What a cell of the tables is made of.

// A text that is unknown while it is empty.
inline Value known(const std::string& text) {
    return text.empty() ? Value() : Value(text);
}

inline Value list(const auto& texts) {
    return std::vector<std::string>(texts.begin(), texts.end());
}

// In thousandths.
inline std::int64_t amount(const v1::Resources& resources, const char* name) {
    return proto::ofRow(resources).total(name).value;
}

inline std::string word(auto state) {
    return std::string(proto::word(state));
}

inline std::string bundle(const v1::Resources& resources) {
    return proto::ofRow(resources).text();
}

} // namespace muster::columns
