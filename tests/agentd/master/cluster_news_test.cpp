// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/cluster_news.h"

#include <optional>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace muster::agentd {
namespace {

constexpr auto kSlice = ClusterNews::kSlice;

// Of nodes "S-0", "S-1", ...
struct World {
    const Instant now{std::chrono::hours(480000)};
    cluster::Master master{{.id = "M"}, {}, now};
    std::optional<ClusterNews> news;

    explicit World(std::size_t nodes) {
        for (std::size_t i = 0; i < nodes; ++i) {
            cluster::Register message;
            message.id = id(i);
            message.info.hostname = fmt::format("node-{}", i);
            message.info.total = *Resources::parse("cpus:4;mem:1024");
            apply(cluster::FromAgent{cluster::Link{i + 1}, std::move(message)});
        }
        news.emplace(master);
    }
    static AgentId id(std::size_t node) { return {fmt::format("S-{}", node)}; }

    void apply(cluster::MasterInput input) {
        for (const auto& output : master.apply(std::move(input), now)) {
            const auto* events = std::get_if<cluster::Events>(&output);
            for (const auto& event : events ? events->list : std::vector<cluster::Event>()) {
                if (news) {
                    news->note(event);
                }
            }
        }
    }
    void setQuota(const allocator::Quota& quota) {
        apply(cluster::OperatorUpdateQuota{1, {{"ml", quota}}, true, "alice"});
    }
    void change(std::size_t node) { news->note(cluster::AgentChanged{id(node)}); }
    jobs::ClusterSeen take() { return news->takeSlice(master); }
};

TEST(ClusterNews, TellsAllNodesFirstAndThenThoseThatHaveChanged) {
    World world(3);
    EXPECT_FALSE(world.news->isTold());
    EXPECT_EQ(world.take().machines.size(), 3u);
    EXPECT_TRUE(world.news->isTold());
    EXPECT_TRUE(world.news->empty());
    world.change(1);
    world.change(1);
    EXPECT_FALSE(world.news->isTold());
    const auto seen = world.take();
    ASSERT_EQ(seen.machines.size(), 1u);
    EXPECT_EQ(seen.machines[0].supply.hostname, "node-1");
    EXPECT_TRUE(world.news->isTold());
}

TEST(ClusterNews, NamesNodesThatAreGone) {
    World world(1);
    world.take();
    world.change(7);
    const auto seen = world.take();
    EXPECT_TRUE(seen.machines.empty());
    EXPECT_EQ(seen.gone, std::vector{World::id(7)});
}

TEST(ClusterNews, EndsARoundHoweverMuchChangesMeanwhile) {
    World world(2 * kSlice);
    EXPECT_EQ(world.take().machines.size(), kSlice);
    EXPECT_FALSE(world.news->isTold()) << "half of them are not told yet";
    for (std::size_t i = 0; i < 2 * kSlice; ++i) {
        world.change(i);
    }
    EXPECT_EQ(world.take().machines.size(), kSlice);
    EXPECT_TRUE(world.news->isTold()) << "all that had changed when it began";
    EXPECT_EQ(world.take().machines.size(), kSlice) << "those that changed after they were told";
    EXPECT_TRUE(world.news->isTold());
    EXPECT_TRUE(world.news->empty());
}

TEST(ClusterNews, BeginsAnewAfterAQuietTime) {
    World world(kSlice + 1);
    world.take();
    world.news->breakOff();
    EXPECT_FALSE(world.news->isTold());
    world.change(0);
    EXPECT_EQ(world.take().machines.size(), 2u) << "the rest, and what has changed since";
    EXPECT_TRUE(world.news->isTold());
    EXPECT_TRUE(world.news->empty());
}

TEST(ClusterNews, TellsOnlyRolesWhoseQuotaOrUseHasChanged) {
    World world(1);
    EXPECT_TRUE(world.take().roles.empty());
    allocator::Quota quota;
    quota.guarantees[Resources::Cpus] = 1000;
    world.setQuota(quota);
    auto roles = world.take().roles;
    ASSERT_EQ(roles.size(), 1u);
    EXPECT_EQ(roles[0].role, "ml");
    EXPECT_EQ(roles[0].quota, quota);
    world.change(0);
    EXPECT_TRUE(world.take().roles.empty());
    world.news->note(cluster::RoleUsageChanged{"ml"});
    EXPECT_EQ(world.take().roles.size(), 1u);
    world.setQuota({});
    roles = world.take().roles;
    ASSERT_EQ(roles.size(), 1u);
    EXPECT_TRUE(roles[0].quota.isDefault()) << "it has none any more";
}

} // namespace
} // namespace muster::agentd
