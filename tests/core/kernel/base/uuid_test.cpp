// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/uuid.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace muster {
namespace {

// Each character of the shape is itself or: x a hex digit, v one of 89ab.
bool hasShape(std::string_view text, std::string_view shape) {
    return std::equal(
        text.begin(), text.end(), shape.begin(), shape.end(), [](char c, char wanted) {
            const std::string_view digits = wanted == 'x' ? "0123456789abcdef" : "89ab";
            return wanted == 'x' || wanted == 'v' ? digits.find(c) != std::string_view::npos
                                                  : c == wanted;
        });
}

TEST(UuidSequence, HasTheShapeOfVersion4) {
    UuidSequence sequence(7);
    for (int i = 0; i < 1000; ++i) {
        const auto text = sequence.next().text();
        ASSERT_TRUE(hasShape(text, "xxxxxxxx-xxxx-4xxx-vxxx-xxxxxxxxxxxx"))
            << "seed 7, step " << i << ": " << text;
    }
}

TEST(UuidSequence, IsDeterminedByItsSeed) {
    UuidSequence one(42);
    UuidSequence same(42);
    UuidSequence other(43);
    for (int i = 0; i < 100; ++i) {
        const auto uuid = one.next();
        EXPECT_EQ(uuid, same.next());
        EXPECT_NE(uuid, other.next());
    }
}

TEST(UuidSequence, DoesNotRepeat) {
    std::set<Uuid> seen;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        UuidSequence sequence(seed);
        for (int i = 0; i < 100; ++i) {
            ASSERT_TRUE(seen.insert(sequence.next()).second) << "seed " << seed << ", step " << i;
        }
    }
}

TEST(Uuid, TravelsAs16RawBytes) {
    const auto uuid = UuidSequence(1).next();
    ASSERT_EQ(uuid.raw().size(), 16U);
    EXPECT_EQ(Uuid::fromRaw(uuid.raw()), uuid);
    EXPECT_EQ(Uuid::fromRaw(""), std::nullopt);
    const auto longer = std::string("x").append(uuid.raw());
    EXPECT_EQ(Uuid::fromRaw(longer), std::nullopt);
}

TEST(Uuid, PrintsBytesInOrder) {
    EXPECT_EQ(Uuid::fromRaw("0123456789abcdef")->text(), "30313233-3435-3637-3839-616263646566");
}

} // namespace
} // namespace muster
