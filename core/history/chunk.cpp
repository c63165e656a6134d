// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/chunk.h"

#include <algorithm>
#include <cstring>

#include "core/history/column.h"

namespace muster::history {
namespace {

constexpr char kVersion = 1;
constexpr std::size_t kChecksumSize = 4;

// Finds rot and torn rows, not forgers. Eight bytes a step, as reads check it each time.
std::uint32_t checksum(std::string_view bytes) {
    std::uint64_t hash = bytes.size();
    while (!bytes.empty()) {
        std::uint64_t word = 0;
        const auto size = std::min(bytes.size(), sizeof word);
        std::memcpy(&word, bytes.data(), size);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15;
        hash ^= hash >> 32;
        bytes.remove_prefix(size);
    }
    return static_cast<std::uint32_t>(hash * 0xbf58476d1ce4e5b9 >> 32);
}

using Numbers = std::array<std::int64_t, kSamplesInBlock>;

struct Fields {
    Numbers count;
    Numbers min;
    Numbers range; // max - min
    Numbers total;
    std::size_t size = 0; // of the last three: buckets that are not empty
};

// Where nothing is known only the count says so.
Fields split(const Buckets::Column& column, std::size_t points) {
    Fields out;
    for (std::size_t i = 0; i < points; ++i) {
        const auto& bucket = column[i];
        out.count[i] = bucket.count == 0 ? kAbsent : bucket.count;
        if (bucket.count != 0) {
            out.min[out.size] = bucket.min;
            out.range[out.size] = std::int64_t{bucket.max} - bucket.min;
            out.total[out.size++] = bucket.total;
        }
    }
    return out;
}

bool join(const Fields& in, std::size_t points, Buckets::Column& out) {
    std::size_t next = 0;
    for (std::size_t i = 0; i < points; ++i) {
        out[i] = {};
        if (in.count[i] != kAbsent) {
            const auto min = in.min[next];
            const auto range = in.range[next];
            if (min < 0 || range < 0 || min > INT32_MAX || range > INT32_MAX - min
                || in.count[i] <= 0) {
                return false;
            }
            out[i] = {static_cast<MetricValue>(min), static_cast<MetricValue>(min + range),
                in.total[next], in.count[i]};
            ++next;
        }
    }
    return true;
}

std::size_t pointsOf(Level level) {
    return static_cast<std::size_t>(info(level).points);
}

} // namespace

ChunkWriter::ChunkWriter(const SectionNumbers& numbers)
    : m_numbers(numbers),
      m_sections(*std::max_element(numbers.begin(), numbers.end()) + std::size_t{1}) { }

std::string& ChunkWriter::section(std::size_t metric) {
    return m_sections[m_numbers[metric]];
}

std::string ChunkWriter::write(const Samples& samples) {
    for (std::size_t metric = 0; metric < kMetricCount; ++metric) {
        Numbers numbers;
        std::copy(samples.columns[metric].begin(), samples.columns[metric].end(), numbers.begin());
        appendColumn(numbers, section(metric));
    }
    return frame();
}

std::string ChunkWriter::write(const Buckets& buckets, Level level) {
    for (std::size_t metric = 0; metric < kMetricCount; ++metric) {
        const auto fields = split(buckets.columns[metric], pointsOf(level));
        auto& out = section(metric);
        appendColumn({fields.count.data(), pointsOf(level)}, out);
        appendColumn({fields.min.data(), fields.size}, out);
        appendColumn({fields.range.data(), fields.size}, out);
        appendColumn({fields.total.data(), fields.size}, out);
    }
    return frame();
}

std::string ChunkWriter::frame() {
    std::size_t size = 2 + kChecksumSize;
    for (const auto& section : m_sections) {
        size += section.size() + 2;
    }
    std::string out;
    out.reserve(size);
    out.push_back(kVersion);
    appendVarint(m_sections.size(), out);
    for (const auto& section : m_sections) {
        appendVarint(section.size(), out);
    }
    for (auto& section : m_sections) {
        out += section;
        section.clear();
    }
    const auto sum = checksum(out);
    out.append(reinterpret_cast<const char*>(&sum), sizeof sum);
    return out;
}

std::optional<ChunkView> ChunkView::parse(std::string_view bytes) {
    std::uint32_t sum = 0;
    if (bytes.size() < 2 + kChecksumSize || bytes.front() != kVersion) {
        return std::nullopt;
    }
    const auto body = bytes.substr(0, bytes.size() - kChecksumSize);
    std::memcpy(&sum, bytes.data() + body.size(), sizeof sum);
    if (sum != checksum(body)) {
        return std::nullopt;
    }
    ChunkView view;
    auto rest = body.substr(1);
    if (!takeVarint(rest, view.m_count) || view.m_count > 256) {
        return std::nullopt;
    }
    view.m_lengths = view.m_sections = rest;
    for (std::uint64_t i = 0, length = 0; i < view.m_count; ++i) {
        if (!takeVarint(view.m_sections, length)) {
            return std::nullopt;
        }
    }
    return view;
}

bool ChunkView::find(std::size_t section, std::string_view& out) const {
    auto lengths = m_lengths;
    auto rest = m_sections;
    out = {};
    for (std::uint64_t i = 0, length = 0; i <= section && i < m_count; ++i) {
        if (!takeVarint(lengths, length) || length > rest.size()) {
            return false;
        }
        out = i == section ? rest.substr(0, length) : std::string_view();
        rest.remove_prefix(length);
    }
    return true;
}

bool ChunkView::read(std::size_t section, Samples::Column& out) const {
    std::string_view bytes;
    if (!find(section, bytes)) {
        return false;
    }
    if (bytes.empty()) {
        out.fill(kUnknown);
        return true;
    }
    Numbers numbers;
    bool fits = takeColumn(bytes, numbers);
    for (std::size_t i = 0; fits && i < numbers.size(); ++i) {
        out[i] = static_cast<MetricValue>(numbers[i]);
        fits = out[i] == numbers[i];
    }
    return fits;
}

bool ChunkView::read(std::size_t section, Level level, Buckets::Column& out) const {
    std::string_view bytes;
    if (!find(section, bytes)) {
        return false;
    }
    const auto points = pointsOf(level);
    if (bytes.empty()) {
        std::fill_n(out.begin(), points, Bucket{});
        return true;
    }
    Fields fields;
    if (!takeColumn(bytes, {fields.count.data(), points})) {
        return false;
    }
    fields.size = points
        - static_cast<std::size_t>(
            std::count(fields.count.begin(), fields.count.begin() + points, kAbsent));
    return takeColumn(bytes, {fields.min.data(), fields.size})
        && takeColumn(bytes, {fields.range.data(), fields.size})
        && takeColumn(bytes, {fields.total.data(), fields.size}) && join(fields, points, out);
}

bool ChunkView::read(const SectionNumbers& numbers, Samples& out) const {
    bool whole = true;
    for (std::size_t metric = 0; metric < kMetricCount; ++metric) {
        whole = whole && read(numbers[metric], out.columns[metric]);
    }
    return whole;
}

bool ChunkView::read(const SectionNumbers& numbers, Level level, Buckets& out) const {
    bool whole = true;
    for (std::size_t metric = 0; metric < kMetricCount; ++metric) {
        whole = whole && read(numbers[metric], level, out.columns[metric]);
    }
    return whole;
}

} // namespace muster::history
