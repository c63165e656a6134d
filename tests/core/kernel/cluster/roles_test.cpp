// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/kernel/base/id_rule.h"
#include "core/kernel/cluster/framework_validation.h"
#include "tests/core/kernel/cluster/world.h"

namespace muster::cluster {

namespace {
using Lines = std::vector<std::string>;
using std::chrono::minutes;
using std::chrono::seconds;

TEST(RoleNames, AreThoseOfMesos) {
    const auto problem = [](std::string_view role) {
        const Status valid = validateRole(role);
        return valid ? "" : valid.error().message;
    };
    for (const char* role : {"*", "prod", "a/b/c", "gpu.team", "x-y", "..."}) {
        EXPECT_EQ(problem(role), "") << role;
    }
    EXPECT_EQ(problem(""), "Role names cannot be the empty string");
    EXPECT_EQ(problem("/a"), "Role '/a' cannot start with a slash");
    EXPECT_EQ(problem("a/"), "Role 'a/' cannot end with a slash");
    EXPECT_EQ(problem("a//b"), "Role 'a//b' cannot contain two adjacent slashes");
    EXPECT_EQ(problem("a/."), "Role 'a/.' cannot include '.' as a component");
    EXPECT_EQ(problem(".."), "Role '..' cannot include '..' as a component");
    EXPECT_EQ(problem("*/a"), "Role '*/a' cannot include '*' as a component");
    EXPECT_EQ(problem("a/-b"), "Role component '-b' is invalid because it starts with a dash");
    EXPECT_EQ(problem("a b"),
        "Role component 'a b' is invalid because it contains backspace or whitespace");
}

TEST(Roles, AreOfferedToByTheirShareAndThenByTheFrameworks) {
    World world;
    world.subscribeAs("f", {"dev", "prod"});
    world.subscribeAs("g", {"prod"});
    world.told();
    world.draw("n1: cpus:4;mem:400 / n2: cpus:2;mem:200 / n3: cpus:3;mem:300");
    // dev has nothing and comes first; prod is next; then prod has less than dev, and f in it.
    EXPECT_EQ(world.toldTo("f"),
        (Lines{"offered n1 cpus:4; mem:400 to dev", "offered n2 cpus:2; mem:200 to prod"}));
    EXPECT_EQ(world.toldTo("g"), (Lines{"offered n3 cpus:3; mem:300 to prod"}));
}

TEST(Roles, OfAFrameworkThatNamesNoneGetNothing) {
    World world;
    world.draw("n1: cpus:4;mem:400");
    world.subscribeAs("f", {});
    EXPECT_EQ(world.toldTo("f"), (Lines{"subscribed"}));
}

TEST(Roles, AreSuppressedAndRevivedOneByOne) {
    World world;
    world.subscribeAs("f", {"a", "b"}, {"a"});
    world.told();
    world.draw("n1: cpus:4;mem:400");
    EXPECT_EQ(world.toldTo("f"), (Lines{"offered n1 cpus:4; mem:400 to b"}));
    world.call("f", Suppress{{"b"}});
    world.declineAll("f", seconds(0));
    EXPECT_EQ(world.toldTo("f"), Lines{});
    world.call("f", Revive{{"a"}});
    EXPECT_EQ(world.toldTo("f"), (Lines{"offered n1 cpus:4; mem:400 to a"}));
    EXPECT_EQ(
        world.master().framework(world.frameworkId("f"))->suppressed, (std::set<std::string>{"b"}));
}

TEST(Roles, ARefusalIsOfOneRoleAndReviveOfOneClearsOnlyIt) {
    World world;
    world.subscribeAs("f", {"a", "b"});
    world.draw("n1: cpus:4;mem:400");
    world.told();
    world.declineAll("f", minutes(60));
    EXPECT_EQ(world.toldTo("f"), (Lines{"offered n1 cpus:4; mem:400 to b"}));
    world.declineAll("f", minutes(60));
    EXPECT_EQ(world.toldTo("f"), Lines{});
    world.call("f", Revive{{"b"}});
    EXPECT_EQ(world.toldTo("f"), (Lines{"offered n1 cpus:4; mem:400 to b"}));
}

TEST(Roles, RefusalsOfOneAgentAddUp) {
    World world;
    world.subscribe("f");
    world.draw("n1: cpus:4;mem:400");
    world.accept("f", {world.task("t", "n1", "cpus:2")}, minutes(60)); // cpus:2;mem:400 refused
    world.told();
    world.accept("f", {}, minutes(30));
    world.update("n1", "f", "t", TaskState::Finished, 1);
    EXPECT_EQ(world.toldTo("f"), (Lines{"t is TASK_FINISHED", "offered n1 cpus:4; mem:400"}));
    world.declineAll("f", seconds(10)); // of all of it; the older one of a part still holds
    world.advance(seconds(10));
    EXPECT_EQ(world.toldTo("f"), (Lines{"offered n1 cpus:4; mem:400"}));
    world.accept("f", {world.task("u", "n1", "cpus:2")}, seconds(0));
    EXPECT_EQ(world.toldTo("f"), Lines{});
}

TEST(Roles, OfJoinedOffersMustBeOne) {
    World world;
    world.subscribeAs("f", {"a", "b"});
    world.draw("n1: cpus:4;mem:400");
    world.accept("f", {world.task("t", "n1", "cpus:2;mem:200")}, seconds(0));
    world.told();
    EXPECT_EQ(world.master().offers()[0]->role, "b"); // a has half of the machine
    world.accept("f", {world.task("u", "n1", "cpus:1;mem:100")}, seconds(0));
    EXPECT_EQ(world.task("f", "u")->info.role, "b");
    // An offer of the rest to b, and after the end of t one of its half to a.
    world.update("n1", "f", "t", TaskState::Finished, 1);
    ASSERT_EQ(world.master().offers().size(), 2u);
    const std::string second = world.master().offers()[1]->id.value;
    world.accept("f", {world.task("v", "n1", "cpus:1;mem:100")}, seconds(0));
    EXPECT_EQ(world.updates.back().message,
        "Task launched with invalid offers: Aggregated offers must be allocated to the same role. "
        "Offer "
            + second + " uses role 'a' but another is using role 'b");
}

TEST(Roles, ThatAreBadRefuseTheSubscription) {
    World world;
    const auto error = [&world](FrameworkInfo info, std::set<std::string> suppressed = {}) {
        const auto outputs = world.master().apply(
            FromFramework{Link{900}, Subscribe{std::move(info), std::move(suppressed)}},
            world.now());
        EXPECT_EQ(outputs.size(), 2u);
        return std::get<FrameworkError>(std::get<SendFramework>(outputs.at(0)).event).message;
    };
    EXPECT_EQ(error({.roles = {"/a"}}),
        "'FrameworkInfo.role' is not a valid role: Role '/a' cannot start with a slash");
    EXPECT_EQ(error({.roles = {"/a"}, .capabilities = {Capability::MultiRole}}),
        "'FrameworkInfo.roles' contains invalid role: Role '/a' cannot start with a slash");
    EXPECT_EQ(error({.roles = {"a"}}, {"c", "b"}),
        "Suppressed roles { b, c } are not contained in the set of roles");
    EXPECT_TRUE(world.master().frameworks().empty());
}

TEST(FrameworkIds, ThatCannotNameAFolderRefuseTheSubscription) {
    World world;
    for (const std::string& id : {std::string("../../../x"), std::string(".."), std::string("a\nb"),
             std::string(256, 'x')}) {
        const auto outputs = world.master().apply(
            FromFramework{Link{900}, Subscribe{{.id = {id}, .roles = {"a"}}}}, world.now());
        ASSERT_EQ(outputs.size(), 2u) << id;
        EXPECT_EQ(std::get<FrameworkError>(std::get<SendFramework>(outputs.at(0)).event).message,
            validateId(id).error().message);
    }
    EXPECT_TRUE(world.master().frameworks().empty());
}

struct FrameworkUpdates : testing::Test {
    World world;
    UpdateFramework update(std::set<std::string> roles, std::set<std::string> suppressed = {}) {
        UpdateFramework call{world.info("f"), std::move(suppressed)};
        call.info.id = world.frameworkId("f");
        call.info.roles = std::move(roles);
        return call;
    }
    std::string problem(UpdateFramework call) {
        call.request = 7;
        world.call("f", std::move(call));
        const Answer answer = world.answers.back();
        EXPECT_EQ(answer.request, 7u);
        return answer.status ? "" : answer.status.error().message;
    }
};

TEST_F(FrameworkUpdates, ThatDropARoleRescindItsOffersAndKeepItsTasks) {
    world.draw("n1: cpus:4;mem:400 / n2: cpus:4;mem:400");
    world.subscribeAs("f", {"a", "b"});
    world.told();
    ASSERT_EQ(world.master().offers().size(), 2u);
    world.call("f",
        Accept{{world.master().offers()[0]->id}, {LaunchTasks{{world.task("t", "n1", "cpus:1")}}}});
    world.told();
    world.call("f", update({"b"}));
    EXPECT_EQ(world.toldTo("f"), Lines{}); // what was offered to b stays
    world.call("f", update({"c"}));
    const Lines told = world.toldTo("f");
    EXPECT_EQ(told.front(), "rescinded M-O1");
    EXPECT_EQ(told.back(), "offered n2 cpus:4; mem:400 to c");
    EXPECT_EQ(world.task("f", "t")->info.role, "a");
    world.update("n1", "f", "t", TaskState::Finished, 1);
    EXPECT_TRUE(world.agent("n1").used.total().empty());
}

TEST_F(FrameworkUpdates, SayWhichRolesAreSuppressed) {
    world.draw("n1: cpus:4;mem:400");
    world.subscribeAs("f", {"a"}, {"a"});
    world.told();
    world.call("f", update({"a"}));
    EXPECT_EQ(world.toldTo("f"), (Lines{"offered n1 cpus:4; mem:400 to a"}));
}

TEST_F(FrameworkUpdates, ThatAreNotAllowedSayWhyAndChangeNothing) {
    world.subscribeAs("f", {"a"});
    world.told();
    UpdateFramework call = update({"b"});
    call.info.principal = "eve";
    EXPECT_EQ(problem(call),
        "FrameworkInfo update is not valid: Changing framework's principal is not allowed.");
    EXPECT_EQ(
        world.master().framework(world.frameworkId("f"))->info.roles, (std::set<std::string>{"a"}));
    call = update({"a"});
    call.info.user = "root";
    EXPECT_EQ(problem(call),
        "FrameworkInfo update is not valid: Updating 'FrameworkInfo.user' is unsupported; "
        "attempted to update from '' to 'root'");
    call = update({"a"});
    call.info.checkpoint = true;
    EXPECT_EQ(problem(call),
        "FrameworkInfo update is not valid: Updating 'FrameworkInfo.checkpoint' is unsupported; "
        "attempted to update from 'false' to 'true'");
    EXPECT_EQ(problem(update({"a b"})),
        "Supplied FrameworkInfo is not valid: 'FrameworkInfo.roles' contains invalid role: Role "
        "component 'a b' is invalid because it contains backspace or whitespace");
    EXPECT_EQ(problem(update({"a"}, {"z"})),
        "'UpdateFramework' call is not valid: Suppressed roles { z } are not contained in the set "
        "of roles");
    call = update({"b"});
    call.denied = "Not authorized";
    EXPECT_EQ(problem(call), "Not authorized");
    EXPECT_EQ(problem(update({"b"})), "");
    EXPECT_EQ(
        world.master().framework(world.frameworkId("f"))->info.roles, (std::set<std::string>{"b"}));
}

TEST_F(FrameworkUpdates, AreAnsweredAlsoWhenAnotherSchedulerTookOver) {
    world.subscribeAs("f", {"a"}, {}, minutes(1));
    UpdateFramework call = update({"b"});
    call.request = 7;
    const Link former = *world.master().framework(world.frameworkId("f"))->link;
    world.subscribeAgain("f");
    world.apply(FromFramework{former, std::move(call)});
    EXPECT_EQ(world.answers.back().status.error().message, "Framework is not subscribed");
}

TEST(Offers, ObeyMinAllocatable) {
    World world({.id = "M", .minAllocatable = {{{2000, 100000}}}});
    world.subscribe("f");
    world.told();
    world.draw("n1: cpus:4;mem:99 / n2: cpus:2;mem:100");
    EXPECT_EQ(world.toldTo("f"), (Lines{"offered n2 cpus:2; mem:100"}));
    EXPECT_EQ(parseMinAllocatable("cpus:0.01|mem:32").value(), MasterOptions{}.minAllocatable);
    EXPECT_FALSE(parseMinAllocatable("cpus:1||"));
}

TEST(Offers, LeaveExcludedResourcesOutOfTheShares) {
    World world({.id = "M", .fairShareExcluded = {"gpus"}});
    world.subscribeAs("f", {"a"});
    world.subscribeAs("g", {"b"});
    world.told();
    world.draw("n1: cpus:1;mem:100;gpus:8 / n2: cpus:2;mem:200 / n3: cpus:1;mem:100");
    EXPECT_EQ(world.toldTo("f"),
        (Lines{"offered n1 cpus:1; mem:100; gpus:8 to a", "offered n3 cpus:1; mem:100 to a"}));
}

} // namespace
} // namespace muster::cluster
