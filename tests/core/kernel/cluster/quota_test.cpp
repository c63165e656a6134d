// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/core/kernel/cluster/events_of.h"
#include "tests/core/kernel/cluster/world.h"

namespace muster::cluster {

namespace {
using Lines = std::vector<std::string>;
using std::chrono::minutes;
using std::chrono::seconds;

struct Quotas : testing::Test {
    World world;
    std::uint64_t request = 0;

    static allocator::Quota quota(std::string_view guarantees, std::string_view limits = "") {
        allocator::Quota out;
        out.guarantees = quantitiesOf(Resources::parse(guarantees).value());
        for (const Resource& item : Resources::parse(limits).value().items()) {
            out.limits[Resources::kindOf(item.name)] = std::get<Milli>(item.value).value;
        }
        return out;
    }
    std::string set(const std::string& role, const allocator::Quota& quota, bool force = false) {
        world.apply(OperatorUpdateQuota{++request, {{role, quota}}, force, "alice"});
        return lastAnswer();
    }
    std::string lastAnswer() {
        const Status status = world.answers.back().status;
        return status ? "" : status.error().message;
    }
    Master::RoleView role(const std::string& name) {
        for (auto& view : world.master().roles()) {
            if (view.name == name) {
                return view;
            }
        }
        return {};
    }
};

TEST_F(Quotas, ChopAnOfferSoThatTheLimitHolds) {
    set("a", quota("", "cpus:6;gpus:3"));
    world.subscribeAs("f", {"a"});
    world.told();
    world.draw("n1: cpus:4;mem:400;gpus:2 / n2: cpus:4;mem:400;gpus:2 / n3: cpus:4;mem:400");
    EXPECT_EQ(world.toldTo("f"),
        (Lines{"offered n1 cpus:4; mem:400; gpus:2 to a", "offered n2 cpus:2; mem:400; gpus:1 to a",
            "offered n3 mem:400 to a"}));
    EXPECT_EQ(role("a").offered.text(), "cpus:6; gpus:3; mem:1200");
}

TEST_F(Quotas, OfferTheRestWhenSomethingOfTheRoleEnds) {
    set("a", quota("", "cpus:2;mem:200"));
    world.draw("n1: cpus:4;mem:400 / n2: cpus:4;mem:400");
    world.subscribeAs("f", {"a"});
    world.accept("f", {world.task("t", "n1", "cpus:2;mem:200")});
    EXPECT_EQ(role("a").consumed.text(), "cpus:2; mem:200");
    world.told();
    world.update("n1", "f", "t", TaskState::Finished, 1);
    EXPECT_EQ(world.toldTo("f"), (Lines{"t is TASK_FINISHED", "offered n1 cpus:2; mem:200 to a"}));
    world.declineAll("f", minutes(60)); // the limit leaves room for the other machine
    EXPECT_EQ(world.toldTo("f"), (Lines{"offered n2 cpus:2; mem:200 to a"}));
}

TEST_F(Quotas, TellOnceABatchOfWhatARoleUsesOfIts) {
    const auto changed = [this] {
        Lines roles;
        for (const auto& output : world.outputs) {
            if (const auto* events = std::get_if<Events>(&output)) {
                for (const auto& [role] : of<RoleUsageChanged>(events->list)) {
                    roles.push_back(role);
                }
            }
        }
        return roles;
    };
    set("a", quota("", "cpus:6;mem:600"));
    world.subscribeAs("f", {"a/x"});
    world.subscribeAs("g", {"b"});
    world.draw("n1: cpus:4;mem:400");
    EXPECT_EQ(changed(), Lines{"a"});
    EXPECT_TRUE(world.master().consumedBy("a").empty()) << "it is only offered";
    world.accept("f", {world.task("t", "n1", "cpus:2;mem:200")}, minutes(60));
    EXPECT_EQ(changed(), Lines{"a"}) << "b, which gets the rest, has no quota";
    EXPECT_EQ(world.master().consumedBy("a").text(), "cpus:2; mem:200");
    EXPECT_EQ(role("a").consumed, world.master().consumedBy("a"));
    world.declineAll("g", minutes(60));
    EXPECT_EQ(changed(), Lines{});
    EXPECT_TRUE(world.master().consumedBy("nobody").empty());
}

TEST_F(Quotas, CountTheRolesBeneath) {
    set("a", quota("", "cpus:3;mem:300"));
    world.subscribeAs("f", {"a/x"});
    world.subscribeAs("g", {"a/y"});
    world.told();
    world.draw("n1: cpus:2;mem:200 / n2: cpus:2;mem:200");
    EXPECT_EQ(world.toldTo("f"), (Lines{"offered n1 cpus:2; mem:200 to a/x"}));
    EXPECT_EQ(world.toldTo("g"), (Lines{"offered n2 cpus:1; mem:100 to a/y"}));
}

TEST_F(Quotas, ServeGuaranteesBeforeShares) {
    world.subscribeAs("f", {"a"});
    world.subscribeAs("g", {"z"});
    world.told();
    set("z", quota("cpus:4;mem:400"), true);
    world.draw("n1: cpus:4;mem:400 / n2: cpus:4;mem:400");
    EXPECT_EQ(world.toldTo("g"), (Lines{"offered n1 cpus:4; mem:400 to z"}));
    EXPECT_EQ(world.toldTo("f"), (Lines{"offered n2 cpus:4; mem:400 to a"}));
}

TEST_F(Quotas, HoldBackWhatIsGuaranteedToARoleThatIsNotThere) {
    set("z", quota("cpus:3;mem:300"), true);
    world.subscribeAs("f", {"a"});
    world.told();
    world.draw("n1: cpus:4;mem:400");
    EXPECT_EQ(world.toldTo("f"), (Lines{"offered n1 cpus:1; mem:100 to a"}));
    world.draw("n2: cpus:2;mem:200");
    EXPECT_EQ(world.toldTo("f"), (Lines{"offered n1 cpus:2; mem:200 to a"}));
    world.subscribeAs("g", {"z"});
    EXPECT_EQ(world.toldTo("g"),
        (Lines{
            "subscribed", "offered n1 cpus:1; mem:100 to z", "offered n2 cpus:2; mem:200 to z"}));
    set("z", {});
    EXPECT_TRUE(world.master().quotas().empty());
}

TEST_F(Quotas, RescindWhatIsOverANewLimitAndWhatANewGuaranteeNeeds) {
    world.draw("n1: cpus:4;mem:400 / n2: cpus:4;mem:400");
    world.subscribeAs("f", {"a"});
    world.told();
    EXPECT_EQ(set("a", quota("", "cpus:6")), "");
    EXPECT_EQ(world.toldTo("f"), (Lines{"rescinded M-O1", "offered n2 cpus:2; mem:400 to a"}));
    EXPECT_EQ(set("z", quota("cpus:5")), "");
    EXPECT_EQ(world.toldTo("f"),
        (Lines{"rescinded M-O2", "rescinded M-O0", "offered n1 cpus:3; mem:400 to a",
            "offered n2 mem:400 to a"}));
    EXPECT_EQ(world.audits.back().action, "update-quota");
    EXPECT_EQ(world.audits.back().author, "alice");
    EXPECT_EQ(world.audits.back().detail, "guarantees cpus:5, limits {}");
}

TEST_F(Quotas, AreRefusedWithTheTextsOfMesos) {
    world.draw("n1: cpus:4;mem:400");
    world.subscribeAs("f", {"a"});
    world.accept("f", {world.task("t", "n1", "cpus:2;mem:200")});
    EXPECT_EQ(set("a", quota("cpus:5;mem:10")),
        "Invalid QuotaConfig: total quota guarantees 'cpus:5; mem:10' exceed cluster capacity "
        "'cpus:4; mem:400' (use 'force' flag to bypass this check)");
    EXPECT_EQ(set("a", quota("", "cpus:1")),
        "Invalid QuotaConfig: Role 'a' is already consuming 'cpus:2; mem:200'; this is more than "
        "the requested limits 'cpus:1' (use 'force' flag to bypass this check)");
    EXPECT_EQ(set("a", quota("cpus:2", "cpus:1")),
        "Invalid QuotaConfig: 'QuotaConfig.guarantees' cpus:2 is not contained within the "
        "'QuotaConfig.limits' cpus:1");
    EXPECT_EQ(
        set("a/b", quota("cpus:1")), "Updating quota on nested role 'a/b' is not supported yet");
    EXPECT_EQ(set("-a", quota("cpus:1")),
        "Invalid QuotaConfig: Invalid 'QuotaConfig.role': Role component '-a' is invalid because "
        "it starts with a dash");
    allocator::Quota negative;
    negative.guarantees[Resources::Gpus] = -1000;
    EXPECT_EQ(set("a", negative),
        "Invalid QuotaConfig: Invalid guarantee configuration {'gpus': -1}: Negative values not "
        "supported");
    EXPECT_EQ(set("a", quota("", "mem:1099511627777")),
        "Invalid QuotaConfig: Invalid 'QuotaConfig.limits': {'mem': 1099511627777} is invalid: "
        "values greater than 1 exabyte (1099511627776) are not supported");
    EXPECT_TRUE(world.master().quotas().empty());
    EXPECT_EQ(set("a", quota("cpus:5"), true), "");
}

TEST_F(Quotas, AreAllTakenOrNone) {
    world.draw("n1: cpus:4;mem:400");
    world.apply(OperatorUpdateQuota{
        7, {{"a", quota("cpus:1")}, {"b", quota("cpus:1", "cpus:0.5")}}, false, "alice"});
    EXPECT_NE(lastAnswer(), "");
    EXPECT_TRUE(world.master().quotas().empty());
}

TEST_F(Quotas, HoldForTasksThatARestartedMasterRemembers) {
    Recovered recovered;
    recovered.quotas = {{"a", quota("", "cpus:3;mem:300")}};
    recovered.weights = {{"a", Milli::whole(2)}};
    recovered.frameworks
        = {{.id = {"OLD-0000"}, .roles = {"a"}, .capabilities = {Capability::MultiRole}}};
    Task task;
    task.framework = {"OLD-0000"};
    task.info.id = {"t"};
    task.info.agent = {"OLD-S0"};
    task.info.role = "a";
    task.info.resources = world.parse("cpus:2;mem:200");
    task.latest.state = TaskState::Running;
    recovered.tasks = {task};
    World again({.id = "N"}, recovered);
    again.subscribeAs("f", {"a"});
    again.told();
    again.draw("n1: cpus:4;mem:400");
    EXPECT_EQ(again.toldTo("f"), (Lines{"offered n1 cpus:1; mem:100 to a"}));
    EXPECT_EQ(again.master().weights().at("a"), Milli::whole(2));
}

TEST_F(Quotas, CountWhatATaskOfARemovedFrameworkStillHolds) {
    set("a", quota("", "cpus:2;mem:200"));
    world.draw("n1: cpus:4;mem:400");
    world.subscribeAs("f", {"a"});
    world.accept("f", {world.task("t", "n1", "cpus:2;mem:200")});
    world.cutFramework("f");
    world.subscribeAs("g", {"a"});
    EXPECT_EQ(world.toldTo("g"), (Lines{"subscribed"}));
    world.updateGpus("n1", ""); // the agent has taken the removal in
    EXPECT_EQ(world.toldTo("g"), (Lines{"offered n1 cpus:2; mem:200 to a"}));
}

struct Weights : Quotas {
    std::string set(const std::string& role, Milli weight) {
        world.apply(OperatorUpdateWeights{++request, {{role, weight}}, "alice"});
        return lastAnswer();
    }
};

TEST_F(Weights, DivideSharesAndRescindWhatWasOfferedByTheFormerOnes) {
    world.subscribeAs("f", {"a"});
    world.subscribeAs("g", {"b"});
    world.draw("n1: cpus:2;mem:200 / n2: cpus:2;mem:200 / n3: cpus:2;mem:200");
    world.told();
    EXPECT_EQ(set("b", Milli::whole(4)), "");
    EXPECT_EQ(world.toldTo("f"),
        (Lines{"rescinded M-O2", "rescinded M-O0", "offered n1 cpus:2; mem:200 to a"}));
    EXPECT_EQ(world.toldTo("g"),
        (Lines{"rescinded M-O1", "offered n2 cpus:2; mem:200 to b",
            "offered n3 cpus:2; mem:200 to b"}));
    EXPECT_EQ(role("b").weight, Milli::whole(4));
    EXPECT_EQ(world.audits.back().action, "update-weight");
}

TEST_F(Weights, OfARoleThatNobodyUsesDisturbNobody) {
    world.subscribeAs("f", {"a"});
    world.draw("n1: cpus:2;mem:200");
    world.told();
    EXPECT_EQ(set("ghost", Milli::whole(4)), "");
    EXPECT_EQ(world.told(), Lines{});
}

TEST_F(Weights, AreRefusedWithTheTextsOfMesos) {
    EXPECT_EQ(set("a", Milli{}),
        "Failed to validate update weights request JSON for role 'a': Invalid weight '0': Weights "
        "must be positive");
    EXPECT_EQ(set("a b", Milli::whole(1)),
        "Failed to validate update weights request JSON: Invalid role 'a b': Role component 'a b' "
        "is invalid because it contains backspace or whitespace");
}

} // namespace
} // namespace muster::cluster
