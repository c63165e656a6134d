// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/capacity.h"

#include <gtest/gtest.h>

namespace muster::node {
namespace {

// A node with 4 CPUs, 1000 MiB and two GPUs.
struct CapacityTest : testing::Test {
    AgentOptions options = [] {
        AgentOptions out;
        out.info.total = *Resources::parse("cpus:4;mem:1000;gpus:2");
        return out;
    }();
    GpuLedger gpus{{.found = {gpu(0), gpu(1)},
        .owned = {gpu(0).uuid, gpu(1).uuid},
        .restrictions = {},
        .held = {}}};
    UuidSequence uuids{1};
    TaskTable tasks{{}, uuids};
    ExecutorTable executors{Executor::Timing{}};
    Capacity capacity{options, gpus, tasks, executors};

    static GpuInfo gpu(unsigned minor) {
        GpuInfo info;
        info.uuid = {"GPU-" + std::to_string(minor)};
        info.minor = minor;
        return info;
    }
    static TaskKey key(const std::string& task) { return {{"f"}, {task}}; }
    Task& run(const std::string& id, const std::string& resources,
        std::optional<cluster::ExecutorInfo> executor = {}) {
        cluster::FrameworkInfo framework;
        framework.id = {"f"};
        cluster::TaskInfo info;
        info.id = {id};
        info.resources = *Resources::parse(resources);
        info.executor = std::move(executor);
        return tasks.add(framework, info, {});
    }
    static cluster::ExecutorInfo defaultExecutor(const std::string& resources) {
        cluster::ExecutorInfo out;
        out.id = {"default"};
        out.type = cluster::ExecutorInfo::Type::Default;
        out.resources = *Resources::parse(resources);
        return out;
    }
    std::string error(const std::string& wanted) {
        const auto claimed = capacity.claim(key("new"), *Resources::parse(wanted));
        return claimed ? "" : claimed.error().message;
    }
    Executor& runExecutor(const std::string& resources) {
        ExecutorCheckpoint made;
        made.container = {"container-e"};
        made.framework.id = {"f"};
        made.info.id = {"e"};
        made.info.resources = *Resources::parse(resources);
        return executors.add(made);
    }
};

} // namespace

TEST_F(CapacityTest, GivesGpusToWhoeverClaimsThem) {
    const auto claimed = capacity.claim(key("a"), *Resources::parse("cpus:1;gpus:2"));
    ASSERT_TRUE(claimed);
    EXPECT_EQ(claimed->size(), 2u);
    EXPECT_EQ(gpus.heldBy(key("a")), *claimed);
    EXPECT_NE(error("gpus:1"), "");
}

TEST_F(CapacityTest, SaysWhatIsShort) {
    run("a", "cpus:3;mem:100");
    EXPECT_EQ(error("cpus:2"), "Requested 2 cpus but only 1 available");
    EXPECT_EQ(error("cpus:1;mem:900"), "");
    EXPECT_EQ(error("mem:901"), "Requested 901 mem but only 900 available");
}

TEST_F(CapacityTest, TakesNothingIfNotAllIsFree) {
    EXPECT_NE(error("cpus:5;gpus:1"), "");
    EXPECT_EQ(gpus.available(), 2u);
}

TEST_F(CapacityTest, HasWhatATaskUsedAgainWhenItHasEnded) {
    auto& task = run("a", "cpus:4");
    EXPECT_NE(error("cpus:1"), "");
    task.finish();
    EXPECT_EQ(error("cpus:4"), "");
}

TEST_F(CapacityTest, CountsAnExecutorOnceHoweverManyTasksItHas) {
    const auto executor = defaultExecutor("cpus:1");
    run("a", "cpus:1", executor);
    run("b", "cpus:1", executor);
    EXPECT_EQ(error("cpus:1"), "");
    EXPECT_EQ(error("cpus:2"), "Requested 2 cpus but only 1 available");
    EXPECT_TRUE(capacity.hasExecutor({{"f"}, {"default"}}));
}

TEST_F(CapacityTest, CountsAFrameworksOwnExecutorAlsoWithoutTasks) {
    runExecutor("cpus:3");
    EXPECT_EQ(error("cpus:2"), "Requested 2 cpus but only 1 available");
    EXPECT_TRUE(capacity.hasExecutor({{"f"}, {"e"}}));
    EXPECT_FALSE(capacity.hasExecutor({{"f"}, {"default"}}));
}

TEST_F(CapacityTest, LeavesOutOfTheTotalGpusThatAreOutOfService) {
    EXPECT_EQ(capacity.total(), options.info.total);
    gpus.restrict({gpu(1).uuid, "fan", "alice", {}, {}});
    EXPECT_EQ(capacity.total().gpus(), Milli::whole(1));
}

TEST_F(CapacityTest, KeepsInTheTotalAGpuThatATaskHoldsWhateverBecameOfIt) {
    run("a", "cpus:1;gpus:2");
    gpus.allocate(key("a"), 2);
    gpus.restrict({gpu(1).uuid, "fan", "alice", {}, {}});
    EXPECT_EQ(capacity.total().gpus(), Milli::whole(2));
    gpus.free(key("a"));
    EXPECT_EQ(capacity.total().gpus(), Milli::whole(1));
}

TEST_F(CapacityTest, LeavesOutOfTheTotalWhatIsStillUsedInTheNameOfAGoneFramework) {
    run("a", "cpus:1;mem:100;gpus:1").remove();
    gpus.allocate(key("a"), 1);
    EXPECT_EQ(capacity.total(), *Resources::parse("cpus:3;mem:900;gpus:1"));
    runExecutor("cpus:1").remove();
    EXPECT_EQ(capacity.total(), *Resources::parse("cpus:2;mem:900;gpus:1"));
    EXPECT_FALSE(capacity.hasExecutor({{"f"}, {"e"}}));
}

TEST_F(CapacityTest, SharesGpusOutAsTheTasksAskedForThem) {
    auto& a = run("a", "gpus:1");
    auto& b = run("b", "cpus:1");
    auto& c = run("c", "gpus:2");
    capacity.shareOut({{"GPU-0"}, {"GPU-1"}, {"GPU-2"}}, {&a, &b, &c});
    EXPECT_EQ(a.gpus(), (std::vector<GpuUuid>{{"GPU-0"}}));
    EXPECT_TRUE(b.gpus().empty());
    EXPECT_EQ(c.gpus(), (std::vector<GpuUuid>{{"GPU-1"}, {"GPU-2"}}));
}

TEST_F(CapacityTest, OnlyCountsGpusWhereNoDeviceIsBehindThem) {
    options.onlyCountsGpus = true;
    EXPECT_EQ(capacity.gpusIn(*Resources::parse("gpus:2")), 0u);
    run("a", "gpus:2");
    EXPECT_EQ(error("gpus:1"), "Requested 1 gpus but only 0 available");
}

} // namespace muster::node
