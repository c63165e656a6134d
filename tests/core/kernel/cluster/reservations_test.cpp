// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/core/kernel/cluster/world.h"

namespace muster::cluster {

namespace {

using Kind = ChangeReservations::Kind;

Reservation dynamic(std::string role, std::string principal = "ann") {
    return {Reservation::Type::Dynamic, std::move(role), std::move(principal), {}};
}

Resources reserved(const Resources& resources, const Reservation& by) {
    auto items = resources.items();
    for (auto& item : items) {
        item.reservations.push_back(by);
    }
    return Resources(std::move(items));
}

Resources reserved(std::string_view text, const Reservation& by = dynamic("prod")) {
    return reserved(Resources::parse(text).value(), by);
}

ChangeReservations change(Kind kind, Resources resources, std::string id = "") {
    return {kind, std::move(resources), std::move(id), ""};
}

// One agent, and framework f of role prod and principal ann with its offer.
struct Reserving : World {
    Reserving() { draw("n1: cpus:8;mem:1024;gpus:4;ports:[1-9]"); }
    void join(const std::string& name, const std::string& role, bool refining = true) {
        info(name).roles = {role};
        info(name).principal = "ann";
        std::set<Capability> able{Capability::MultiRole, Capability::GpuResources};
        if (refining) {
            able.insert(Capability::ReservationRefinement);
        }
        subscribe(name, able);
    }
    Resources total() const { return World::agent("n1").info.total; }
    Status asOperator(ChangeReservations requested, std::optional<std::string> principal = {}) {
        answers.clear();
        apply(OperatorReserve{1, agentId("n1"), std::move(requested), std::move(principal), "eve"});
        return answers.at(0).status;
    }
    std::string refusalOf(ChangeReservations requested) {
        operations.clear();
        requested.id = "op";
        carryOut("f", {std::move(requested)});
        EXPECT_EQ(operations.size(), 1u);
        if (operations.empty() || operations[0].state == OperationState::Finished) {
            return "carried out";
        }
        EXPECT_EQ(operations[0].state, OperationState::Error);
        return operations[0].message;
    }
};

TEST(StaticReservations, OfGpusGoToFrameworksOfTheirRoleOnly) {
    using Lines = std::vector<std::string>;
    World world;
    world.draw("n1: cpus:8;mem:1024;gpus(ml):2;gpus:1");
    world.subscribeAs("web", {"web"});
    EXPECT_EQ(
        world.toldTo("web"), (Lines{"subscribed", "offered n1 cpus:8; mem:1024; gpus:1 to web"}));
    world.subscribeAs("ml", {"ml"});
    world.declineAll("web", std::chrono::minutes(60));
    EXPECT_EQ(world.toldTo("ml"),
        (Lines{"subscribed", "offered n1 cpus:8; mem:1024; gpus:1; gpus(ml):2 to ml"}));
    world.accept("ml", {world.task("t", "n1", "cpus:1;mem:64;gpus(ml):2")});
    EXPECT_EQ(world.toldTo("n1").back(), "run t");
    EXPECT_EQ(world.World::task("ml", "t")->info.resources.text(), "cpus:1; mem:64; gpus(ml):2");
    EXPECT_EQ(world.agent("n1").used.total().gpus(), Milli::whole(2));
    EXPECT_EQ(world.toldTo("web"), Lines{}) << "it refused as much";
}

} // namespace

TEST(Reservations, OfOneAcceptAreThereForItsLaunch) {
    Reserving world;
    world.join("f", "prod");
    auto task = world.task("t", "n1", "");
    task.resources = reserved("cpus:2;gpus:1");
    world.carryOut("f",
        {change(Kind::Reserve, reserved("cpus:4;gpus:2;ports:[1-5]"), "op"), LaunchTasks{{task}}});
    ASSERT_EQ(world.operations.size(), 1u);
    EXPECT_EQ(world.operations[0].operation, "op");
    EXPECT_EQ(world.operations[0].state, OperationState::Finished);
    EXPECT_EQ(world.agent("n1").used.total(), task.resources);
    EXPECT_EQ(world.total(),
        Resources::parse("cpus:4;mem:1024;gpus:2;ports:[6-9]").value()
            + reserved("cpus:4;gpus:2;ports:[1-5]"));
    ASSERT_EQ(world.master().offers().size(), 1u);
    EXPECT_EQ(world.master().offers()[0]->resources, world.total() - task.resources);
    EXPECT_EQ(world.audits.back().action, "reserve");
}

TEST(Reservations, GoToFrameworksOfTheirRoleOnly) {
    Reserving world;
    world.join("f", "prod");
    const Resources kept = reserved("cpus:4;gpus:3");
    world.carryOut("f", {change(Kind::Reserve, kept)});
    world.join("g", "dev");
    world.cutFramework("f");
    ASSERT_EQ(world.master().offers().size(), 1u);
    EXPECT_EQ(world.master().offers()[0]->role, "dev");
    EXPECT_EQ(world.master().offers()[0]->resources, world.total() - kept);
    world.join("h", "prod/sub");
    ASSERT_EQ(world.master().offers().size(), 2u);
    EXPECT_EQ(world.master().offers()[1]->resources, kept);
}

TEST(Reservations, CountAsConsumedQuota) {
    Reserving world;
    world.join("f", "prod");
    world.carryOut("f", {change(Kind::Reserve, reserved("cpus:4;gpus:3"))});
    for (const auto& role : world.master().roles()) {
        if (role.name == "prod") {
            EXPECT_EQ(role.reserved.text(), "cpus:4; gpus:3");
            EXPECT_EQ(role.consumed.text(), "cpus:4; gpus:3");
        }
    }
    ASSERT_TRUE(world.asOperator(change(Kind::Unreserve, reserved("cpus:4;gpus:3"))));
    for (const auto& role : world.master().roles()) {
        EXPECT_TRUE(role.reserved.empty()) << role.name;
    }
}

TEST(Reservations, AreTakenBack) {
    Reserving world;
    world.join("f", "prod");
    const auto before = world.total();
    world.carryOut("f", {change(Kind::Reserve, reserved("gpus:3"))});
    EXPECT_NE(world.total(), before);
    world.carryOut("f", {change(Kind::Unreserve, reserved("gpus:1"))});
    EXPECT_TRUE(world.total().contains(reserved("gpus:2")));
    EXPECT_FALSE(world.total().contains(reserved("gpus:3")));
    ASSERT_TRUE(world.asOperator(change(Kind::Unreserve, reserved("gpus:2"))));
    EXPECT_EQ(world.total(), before);
    EXPECT_TRUE(world.master().agentRecord(world.agentId("n1"))->reservations.empty());
}

TEST(Reservations, InUseAreNotTakenBack) {
    Reserving world;
    world.join("f", "prod");
    auto task = world.task("t", "n1", "");
    task.resources = reserved("gpus:2");
    world.carryOut("f", {change(Kind::Reserve, reserved("gpus:2")), LaunchTasks{{task}}});
    const Status taken = world.asOperator(change(Kind::Unreserve, reserved("gpus:2")));
    ASSERT_FALSE(taken);
    EXPECT_EQ(taken.error().kind, Error::Kind::Conflict);
    EXPECT_EQ(taken.error().message,
        "ports:[1-9]; cpus:8; mem:1024; gpus:2 does not contain gpus(reservations: "
        "[(DYNAMIC,prod,ann)]):2");
    world.update("n1", "f", "t", TaskState::Finished, 1);
    EXPECT_TRUE(world.asOperator(change(Kind::Unreserve, reserved("gpus:2"))));
}

TEST(Reservations, OfAnOperatorRescindTheOffersThatTheyNeed) {
    Reserving world;
    world.join("f", "dev");
    ASSERT_EQ(world.master().offers().size(), 1u);
    ASSERT_TRUE(world.asOperator(change(Kind::Reserve, reserved("gpus:3"))));
    EXPECT_TRUE(world.total().contains(reserved("gpus:3")));
    for (const auto* offer : world.master().offers()) {
        EXPECT_LE(offer->resources.gpus(), Milli::whole(1));
    }
    EXPECT_EQ(world.audits.back().author, "eve");
    const Status more = world.asOperator(change(Kind::Reserve, reserved("gpus:2")));
    EXPECT_EQ(more.error().kind, Error::Kind::Conflict);
}

TEST(Reservations, OutliveTheMasterAndTheAgentsRegistration) {
    Reserving first;
    first.join("f", "prod");
    first.carryOut("f", {change(Kind::Reserve, reserved("cpus:4;gpus:3"))});
    first.registerAgain("n1");
    EXPECT_TRUE(first.total().contains(reserved("cpus:4;gpus:3")));
    Recovered recovered;
    recovered.agents.push_back(*first.master().agentRecord(first.agentId("n1")));
    EXPECT_EQ(recovered.agents[0].reservations, reserved("cpus:4;gpus:3"));
    Master second({.id = "N"}, recovered, first.now());
    Register back;
    back.id = first.agentId("n1");
    back.info.total = Resources::parse("cpus:8;gpus:4").value();
    second.apply(FromAgent{Link{1}, back}, first.now());
    EXPECT_EQ(second.agent(back.id)->info.total,
        Resources::parse("cpus:4;gpus:1").value() + reserved("cpus:4;gpus:3"));
}

TEST(Reservations, WaitForGpusThatAreOut) {
    Reserving world;
    world.join("f", "prod");
    world.carryOut("f", {change(Kind::Reserve, reserved("gpus:3"))});
    world.updateGpus("n1", "..rr");
    EXPECT_EQ(world.total().gpus(), Milli::whole(2));
    EXPECT_TRUE(world.total().contains(reserved("gpus:2")));
    world.updateGpus("n1", "....");
    EXPECT_TRUE(world.total().contains(reserved("gpus:3")));
}

TEST(Reservations, DoNotGetWhatOthersUseWhenGpusAreOut) {
    Reserving world;
    world.join("f", "prod");
    auto task = world.task("t", "n1", "gpus:2");
    world.carryOut("f", {change(Kind::Reserve, reserved("gpus:2")), LaunchTasks{{task}}});
    world.updateGpus("n1", "aa.r");
    EXPECT_EQ(world.total().scalar(Resources::Gpus), Milli::whole(2));
    EXPECT_EQ(world.total().gpus(), Milli::whole(3));
}

TEST(Reservations, AreRefinedForARoleBeneath) {
    Reserving world;
    world.join("f", "prod");
    world.carryOut("f", {change(Kind::Reserve, reserved("gpus:2"))});
    world.cutFramework("f");
    world.join("s", "prod/sub");
    const auto refined = reserved(reserved("gpus:1"), dynamic("prod/sub"));
    world.carryOut("s", {change(Kind::Reserve, refined)});
    EXPECT_TRUE(world.total().contains(refined + reserved("gpus:1")));
    world.cutFramework("s");
    world.join("old", "prod/sub", false); // it does not know of refined ones
    for (const auto* offer : world.master().offers()) {
        EXPECT_FALSE(offer->resources.contains(refined));
    }
    world.cutFramework("old");
    ASSERT_TRUE(world.asOperator(change(Kind::Unreserve, refined)));
    EXPECT_TRUE(world.total().contains(reserved("gpus:2")));
}

TEST(Reservations, ThatAreWrongGetMesosText) {
    Reserving world;
    world.join("f", "prod");
    const auto on = [](const std::string& text) { return text + "; on agent M-S0 (n1)"; };
    EXPECT_EQ(world.refusalOf(change(Kind::Reserve, Resources::parse("cpus(prod):1").value())),
        on("Resource cpus(allocated: prod)(reservations: [(STATIC,prod)]):1 is not dynamically "
           "reserved"));
    EXPECT_EQ(world.refusalOf(change(Kind::Reserve, reserved("gpus:0.5"))),
        on("Invalid resources: Invalid 'gpus' resource: The 'gpus' resource must be an unsigned "
           "integer"));
    EXPECT_EQ(world.refusalOf(change(Kind::Reserve, reserved("cpus:1", dynamic("prod", "bob")))),
        on("A reserve operation was attempted by authenticated principal 'ann', which does not "
           "match a reserved resource in the request with principal 'bob'"));
    auto nobody = dynamic("prod");
    nobody.principal.reset();
    EXPECT_EQ(world.refusalOf(change(Kind::Reserve, reserved("cpus:1", nobody))),
        on("A reserve operation was attempted by principal 'ann', but there is a reserved resource "
           "in the request with no principal set"));
    EXPECT_EQ(world.refusalOf(change(Kind::Reserve, reserved("cpus:1", dynamic("dev")))),
        on("A reserve operation was attempted for a resource with role 'dev', but the resource was "
           "allocated to role 'prod'"));
    EXPECT_EQ(world.refusalOf(change(Kind::Reserve, reserved("cpus:9"))),
        "ports(allocated: prod):[1-9]; cpus(allocated: prod):8; mem(allocated: prod):1024; "
        "gpus(allocated: prod):4 does not contain cpus(allocated: prod):9");
    EXPECT_EQ(world.refusalOf(change(Kind::Unreserve, reserved("cpus:1"))),
        "ports(allocated: prod):[1-9]; cpus(allocated: prod):8; mem(allocated: prod):1024; "
        "gpus(allocated: prod):4 does not contain cpus(allocated: prod)(reservations: "
        "[(DYNAMIC,prod,ann)]):1");
    EXPECT_TRUE(world.dropped.empty());
    world.carryOut("f", {change(Kind::Reserve, reserved("cpus:9"))}); // without an id
    EXPECT_EQ(world.dropped.size(), 1u);
}

TEST(Reservations, OnOffersThatAreGoneAreNotMade) {
    Reserving world;
    world.join("f", "prod");
    world.call("f",
        Accept{{OfferId{"M-O99"}}, {change(Kind::Reserve, reserved("cpus:1"), "op")},
            Duration::zero()});
    ASSERT_EQ(world.operations.size(), 1u);
    EXPECT_EQ(world.operations[0].message,
        "Operation attempted with invalid offers: Offer M-O99 is no longer valid");
}

TEST(Reservations, OfAnOperatorHaveToBeOnAKnownAgent) {
    Reserving world;
    world.apply(OperatorReserve{7, {"M-S9"}, change(Kind::Reserve, reserved("cpus:1")), {}, "eve"});
    EXPECT_EQ(world.answers.back().status.error().message, "No agent found with specified ID");
    EXPECT_EQ(world.asOperator(change(Kind::Reserve, reserved("cpus:1")), "bob").error().message,
        "Invalid RESERVE operation on agent M-S0 (n1): A reserve operation was attempted by "
        "authenticated principal 'bob', which does not match a reserved resource in the request "
        "with principal 'ann'");
}

} // namespace muster::cluster
