// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/web/web_sessions.h"

#include <gtest/gtest.h>

namespace muster::agentd {
namespace {

using namespace std::chrono_literals;

// Secrets are "secret-1", "secret-2", ...: the cookie of the first session is the first, what its
// pages show with each change the second.
struct WebSessionsTable : testing::Test {
    unsigned made = 0;
    bool hasRandomness = true;
    std::vector<std::uint64_t> ended;
    std::string forgotten; // hash of the last one
    Uptime at{1h};
    WebSessions sessions = with({});

    WebSessions with(WebSessions::Limits limits) {
        WebSessions out(
            [this]() -> Result<std::string> {
                return hasRandomness ? Result<std::string>(fmt::format("secret-{}", ++made))
                                     : failure("no random numbers");
            },
            limits);
        out.onEnded = [this](std::uint64_t id, const std::string& hash) {
            ended.push_back(id);
            forgotten = hash;
        };
        return out;
    }
    bool knows(std::string_view secret) { return sessions.find(secret, at).has_value(); }
};

TEST_F(WebSessionsTable, KnowsASessionByItsSecretOnly) {
    const auto ann = sessions.create("ann", at);
    const auto bob = sessions.create("bob", at);
    ASSERT_TRUE(ann && bob);
    EXPECT_EQ(ann->secret, "secret-1");
    EXPECT_EQ(ann->session.csrf, "secret-2");
    EXPECT_NE(ann->session.id, bob->session.id);
    EXPECT_EQ(sessions.find("secret-1", at), ann->session);
    EXPECT_EQ(sessions.find("secret-3", at), bob->session);
    for (const auto* wrong : {"", "secret-2", "secret", "secret-11"}) {
        EXPECT_FALSE(knows(wrong)) << wrong;
    }
}

TEST_F(WebSessionsTable, EndsOneThatNobodyUses) {
    ASSERT_TRUE(sessions.create("ann", at));
    at += 59min;
    EXPECT_TRUE(knows("secret-1"));
    at += 59min;
    EXPECT_TRUE(knows("secret-1")) << "it was used";
    at += 1h;
    EXPECT_FALSE(knows("secret-1"));
    EXPECT_EQ(ended, std::vector<std::uint64_t>{1});
    EXPECT_EQ(sessions.size(), 0u);
}

TEST_F(WebSessionsTable, EndsOneAfterTwelveHoursHoweverItIsUsed) {
    ASSERT_TRUE(sessions.create("ann", at));
    const auto end = at + 12h;
    EXPECT_EQ(sessions.endOf(1, at), end);
    for (; at < end; at += 30min) {
        ASSERT_TRUE(sessions.lives(1, at));
        sessions.touch(1, at);
    }
    EXPECT_FALSE(sessions.lives(1, at));
    sessions.touch(1, at);
    EXPECT_FALSE(sessions.lives(1, at));
    sessions.expire(at);
    EXPECT_EQ(ended, std::vector<std::uint64_t>{1});
}

TEST_F(WebSessionsTable, KeepsOneThatStaysForThirtyDaysAlsoWhenNobodyUsesIt) {
    ASSERT_TRUE(sessions.create("wall", at, true));
    at += 30 * 24h - 1s;
    EXPECT_TRUE(knows("secret-1"));
    at += 1s;
    EXPECT_FALSE(knows("secret-1"));
}

TEST_F(WebSessionsTable, RestoresOneOfTheMasterBeforeForNoLongerThanANewOne) {
    const auto made = sessions.create("ann", at);
    ASSERT_TRUE(made);
    EXPECT_EQ(made->kept.until, at + 12h);
    auto next = with({});
    at += 59min;
    ASSERT_TRUE(next.restore(made->kept, at));
    const auto found = next.find("secret-1", at);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->principal, "ann");
    EXPECT_NE(found->csrf, made->session.csrf);
    EXPECT_EQ(next.endOf(found->id, at), made->kept.until);
    next.end(found->id);
    EXPECT_EQ(forgotten, made->kept.hash);
    auto late = made->kept;
    late.until += 1000h; // by a clock that was set back
    ASSERT_TRUE(next.restore(late, at));
    EXPECT_EQ(next.endOf(next.find("secret-1", at)->id, at), at + 12h);
}

TEST_F(WebSessionsTable, RestoresNoneThatNobodyHasUsedForTooLong) {
    const auto made = sessions.create("ann", at);
    auto next = with({});
    EXPECT_FALSE(next.restore(made->kept, at + 1h));
    EXPECT_EQ(next.size(), 0u);
    EXPECT_EQ(forgotten, made->kept.hash);
}

TEST_F(WebSessionsTable, TellsEachFiveMinutesThatOneIsUsed) {
    const auto made = sessions.create("ann", at);
    ASSERT_TRUE(sessions.create("bob", at));
    at += 4min;
    sessions.touch(1, at);
    EXPECT_TRUE(sessions.takeRenewed().empty());
    at += 1min;
    sessions.touch(1, at);
    const auto renewed = sessions.takeRenewed();
    ASSERT_EQ(renewed.size(), 1u);
    EXPECT_EQ(renewed[0].hash, made->kept.hash);
    EXPECT_EQ(renewed[0].used, at);
    EXPECT_EQ(renewed[0].until, made->kept.until);
    EXPECT_TRUE(sessions.takeRenewed().empty());
}

TEST_F(WebSessionsTable, EndsOneAtOnceWhereItsUserSignsOut) {
    ASSERT_TRUE(sessions.create("ann", at));
    ASSERT_TRUE(sessions.create("ann", at));
    const auto ticket = sessions.createTicket(1, at);
    sessions.end(1);
    sessions.end(1);
    EXPECT_EQ(ended, std::vector<std::uint64_t>{1});
    EXPECT_FALSE(knows("secret-1"));
    EXPECT_FALSE(sessions.takeTicket(1, *ticket, at));
    EXPECT_FALSE(sessions.createTicket(1, at));
    EXPECT_TRUE(knows("secret-3")) << "the other browser";
}

TEST_F(WebSessionsTable, TakesATicketOnceInTimeAndOfItsSession) {
    ASSERT_TRUE(sessions.create("ann", at));
    ASSERT_TRUE(sessions.create("bob", at));
    const auto first = *sessions.createTicket(1, at);
    const auto second = *sessions.createTicket(1, at);
    EXPECT_FALSE(sessions.takeTicket(2, first, at)) << "of another session";
    EXPECT_FALSE(sessions.takeTicket(3, first, at)) << "of none";
    EXPECT_FALSE(sessions.takeTicket(1, "", at));
    EXPECT_TRUE(sessions.takeTicket(1, first, at + 29s));
    EXPECT_FALSE(sessions.takeTicket(1, first, at + 29s)) << "used";
    EXPECT_FALSE(sessions.takeTicket(1, second, at + 30s)) << "too late";
    EXPECT_FALSE(sessions.takeTicket(1, second, at)) << "and gone";
}

TEST_F(WebSessionsTable, TakesALinkOnceAndWithinAMinute) {
    const auto ann = *sessions.createLink("ann", at);
    const auto bob = *sessions.createLink("bob", at);
    EXPECT_EQ(sessions.takeLink(bob, at + 59s), "bob");
    EXPECT_EQ(sessions.takeLink(bob, at + 59s), std::nullopt);
    EXPECT_EQ(sessions.takeLink(ann, at + 60s), std::nullopt);
    EXPECT_EQ(sessions.takeLink("", at), std::nullopt);
}

TEST_F(WebSessionsTable, KeepsTheNewestTicketsOfASession) {
    sessions = with({.tickets = 2});
    ASSERT_TRUE(sessions.create("ann", at));
    const auto first = *sessions.createTicket(1, at);
    const auto second = *sessions.createTicket(1, at);
    const auto third = *sessions.createTicket(1, at);
    EXPECT_FALSE(sessions.takeTicket(1, first, at));
    EXPECT_TRUE(sessions.takeTicket(1, second, at));
    EXPECT_TRUE(sessions.takeTicket(1, third, at));
}

TEST_F(WebSessionsTable, LetsNobodySignOutOthersBySigningInOften) {
    sessions = with({.sessions = 3});
    ASSERT_TRUE(sessions.create("bob", at));
    for (int i = 0; i < 5; ++i) {
        ASSERT_TRUE(sessions.create("ann", at));
    }
    EXPECT_EQ(sessions.size(), 3u);
    EXPECT_TRUE(sessions.lives(1, at)) << "bob's";
    EXPECT_EQ(ended, (std::vector<std::uint64_t>{2, 3, 4})) << "ann's oldest";
    EXPECT_TRUE(sessions.lives(6, at));
}

TEST_F(WebSessionsTable, MakesNothingWithoutRandomness) {
    ASSERT_TRUE(sessions.create("ann", at));
    hasRandomness = false;
    EXPECT_FALSE(sessions.create("ann", at));
    EXPECT_FALSE(sessions.createTicket(1, at));
    EXPECT_FALSE(sessions.createLink("ann", at));
    EXPECT_EQ(sessions.size(), 1u);
}

} // namespace
} // namespace muster::agentd
