// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/open_requests.h"

#include <string>

#include <gtest/gtest.h>

namespace muster::agentd {
namespace {

TEST(OpenRequests, AreAnsweredOnceByTheirNumber) {
    OpenRequests<std::string> open;
    const auto first = open.add("first");
    const auto second = open.add("second");
    EXPECT_NE(first, second);
    EXPECT_EQ(open.take(second), "second");
    EXPECT_EQ(open.take(second), std::nullopt);
    EXPECT_EQ(open.take(second + 1), std::nullopt);
    EXPECT_EQ(open.take(first), "first");
    EXPECT_NE(open.add("third"), second);
}

TEST(OpenRequests, AreTakenInTheOrderInWhichTheyCame) {
    OpenRequests<std::string> open;
    open.add("first");
    open.take(open.add("second"));
    open.add("third");
    EXPECT_EQ(open.takeAll(), (std::vector<std::string>{"first", "third"}));
    EXPECT_TRUE(open.takeAll().empty());
}

} // namespace
} // namespace muster::agentd
