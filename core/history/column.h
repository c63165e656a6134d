// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace muster::history {

inline constexpr std::size_t kColumnLimit = 128;
inline constexpr std::int64_t kAbsent = -1; // in a column: no value here; equal to kUnknown

// One column of whole numbers as bytes: a header, where values are present (run lengths), then the
// cheapest of
//   constant   one value: 2 bytes for any length
//   runs       (length, change) pairs: states, limits, error counters
//   deltas     Rice codes of the changes: what drifts (temperature, memory)
//   offsets    Rice codes of the distance to the mean: what is noise about a level (power,
//   utilisation)
// Rice codes come within a few per cent of the entropy of such noise and need no table (Rice,
// Plaunt 1971). Appends to `out`. Any values are kept exactly. REQUIRES: values.size() <=
// kColumnLimit.
void appendColumn(std::span<const std::int64_t> values, std::string& out);

// Reads values.size() numbers off the front of `bytes`. False: these bytes are no such column;
// never reads beyond them, whatever they are.
[[nodiscard]] bool takeColumn(std::string_view& bytes, std::span<std::int64_t> values);

// LEB128 and its reader; false when the bytes end or the number has more than 64 bits.
void appendVarint(std::uint64_t value, std::string& out);
[[nodiscard]] bool takeVarint(std::string_view& bytes, std::uint64_t& value);

} // namespace muster::history
