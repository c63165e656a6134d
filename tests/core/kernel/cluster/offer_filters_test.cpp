// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/offer_filters.h"

#include <gtest/gtest.h>

namespace muster::cluster {
namespace {

using namespace std::chrono_literals;

Resources parse(const char* text) {
    return *Resources::parse(text);
}

struct FiltersOfClients : testing::Test {
    Deadlines deadlines;
    OfferFilters filters{deadlines};
    OfferFilters::OfAgent n1{1}, n2{2};
    OfferFilters::OfClient f{10}, g{11};
    Uptime start{};

    void add(OfferFilters::OfClient& client, OfferFilters::OfAgent& agent, Duration length,
        const char* refused) {
        filters.add(client, agent, start + length, parse(refused), RefusalReason::Declined);
    }
    bool covers(const OfferFilters::OfClient& client, const OfferFilters::OfAgent& agent,
        const char* resources, Duration at = 0s) const {
        return filters.covers(client, agent, parse(resources), start + at);
    }
    std::vector<std::string> latest(std::size_t most, Duration at = 0s) const {
        std::vector<std::string> out;
        for (const auto& filter : filters.latest(
                 {&f, &g}, most, start + at, [this](AgentNumber one) { return one != hidden; })) {
            out.push_back(
                fmt::format("{} {} {}", filter.client, filter.agent, filter.resources.text()));
        }
        return out;
    }
    AgentNumber hidden = 0;
};

} // namespace

TEST_F(FiltersOfClients, CoverWhatWasRefusedAndLess) {
    add(f, n1, 5s, "cpus:4;mem:100");
    EXPECT_TRUE(covers(f, n1, "cpus:4;mem:100"));
    EXPECT_TRUE(covers(f, n1, "cpus:1"));
    EXPECT_FALSE(covers(f, n1, "cpus:5"));
    EXPECT_FALSE(covers(f, n2, "cpus:1"));
    EXPECT_FALSE(covers(g, n1, "cpus:1"));
}

TEST_F(FiltersOfClients, GoWithTheirAgent) {
    add(f, n1, 5s, "cpus:4");
    add(f, n1, 5s, "cpus:8");
    add(f, n2, 5s, "cpus:4");
    add(g, n1, 9s, "cpus:4");
    filters.clear(
        n1, [this](ClientNumber client) -> auto& { return client == 10 ? f : g; });
    EXPECT_FALSE(covers(f, n1, "cpus:1"));
    EXPECT_TRUE(covers(f, n2, "cpus:1"));
    const auto due = deadlines.takeDue(start + 5s);
    ASSERT_TRUE(due);
    EXPECT_EQ(filters.expire(f, due->at), std::vector<AgentNumber>{2});
    EXPECT_FALSE(deadlines.next()) << "g has refused nothing else";
}

TEST_F(FiltersOfClients, AreOverAtTheirDeadline) {
    add(f, n1, 5s, "cpus:4");
    add(f, n2, 5s, "cpus:4");
    ASSERT_EQ(deadlines.next(), start + 5s);
    EXPECT_FALSE(covers(f, n1, "cpus:1", 5s));
    const auto due = deadlines.takeDue(start + 5s);
    ASSERT_TRUE(due);
    EXPECT_EQ(due->first, 10u);
    EXPECT_EQ(filters.expire(f, due->at), (std::vector<AgentNumber>{1, 2}));
    EXPECT_FALSE(covers(f, n1, "cpus:1", 1s));
    EXPECT_FALSE(deadlines.next()) << "one deadline for all that end together";
}

TEST_F(FiltersOfClients, AreNotAddedWhereAFormerOneSaysTheSameForAsLong) {
    add(f, n1, 9s, "cpus:4");
    add(f, n1, 5s, "cpus:2");
    EXPECT_EQ(latest(9), std::vector<std::string>{"10 1 cpus:4"});
    EXPECT_EQ(deadlines.next(), start + 9s);
}

TEST_F(FiltersOfClients, GoWhenTheirClientIsCleared) {
    add(f, n1, 5s, "cpus:4");
    add(g, n1, 5s, "cpus:4");
    filters.clear(f);
    EXPECT_FALSE(covers(f, n1, "cpus:1"));
    EXPECT_TRUE(covers(g, n1, "cpus:1"));
    EXPECT_EQ(deadlines.takeDue(start + 5s)->first, 11u);
    EXPECT_FALSE(deadlines.next());
}

TEST_F(FiltersOfClients, AreListedByTheirEndTheLastFirst) {
    add(f, n1, 5s, "cpus:1");
    add(g, n1, 9s, "cpus:2");
    add(f, n2, 7s, "cpus:3");
    EXPECT_EQ(latest(9), (std::vector<std::string>{"11 1 cpus:2", "10 2 cpus:3", "10 1 cpus:1"}));
    EXPECT_EQ(latest(1), std::vector<std::string>{"11 1 cpus:2"});
    EXPECT_EQ(latest(9, 6s), (std::vector<std::string>{"11 1 cpus:2", "10 2 cpus:3"}));
    hidden = 1;
    EXPECT_EQ(latest(9), std::vector<std::string>{"10 2 cpus:3"});
}

TEST_F(FiltersOfClients, AreListedWithoutThoseThatALongerOneContains) {
    add(f, n1, 5s, "cpus:1");
    add(f, n1, 9s, "cpus:4");
    EXPECT_EQ(latest(9), std::vector<std::string>{"10 1 cpus:4"});
}

} // namespace muster::cluster
