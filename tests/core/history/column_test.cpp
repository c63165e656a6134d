// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/column.h"

#include <array>
#include <functional>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace muster::history {
namespace {

using Numbers = std::vector<std::int64_t>;
constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();

std::string encode(const Numbers& values) {
    std::string out;
    appendColumn(values, out);
    return out;
}

Numbers decode(std::string_view bytes, std::size_t size) {
    Numbers out(size);
    EXPECT_TRUE(takeColumn(bytes, out));
    EXPECT_TRUE(bytes.empty()) << "bytes left over";
    return out;
}

Numbers series(std::size_t size, const std::function<std::int64_t(std::size_t)>& at) {
    Numbers out;
    for (std::size_t i = 0; i < size; ++i) {
        out.push_back(at(i));
    }
    return out;
}

TEST(Column, KeepsSeededSeriesOfEveryShapeExactly) {
    for (std::uint32_t seed = 0; seed < 4000; ++seed) {
        std::mt19937_64 random(seed);
        const auto size = random() % (kColumnLimit + 1);
        const auto width = random() % 64;
        const auto gaps = random() % 4 == 0 ? random() % 100 : 0;
        const auto hold = 1 + random() % (random() % 2 ? 40 : 1);
        std::int64_t value = 0;
        const auto values = series(size, [&](std::size_t i) {
            value = i % hold == 0
                ? static_cast<std::int64_t>(random() & ((std::uint64_t{2} << width) - 1))
                : value;
            return random() % 100 < gaps ? kAbsent : value;
        });
        EXPECT_EQ(decode(encode(values), size), values) << "seed " << seed;
    }
}

TEST(Column, KeepsAdversarialSeriesExactly) {
    const std::vector<Numbers> all = {
        {},
        {0},
        {kAbsent},
        {kMost},
        {kLeast},
        {kAbsent, kAbsent, 7},
        {7, kAbsent},
        {kAbsent, 7, kAbsent, 7},
        series(128, [](auto i) { return i % 2 ? kMost : kLeast; }),
        series(128, [](auto i) { return i % 2 ? 0 : kAbsent; }),
        series(128, [](auto i) { return i == 64 ? kMost : 0; }),
        series(128, [](auto i) { return i == 127 ? kLeast : static_cast<std::int64_t>(i % 3); }),
        series(128, [](auto i) { return std::int64_t{1} << (i % 63); }),
        series(128, [](auto i) { return -static_cast<std::int64_t>(i) - 2; }),
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(decode(encode(all[i]), all[i].size()), all[i]) << "series " << i;
    }
}

TEST(Column, WritesAConstantInAFewBytesWhateverItsLength) {
    EXPECT_EQ(encode(Numbers(120, 0)).size(), 2u);
    EXPECT_LE(encode(Numbers(120, 81'559)).size(), 4u);
    EXPECT_EQ(encode(Numbers(120, kAbsent)).size(), 1u);
    EXPECT_LE(encode(series(120, [](auto i) { return i < 77 ? 210 : 1410; })).size(), 8u);
}

TEST(Column, IsNotAbsentWhenItIsZero) {
    EXPECT_EQ(decode(encode({0, kAbsent, 0}), 3), (Numbers{0, kAbsent, 0}));
}

// Noise of deviation s has an entropy of log2(4.13 s) bits: 4.05 bits for s = 4.
TEST(Column, ComesNearTheEntropyOfNoise) {
    std::mt19937 random(7);
    std::normal_distribution<double> noise(80, 4);
    std::size_t bytes = 0;
    for (int chunk = 0; chunk < 100; ++chunk) {
        bytes += encode(series(120, [&](auto) {
            return static_cast<std::int64_t>(noise(random));
        })).size();
    }
    EXPECT_LT(static_cast<double>(bytes) * 8 / 12'000, 4.05 * 1.15);
}

TEST(Column, SurvivesRandomBytes) {
    std::size_t accepted = 0;
    for (std::uint32_t seed = 0; seed < 200'000; ++seed) {
        std::mt19937 random(seed);
        std::string bytes(random() % 64, '\0');
        for (auto& byte : bytes) {
            byte = static_cast<char>(random());
        }
        std::string_view rest = bytes;
        Numbers values(random() % (kColumnLimit + 1));
        accepted += takeColumn(rest, values) ? 1 : 0;
        EXPECT_LE(rest.size(), bytes.size()) << "seed " << seed;
    }
    EXPECT_GT(accepted, 0u);
}

TEST(Column, RefusesEveryTruncation) {
    std::mt19937 random(3);
    const auto whole
        = encode(series(120, [&](auto) { return static_cast<std::int64_t>(random() % 1000); }));
    for (std::size_t size = 0; size < whole.size(); ++size) {
        std::string_view bytes(whole.data(), size);
        Numbers values(120);
        EXPECT_FALSE(takeColumn(bytes, values)) << size << " of " << whole.size() << " bytes";
    }
}

TEST(Varint, KeepsEveryPowerAndRefusesMoreThan64Bits) {
    for (unsigned bit = 0; bit < 64; ++bit) {
        std::string bytes;
        appendVarint(std::uint64_t{1} << bit, bytes);
        std::string_view rest = bytes;
        std::uint64_t value = 0;
        ASSERT_TRUE(takeVarint(rest, value));
        EXPECT_EQ(value, std::uint64_t{1} << bit);
    }
    std::uint64_t value = 0;
    std::string_view endless = "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02";
    EXPECT_FALSE(takeVarint(endless, value));
}

} // namespace
} // namespace muster::history
