// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/offer_table.h"

#include <gtest/gtest.h>

#include "core/kernel/cluster/entries.h"

namespace muster::cluster {
namespace {

using namespace std::chrono_literals;

struct TableOfOffers : testing::Test {
    Deadlines deadlines;
    Uptime start{};
    OfferTable offers{"M-O", 10s, deadlines};
    AgentEntry n1{1}, n2{2};
    FrameworkEntry framework;
    ClientEntry client{1, framework};

    OfferEntry& make(AgentEntry& agent, Duration at = 0s) {
        auto name = offers.nextName();
        auto offer = std::make_shared<Offer>();
        offer->id = std::move(name.id);
        return offers.add(name.number, std::move(offer), start + at, agent, agent.offers, client,
            framework.offers);
    }
    void remove(OfferEntry& entry) { offers.remove(entry, entry.agent->offers, framework.offers); }
    static std::vector<OfferNumber> numbers(const std::vector<OfferEntry*>& entries) {
        std::vector<OfferNumber> out;
        for (const OfferEntry* entry : entries) {
            out.push_back(entry->number);
        }
        return out;
    }
};

} // namespace

TEST_F(TableOfOffers, FindsAnOfferByItsExactIdOnly) {
    const OfferEntry& offer = make(n1);
    EXPECT_EQ(offer.offer->id.value, "M-O0");
    EXPECT_EQ(offers.find({"M-O0"}), &offer);
    for (const auto* id :
        {"", "M-O", "M-O1", "M-O00", "M-O0x", "X-O0", "M-O99999999999999999999"}) {
        EXPECT_EQ(offers.find({id}), nullptr) << id;
    }
}

TEST_F(TableOfOffers, KnowsThoseOfEachAgentAndFramework) {
    make(n1);
    OfferEntry& second = make(n2);
    make(n1);
    EXPECT_EQ(numbers(n1.offers.oldestFirst()), (std::vector<OfferNumber>{0, 2}));
    EXPECT_EQ(numbers(framework.offers.youngestFirst()), (std::vector<OfferNumber>{2, 1, 0}));
    remove(second);
    EXPECT_TRUE(n2.offers.empty());
    EXPECT_EQ(numbers(framework.offers.oldestFirst()), (std::vector<OfferNumber>{0, 2}));
    EXPECT_EQ(numbers(offers.youngestFirst()), (std::vector<OfferNumber>{2, 0}));
}

TEST_F(TableOfOffers, NeverGivesAnIdTwice) {
    remove(make(n1));
    EXPECT_EQ(make(n1).offer->id.value, "M-O1");
    EXPECT_EQ(offers.nextName().id.value, "M-O2");
    EXPECT_EQ(make(n1).offer->id.value, "M-O3");
}

TEST_F(TableOfOffers, HasOneDeadlineForAllThatWereMadeTogether) {
    OfferEntry& first = make(n1, 1s);
    OfferEntry& second = make(n2, 1s);
    make(n1, 2s);
    EXPECT_EQ(deadlines.next(), start + 11s);
    remove(first);
    EXPECT_EQ(deadlines.next(), start + 11s);
    remove(second);
    EXPECT_EQ(deadlines.next(), start + 12s);
}

TEST_F(TableOfOffers, GivesOutWhatIsOverdueTheOldestFirst) {
    make(n1, 1s);
    make(n1, 2s);
    EXPECT_EQ(offers.firstOverdue(start + 10s), nullptr);
    ASSERT_NE(offers.firstOverdue(start + 11s), nullptr);
    EXPECT_EQ(offers.firstOverdue(start + 20s)->number, 0u);
    OfferTable patient("M-O", std::nullopt, deadlines);
    EXPECT_EQ(patient.firstOverdue(start + 1000h), nullptr);
}

} // namespace muster::cluster
