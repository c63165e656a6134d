// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace muster::container {

// Where a stream's files stand in the stream, so that an offset into it stays valid for ever:
// ".<name>.base" beside them holds "<inode> <start>\n". The file with that inode begins at byte
// `start` of the stream; whatever else is called `name`, or the newest one if nothing is, ends
// there. It is replaced in one step before the files are renamed, so that it is true at every
// moment. No mark: nothing is gone, the oldest file begins at 0. A task can write what it likes
// into it, and has wrong offsets into its own output for that.
struct OutputMark {
    std::uint64_t inode = 0;
    std::uint64_t start = 0; // below 2^62

    bool operator==(const OutputMark&) const = default;
};

inline constexpr std::size_t kLongestMark = 64;

inline std::optional<OutputMark> parseMark(std::string_view text) {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 62;
    OutputMark mark;
    const char* const end = text.data() + text.size();
    const auto inode = std::from_chars(text.data(), end, mark.inode);
    if (inode.ec != std::errc{} || inode.ptr == end || *inode.ptr != ' ')
        return std::nullopt;
    const auto start = std::from_chars(inode.ptr + 1, end, mark.start);
    if (start.ec != std::errc{} || start.ptr + 1 != end || *start.ptr != '\n'
        || mark.start >= kMost)
        return std::nullopt;
    return mark;
}

} // namespace muster::container
