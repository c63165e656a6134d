// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/offer_issuer.h"

#include "core/kernel/cluster/quota_rescinds.h"
#include "tests/core/kernel/cluster/components.h"
#include "tests/core/kernel/cluster/events_of.h"

namespace muster::cluster {
namespace {

using namespace std::chrono_literals;

struct OfferIssuerTest : Components {
    AgentEntry& n1 = addAgent("n1");
    FrameworkEntry& f = addFramework("f");
    FrameworkEntry& g = addFramework("g");

    OfferId issue(FrameworkEntry& framework, std::string_view resources,
        const std::string& role = "*", Duration after = 0s) {
        ClientEntry& client = frameworks.client(framework, role);
        issuer.issue(n1, {&client, *Resources::parse(resources)}, std::nullopt, Now(kNow + after));
        return offers.youngestFirst().front()->offer->id;
    }
    std::string problem(const std::vector<OfferId>& ids) {
        const auto taken = issuer.take(f, ids);
        return taken.valid ? "" : taken.valid.error().message;
    }
};

} // namespace

TEST_F(OfferIssuerTest, SendsEachFrameworkItsOffersTogetherByItsNumber) {
    issue(g, "cpus:1");
    issue(f, "cpus:2");
    issue(g, "cpus:3");
    EXPECT_EQ(n1.offered, *Resources::parse("cpus:6"));
    issuer.send();
    const auto sentOffers = sent<Offers>();
    ASSERT_EQ(sentOffers.size(), 2u);
    EXPECT_EQ(sentOffers[0].offers.at(0)->framework.value, "f");
    EXPECT_EQ(sentOffers[1].offers.size(), 2u);
    EXPECT_EQ(of<OfferMade>(events).size(), 3u);
    issuer.send();
    EXPECT_TRUE(sent<Offers>().empty()) << "once";
}

TEST_F(OfferIssuerTest, TakesAllOffersOfAListThatAreTheFrameworks) {
    const OfferId a = issue(f, "cpus:1"), b = issue(f, "cpus:2");
    const auto taken = issuer.take(f, {a, b});
    EXPECT_TRUE(taken.valid);
    EXPECT_EQ(taken.agent, &n1);
    EXPECT_EQ(taken.client, &frameworks.client(f, "*"));
    EXPECT_EQ(taken.resources, *Resources::parse("cpus:3"));
    EXPECT_TRUE(n1.offered.empty());
    EXPECT_TRUE(sent<Rescind>().empty()) << "it knows";
}

TEST_F(OfferIssuerTest, UsesUpItsOffersAlsoWhereAnotherIsNotValid) {
    const OfferId mine = issue(f, "cpus:1"), other = issue(g, "cpus:2");
    EXPECT_EQ(problem({}), "No offers specified");
    EXPECT_EQ(problem({mine, mine}), "Duplicate offer M-O0 in offer list");
    EXPECT_EQ(offers.find(mine), nullptr);
    EXPECT_EQ(problem({mine}), "Offer M-O0 is no longer valid");
    EXPECT_EQ(problem({other}), "Offer M-O1 has invalid framework g while framework f is expected");
    EXPECT_NE(offers.find(other), nullptr);
    EXPECT_NE(problem({issue(f, "cpus:1", "a"), issue(f, "cpus:1", "b")}), "") << "of two roles";
}

TEST_F(OfferIssuerTest, RescindsTheYoungestThatAreMoreThanTheAgentHas) {
    issue(f, "cpus:4;mem:100");
    const OfferId memory = issue(f, "mem:100");
    const OfferId young = issue(g, "cpus:4");
    n1.info.total = *Resources::parse("cpus:4;mem:1024");
    issuer.rescindExcess(n1);
    EXPECT_EQ(offers.find(young), nullptr);
    EXPECT_NE(offers.find(memory), nullptr) << "there is enough of it";
    ASSERT_EQ(sent<Rescind>().size(), 1u);
}

TEST_F(OfferIssuerTest, RescindsWhatIsOverdue) {
    issue(f, "cpus:1");
    const OfferId later = issue(f, "cpus:1", "*", 5s);
    issuer.rescindOverdue(Now(kNow + 10s).uptime);
    EXPECT_EQ(sent<Rescind>().size(), 1u);
    EXPECT_NE(offers.find(later), nullptr);
}

TEST_F(OfferIssuerTest, RemovesTheOffersOfAFrameworkThatIsAwayWithoutAWord) {
    issue(f, "cpus:1");
    issue(f, "cpus:1");
    issue(g, "cpus:1");
    issuer.removeAll(f);
    EXPECT_TRUE(f.offers.empty());
    EXPECT_EQ(offers.all().size(), 1u);
    EXPECT_TRUE(sent<Rescind>().empty());
    EXPECT_EQ(of<OfferRemoved>(events).size(), 2u);
}

TEST_F(OfferIssuerTest, RescindsOffersOfARoleUntilItIsWithinItsLimit) {
    share.addTotal(n1.info.total);
    issue(f, "cpus:2", "ml");
    issue(f, "cpus:2", "ml");
    const OfferId other = issue(g, "cpus:2", "dev");
    allocator::Quota quota;
    quota.limits[Resources::Cpus] = 2000;
    share.setQuota("ml", quota);
    EXPECT_EQ(share.find("ml")->offered, quantitiesOf(*Resources::parse("cpus:4")));
    rescindOverLimit(share, "ml", offers, issuer);
    EXPECT_EQ(share.find("ml")->offered, quantitiesOf(*Resources::parse("cpus:2")));
    EXPECT_NE(offers.find(other), nullptr);
    EXPECT_EQ(offers.find({"M-O1"}), nullptr) << "the youngest";
}

TEST_F(OfferIssuerTest, RescindsForAGuaranteeWhatIsOfferedToRolesWithoutOne) {
    share.addTotal(n1.info.total);
    issue(f, "cpus:4", "dev");
    issue(g, "cpus:4", "dev");
    rescindForGuarantees(share, offers, issuer);
    EXPECT_EQ(offers.all().size(), 2u) << "nothing is guaranteed";
    allocator::Quota quota;
    quota.guarantees[Resources::Cpus] = 3000;
    share.setQuota("ml", quota);
    rescindForGuarantees(share, offers, issuer);
    EXPECT_EQ(offers.all().size(), 1u) << "as much as is lacking";
}

} // namespace muster::cluster
