// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/units.h"

#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "core/kernel/base/id.h"

namespace muster {
namespace {

static_assert(!std::is_convertible_v<TaskId, GpuUuid>, "mixing a task with a GPU does not compile");

TEST(Milli, ReadsPlainNumbers) {
    EXPECT_EQ(Milli::parse("2"), Milli::whole(2));
    EXPECT_EQ(Milli::parse("0.5"), Milli{500});
    EXPECT_EQ(Milli::parse("1e3"), Milli::whole(1000));
    EXPECT_EQ(Milli::parse("-1.25"), Milli{-1250});
}

TEST(Milli, RoundsToThreeDecimalsHalfAwayFromZero) {
    EXPECT_EQ(Milli::parse("1.0004"), Milli{1000});
    EXPECT_EQ(Milli::fromDouble(0.0625), Milli{63});
    EXPECT_EQ(Milli::fromDouble(-0.0625), Milli{-63});
    EXPECT_EQ(Milli::fromDouble(0.1 + 0.2), Milli{300});
}

TEST(Milli, RefusesWhatIsNoNumber) {
    for (const auto* text : {"", "x", "1x", " 1", "nan", "inf", "-inf", "1e400", "9e15", "1,5"}) {
        const auto parsed = Milli::parse(text);
        ASSERT_FALSE(parsed) << text;
        EXPECT_EQ(parsed.error().message, fmt::format("Failed to convert '{}' to number", text));
    }
}

TEST(Milli, PrintsNoTrailingZeros) {
    EXPECT_EQ(Milli::whole(4).text(), "4");
    EXPECT_EQ(Milli{500}.text(), "0.5");
    EXPECT_EQ(Milli{1001}.text(), "1.001");
    EXPECT_EQ(Milli{-50}.text(), "-0.05");
    EXPECT_EQ(Milli{}.text(), "0");
    EXPECT_EQ(Milli{std::numeric_limits<std::int64_t>::min()}.text(), "-9223372036854775.808");
}

TEST(Milli, TextReadsBack) {
    std::mt19937_64 random(1);
    for (int i = 0; i < 1000; ++i) {
        // Up to 4e12 units: a double holds three decimals of those exactly.
        const Milli value{static_cast<std::int64_t>(random() >> 12) - (std::int64_t{1} << 51)};
        ASSERT_EQ(Milli::parse(value.text()), value) << "seed 1, step " << i;
    }
}

TEST(Milli, KnowsWholeNumbers) {
    EXPECT_TRUE(Milli{2000}.isWhole());
    EXPECT_FALSE(Milli{2001}.isWhole());
    EXPECT_EQ(Milli{2999}.wholeUnits(), 2);
    EXPECT_DOUBLE_EQ(Milli{2500}.toDouble(), 2.5);
}

TEST(Bytes, CountMebibytes) {
    EXPECT_EQ(Bytes::mebi(81920).value, 85899345920U);
    EXPECT_EQ(Bytes{(3U << 20) - 1}.mebibytes(), 2U);
    EXPECT_LT(Bytes{1}, Bytes::mebi(1));
}

} // namespace
} // namespace muster
