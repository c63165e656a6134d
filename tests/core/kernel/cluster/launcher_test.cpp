// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/launcher.h"

#include "tests/core/kernel/cluster/components.h"

namespace muster::cluster {
namespace {

struct LauncherTest : Components {
    AgentEntry& n1 = addAgent("n1");
    FrameworkEntry& f = addFramework("f", {Capability::PartitionAware});
    Launcher::Place place{f, n1, *Resources::parse("cpus:4;mem:512;gpus:1")};

    TaskState refusal() {
        const auto told = sent<Update>();
        EXPECT_EQ(told.size(), 1u);
        return told.at(0).status.state;
    }
};

} // namespace

TEST_F(LauncherTest, TakesWhatATaskNeedsFromItsOffersAndSendsIt) {
    launcher.launch(place, task("t", n1, "cpus:1;mem:64;gpus:1"), kNow);
    EXPECT_EQ(place.available, *Resources::parse("cpus:3;mem:448"));
    EXPECT_EQ(n1.used.total(), *Resources::parse("cpus:1;mem:64;gpus:1"));
    EXPECT_TRUE(n1.tasks.contains({{"f"}, {"t"}}));
    EXPECT_EQ(sent<RunTask>().size(), 1u);
}

TEST_F(LauncherTest, RefusesATaskThatDoesNotFitAndTakesNothing) {
    launcher.launch(place, task("t", n1, "cpus:5;mem:64"), kNow);
    EXPECT_EQ(refusal(), TaskState::Error);
    EXPECT_EQ(place.available, *Resources::parse("cpus:4;mem:512;gpus:1"));
    EXPECT_EQ(tasks.find({{"f"}, {"t"}}), nullptr);
}

TEST_F(LauncherTest, RefusesTheIdOfATaskThatLivesOrThatItsAgentStillRuns) {
    addTask(f, n1, "lives");
    leftovers.keep(n1, TaskKey{{"f"}, {"left"}}, {*Resources::parse("cpus:1"), "*", false});
    launcher.launch(place, task("lives", n1), kNow);
    EXPECT_EQ(refusal(), TaskState::Error);
    launcher.launch(place, task("left", n1), kNow);
    EXPECT_EQ(refusal(), TaskState::Error);
}

TEST_F(LauncherTest, StartsAnExecutorForTheFirstOfItsTasksOnly) {
    const ExecutorInfo executor{
        .id = {"e"}, .resources = *Resources::parse("cpus:0.5;mem:32"), .payload = "p"};
    for (const auto* id : {"a", "b"}) {
        TaskInfo info = task(id, n1, "cpus:1;mem:64");
        info.executor = executor;
        launcher.launch(place, std::move(info), kNow);
    }
    EXPECT_EQ(place.available, *Resources::parse("cpus:1.5;mem:352;gpus:1"));
    EXPECT_EQ(Executors::idsOf(n1, {"f"}), std::vector<ExecutorId>{{"e"}});
    EXPECT_EQ(sent<RunTask>().size(), 2u);
}

TEST_F(LauncherTest, LaunchesAGroupAsAWholeOrNotAtAll) {
    ExecutorInfo executor{.id = {"e"},
        .type = ExecutorInfo::Type::Default,
        .resources = *Resources::parse("cpus:0.5;mem:32;disk:32"),
        .payload = "p"};
    place.available = *Resources::parse("cpus:4;mem:512;disk:100");
    LaunchGroup group{executor, {task("a", n1), task("b", n1, "cpus:9;mem:32")}};
    launcher.launch(place, group, kNow);
    EXPECT_EQ(sent<Update>().size(), 2u) << "each is told";
    EXPECT_TRUE(n1.tasks.empty());
    EXPECT_TRUE(n1.executors.empty());

    group.tasks[1] = task("b", n1);
    launcher.launch(place, group, kNow);
    EXPECT_EQ(sent<RunGroup>().size(), 1u);
    EXPECT_EQ(n1.tasks.size(), 2u);
    EXPECT_EQ(place.available, *Resources::parse("cpus:1.5;mem:416;disk:68"));
}

TEST_F(LauncherTest, GivesATaskTheUserOfItsFramework) {
    f.info.user = "ann";
    TaskInfo own = task("own", n1);
    own.user = "bob";
    launcher.launch(place, std::move(own), kNow);
    launcher.launch(place, task("t", n1), kNow);
    EXPECT_EQ(tasks.find({{"f"}, {"own"}})->info.user, "bob");
    EXPECT_EQ(tasks.find({{"f"}, {"t"}})->info.user, "ann");
}

} // namespace muster::cluster
