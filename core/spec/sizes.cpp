// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/spec/sizes.h"

#include <limits>

#include "core/kernel/base/number.h"

namespace muster::spec {

namespace {
constexpr std::string_view kUnits = "kmgt";
}

std::optional<Bytes> sizeOf(std::string_view text) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; };
    if (!text.empty() && lower(text.back()) == 'b')
        text.remove_suffix(1);
    unsigned shift = 0;
    const auto unit = text.empty() ? std::string_view::npos : kUnits.find(lower(text.back()));
    if (unit != std::string_view::npos) {
        shift = 10 * (static_cast<unsigned>(unit) + 1);
        text.remove_suffix(1);
    }
    const auto value = wholeNumber<std::uint64_t>(text).value_or(0);
    if (value == 0 || value > (std::numeric_limits<std::uint64_t>::max() >> 1 >> shift))
        return std::nullopt;
    return Bytes{value << shift};
}

std::string sizeText(Bytes size) {
    std::string unit;
    for (const char next : kUnits) {
        if (size.value == 0 || size.value % 1024 != 0)
            break;
        size.value /= 1024;
        unit = next;
    }
    return std::to_string(size.value) + unit;
}

} // namespace muster::spec
