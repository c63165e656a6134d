// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/chunk.h"

#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "tests/core/history/synthetic_gpu.h"

namespace muster::history {
namespace {

SectionNumbers inOrder() {
    SectionNumbers numbers;
    std::iota(numbers.begin(), numbers.end(), std::uint8_t{0});
    return numbers;
}

Samples someSamples(std::uint32_t seed) {
    SyntheticGpu gpu(seed);
    Samples out;
    for (std::size_t i = 0; i < kSamplesInBlock; ++i) {
        const auto row = gpu.next();
        for (std::size_t metric = 0; metric < kMetricCount; ++metric) {
            out.columns[metric][i] = i % 17 == 5 ? kUnknown : row[metric];
        }
    }
    return out;
}

TEST(Chunk, KeepsSamplesAndBucketsExactly) {
    ChunkWriter writer(inOrder());
    for (std::uint32_t seed = 0; seed < 50; ++seed) {
        const auto samples = someSamples(seed);
        Samples back;
        const auto bytes = writer.write(samples);
        ASSERT_TRUE(ChunkView::parse(bytes)->read(inOrder(), back)) << "seed " << seed;
        EXPECT_EQ(back.columns, samples.columns) << "seed " << seed;

        Buckets buckets;
        rollUpInto(samples, 10, buckets);
        Buckets bucketsBack;
        const auto coarse = writer.write(buckets, Level::Minute);
        ASSERT_TRUE(ChunkView::parse(coarse)->read(inOrder(), Level::Minute, bucketsBack));
        EXPECT_EQ(bucketsBack.columns, buckets.columns) << "seed " << seed;
    }
}

TEST(Chunk, ReadsAMetricByItsNumberAndOneItDoesNotHaveAsUnknown) {
    auto numbers = inOrder();
    std::swap(numbers[0], numbers[12]);
    const auto samples = someSamples(1);
    const auto bytes = ChunkWriter(numbers).write(samples);
    Samples::Column column;
    ASSERT_TRUE(ChunkView::parse(bytes)->read(12, column));
    EXPECT_EQ(column, samples.columns[0]);
    ASSERT_TRUE(ChunkView::parse(bytes)->read(40, column));
    EXPECT_EQ(column, Samples().columns[0]);
}

// Metric m at 10 * m for a minute, as a version with 13 metrics wrote it.
std::string chunkOfAnEarlierVersion() {
    constexpr std::string_view kHex
        = "010d04040404040404050505050505093c3c00093c3c14093c3c28093c3c3c093c3c50093c3c64093c3c78"
          "093c3c8c01093c3ca001093c3cb401093c3cc801093c3cdc01093c3cf0012c6210cf";
    std::string bytes;
    for (std::size_t i = 0; i < kHex.size(); i += 2) {
        bytes.push_back(static_cast<char>(std::stoi(std::string(kHex.substr(i, 2)), nullptr, 16)));
    }
    return bytes;
}

TEST(Chunk, OfAnEarlierVersionHasTheNewMetricsUnknown) {
    Samples samples;
    ASSERT_TRUE(ChunkView::parse(chunkOfAnEarlierVersion())->read(inOrder(), samples));
    for (std::size_t metric = 0; metric < kMetricCount; ++metric) {
        EXPECT_EQ(samples.columns[metric][59],
            metric < 13 ? static_cast<MetricValue>(metric * 10) : kUnknown);
        EXPECT_EQ(samples.columns[metric][60], kUnknown);
    }
}

TEST(Chunk, NoticesEveryFlippedBitAndEveryTruncation) {
    const auto whole = ChunkWriter(inOrder()).write(someSamples(2));
    for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
        auto damaged = whole;
        damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
        EXPECT_FALSE(ChunkView::parse(damaged)) << "bit " << bit;
    }
    for (std::size_t size = 0; size < whole.size(); ++size) {
        EXPECT_FALSE(ChunkView::parse({whole.data(), size})) << size << " bytes";
    }
}

// Random bodies under a right checksum would need the checksum itself; sections are covered by
// Column.SurvivesRandomBytes, the frame by this.
TEST(Chunk, SurvivesRandomBytes) {
    for (std::uint32_t seed = 0; seed < 100'000; ++seed) {
        std::mt19937 random(seed);
        std::string bytes(random() % 80, '\1');
        for (std::size_t i = 1; i < bytes.size(); ++i) {
            bytes[i] = static_cast<char>(random());
        }
        EXPECT_FALSE(ChunkView::parse(bytes)) << "seed " << seed;
    }
}

TEST(RollUp, IsTheSameInOneStepAndInMany) {
    const auto samples = someSamples(4);
    for (const auto& metric : metricTable()) {
        const std::span<const MetricValue> all(
            samples.columns[static_cast<std::size_t>(metric.metric)]);
        std::vector<Bucket> parts;
        for (std::size_t at = 0; at < all.size(); at += 8) {
            parts.push_back(rollUp(all.subspan(at, 8), metric.rollUp));
        }
        EXPECT_EQ(rollUp(parts, metric.rollUp), rollUp(all, metric.rollUp)) << metric.key;
    }
}

} // namespace
} // namespace muster::history
