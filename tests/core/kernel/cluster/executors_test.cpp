// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/core/kernel/cluster/world.h"

namespace muster::cluster {

namespace {

using std::chrono::minutes;
using Lines = std::vector<std::string>;

const std::set<Capability> kCapable{Capability::GpuResources, Capability::PartitionAware};

// One agent with GPUs, one framework that was offered all of it.
struct ExecutorSession : World {
    explicit ExecutorSession(Duration failoverTimeout = Duration::zero()) {
        draw("n1: cpus:4;mem:1024;disk:1000;gpus:2;ports:[31000-31010]");
        subscribe("f", kCapable, failoverTimeout);
        told();
    }
    ExecutorInfo executor(ExecutorInfo::Type type = ExecutorInfo::Type::Custom,
        std::string_view resources = "cpus:0.1;mem:32;disk:32") {
        return {.id = {"e"}, .type = type, .resources = parse(resources), .payload = "p"};
    }
    TaskInfo in(const ExecutorInfo& executor, const std::string& id,
        std::string_view resources = "cpus:1;mem:100") {
        TaskInfo info = task(id, "n1", resources);
        info.executor = executor;
        return info;
    }
    LaunchGroup group(std::vector<std::string> ids) {
        LaunchGroup group{executor(ExecutorInfo::Type::Default), {}};
        for (const std::string& id : ids) {
            group.tasks.push_back(task(id, "n1", "cpus:1;mem:100"));
        }
        return group;
    }
    void launch(Operation operation) {
        std::vector<OfferId> offers;
        for (const Offer* offer : master().offers()) {
            offers.push_back(offer->id);
        }
        updates.clear();
        call("f", Accept{offers, {std::move(operation)}, Duration::zero()});
    }
    // What became of a group that the master finds invalid: the same for all of its tasks.
    std::string refusal(LaunchGroup group) {
        const std::size_t count = group.tasks.size();
        const Resources used = agent("n1").used.total();
        launch(std::move(group));
        EXPECT_EQ(updates.size(), count);
        for (const TaskStatus& status : updates) {
            EXPECT_EQ(status.state, TaskState::Error);
            EXPECT_EQ(status.reason, Reason::TaskGroupInvalid);
            EXPECT_EQ(status.source, StatusSource::Master);
            EXPECT_EQ(status.message, updates[0].message);
        }
        EXPECT_EQ(agent("n1").used.total(), used);
        return updates.empty() ? "" : updates[0].message;
    }
    std::string refusal(TaskInfo info) {
        launch(LaunchTasks{{std::move(info)}});
        EXPECT_EQ(updates.size(), 1u);
        return updates.empty() ? "" : updates[0].message;
    }
    void ended(const std::string& agent) {
        apply(FromAgent{link(agent), ExecutorEnded{frameworkId("f"), {"e"}, {}, 9}});
    }
    using World::task;
};

TEST(Executors, ComeWithTheFirstTaskAndHoldTheirOwnResources) {
    ExecutorSession session;
    session.launch(LaunchTasks{{session.in(session.executor(), "a")}});
    EXPECT_EQ(session.toldTo("n1"), Lines{"run a"});
    EXPECT_EQ(session.agent("n1").used.total().text(), "cpus:1.1; mem:132; disk:32");
    session.launch(LaunchTasks{{session.in(session.executor(), "b")}});
    EXPECT_EQ(session.agent("n1").used.total().text(), "cpus:2.1; mem:232; disk:32");
    EXPECT_EQ(session.agent("n1").executors.size(), 1u);
}

TEST(Executors, AreNamedInTheOffersToTheirFrameworkAlone) {
    ExecutorSession session;
    session.launch(LaunchTasks{{session.in(session.executor(), "a")}});
    ASSERT_EQ(session.master().offers().size(), 1u);
    EXPECT_EQ(session.master().offers()[0]->executors, std::vector<ExecutorId>{{"e"}});
    session.declineAll("f", minutes(9));
    session.subscribe("g", kCapable);
    ASSERT_EQ(session.master().offers().size(), 1u);
    EXPECT_TRUE(session.master().offers()[0]->executors.empty());
}

TEST(Executors, GiveTheirResourcesBackWhenTheyEnd) {
    ExecutorSession session;
    session.launch(LaunchTasks{{session.in(session.executor(), "a")}});
    session.update("n1", "f", "a", TaskState::Finished, 1);
    EXPECT_EQ(session.agent("n1").used.total().text(), "cpus:0.1; mem:32; disk:32");
    session.toldTo("f");
    session.ended("n1");
    EXPECT_EQ(session.agent("n1").used.total().text(), "");
    EXPECT_EQ(session.toldTo("f").front(), "e ended with 9");
    session.ended("n1"); // a late copy
    EXPECT_EQ(session.agent("n1").used.total().text(), "");
}

TEST(Executors, ThatEndWhileATaskIsUnderWayAreStartedAgainForIt) {
    ExecutorSession session;
    session.launch(LaunchTasks{{session.in(session.executor(), "a")}});
    session.update("n1", "f", "a", TaskState::Failed, 1);
    session.launch(LaunchTasks{{session.in(session.executor(), "b")}});
    session.ended("n1"); // it crossed the launch
    EXPECT_EQ(session.agent("n1").used.total().text(), "cpus:1.1; mem:132; disk:32");
}

TEST(Executors, OfOneIdMustBeTheSame) {
    ExecutorSession session;
    session.launch(LaunchTasks{{session.in(session.executor(), "a")}});
    ExecutorInfo other = session.executor();
    other.payload = "q";
    EXPECT_EQ(session.refusal(session.in(other, "b")),
        "ExecutorInfo is not compatible with existing ExecutorInfo with same ExecutorID");
}

TEST(Executors, AreCheckedInMesosOrder) {
    ExecutorSession session;
    ExecutorInfo executor = session.executor();
    executor.defect = {Defect::Stage::Launch, "kind"};
    EXPECT_EQ(session.refusal(session.in(executor, "a")), "kind");
    executor.resources = session.parse("gpus:0.5");
    EXPECT_EQ(session.refusal(session.in(executor, "a")),
        "Executor uses invalid resources: Invalid 'gpus' resource: The 'gpus' resource must be an "
        "unsigned integer");
    executor.defect = {Defect::Stage::Late, "contents"};
    EXPECT_EQ(session.refusal(session.in(executor, "a")), "contents");
    executor.id.value = "a/b";
    EXPECT_EQ(session.refusal(session.in(executor, "a")), "'a/b' contains invalid characters");
    executor.defect = {Defect::Stage::Early, "type"};
    EXPECT_EQ(session.refusal(session.in(executor, "a")), "type");
    EXPECT_EQ(session.refusal(session.in(executor, "")), "ID must not be empty");
}

TEST(Executors, CountInWhatATaskNeeds) {
    ExecutorSession session;
    EXPECT_EQ(session.refusal(session.in(session.executor(), "a", "cpus:4")),
        "Total resources cpus(allocated: *):4.1; mem(allocated: *):32; disk(allocated: *):32 "
        "required by task and its executor is more than available ports(allocated: "
        "*):[31000-31010]; cpus(allocated: *):4; mem(allocated: *):1024; disk(allocated: *):1000; "
        "gpus(allocated: *):2");
}

TEST(Executors, MayNotShareAPortWithTheirTask) {
    ExecutorSession session;
    ExecutorInfo executor
        = session.executor(ExecutorInfo::Type::Custom, "cpus:0.1;ports:[31000-31001]");
    EXPECT_EQ(session.refusal(session.in(executor, "a", "cpus:1;ports:[31001-31002]")),
        "There are overlapping resources in the task resources ports(allocated: "
        "*):[31001-31002]; cpus(allocated: *):1 and executor resources ports(allocated: "
        "*):[31000-31001]; cpus(allocated: *):0.1");
}

TEST(Executors, TalkWithTheirFramework) {
    ExecutorSession session;
    session.launch(LaunchTasks{{session.in(session.executor(), "a")}});
    session.told();
    session.call("f", Message{session.agentId("n1"), {"e"}, "hello"});
    session.apply(
        FromAgent{session.link("n1"), FromExecutor{session.frameworkId("f"), {"e"}, {}, "hi"}});
    session.call("f", Shutdown{session.agentId("n1"), {"e"}});
    EXPECT_EQ(session.told(), (Lines{"n1 tell e hello", "f heard hi of e", "n1 shut down e"}));
}

TEST(Executors, OfARemovedFrameworkHoldTheirPartUntilTheAgentAnswers) {
    ExecutorSession session;
    session.launch(LaunchTasks{{session.in(session.executor(), "a")}});
    session.update("n1", "f", "a", TaskState::Finished, 1);
    session.call("f", Teardown{});
    EXPECT_EQ(session.agent("n1").used.total().text(), "cpus:0.1; mem:32; disk:32");
    EXPECT_EQ(session.toldTo("n1").back(), "remove M-0000");
    session.updateGpus("n1", "..");
    EXPECT_EQ(session.agent("n1").used.total().text(), "");
}

TEST(Executors, AreWhatTheAgentSaysWhenItIsBack) {
    ExecutorSession session(minutes(9));
    session.launch(LaunchTasks{{session.in(session.executor(), "a")}});
    const TaskInfo info = session.task("f", "a")->info;
    session.cutAgent("n1");
    EXPECT_EQ(session.agent("n1").executors.size(), 1u);
    session.registerAgain("n1", {session.live("f", info, TaskState::Running)},
        {{session.frameworkId("f"), session.executor()}});
    EXPECT_EQ(session.agent("n1").used.total().text(), "cpus:1.1; mem:132; disk:32");
    session.cutAgent("n1");
    session.registerAgain("n1");
    EXPECT_EQ(session.agent("n1").used.total().text(), "");
    session.cutAgent("n1");
    session.registerAgain("n1", {}, {{FrameworkId{"M-0077"}, session.executor()}});
    EXPECT_EQ(session.toldTo("n1").back(), "remove M-0077");
    EXPECT_EQ(session.agent("n1").used.total().text(), "cpus:0.1; mem:32; disk:32");
}

TEST(Executors, AreGoneWithAnUnreachableAgent) {
    ExecutorSession session(minutes(9));
    session.launch(LaunchTasks{{session.in(session.executor(), "a")}});
    session.cutAgent("n1");
    session.advance(minutes(5));
    EXPECT_EQ(session.agent("n1").used.total().text(), "");
    EXPECT_EQ(session.master().framework(session.frameworkId("f"))->used.total().text(), "");
}

TEST(Groups, RunAllTogether) {
    ExecutorSession session;
    session.launch(session.group({"a", "b"}));
    EXPECT_EQ(session.toldTo("n1"), Lines{"run group e: a b"});
    EXPECT_EQ(session.agent("n1").used.total().text(), "cpus:2.1; mem:232; disk:32");
    EXPECT_EQ(session.task("f", "a")->info.executor->id.value, "e");
}

TEST(Groups, RunNothingOfItIfOneTaskIsInvalid) {
    ExecutorSession session;
    LaunchGroup group = session.group({"a", "b"});
    group.tasks[1].resources = {};
    EXPECT_EQ(session.refusal(group), "Task 'b' is invalid: Task uses no resources");
    EXPECT_EQ(session.toldTo("n1"), Lines{});
    EXPECT_EQ(session.refusal(session.group({"a", "a"})),
        "Task 'a' is invalid: Task has duplicate ID: a");
    group = session.group({"a"});
    group.tasks[0].defect = {Defect::Stage::Launch, "docker"};
    EXPECT_EQ(session.refusal(group), "Task 'a' is invalid: docker");
    group.executor.defect = {Defect::Stage::Call, "id"};
    EXPECT_EQ(session.refusal(group), "id");
}

TEST(Groups, NeedAnExecutorThatIsLargeEnough) {
    ExecutorSession session;
    LaunchGroup group = session.group({"a"});
    const auto refusal = [&](std::string_view resources) {
        group.executor.resources = session.parse(resources);
        return session.refusal(group);
    };
    EXPECT_EQ(refusal("mem:32;disk:1"),
        "Executor 'e' uses less CPUs (None) than the minimum required (0.01)");
    EXPECT_EQ(refusal("cpus:0.001;mem:32;disk:1"),
        "Executor 'e' uses less CPUs (0.001) than the minimum required (0.01)");
    EXPECT_EQ(refusal("cpus:0.01;mem:31;disk:1"),
        "Executor 'e' uses less memory (31) than the minimum required (32MB)");
    EXPECT_EQ(refusal("cpus:0.01;mem:32"), "Executor 'e' uses no disk");
    EXPECT_EQ(refusal("cpus:4;mem:32;disk:1"),
        "Total resources cpus(allocated: *):5; mem(allocated: *):132; disk(allocated: *):1 "
        "required by task group and its executor are more than available ports(allocated: "
        "*):[31000-31010]; cpus(allocated: *):4; mem(allocated: *):1024; disk(allocated: *):1000; "
        "gpus(allocated: *):2");
    group.tasks[0].executor = session.executor();
    EXPECT_EQ(refusal("cpus:0.1;mem:32;disk:32"),
        "The `ExecutorInfo` of task 'a' is different from executor 'e'");
}

TEST(Groups, JoinARunningExecutor) {
    ExecutorSession session;
    session.launch(session.group({"a"}));
    session.launch(session.group({"b"}));
    EXPECT_EQ(session.toldTo("n1"), (Lines{"run group e: a", "run group e: b"}));
    EXPECT_EQ(session.agent("n1").used.total().text(), "cpus:2.1; mem:232; disk:32");
}

TEST(Groups, OfInvalidOffersAreDropped) {
    ExecutorSession session;
    session.call("f", Accept{{OfferId{"bogus"}}, {session.group({"a", "b"})}});
    ASSERT_EQ(session.updates.size(), 2u);
    EXPECT_EQ(session.updates[1].state, TaskState::Dropped);
    EXPECT_EQ(session.updates[1].reason, Reason::InvalidOffers);
}

} // namespace
} // namespace muster::cluster
