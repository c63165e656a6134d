// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// The offers of random workloads against dominant resource fairness worked out by brute force:
// everything in doubles, everyone looked at every time, nothing remembered.
#include <random>

#include <gtest/gtest.h>

#include "tests/core/kernel/cluster/world.h"

namespace muster::cluster {

namespace {

using Amounts = std::array<double, Resources::kKinds>;

struct Oracle {
    struct Client {
        std::string framework, role;
        Amounts held{};
    };
    std::vector<Client> clients;
    std::map<std::string, double> weights;
    Amounts cluster{};

    double dominant(const Amounts& held) const {
        double share = 0;
        for (std::size_t kind = 0; kind < held.size(); ++kind) {
            share = cluster[kind] > 0 ? std::max(share, held[kind] / cluster[kind]) : share;
        }
        return share;
    }
    double roleShare(const std::string& role) const {
        Amounts held{};
        for (const Client& client : clients) {
            for (std::size_t kind = 0; client.role == role && kind < held.size(); ++kind) {
                held[kind] += client.held[kind];
            }
        }
        const auto weight = weights.find(role);
        return dominant(held) / (weight == weights.end() ? 1.0 : weight->second);
    }
    Client& of(const std::string& framework, const std::string& role) {
        return *std::find_if(clients.begin(), clients.end(),
            [&](const Client& one) { return one.framework == framework && one.role == role; });
    }
    double lowestRole() const {
        double lowest = 1e9;
        for (const Client& client : clients) {
            lowest = std::min(lowest, roleShare(client.role));
        }
        return lowest;
    }
    double lowestIn(const std::string& role) const {
        double lowest = 1e9;
        for (const Client& client : clients) {
            lowest = client.role == role ? std::min(lowest, dominant(client.held)) : lowest;
        }
        return lowest;
    }
};

Amounts amounts(const Resources& resources) {
    Amounts out{};
    for (std::size_t kind = 0; kind < out.size(); ++kind) {
        out[kind] = resources.scalar(static_cast<Resources::Kind>(kind)).toDouble();
    }
    return out;
}

// Whom the oracle would give it is whom the master gave it, up to shares that are equal.
void offerInOrder(World& world, Oracle& oracle, const std::vector<const Offer*>& offers) {
    constexpr double kRounding = 1e-9;
    for (const Offer* offer : offers) {
        Oracle::Client& client
            = oracle.of(world.master().framework(offer->framework)->info.name, offer->role);
        EXPECT_LE(oracle.roleShare(client.role), oracle.lowestRole() + kRounding)
            << offer->id.value << " to role " << client.role;
        EXPECT_LE(oracle.dominant(client.held), oracle.lowestIn(client.role) + kRounding)
            << offer->id.value << " to " << client.framework;
        const Amounts given = amounts(offer->resources);
        for (std::size_t kind = 0; kind < given.size(); ++kind) {
            client.held[kind] += given[kind];
        }
    }
}

TEST(Fairness, OfRandomWorkloadsIsThatOfABruteForceOracle) {
    for (unsigned seed = 1; seed <= 200; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937 random(seed);
        const auto pick = [&random](unsigned below) { return random() % below; };
        World world;
        Oracle oracle;
        const std::vector<std::string> roles{"a", "b", "c"};
        for (const std::string& role : roles) {
            if (pick(2) == 0) {
                const auto weight = Milli::whole(1 + pick(4));
                oracle.weights[role] = weight.toDouble();
                world.apply(OperatorUpdateWeights{1, {{role, weight}}, "alice"});
            }
        }
        // All machines are there first, and the last is so large that the shares are of the exact
        // total from then on.
        const unsigned machines = 6 + pick(10);
        for (unsigned i = 0; i < machines; ++i) {
            const std::string resources = i + 1 == machines
                ? "cpus:16;mem:4000;gpus:4"
                : fmt::format("cpus:{};mem:{};gpus:{}", 1 + pick(16), 64 + pick(4000), pick(5));
            world.registerAgent(fmt::format("n{}", i), resources);
            const Amounts total = amounts(world.parse(resources));
            for (std::size_t kind = 0; kind < total.size(); ++kind) {
                oracle.cluster[kind] += total[kind];
            }
        }
        const unsigned frameworks = 2 + pick(4);
        for (unsigned i = 0; i < frameworks; ++i) {
            const std::string name = fmt::format("f{}", i);
            std::set<std::string> own{roles[pick(3)], roles[pick(3)]};
            world.subscribeAs(name, own, own); // all suppressed, until everyone is there
            for (const std::string& role : own) {
                oracle.clients.push_back({name, role, {}});
            }
        }
        ASSERT_TRUE(world.master().offers().empty());
        // Nobody takes anything while a phantom is guaranteed the whole cluster.
        allocator::Quota everything;
        everything.guarantees = {{1'000'000'000, 1'000'000'000, 0, 1'000'000'000}};
        world.apply(OperatorUpdateQuota{2, {{"phantom", everything}}, true, "alice"});
        for (unsigned i = 0; i < frameworks; ++i) {
            world.call(fmt::format("f{}", i), Revive{});
        }
        ASSERT_TRUE(world.master().offers().empty());
        world.apply(OperatorUpdateQuota{3, {{"phantom", {}}}, true, "alice"});
        const auto offers = world.master().offers();
        ASSERT_EQ(offers.size(), machines);
        offerInOrder(world, oracle, offers);

        // Some of it is used, the rest comes back, and goes round again by what is used then.
        for (int round = 0; round < 10; ++round) {
            const auto open = world.master().offers();
            const Offer offer = *open[pick(static_cast<unsigned>(open.size()))];
            const std::string name = world.master().framework(offer.framework)->info.name;
            Oracle::Client& client = oracle.of(name, offer.role);
            const auto cpus = offer.resources.scalar(Resources::Cpus);
            TaskInfo task = world.task(fmt::format("t{}", round), offer.hostname, "");
            task.resources.setScalar(Resources::Cpus, Milli{cpus.value / 2});
            const Amounts given = amounts(offer.resources);
            const Amounts kept = amounts(task.resources);
            for (std::size_t kind = 0; kind < given.size(); ++kind) {
                client.held[kind] -= given[kind] - kept[kind];
            }
            world.call(name, Accept{{offer.id}, {LaunchTasks{{task}}}, Duration::zero()});
            ASSERT_EQ(world.master().offers().size(), machines);
            offerInOrder(world, oracle, {world.master().offers().back()});
        }
    }
}

} // namespace
} // namespace muster::cluster
