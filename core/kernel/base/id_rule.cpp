// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/id_rule.h"

#include <algorithm>

namespace muster {

Status validateId(std::string_view id) {
    if (id.empty()) {
        return failure("ID must not be empty");
    }
    if (id.size() > kLongestId) {
        return failure(fmt::format("ID must not be greater than {} characters", kLongestId));
    }
    if (id == "." || id == "..") {
        return failure(fmt::format("'{}' is disallowed", id));
    }
    const bool invalid = std::any_of(id.begin(), id.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7f || c == '/' || c == '\\';
    });
    if (invalid) {
        return failure(fmt::format("'{}' contains invalid characters", id));
    }
    return {};
}

} // namespace muster
