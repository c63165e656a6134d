// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/base/uuid.h"

#include <regex>
#include <set>

#include <gtest/gtest.h>

namespace muster {
namespace {

TEST(UuidSequence, HasTheShapeOfVersion4) {
    const std::regex shape("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    UuidSequence sequence(7);
    for (int i = 0; i < 1000; ++i) {
        const auto text = sequence.next().text();
        ASSERT_TRUE(std::regex_match(text, shape)) << "seed 7, step " << i << ": " << text;
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
    EXPECT_EQ(Uuid::fromRaw(uuid.raw() + "x"), std::nullopt);
}

TEST(Uuid, PrintsBytesInOrder) {
    EXPECT_EQ(Uuid::fromRaw("0123456789abcdef")->text(), "30313233-3435-3637-3839-616263646566");
}

} // namespace
} // namespace muster
