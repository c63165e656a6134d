// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/kernel/cluster/entries.h"
#include "tests/core/kernel/cluster/world.h"

namespace muster::cluster {

namespace {
using Lines = std::vector<std::string>;
using std::chrono::minutes;
using std::chrono::seconds;

struct Running : World {
    Running() {
        draw("n1: cpus:4;mem:400");
        subscribe("f", {Capability::PartitionAware}, minutes(10));
        accept("f", {task("t", "n1", "cpus:4;mem:400")});
        told();
    }
    using World::task;
};

TEST(Updates, ArePassedToTheFrameworkAndKeptInTheTask) {
    Running world;
    world.update("n1", "f", "t", TaskState::Running, 1);
    EXPECT_EQ(world.told(), (Lines{"f t is TASK_RUNNING"}));
    EXPECT_EQ(world.updates.back().agent, world.agentId("n1"));
    EXPECT_EQ(world.task("f", "t")->latest.state, TaskState::Running);
    EXPECT_EQ(world.task("f", "t")->started, world.now());
}

TEST(Updates, OfEqualStatesInARowKeepTheLast) {
    Running world;
    world.update("n1", "f", "t", TaskState::Starting, 1);
    world.update("n1", "f", "t", TaskState::Running, 2);
    world.update("n1", "f", "t", TaskState::Running, 3);
    world.update("n1", "f", "t", TaskState::Running, 3); // a copy
    world.update("n1", "f", "t", TaskState::Finished, 4);
    std::string kept;
    for (const TaskStatus& status : world.task("f", "t")->statuses) {
        kept += fmt::format("{}{} ", wireName(status.state), status.uuid->bytes[0]);
    }
    EXPECT_EQ(kept, "TASK_STARTING1 TASK_RUNNING3 TASK_FINISHED4 ");
}

TEST(Updates, OfALongLifeTakeNoMoreMemory) {
    Running world;
    constexpr std::uint8_t kUpdates = 150;
    for (std::uint8_t i = 1; i <= kUpdates; ++i) {
        world.update("n1", "f", "t", TaskState::Running, i);
    }
    const auto& task = static_cast<const TaskEntry&>(*world.task("f", "t"));
    EXPECT_EQ(task.seen.size(), TaskEntry::kMostSeen);
    EXPECT_EQ(task.statuses.size(), 1u);
    world.told();
    world.update("n1", "f", "t", TaskState::Running, kUpdates - 50); // a late copy
    EXPECT_EQ(world.told(), (Lines{"n1 acknowledge t 100"}));
    EXPECT_EQ(task.latest.uuid->bytes[0], kUpdates);
}

TEST(Updates, FreeTheResourcesWhenTheTaskEnds) {
    Running world;
    world.update("n1", "f", "t", TaskState::Failed, 1);
    EXPECT_EQ(world.told(), (Lines{"f t is TASK_FAILED", "f offered n1 cpus:4; mem:400"}));
    EXPECT_TRUE(world.agent("n1").used.total().empty());
    EXPECT_TRUE(world.agent("n1").tasks.empty());
    EXPECT_EQ(world.task("f", "t")->ended, world.now());
}

TEST(Updates, OfATaskThatIsOverFreeTheResourcesThoughAnEarlierOneWaits) {
    Running world;
    const auto waits = [&](std::uint8_t uuid) {
        world.apply(FromAgent{world.link("n1"),
            StatusUpdate{world.frameworkId("f"),
                {.task = TaskId{"t"}, .state = TaskState::Starting, .uuid = Uuid{{uuid}}}, {},
                true}});
    };
    world.update("n1", "f", "t", TaskState::Starting, 1);
    world.told();
    waits(1);
    EXPECT_EQ(world.told(), (Lines{"f offered n1 cpus:4; mem:400"})) << "and is not told again";
    EXPECT_TRUE(world.agent("n1").used.total().empty());
    EXPECT_EQ(world.task("f", "t")->latest.state, TaskState::Starting);
    waits(1); // the agent's retry
    EXPECT_EQ(world.told(), (Lines{"f t is TASK_STARTING"}));
    world.update("n1", "f", "t", TaskState::Finished, 2);
    EXPECT_EQ(world.told(), (Lines{"f t is TASK_FINISHED"}));
    EXPECT_TRUE(world.agent("n1").used.total().empty());
}

TEST(Updates, OfATaskThatIsOverFreeTheResourcesWithTheFirstThatComes) {
    Running world;
    world.apply(FromAgent{world.link("n1"),
        StatusUpdate{world.frameworkId("f"),
            {.task = TaskId{"t"}, .state = TaskState::Starting, .uuid = Uuid{{1}}}, {}, true}});
    EXPECT_EQ(world.told(), (Lines{"f t is TASK_STARTING", "f offered n1 cpus:4; mem:400"}));
    EXPECT_TRUE(world.agent("n1").used.total().empty());
}

TEST(Updates, AreTimedByTheMastersClockWhateverThatOfTheAgentSays) {
    Running world;
    const Instant made = world.now();
    const auto says = [&](TaskState state, std::uint8_t uuid, Duration ahead) {
        StatusUpdate update{.framework = world.frameworkId("f"), .status = {}, .gpus = {}};
        update.status.task.value = "t";
        update.status.state = state;
        update.status.at = world.now() + ahead;
        update.status.uuid = Uuid{};
        update.status.uuid->bytes[0] = uuid;
        world.apply(FromAgent{world.link("n1"), update});
    };
    world.advance(seconds(2));
    says(TaskState::Running, 1, minutes(7));
    world.advance(seconds(30));
    says(TaskState::Finished, 2, -minutes(7));
    const Task& task = *world.task("f", "t");
    EXPECT_EQ(task.started, made + seconds(2));
    EXPECT_EQ(task.ended, made + seconds(32));
    EXPECT_EQ(task.latest.at, made + seconds(32) - minutes(7)) << "as its framework was told";
}

TEST(Updates, NeverEndATaskBeforeItBegan) {
    Running world;
    const Instant made = world.task("f", "t")->created;
    world.wallStep = -minutes(5); // of the master's clock
    world.update("n1", "f", "t", TaskState::Finished, 1);
    EXPECT_EQ(world.task("f", "t")->ended, made);
}

TEST(Updates, AreAcknowledgedToTheAgentWhenTheFrameworkAcknowledges) {
    Running world;
    world.update("n1", "f", "t", TaskState::Running, 7);
    world.told();
    world.call("f", Acknowledge{world.agentId("n1"), TaskId{"t"}, *world.updates.back().uuid});
    EXPECT_EQ(world.told(), (Lines{"n1 acknowledge t 7"}));
}

TEST(Updates, ThatComeTwiceArePassedOnTwiceAndChangeNothing) {
    Running world;
    world.update("n1", "f", "t", TaskState::Finished, 1);
    const auto ended = world.task("f", "t")->ended;
    world.told();
    world.advance(seconds(10));
    world.update("n1", "f", "t", TaskState::Finished, 1);
    EXPECT_EQ(world.told(), (Lines{"f t is TASK_FINISHED"}));
    EXPECT_EQ(world.task("f", "t")->ended, ended);
}

TEST(Updates, NeverFollowATerminalState) {
    Running world;
    world.update("n1", "f", "t", TaskState::Starting, 1);
    world.update("n1", "f", "t", TaskState::Running, 2);
    world.update("n1", "f", "t", TaskState::Finished, 3);
    world.told();
    world.update("n1", "f", "t", TaskState::Running, 2); // a late copy
    world.update("n1", "f", "t", TaskState::Failed, 4); // another end
    EXPECT_EQ(world.told(), (Lines{"n1 acknowledge t 2", "n1 acknowledge t 4"}));
    EXPECT_EQ(world.task("f", "t")->latest.state, TaskState::Finished);
}

TEST(Updates, DoNotGoBackToAnEarlierOne) {
    Running world;
    world.update("n1", "f", "t", TaskState::Starting, 1);
    world.update("n1", "f", "t", TaskState::Running, 2);
    world.told();
    world.update("n1", "f", "t", TaskState::Starting, 1);
    EXPECT_EQ(world.told(), (Lines{"n1 acknowledge t 1"}));
    EXPECT_EQ(world.task("f", "t")->latest.state, TaskState::Running);
}

TEST(Updates, WaitAtTheAgentWhileTheFrameworkIsAway) {
    Running world;
    world.cutFramework("f");
    world.update("n1", "f", "t", TaskState::Finished, 1);
    EXPECT_EQ(world.told(), Lines{});
    world.subscribeAgain("f");
    world.update("n1", "f", "t", TaskState::Finished, 1); // the agent's retry
    EXPECT_EQ(world.toldTo("f").back(), "t is TASK_FINISHED");
}

TEST(Updates, OfAFrameworkThatIsGoneAreAcknowledgedByTheMaster) {
    Running world;
    const auto update = StatusUpdate{world.frameworkId("f"),
        {.task = TaskId{"t"}, .state = TaskState::Running, .uuid = Uuid{{5}}}, {}};
    world.call("f", Teardown{});
    world.told();
    world.apply(FromAgent{Link{1}, update});
    EXPECT_EQ(world.told(), (Lines{"n1 acknowledge t 5"}));
}

TEST(Updates, OfEndedTasksAreKeptUpToALimitOfEachFramework) {
    World world({.id = "M", .maxCompletedFrameworks = 1, .maxCompletedTasks = 3});
    world.draw("n1: cpus:4;mem:400");
    for (const auto* name : {"f", "g"}) {
        world.subscribe(name);
        for (int i = 0; i < 5; ++i) {
            const std::string id = std::to_string(i);
            world.accept(name, {world.task(id, "n1", "cpus:1")}, Duration::zero());
            world.update("n1", name, id, TaskState::Finished, 1);
        }
        world.call(name, Suppress{});
        world.declineAll(name);
    }
    EXPECT_EQ(world.master().tasks().size(), 6u);
    EXPECT_EQ(world.task("f", "1"), nullptr);
    EXPECT_NE(world.task("f", "2"), nullptr);
    world.call("f", Teardown{});
    EXPECT_EQ(world.master().tasks().size(), 6u) << "it is among the completed";
    world.call("g", Teardown{});
    EXPECT_EQ(world.master().tasks().size(), 3u) << "its tasks are forgotten with it";
    EXPECT_EQ(world.master().completedFrameworks().size(), 1u);
}

TEST(Updates, OfEndedTasksOutliveTheBatchThatEndsThem) {
    World world({.id = "M", .maxCompletedFrameworks = 1, .maxCompletedTasks = 1});
    world.trims = false;
    world.draw("n1: cpus:4;mem:400");
    for (const auto* name : {"f", "g"}) {
        world.subscribe(name);
        for (const auto* id : {"1", "2"}) {
            world.accept(name, {world.task(id, "n1", "cpus:1")}, Duration::zero());
        }
        world.call(name, Suppress{});
        world.declineAll(name);
    }
    world.call("f", Teardown{});
    world.call("g", Teardown{});
    EXPECT_EQ(world.master().tasks().size(), 4u) << "the journal has not taken note of their end";
    world.trim();
    EXPECT_EQ(world.master().tasks().size(), 1u);
    EXPECT_EQ(world.master().completedFrameworks().size(), 1u);
}

} // namespace
} // namespace muster::cluster
