// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proto/topology.h"

#include <gtest/gtest.h>

#include "tests/support/words.h"

namespace muster::proto {
namespace {

struct Pair {
    muster::v1::Gpu from;
    muster::v1::Gpu to;

    Pair() {
        from.set_uuid("GPU-a");
        to.set_uuid("GPU-b");
    }
    Pair& link(unsigned lanes) {
        from.add_links()->set_peer("GPU-b");
        from.mutable_links()->rbegin()->set_lanes(lanes);
        return *this;
    }
    Pair& path(const char* level) {
        from.add_paths()->set_peer("GPU-b");
        from.mutable_paths()->rbegin()->set_level(test::worded(level));
        return *this;
    }
    std::string word() const { return wayBetween(from, to).word(); }
    std::string meaning() const { return wayBetween(from, to).meaning(); }
};

TEST(WayBetween, SaysWhatNvidiaSmiSays) {
    EXPECT_EQ(Pair().path("PIX").word(), "PIX");
    EXPECT_EQ(Pair().path("SYS").word(), "SYS");
    EXPECT_EQ(Pair().link(18).word(), "NV18");
    EXPECT_EQ(wayBetween(Pair().from, Pair().from).word(), "X");
}

TEST(WayBetween, PrefersNvLinkToWhateverPcieSays) {
    EXPECT_EQ(Pair().path("SYS").link(2).word(), "NV2");
    EXPECT_EQ(Pair().link(1).meaning(), "1 NVLink");
    EXPECT_EQ(Pair().link(0).path("NODE").word(), "NODE") << "no link at all";
}

TEST(WayBetween, IsUnknownWhereNothingWasTold) {
    EXPECT_EQ(Pair().word(), "?");
    EXPECT_EQ(Pair().path("unknown").word(), "?");
    EXPECT_EQ(Pair().meaning(), "the driver does not tell");
}

} // namespace
} // namespace muster::proto
