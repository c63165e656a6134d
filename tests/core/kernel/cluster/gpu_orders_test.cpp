// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/gpu_orders.h"

#include <gtest/gtest.h>

namespace muster::cluster {
namespace {

GpuOrder restrict(const std::string& gpu) {
    return {{gpu}, Restriction{.gpu = {gpu}, .reason = "loud", .author = "alice"}, "alice"};
}

GpuOrder release(const std::string& gpu) {
    return {{gpu}, std::nullopt, "bob"};
}

} // namespace

TEST(GpuOrders, AreConfirmedUpToTheNumberThatTheAgentNames) {
    GpuOrders orders;
    GpuOrders::OfAgent agent;
    const auto first = orders.give(agent, restrict("a")).number;
    orders.give(agent, restrict("b"));
    const auto confirmed = orders.confirm(agent, first);
    ASSERT_EQ(confirmed.size(), 1u);
    EXPECT_EQ(confirmed[0].gpu.value, "a");
    EXPECT_EQ(agent.find({"a"}), nullptr);
    EXPECT_NE(agent.find({"b"}), nullptr);
}

TEST(GpuOrders, OfOneGpuAreTheLastOne) {
    GpuOrders orders;
    GpuOrders::OfAgent agent;
    const auto first = orders.give(agent, restrict("a")).number;
    orders.give(agent, release("a"));
    EXPECT_TRUE(orders.confirm(agent, first).empty()) << "of the order before";
    ASSERT_EQ(agent.all().size(), 1u);
    EXPECT_FALSE(agent.all()[0].restriction);
}

TEST(GpuOrders, HaveANewNumberEachTimeTheyAreSent) {
    GpuOrders orders;
    GpuOrders::OfAgent agent;
    const auto first = orders.give(agent, restrict("a")).number;
    const auto again = orders.giveAgain(agent);
    ASSERT_EQ(again.size(), 1u);
    EXPECT_GT(again[0].number, first);
    EXPECT_TRUE(orders.confirm(agent, first).empty()) << "sent on a link that broke";
}

TEST(GpuOrders, OfAnEarlierLifeWaitUntilTheyAreSent) {
    GpuOrders orders;
    GpuOrders::OfAgent agent;
    orders.recover(agent, {restrict("a"), release("b")});
    EXPECT_EQ(agent.all().size(), 2u);
    const auto sent = orders.giveAgain(agent);
    EXPECT_EQ(orders.confirm(agent, sent.back().number).size(), 2u);
}

TEST(GpuOrders, KnowWhoRestrictsAGpu) {
    GpuOrders orders;
    GpuOrders::OfAgent one;
    GpuOrders::OfAgent other;
    orders.set({"a"}, GpuRestriction{* restrict("a").restriction, {"one"}});
    EXPECT_TRUE(orders.restricts(one, {"one"}, {"a"}));
    EXPECT_FALSE(orders.restricts(other, {"other"}, {"a"}));
    orders.give(other, restrict("a"));
    EXPECT_TRUE(orders.restricts(other, {"other"}, {"a"})) << "or is about to";
    orders.give(one, release("a"));
    EXPECT_FALSE(orders.restricts(one, {"one"}, {"a"}));
    orders.set({"a"}, std::nullopt);
    EXPECT_EQ(orders.restriction({"a"}), nullptr);
}

} // namespace muster::cluster
