// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/core/kernel/cluster/world.h"

namespace muster::cluster {

namespace {
using Lines = std::vector<std::string>;
using std::chrono::minutes;
using std::chrono::seconds;

Lines text(const World& world, const std::vector<Master::Refusal>& refusals) {
    Lines lines;
    for (const auto& one : refusals) {
        std::string line = fmt::format("{} {}", one.framework->info.name, one.role);
        if (one.agent) {
            line += fmt::format(" {} {}", one.agent->info.hostname, one.resources.text());
        }
        if (one.until) {
            line += fmt::format(" for {}", durationText(*one.until - world.now()));
        }
        lines.push_back(fmt::format("{}: {}", line, wireName(one.reason)));
    }
    return lines;
}

Master::Refusals refusals(
    World& world, const std::vector<std::string>& frameworks, std::size_t limit = 100) {
    std::vector<FrameworkId> ids;
    for (const auto& name : frameworks) {
        ids.push_back(world.frameworkId(name));
    }
    return world.master().refusals(ids, limit, world.now());
}

TEST(Refusals, SayWhatWasDeclinedAndRescindedUntilItEnds) {
    World world;
    world.subscribe("f");
    world.draw("n1: cpus:4;mem:400 / n2: cpus:8;mem:800");
    world.declineAll("f", minutes(2));
    world.draw("n3: cpus:1;mem:100");
    world.apply(OperatorRescind{1, OfferId{"M-O2"}, "carol", "x"});
    auto found = refusals(world, {"f"});
    EXPECT_EQ(text(world, found.rows),
        (Lines{"f * n1 cpus:4; mem:400 for 2mins: declined",
            "f * n2 cpus:8; mem:800 for 2mins: declined",
            "f * n3 cpus:1; mem:100 for 5secs: rescinded"}));
    EXPECT_FALSE(found.more);
    EXPECT_TRUE(found.withheld.empty());
    world.advance(seconds(5));
    EXPECT_EQ(refusals(world, {"f"}).rows.size(), 2u);
    world.advance(minutes(2));
    EXPECT_TRUE(refusals(world, {"f"}).rows.empty());
}

TEST(Refusals, AreForgottenWhenTheFrameworkRevivesItsOffers) {
    World world;
    world.subscribe("f");
    world.draw("n1: cpus:4;mem:400");
    world.declineAll("f", minutes(2));
    world.call("f", Revive{});
    EXPECT_TRUE(refusals(world, {"f"}).rows.empty());
}

TEST(Refusals, OfSeveralFrameworksAreGivenThoseThatEndLastFirst) {
    World world;
    world.subscribe("f");
    world.draw("n1: cpus:4;mem:400 / n2: cpus:4;mem:400");
    world.subscribe("g");
    world.declineAll("f", seconds(20));
    world.declineAll("g", seconds(60));
    const Lines all{"g * n1 cpus:4; mem:400 for 1mins: declined",
        "g * n2 cpus:4; mem:400 for 1mins: declined", "f * n1 cpus:4; mem:400 for 20secs: declined",
        "f * n2 cpus:4; mem:400 for 20secs: declined"};
    EXPECT_EQ(text(world, refusals(world, {"f", "g"}).rows), all);
    EXPECT_EQ(text(world, refusals(world, {"f"}).rows), (Lines{all[2], all[3]}));
    const auto three = refusals(world, {"f", "g"}, 3);
    EXPECT_EQ(text(world, three.rows), (Lines{all[0], all[1], all[2]}));
    EXPECT_TRUE(three.more);
    EXPECT_FALSE(refusals(world, {"f", "g"}, 4).more);
}

TEST(Refusals, ThatALongerOneCoversAreLeftOut) {
    World world;
    world.subscribe("f");
    world.draw("n1: cpus:4;mem:400");
    world.accept("f", {world.task("t", "n1", "cpus:1;mem:100")}, seconds(10));
    world.update("n1", "f", "t", TaskState::Finished, 1);
    world.declineAll("f", minutes(1));
    EXPECT_EQ(text(world, refusals(world, {"f"}).rows),
        (Lines{"f * n1 cpus:4; mem:400 for 1mins: declined"}));
}

TEST(Refusals, OfLessForLongerStandBesideThoseOfMore) {
    World world;
    world.subscribe("f");
    world.draw("n1: cpus:4;mem:400");
    world.accept("f", {world.task("t", "n1", "cpus:1;mem:100")}, minutes(1));
    world.update("n1", "f", "t", TaskState::Finished, 1);
    world.declineAll("f", seconds(10));
    EXPECT_EQ(text(world, refusals(world, {"f"}).rows),
        (Lines{"f * n1 cpus:3; mem:300 for 1mins: declined",
            "f * n1 cpus:4; mem:400 for 10secs: declined"}));
}

TEST(Refusals, NameTheRolesThatAFrameworkSuppresses) {
    World world;
    world.subscribeAs("f", {"dev", "prod", "test"}, {"prod"});
    world.draw("n1: cpus:4;mem:400");
    EXPECT_EQ(text(world, refusals(world, {"f"}).withheld), (Lines{"f prod: suppressed"}));
    world.call("f", Suppress{{"dev"}});
    EXPECT_EQ(text(world, refusals(world, {"f"}).withheld),
        (Lines{"f dev: suppressed", "f prod: suppressed"}));
    EXPECT_TRUE(refusals(world, {"f"}, 1).more);
    EXPECT_EQ(refusals(world, {"f"}, 1).withheld.size(), 1u);
    world.call("f", Revive{});
    EXPECT_TRUE(refusals(world, {"f"}).withheld.empty());
}

TEST(Refusals, NameFrameworksThatGetNoGpusForLackOfTheCapability) {
    World world;
    world.subscribe("plain");
    world.subscribe("gpu", {Capability::GpuResources});
    world.draw("n1: cpus:4;mem:400");
    EXPECT_TRUE(refusals(world, {"plain", "gpu"}).withheld.empty()) << "there is no GPU";
    world.draw("n2: cpus:4;mem:400;gpus:1");
    EXPECT_EQ(text(world, refusals(world, {"plain", "gpu"}).withheld),
        (Lines{"plain : no-gpu-capability"}));
}

TEST(Refusals, DoNotBlameTheCapabilityWhereGpusAreOfferedToEveryone) {
    World world({.id = "M", .filterGpuResources = false});
    world.subscribe("plain");
    world.draw("n1: cpus:4;mem:400;gpus:1");
    EXPECT_TRUE(refusals(world, {"plain"}).withheld.empty());
}

TEST(Refusals, AreNotToldOfFrameworksThatAreGoneOrUnknown) {
    World world;
    world.subscribe("f", {}, minutes(10));
    world.draw("n1: cpus:4;mem:400;gpus:1");
    world.cutFramework("f");
    EXPECT_TRUE(refusals(world, {"f"}).withheld.empty());
    EXPECT_TRUE(world.master().refusals({FrameworkId{"x"}}, 10, world.now()).rows.empty());
}

} // namespace
} // namespace muster::cluster
