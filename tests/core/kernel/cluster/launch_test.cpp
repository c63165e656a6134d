// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/core/kernel/cluster/world.h"

namespace muster::cluster {

namespace {
using Lines = std::vector<std::string>;
using std::chrono::minutes;
using std::chrono::seconds;

const std::set<Capability> kCapable{Capability::GpuResources, Capability::PartitionAware};

// The agent of the recorded session, and the framework with its offer.
struct LaunchSession : World {
    LaunchSession() {
        draw("n1: cpus:2;mem:4096;disk:10000;gpus:4;ports:[31000-32000]");
        subscribe("f", kCapable);
        told();
    }
    // Launches it alone; the master's word on it.
    TaskStatus refused(const TaskInfo& info) {
        updates.clear();
        accept("f", {info}, Duration::zero());
        EXPECT_EQ(updates.size(), 1u);
        EXPECT_EQ(task("f", info.id.value), nullptr);
        EXPECT_TRUE(agent("n1").used.total().empty());
        EXPECT_EQ(master().offers().size(), 1u); // all of it is offered again
        return updates.empty() ? TaskStatus{} : updates.front();
    }
    TaskInfo with(const std::string& id, std::string_view resources) {
        return World::task(id, "n1", resources);
    }
    using World::task;
};

void expectInvalid(const TaskStatus& status, const std::string& message) {
    EXPECT_EQ(status.state, TaskState::Error);
    EXPECT_EQ(status.reason, Reason::TaskInvalid);
    EXPECT_EQ(status.source, StatusSource::Master);
    EXPECT_EQ(status.uuid, std::nullopt);
    EXPECT_EQ(status.message, message);
}

TEST(Launch, RefusesAFractionOfAGpu) {
    LaunchSession session;
    expectInvalid(session.refused(session.with("fractional-gpu", "cpus:0.1;mem:32;gpus:0.1")),
        "Task uses invalid resources: Invalid 'gpus' resource: The 'gpus' resource must be an "
        "unsigned integer");
}

TEST(Launch, RefusesMoreThanTheOfferHas) {
    LaunchSession session;
    expectInvalid(session.refused(session.with("too-many-gpus", "cpus:0.1;mem:32;gpus:9")),
        "Total resources cpus(allocated: *):0.1; mem(allocated: *):32; gpus(allocated: *):9 "
        "required by task and its executor is more than available ports(allocated: "
        "*):[31000-32000]; cpus(allocated: *):2; mem(allocated: *):4096; disk(allocated: *):10000; "
        "gpus(allocated: *):4");
}

TEST(Launch, RefusesATaskWithoutResources) {
    LaunchSession session;
    expectInvalid(session.refused(session.with("no-resources", "")), "Task uses no resources");
}

TEST(Launch, RefusesANegativeScalar) {
    LaunchSession session;
    TaskInfo task = session.with("negative", "mem:32");
    task.resources.setScalar(Resources::Cpus, Milli::whole(-1));
    expectInvalid(session.refused(task),
        "Resource 'cpus(allocated: *):-1' is invalid: Invalid scalar resource: value <= 0");
}

TEST(Launch, RefusesIdsThatCouldNotNameADirectory) {
    LaunchSession session;
    const auto refusal = [&](const std::string& id) {
        return session.refused(session.with(id, "cpus:0.1;mem:32"));
    };
    expectInvalid(refusal("bad/id"), "'bad/id' contains invalid characters");
    expectInvalid(refusal("bad\nid"), "'bad\nid' contains invalid characters");
    expectInvalid(refusal(""), "ID must not be empty");
    expectInvalid(refusal("."), "'.' is disallowed");
    expectInvalid(refusal(".."), "'..' is disallowed");
    expectInvalid(refusal(std::string(256, 'x')), "ID must not be greater than 255 characters");
}

TEST(Launch, RefusesATaskForAnotherAgent) {
    LaunchSession session;
    TaskInfo task = session.with("wrong-agent", "cpus:0.1;mem:32");
    task.agent.value = "nope";
    const TaskStatus status = session.refused(task);
    expectInvalid(status, "Task uses invalid agent nope while agent M-S0 is expected");
    EXPECT_EQ(status.agent.value, "nope");
}

TEST(Launch, RefusesWhatTheEdgeFoundWrongAfterTheResourcesAndBeforeTheTotals) {
    const std::string text
        = "Task should have at least one (but not both) of CommandInfo or ExecutorInfo present";
    LaunchSession session;
    TaskInfo task = session.with("nocmd", "cpus:99");
    task.defect = {Defect::Stage::Executor, text};
    expectInvalid(session.refused(task), text);
    task.resources = session.parse("gpus:0.5");
    EXPECT_NE(session.refused(task).message, text);
    task.resources = {};
    expectInvalid(session.refused(task), "Task uses no resources");
    task.defect = {Defect::Stage::Resources, "unreadable"};
    expectInvalid(session.refused(task), "unreadable");
}

TEST(Launch, RefusesWhatTheAclsDoNotPermitBeforeAnythingElse) {
    LaunchSession session;
    TaskInfo task = session.with("a/b", "cpus:99");
    task.defect = {Defect::Stage::Denied, "not as root"};
    const TaskStatus status = session.refused(task);
    EXPECT_EQ(status.state, TaskState::Error);
    EXPECT_EQ(status.reason, Reason::TaskUnauthorized);
    EXPECT_EQ(status.message, "not as root");
}

TEST(Launch, DropsWhatTheAclsCannotDecideYet) {
    LaunchSession session;
    TaskInfo task = session.with("late", "cpus:0.1;mem:32");
    task.defect = {Defect::Stage::Undecided, "try again"};
    const TaskStatus status = session.refused(task);
    EXPECT_EQ(status.state, TaskState::Dropped);
    EXPECT_EQ(status.reason, Reason::InvalidOffers);
    EXPECT_EQ(status.message, "try again");
    LaunchGroup group{{.id = {"e"}, .type = ExecutorInfo::Type::Default},
        {session.with("a", "cpus:0.1;mem:32"), session.with("b", "cpus:0.1;mem:32")}};
    group.executor.resources = session.parse("cpus:0.1;mem:32");
    group.tasks[0].defect = {Defect::Stage::Undecided, "try again"};
    session.updates.clear();
    session.call("f", Accept{{session.master().offers()[0]->id}, {group}});
    ASSERT_EQ(session.updates.size(), 2u);
    for (const TaskStatus& one : session.updates) {
        EXPECT_EQ(one.state, TaskState::Dropped);
        EXPECT_EQ(one.message, "try again");
    }
    EXPECT_TRUE(session.agent("n1").used.total().empty());
}

TEST(Launch, RefusesAGroupOfWhichOneTaskIsNotPermitted) {
    LaunchSession session;
    LaunchGroup group{{.id = {"e"}, .type = ExecutorInfo::Type::Default},
        {session.with("a", "cpus:0.1;mem:32"), session.with("b", "cpus:0.1;mem:32")}};
    group.executor.resources = session.parse("cpus:0.1;mem:32");
    group.tasks[0].defect = {Defect::Stage::Denied, "not as root"};
    session.call("f", Accept{{session.master().offers()[0]->id}, {group}});
    ASSERT_EQ(session.updates.size(), 2u);
    for (const TaskStatus& status : session.updates) {
        EXPECT_EQ(status.reason, Reason::TaskGroupUnauthorized);
        EXPECT_EQ(status.message, "not as root");
    }
    EXPECT_TRUE(session.agent("n1").used.total().empty());
}

TEST(Launch, RefusesASecondTaskOfOneIdAndStillLaunchesTheFirst) {
    LaunchSession session;
    session.accept(
        "f", {session.with("dup", "cpus:0.1;mem:32"), session.with("dup", "cpus:0.1;mem:32")});
    EXPECT_EQ(session.told(), (Lines{"n1 run dup", "f dup is TASK_ERROR"}));
    expectInvalid(session.updates.back(), "Task has duplicate ID: dup");
    EXPECT_EQ(session.agent("n1").used.total().text(), "cpus:0.1; mem:32");
}

TEST(Launch, ChecksEachTaskAgainstWhatTheOnesBeforeItLeft) {
    LaunchSession session;
    session.accept("f",
        {session.with("a", "cpus:1;gpus:3"), session.with("b", "cpus:1;gpus:2"),
            session.with("c", "cpus:1;gpus:1")},
        minutes(1));
    EXPECT_EQ(session.toldTo("n1"), (Lines{"run a", "run c"}));
    EXPECT_EQ(session.agent("n1").used.total().text(), "cpus:2; gpus:4");
}

TEST(Launch, HandsTheDecodedTaskOnAndKeepsItsBytes) {
    const auto owner = std::make_shared<int>();
    const std::shared_ptr<const mesos::v1::TaskInfo> message( // only its address counts here
        owner, reinterpret_cast<const mesos::v1::TaskInfo*>(owner.get()));
    LaunchSession session;
    TaskInfo task = session.with("t", "cpus:1");
    task.payload = {"bytes", message};
    session.accept("f", {task});
    std::vector<RunTask> runs;
    for (const auto& output : session.outputs) {
        if (const auto* sent = std::get_if<SendAgent>(&output)) {
            if (const auto* run = std::get_if<RunTask>(&sent->command)) {
                runs.push_back(*run);
            }
        }
    }
    ASSERT_EQ(runs.size(), 1u);
    EXPECT_TRUE(runs[0].task.payload.message() == message);
    EXPECT_FALSE(session.task("f", "t")->info.payload.message());
    EXPECT_EQ(session.task("f", "t")->info.payload.bytes(), "bytes");
}

TEST(Launch, OffersAgainWhatWasNotUsed) {
    LaunchSession session;
    session.accept("f", {session.with("a", "cpus:0.1;mem:32;gpus:1")}, Duration::zero());
    EXPECT_EQ(session.told(),
        (Lines{"n1 run a",
            "f offered n1 cpus:1.9; mem:4064; disk:10000; gpus:3; ports:[31000-32000]"}));
}

TEST(Launch, JoinsSeveralOffersOfOneAgent) {
    World world;
    world.draw("n1: cpus:4;mem:400");
    world.subscribe("f");
    world.accept("f", {world.task("a", "n1", "cpus:2;mem:200")}, Duration::zero());
    world.update("n1", "f", "a", TaskState::Finished, 1);
    ASSERT_EQ(world.master().offers().size(), 2u);
    world.accept("f", {world.task("b", "n1", "cpus:4;mem:400")});
    EXPECT_EQ(world.agent("n1").used.total().text(), "cpus:4; mem:400");
}

TEST(Launch, WithAnInvalidOfferDropsTheTasks) {
    LaunchSession session;
    session.call(
        "f", Accept{{OfferId{"bogus"}}, {LaunchTasks{{session.with("badoffer", "cpus:0.1")}}}});
    ASSERT_EQ(session.updates.size(), 1u);
    EXPECT_EQ(session.updates[0].state, TaskState::Dropped);
    EXPECT_EQ(session.updates[0].reason, Reason::InvalidOffers);
    EXPECT_EQ(session.updates[0].message,
        "Task launched with invalid offers: Offer bogus is no longer valid");
    EXPECT_EQ(session.agent("n1").used.total().text(), "");
}

TEST(Launch, WithAnInvalidOfferLosesTheTasksOfAFrameworkThatIsNotPartitionAware) {
    World world;
    world.draw("n1: cpus:4;mem:400");
    world.subscribe("f");
    world.call("f", Accept{{}, {LaunchTasks{{world.task("t", "n1", "cpus:1")}}}});
    ASSERT_EQ(world.updates.size(), 1u);
    EXPECT_EQ(world.updates[0].state, TaskState::Lost);
    EXPECT_EQ(world.updates[0].message, "Task launched with invalid offers: No offers specified");
}

TEST(Launch, RefusesOffersOfTwoAgentsAndOfAnotherFrameworkAndTwice) {
    const auto refusal
        = [](const std::vector<std::string>& frameworks, std::vector<OfferId> offers) {
              World world;
              for (const std::string& name : frameworks) {
                  world.subscribe(name);
              }
              world.draw("n1: cpus:4;mem:400 / n2: cpus:4;mem:400");
              world.call("f",
                  Accept{std::move(offers), {LaunchTasks{{world.task("t", "n1", "cpus:1")}}},
                      minutes(9)});
              EXPECT_EQ(world.updates.size(), 1u);
              return world.updates.at(0).message;
          };
    const OfferId first{"M-O0"};
    const OfferId second{"M-O1"};
    const std::string prefix = "Task launched with invalid offers: ";
    EXPECT_EQ(refusal({"f"}, {first, first}), prefix + "Duplicate offer M-O0 in offer list");
    EXPECT_EQ(refusal({"f"}, {first, second}),
        prefix
            + "Aggregated offers must belong to one single agent. Offer M-O1 uses agent M-S1 and "
              "agent M-S0");
    EXPECT_EQ(refusal({"f", "g"}, {second}),
        prefix + "Offer M-O1 has invalid framework M-0001 while framework M-0000 is expected");
}

TEST(Launch, RefusesTheIdOfAnUnreachableTask) {
    World world;
    world.draw("n1: cpus:4;mem:400 / n2: cpus:4;mem:400");
    world.subscribe("f", kCapable);
    world.call("f", Accept{{OfferId{"M-O0"}}, {LaunchTasks{{world.task("t", "n1", "cpus:1")}}}});
    world.cutAgent("n1");
    world.advance(minutes(5));
    world.updates.clear();
    world.call("f", Revive{});
    world.call("f", Accept{{OfferId{"M-O1"}}, {LaunchTasks{{world.task("t", "n2", "cpus:1")}}}});
    ASSERT_EQ(world.updates.size(), 1u);
    expectInvalid(world.updates[0], "Task reuses the ID of an unreachable task: t");
}

} // namespace
} // namespace muster::cluster
