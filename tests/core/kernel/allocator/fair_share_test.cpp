// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/allocator/fair_share.h"

#include <random>

#include <gtest/gtest.h>

namespace muster::allocator {

namespace {

using Client = FairShare::Client;

Resources bundle(std::int64_t cpus, std::int64_t mem, std::int64_t gpus = 0) {
    Resources resources;
    resources.setScalar(Resources::Cpus, Milli::whole(cpus));
    resources.setScalar(Resources::Mem, Milli::whole(mem));
    resources.setScalar(Resources::Gpus, Milli::whole(gpus));
    return resources;
}

// The client of the lowest rank in the role of the lowest rank.
const Client* first(const FairShare& share, FairShare::Queue queue = FairShare::AnyAgent) {
    const auto& roles = share.open(queue);
    return roles.empty() ? nullptr : roles.begin()->member->clients[queue].begin()->member;
}

struct FairShares : testing::Test {
    FairShare share;
    Client a{.number = 1};
    Client b{.number = 2};
    Client c{.number = 3};

    void joinAll(const char* roleOfA, const char* roleOfB, const char* roleOfC) {
        share.join(a, roleOfA);
        share.join(b, roleOfB);
        share.join(c, roleOfC);
        for (Client* client : {&a, &b, &c}) {
            share.enqueue(*client, true, false);
        }
    }
};

TEST_F(FairShares, RankTheLowestDominantShareFirst) {
    share.addTotal(bundle(10, 1000));
    joinAll("*", "*", "*");
    share.allocate(a, bundle(1, 600)); // 60 % of the memory
    share.allocate(b, bundle(5, 100)); // 50 % of the cpus
    share.allocate(c, bundle(9, 0));
    EXPECT_EQ(first(share), &b);
    share.allocate(b, bundle(2, 0));
    EXPECT_EQ(first(share), &a);
    share.release(b, bundle(7, 100));
    EXPECT_EQ(b.share, 0u);
    EXPECT_EQ(first(share), &b);
}

TEST_F(FairShares, BreakTiesByRoleThenByNumber) {
    joinAll("z", "m", "m");
    EXPECT_EQ(first(share), &b);
    share.enqueue(b, false, false);
    EXPECT_EQ(first(share), &c);
    share.enqueue(c, false, false);
    EXPECT_EQ(first(share), &a);
    share.enqueue(a, false, false);
    EXPECT_EQ(first(share), nullptr);
}

TEST_F(FairShares, CountTheWholeRoleBeforeTheClient) {
    share.addTotal(bundle(10, 1000));
    joinAll("big", "big", "small");
    share.allocate(a, bundle(4, 0));
    share.allocate(c, bundle(2, 0));
    EXPECT_EQ(first(share), &c); // b has nothing, but its role has more than c's
    share.allocate(c, bundle(3, 0));
    EXPECT_EQ(first(share), &b);
}

TEST_F(FairShares, AreDividedByTheWeightOfTheRole) {
    share.addTotal(bundle(10, 1000));
    joinAll("heavy", "light", "light");
    share.setWeight("heavy", Milli::whole(3));
    share.allocate(a, bundle(5, 0));
    share.allocate(b, bundle(2, 0));
    EXPECT_EQ(first(share), &a);
    share.setWeight("heavy", Milli::whole(2));
    EXPECT_EQ(first(share), &c);
}

TEST_F(FairShares, LeaveOutWhatIsExcluded) {
    FairShare plain({"gpus"});
    plain.addTotal(bundle(10, 1000, 4));
    plain.join(a, "*");
    plain.enqueue(a, true, true);
    plain.allocate(a, bundle(1, 0, 4));
    EXPECT_NEAR(static_cast<double>(a.share) / FairShare::kWhole, 0.1, 1e-9);
}

TEST_F(FairShares, KeepTheQueuesApart) {
    share.join(a, "*");
    share.join(b, "*");
    share.enqueue(a, true, false);
    share.enqueue(b, true, true);
    EXPECT_EQ(first(share), &a);
    EXPECT_EQ(first(share, FairShare::GpuAgent), &b);
}

TEST_F(FairShares, ForgetRolesThatNobodyUses) {
    joinAll("x/y", "x", "*");
    share.setWeight("w", Milli::whole(2));
    share.leave(a);
    EXPECT_EQ(share.find("x/y"), nullptr);
    EXPECT_NE(share.find("x"), nullptr);
    share.leave(b);
    EXPECT_EQ(share.find("x"), nullptr);
    share.setWeight("w", Milli::whole(1));
    EXPECT_EQ(share.roles().size(), 1u);
}

TEST_F(FairShares, NameOnceTheTopsWhoseUseOfAQuotaHasChanged) {
    joinAll("x/y", "x", "z");
    Quota quota;
    quota.limits[Resources::Cpus] = 8000;
    share.setQuota("x", quota);
    EXPECT_EQ(share.takeChanged(), std::vector{share.find("x")});
    share.offer(a, bundle(2, 0));
    share.allocate(b, bundle(1, 0));
    share.allocate(c, bundle(1, 0));
    EXPECT_EQ(share.takeChanged(), std::vector{share.find("x")});
    EXPECT_EQ(share.find("x")->consumed(), quantitiesOf(bundle(3, 0)));
    EXPECT_EQ(share.find("x")->used(), quantitiesOf(bundle(1, 0))) << "without offers";
    EXPECT_TRUE(share.takeChanged().empty());
    share.withdraw(a, bundle(2, 0));
    share.release(b, bundle(1, 0));
    share.leave(a);
    share.leave(b);
    share.setQuota("x", {});
    EXPECT_EQ(share.find("x"), nullptr);
    EXPECT_TRUE(share.takeChanged().empty()) << "it is gone";
}

// The oracle ranks by exact fractions of the exact total, every time, over all.
TEST(FairShareOracle, AgreesWithBruteForceOverSeededRandomSteps) {
    for (unsigned seed = 1; seed <= 200; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937 random(seed);
        FairShare share;
        share.addTotal(bundle(1000, 1000, 1000));
        const std::vector<std::string> roles{"a", "b", "c"};
        std::vector<Client> clients(7);
        for (std::size_t i = 0; i < clients.size(); ++i) {
            clients[i].number = static_cast<std::uint32_t>(i);
            share.join(clients[i], roles[i % roles.size()]);
            share.enqueue(clients[i], true, i % 2 == 0);
        }
        const auto dominant
            = [](const Quantities& of) { return *std::max_element(of.of.begin(), of.of.end()); };
        for (int step = 0; step < 100; ++step) {
            Client& client = clients[random() % clients.size()];
            const Resources some = bundle(random() % 20, random() % 20, random() % 20);
            if (random() % 3 == 0 && client.allocated.contains(quantitiesOf(some))) {
                share.release(client, some);
            } else {
                share.allocate(client, some);
            }
            std::vector<Quantities> ofRole(roles.size());
            for (std::size_t i = 0; i < clients.size(); ++i) {
                ofRole[i % roles.size()] += clients[i].allocated;
            }
            std::size_t lowest = 0;
            for (std::size_t i = 1; i < clients.size(); ++i) {
                const auto rank = [&](std::size_t of) {
                    return std::tuple(dominant(ofRole[of % roles.size()]), of % roles.size(),
                        dominant(clients[of].allocated), of);
                };
                lowest = rank(i) < rank(lowest) ? i : lowest;
            }
            ASSERT_EQ(first(share), &clients[lowest]);
        }
    }
}

} // namespace

} // namespace muster::allocator
