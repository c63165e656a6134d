// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/login_guard.h"

#include <gtest/gtest.h>

namespace muster::net {
namespace {

using namespace std::chrono_literals;

struct Guard : testing::Test {
    Duration fail(const std::string& address = "10.0.0.1", const std::string& name = "bob") {
        return guard.failed(address, name, now).delay;
    }
    void failTimes(unsigned count) {
        for (unsigned i = 0; i < count; ++i) {
            fail();
        }
    }
    Duration held(const std::string& address, const std::string& name) const {
        return guard.held(address, name, now);
    }

    LoginGuard guard;
    LoginGuard::Time now{1h};
};

TEST_F(Guard, LetsPeopleMistypeAndThenSlowsThem) {
    for (unsigned i = 0; i < LoginGuard::kFree; ++i) {
        EXPECT_EQ(fail(), 0ms);
    }
    const Duration delays[] = {250ms, 500ms, 1s, 2s, 4s, 5s, 5s};
    for (const auto delay : delays) {
        EXPECT_EQ(held("10.0.0.1", "bob"), 0s);
        EXPECT_EQ(fail(), delay);
        EXPECT_EQ(held("10.0.0.1", "bob"), delay);
        now += delay;
    }
}

TEST_F(Guard, SlowsNobodyElse) {
    failTimes(20);
    EXPECT_GT(held("10.0.0.1", "bob"), 0s);
    EXPECT_EQ(held("10.0.0.2", "bob"), 0s) << "another address";
    EXPECT_EQ(held("10.0.0.1", "ann"), 0s) << "another principal";
    EXPECT_EQ(fail("10.0.0.1", "ann"), 0s);
}

TEST_F(Guard, TakesAnIpv6NetworkForOneAddress) {
    for (unsigned i = 0; i < 20; ++i) {
        fail("2001:db8:1:2:3:4:5:" + std::to_string(i));
    }
    EXPECT_GT(held("2001:db8:1:2:9:9:9:9", "bob"), 0s);
    EXPECT_EQ(held("2001:db8:1:3:9:9:9:9", "bob"), 0s);
}

TEST_F(Guard, ForgetsAfterASuccessOrALongTime) {
    failTimes(20);
    guard.succeeded("10.0.0.1", "bob");
    EXPECT_EQ(held("10.0.0.1", "bob"), 0s);
    EXPECT_EQ(fail(), 0s);
    failTimes(20);
    now += LoginGuard::kForget + 1s;
    EXPECT_EQ(fail(), 0s);
}

TEST_F(Guard, NeverHoldsMoreThanItsRows) {
    for (unsigned i = 0; i < LoginGuard::kMostRows + 1000; ++i) {
        fail("10.0.0.1", "name" + std::to_string(i) + std::string(10'000, 'x'));
    }
    EXPECT_LE(guard.size(), LoginGuard::kMostRows);
}

TEST_F(Guard, IsNotEmptiedByGuessesAtManyNames) {
    failTimes(20);
    for (std::size_t i = 0; i < 2 * LoginGuard::kMostRows; ++i) {
        fail("10.0.0.1", std::to_string(i));
    }
    EXPECT_GT(held("10.0.0.1", "bob"), 0s);
}

TEST_F(Guard, TellsTheLogOfManyNamesOnlyNowAndThen) {
    unsigned lines = 0;
    for (int i = 0; i < 1000; ++i) {
        lines += guard.failed("10.0.0.1", std::to_string(i), now).isNews ? 1 : 0;
    }
    EXPECT_EQ(lines, LoginGuard::kMostLines);
    now += LoginGuard::kLinesWithin;
    EXPECT_TRUE(guard.failed("10.0.0.1", "another", now).isNews);
}

TEST_F(Guard, TellsTheLogAtMostOnceASecondAndRow) {
    unsigned lines = 0;
    for (unsigned i = 0; i < 5000; ++i, now += 1ms) {
        lines += guard.failed("10.0.0.1", "bob", now).isNews ? 1 : 0;
    }
    EXPECT_GE(lines, LoginGuard::kFree);
    EXPECT_LE(lines, LoginGuard::kFree + 5);
}

} // namespace
} // namespace muster::net
