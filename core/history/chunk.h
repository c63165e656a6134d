// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/history/rollup.h"

namespace muster::history {

// The number of each metric's section in a chunk, by Metric; from the database, so that a new order
// of the enum reads old files.
using SectionNumbers = std::array<std::uint8_t, kMetricCount>;

// Writes chunks: a version byte, the number of sections, their lengths, the sections, a checksum.
// Keeps its buffers from one chunk to the next. Not thread-safe.
class ChunkWriter {
public:
    explicit ChunkWriter(const SectionNumbers& numbers);

    std::string write(const Samples& samples);
    std::string write(const Buckets& buckets, Level level);

private:
    std::string& section(std::size_t metric);
    std::string frame();

    SectionNumbers m_numbers;
    std::vector<std::string> m_sections;
};

// A chunk whose checksum holds. Views the bytes, does not own them.
class ChunkView {
public:
    // Nothing for bytes that are no whole chunk, whatever they are.
    static std::optional<ChunkView> parse(std::string_view bytes);

    // False: damaged after all. A section that the chunk does not have reads as unknown.
    [[nodiscard]] bool read(std::size_t section, Samples::Column& out) const;
    [[nodiscard]] bool read(std::size_t section, Level level, Buckets::Column& out) const;
    [[nodiscard]] bool read(const SectionNumbers& numbers, Samples& out) const;
    [[nodiscard]] bool read(const SectionNumbers& numbers, Level level, Buckets& out) const;

private:
    bool find(std::size_t section, std::string_view& out) const;

    std::string_view m_lengths; // varints, then the sections
    std::string_view m_sections;
    std::uint64_t m_count = 0;
};

} // namespace muster::history
