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

const auto kAnyone = [](const Client&) { return true; };

TEST(FairShare, RanksTheLowestDominantShareFirst) {
    FairShare share;
    share.addTotal(bundle(10, 1000));
    Client a{.id = "a"};
    Client b{.id = "b"};
    share.enqueue(a, true, false);
    share.enqueue(b, true, false);
    share.allocate(a, bundle(1, 600)); // 60 % of the memory
    share.allocate(b, bundle(5, 100)); // 50 % of the cpus
    EXPECT_EQ(share.first(FairShare::AnyAgent, kAnyone), &b);
    share.allocate(b, bundle(2, 0));
    EXPECT_EQ(share.first(FairShare::AnyAgent, kAnyone), &a);
    share.release(b, bundle(7, 100));
    EXPECT_EQ(b.share, 0u);
    EXPECT_EQ(share.first(FairShare::AnyAgent, kAnyone), &b);
}

TEST(FairShare, BreaksTiesById) {
    FairShare share;
    Client b{.id = "b"};
    Client a{.id = "a"};
    share.enqueue(b, true, false);
    share.enqueue(a, true, false);
    EXPECT_EQ(share.first(FairShare::AnyAgent, kAnyone), &a);
}

TEST(FairShare, PassesOverWhoDoesNotWant) {
    FairShare share;
    Client a{.id = "a", .number = 1};
    Client b{.id = "b", .number = 2};
    share.enqueue(a, true, false);
    share.enqueue(b, true, false);
    const auto wants = [](const Client& client) { return client.number == 2; };
    EXPECT_EQ(share.first(FairShare::AnyAgent, wants), &b);
    share.remove(b);
    EXPECT_EQ(share.first(FairShare::AnyAgent, wants), nullptr);
}

TEST(FairShare, KeepsTheQueuesApart) {
    FairShare share;
    Client plain{.id = "a"};
    Client gpu{.id = "b"};
    share.enqueue(plain, true, false);
    share.enqueue(gpu, true, true);
    EXPECT_EQ(share.first(FairShare::AnyAgent, kAnyone), &plain);
    EXPECT_EQ(share.first(FairShare::GpuAgent, kAnyone), &gpu);
}

// The oracle ranks by exact fractions of the exact total, every time, over all.
TEST(FairShare, AgreesWithBruteForceOverSeededRandomSteps) {
    for (unsigned seed = 1; seed <= 50; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937 random(seed);
        FairShare share;
        share.addTotal(bundle(1000, 1000, 1000));
        std::vector<Client> clients(5);
        const std::string names = "abcde";
        for (std::size_t i = 0; i < clients.size(); ++i) {
            clients[i].id = std::string_view(names).substr(i, 1);
            share.enqueue(clients[i], true, i % 2 == 0);
        }
        for (int step = 0; step < 100; ++step) {
            Client& client = clients[random() % clients.size()];
            const Resources some = bundle(random() % 20, random() % 20, random() % 20);
            if (random() % 3 == 0 && client.allocated.contains(some)) {
                share.release(client, some);
            } else {
                share.allocate(client, some);
            }
            const auto dominant = [](const Client& one) {
                return std::max({one.allocated.scalar(Resources::Cpus),
                    one.allocated.scalar(Resources::Mem), one.allocated.scalar(Resources::Gpus)});
            };
            const Client* lowest = &clients[0];
            for (const Client& one : clients) {
                lowest = dominant(one) < dominant(*lowest) ? &one : lowest;
            }
            ASSERT_EQ(share.first(FairShare::AnyAgent, kAnyone), lowest);
        }
    }
}

} // namespace

} // namespace muster::allocator
