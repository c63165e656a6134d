// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/offer_choice.h"

#include "core/kernel/cluster/subscriptions.h"
#include "tests/core/kernel/cluster/components.h"

namespace muster::cluster {
namespace {

struct ChoiceOfOffers : Components {
    Subscriptions subscriptions{frameworks, share, filters, true};
    AgentEntry& n1 = addAgent("n1");

    ChoiceOfOffers() { share.addTotal(n1.info.total); }

    FrameworkEntry& subscribe(const std::string& id, std::set<std::string> roles = {"*"},
        std::set<Capability> capabilities = {Capability::GpuResources}) {
        FrameworkEntry& framework = addFramework(id, std::move(capabilities));
        framework.info.roles = std::move(roles);
        subscriptions.setRoles(framework, {});
        return framework;
    }
    std::string chosen() const {
        const auto choice = chooseOffer(share, filters, n1, freePart(n1), Now(kNow).uptime);
        return choice
            ? choice->client->framework->info.id.value + " in " + choice->client->role->name
            : "nobody";
    }
};

} // namespace

TEST_F(ChoiceOfOffers, IsWhoHasLeast) {
    FrameworkEntry& f = subscribe("f");
    subscribe("g");
    EXPECT_EQ(chosen(), "f in *") << "it was first";
    holdings.use(n1, f, "*", *Resources::parse("cpus:1"));
    EXPECT_EQ(chosen(), "g in *");
}

TEST_F(ChoiceOfOffers, PassesOverWhoHasRefusedIt) {
    FrameworkEntry& f = subscribe("f");
    EXPECT_EQ(chosen(), "f in *");
    filters.add(frameworks.client(f, "*").filters, n1.filters,
        Now(kNow).uptime + std::chrono::seconds(5), freePart(n1), RefusalReason::Declined);
    EXPECT_EQ(chosen(), "nobody");
}

TEST_F(ChoiceOfOffers, IsOnlyWhoIsCapableOfGpusWhereThereAreSome) {
    subscribe("f", {"*"}, {});
    n1.ownsGpus = true;
    EXPECT_EQ(chosen(), "nobody");
    n1.ownsGpus = false;
    EXPECT_EQ(chosen(), "f in *");
}

TEST_F(ChoiceOfOffers, IsNobodyWhoIsAwayOrHasSuppressedTheRole) {
    FrameworkEntry& f = subscribe("f", {"a", "b"});
    subscriptions.suppress(f, {"a", "unknown"});
    EXPECT_EQ(f.suppressed, std::set<std::string>{"a"});
    EXPECT_EQ(chosen(), "f in b");
    subscriptions.suppress(f, {});
    EXPECT_EQ(chosen(), "nobody");
    subscriptions.revive(f, {"a"});
    EXPECT_EQ(chosen(), "f in a");
    f.link.reset();
    subscriptions.refresh(f);
    EXPECT_EQ(chosen(), "nobody");
}

TEST_F(ChoiceOfOffers, IsNobodyWhoHasLeftTheRole) {
    FrameworkEntry& f = subscribe("f", {"a", "b"});
    holdings.use(n1, f, "a", *Resources::parse("cpus:1"));
    f.info.roles = {"c"};
    const auto left = subscriptions.setRoles(f, {});
    ASSERT_EQ(left.size(), 2u);
    for (ClientEntry* client : left) {
        subscriptions.leave(*client);
    }
    EXPECT_TRUE(f.clients.contains("a")) << "it still holds something there";
    EXPECT_FALSE(f.clients.contains("b"));
    EXPECT_EQ(chosen(), "f in c");
}

TEST_F(ChoiceOfOffers, WaitsEagerlyOnlyWhileItWantsSomething) {
    FrameworkEntry& f = addFramework("f");
    f.info.eager = true;
    subscriptions.setRoles(f, {});
    EXPECT_TRUE(frameworks.anyWaitsEagerly());
    subscriptions.suppress(f, {});
    EXPECT_FALSE(frameworks.anyWaitsEagerly());
}

TEST_F(ChoiceOfOffers, HasNothingOfAnAgentThatMayNotBeOffered) {
    EXPECT_TRUE(isOfferable(n1));
    n1.policy.deactivated = true;
    EXPECT_FALSE(isOfferable(n1));
    n1.policy = {};
    n1.confirmed = false;
    EXPECT_FALSE(isOfferable(n1)) << "it may come back under another id";
    n1.confirmed = true;
    n1.state = AgentState::Disconnected;
    EXPECT_FALSE(isOfferable(n1));
}

TEST_F(ChoiceOfOffers, WaitsForAnAgentToKeepBackWhatAnotherClaims) {
    n1.gpus = {{.gpu = {"g0"}}, {.gpu = {"g1"}}};
    n1.claimedByOthers[{"g1"}] = "claimed by n2";
    EXPECT_TRUE(hasUntoldClaim(n1));
    EXPECT_FALSE(isOfferable(n1));
    n1.gpus[1].state = GpuState::Lost;
    EXPECT_TRUE(isOfferable(n1));
}

} // namespace muster::cluster
