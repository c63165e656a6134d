// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Two agents that claim one GPU: it is of one of them, and only that one offers it.
#include <gtest/gtest.h>

#include "tests/core/kernel/cluster/world.h"

namespace muster::cluster {
namespace {

using std::chrono::minutes;

// Agents that tell which GPUs they see; by the number of its link.
struct Claims {
    struct Peer {
        Link link{};
        AgentId id;
        AgentInfo info;
        std::vector<GpuStatus> gpus;
        std::optional<WithholdGpus> withheld;
        unsigned offers = 0;
    };
    Master master{MasterOptions{.id = "M"}, {}, Instant{}};
    Instant now{std::chrono::hours(1)};
    std::map<std::string, Peer> peers;
    std::uint64_t nextLink = 100;
    std::vector<Resources> offered;

    Claims() {
        FrameworkInfo framework;
        framework.name = "f";
        framework.capabilities = {Capability::GpuResources};
        apply(FromFramework{Link{1}, Subscribe{framework, {}}});
    }
    void apply(MasterInput input) {
        for (auto& output : master.apply(std::move(input), now)) {
            if (const auto* sent = std::get_if<SendFramework>(&output)) {
                if (const auto* offers = std::get_if<Offers>(&sent->event)) {
                    for (const auto& offer : offers->offers) {
                        offered.push_back(offer->resources);
                    }
                }
            } else if (auto* command = std::get_if<SendAgent>(&output)) {
                for (auto& [name, peer] : peers) {
                    if (peer.link != command->link) {
                        continue;
                    }
                    if (const auto* answer = std::get_if<Registered>(&command->command)) {
                        peer.id = answer->id;
                    } else if (auto* order = std::get_if<WithholdGpus>(&command->command)) {
                        peer.withheld = *order;
                    }
                }
            }
        }
    }
    void begins(
        const std::string& name, std::vector<std::string> uuids, const std::string& hostname = {}) {
        auto& peer = peers[name];
        peer.link = Link{nextLink++};
        peer.info.hostname = hostname.empty() ? name : hostname;
        peer.info.gpus.clear();
        peer.gpus.clear();
        for (const auto& uuid : uuids) {
            peer.info.gpus.push_back({.uuid = {uuid}});
            peer.gpus.push_back({.gpu = {uuid}});
        }
        count(peer);
        apply(FromAgent{peer.link, Register{peer.id, peer.info, peer.gpus, {}, {}}});
        tells(name);
    }
    static void count(Peer& peer) {
        std::int64_t free = 0;
        for (const auto& row : peer.gpus) {
            free += row.state == GpuState::Free || row.state == GpuState::Allocated ? 1 : 0;
        }
        peer.info.total = *Resources::parse("cpus:4;mem:1024");
        peer.info.total.setScalar(Resources::Gpus, Milli::whole(free));
    }
    void tells(const std::string& name) {
        auto& peer = peers[name];
        apply(FromAgent{peer.link, AgentUpdate{peer.info, peer.gpus}});
    }
    // As an agent does: what is withheld is out of service.
    void obeys(const std::string& name) {
        auto& peer = peers[name];
        for (auto& row : peer.gpus) {
            const auto is = [&](const auto& item) { return item.gpu == row.gpu; };
            const bool out = peer.withheld
                && std::any_of(peer.withheld->gpus.begin(), peer.withheld->gpus.end(), is);
            row.state = out  ? GpuState::Unhealthy
                : row.holder ? GpuState::Allocated
                             : GpuState::Free;
        }
        count(peer);
        tells(name);
    }
    std::string owner(const std::string& uuid) const {
        const auto view = master.gpu({uuid});
        return view ? view->agent->info.hostname : "";
    }
    std::vector<std::string> withheldFrom(const std::string& name) const {
        std::vector<std::string> out;
        for (const auto& item : peers.at(name).withheld.value_or(WithholdGpus{}).gpus) {
            out.push_back(item.gpu.value);
        }
        return out;
    }
    std::string troubleOf(const std::string& name) const {
        std::string out;
        for (const auto& trouble : master.agent(peers.at(name).id)->troubles()) {
            EXPECT_EQ(trouble.problem, NodeProblem::GpuClaimedTwice);
            out += trouble.text;
        }
        return out;
    }
    std::int64_t offeredGpus() const {
        Milli sum;
        for (const auto& resources : offered) {
            sum += resources.gpus();
        }
        return sum.wholeUnits();
    }
};

using Uuids = std::vector<std::string>;

TEST(GpuClaims, OfOneGpuAndTwoAgentsTheSecondOffersItNever) {
    Claims world;
    world.begins("node1", {"a", "b"});
    EXPECT_EQ(world.offeredGpus(), 2);
    world.begins("node2", {"b", "c"});
    EXPECT_EQ(world.owner("b"), "node1");
    EXPECT_EQ(world.withheldFrom("node2"), Uuids{"b"});
    EXPECT_EQ(world.offeredGpus(), 2) << "until it has put the GPU away it might hand out either";
    world.obeys("node2");
    EXPECT_EQ(world.offeredGpus(), 3);
    EXPECT_EQ(world.troubleOf("node2"),
        "GPU b is already claimed by node node1, agent M-S0 (active): stop one of the two agents");
    EXPECT_EQ(world.troubleOf("node1"), "");
}

TEST(GpuClaims, TheSecondIsToldAgainWhenItsLinkComesBack) {
    Claims world;
    world.begins("node1", {"a"});
    world.begins("node2", {"a", "b"});
    world.obeys("node2");
    world.apply(LinkClosed{world.peers["node2"].link});
    world.peers["node2"].withheld.reset(); // a new connection is a new beginning
    world.offered.clear();
    world.begins("node2", {"a", "b"});
    EXPECT_EQ(world.withheldFrom("node2"), Uuids{"a"});
    EXPECT_EQ(world.offeredGpus(), 0);
    world.obeys("node2");
    EXPECT_EQ(world.offeredGpus(), 1);
}

TEST(GpuClaims, AGpuThatAppearsLaterAtASecondAgentIsWithheldThere) {
    Claims world;
    world.begins("node1", {"a"});
    world.begins("node2", {});
    world.peers["node2"].info.gpus = {{.uuid = {"a"}}};
    world.peers["node2"].gpus = {{.gpu = {"a"}}};
    Claims::count(world.peers["node2"]);
    world.tells("node2");
    EXPECT_EQ(world.withheldFrom("node2"), Uuids{"a"});
    EXPECT_EQ(world.owner("a"), "node1");
    world.obeys("node2");
    EXPECT_EQ(world.offeredGpus(), 1);
}

TEST(GpuClaims, TheSecondGetsItWhenTheFirstHasItNoMore) {
    Claims world;
    world.begins("node1", {"a"});
    world.begins("node2", {"a"});
    world.obeys("node2");
    auto& first = world.peers["node1"];
    first.info.gpus.clear();
    first.gpus.clear();
    Claims::count(first);
    world.tells("node1");
    EXPECT_EQ(world.withheldFrom("node2"), Uuids{});
    EXPECT_EQ(world.owner("a"), "node2");
    EXPECT_EQ(world.troubleOf("node2"), "");
}

TEST(GpuClaims, AFirstThatIsAwayKeepsItAndOneThatIsGoneDoesNot) {
    Claims world;
    world.begins("node1", {"a"});
    world.begins("node2", {"a"});
    world.obeys("node2");
    world.apply(LinkClosed{world.peers["node1"].link});
    world.now += minutes(5);
    world.apply(Tick{});
    EXPECT_EQ(world.owner("a"), "node1") << "its task may run on";
    EXPECT_EQ(world.withheldFrom("node2"), Uuids{"a"});
    world.apply(OperatorMarkGone{1, world.peers["node1"].id, "alice"});
    EXPECT_EQ(world.withheldFrom("node2"), Uuids{});
    EXPECT_EQ(world.owner("a"), "node2");
}

TEST(GpuClaims, AnAgentThatBeganAnewTakesOverFromWhatItWas) {
    Claims world;
    world.begins("old", {"a"}, "node1");
    world.apply(LinkClosed{world.peers["old"].link});
    world.begins("new", {"a"}, "node1");
    EXPECT_EQ(world.withheldFrom("new"), Uuids{"a"}) << "the old one may come back any moment";
    world.obeys("new");
    world.now += minutes(5);
    world.apply(Tick{});
    EXPECT_EQ(world.withheldFrom("new"), Uuids{});
    EXPECT_EQ(world.troubleOf("new"), "");
}

TEST(GpuClaims, WhoRunsATaskOnItKeepsIt) {
    Claims world;
    world.begins("node1", {"a"});
    auto& second = world.peers["node2"];
    second.link = Link{world.nextLink++};
    second.info.hostname = "node2";
    second.info.gpus = {{.uuid = {"a"}}};
    second.gpus = {{.gpu = {"a"}, .state = GpuState::Allocated, .holder = TaskKey{{"F"}, {"t"}}}};
    Claims::count(second);
    world.apply(FromAgent{second.link, Register{{}, second.info, second.gpus, {}, {}}});
    EXPECT_EQ(world.owner("a"), "node2");
    EXPECT_EQ(world.withheldFrom("node1"), Uuids{"a"});
}

TEST(GpuClaims, ANodeThatCannotLaunchIsNotOfferedUntilItCan) {
    World world;
    world.draw("node1: cpus:8;mem:1024 / node2: cpus:4;mem:512");
    world.subscribe("f");
    world.told();
    auto info = world.agent("node1").info;
    info.troubles = {{NodeProblem::CannotLaunch, "runc is broken"}};
    world.apply(FromAgent{world.link("node1"), AgentUpdate{info, {}}});
    EXPECT_EQ(world.toldTo("f"), std::vector<std::string>{"rescinded M-O0"});
    EXPECT_EQ(world.agent("node1").offered, Resources());
    info.troubles.clear();
    world.apply(FromAgent{world.link("node1"), AgentUpdate{info, {}}});
    EXPECT_NE(world.agent("node1").offered, Resources());
}

} // namespace
} // namespace muster::cluster
