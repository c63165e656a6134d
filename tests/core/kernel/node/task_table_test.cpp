// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/task_table.h"

#include <gtest/gtest.h>

namespace muster::node {
namespace {

struct TaskTableTest : testing::Test {
    UuidSequence uuids{1};
    TaskTable tasks{{}, uuids};

    static TaskKey key(const std::string& framework, const std::string& task) {
        return {{framework}, {task}};
    }
    Task& add(const TaskKey& key, std::optional<cluster::ExecutorInfo> executor = {}) {
        cluster::FrameworkInfo framework;
        framework.id = key.framework;
        cluster::TaskInfo info;
        info.id = key.task;
        info.executor = std::move(executor);
        return tasks.add(framework, info, {});
    }
    std::vector<std::string> peersOf(const std::string& id) {
        std::vector<std::string> out;
        for (const auto* peer : tasks.peers(*tasks.find(key("f", id)))) {
            out.push_back(peer->info().id.value);
        }
        return out;
    }
};

} // namespace

TEST_F(TaskTableTest, FindsATaskByItsKeyAndByItsContainer) {
    const auto& added = add(key("f", "a"));
    EXPECT_EQ(tasks.find(key("f", "a")), &added);
    EXPECT_EQ(tasks.find(added.container()), &added);
    EXPECT_EQ(tasks.find(key("g", "a")), nullptr);
    EXPECT_EQ(tasks.find(ContainerId{"unknown"}), nullptr);
}

TEST_F(TaskTableTest, GivesEachTaskAContainerOfItsOwn) {
    const auto first = add(key("f", "a")).container();
    EXPECT_EQ(first.value.find("muster-"), 0u);
    EXPECT_NE(add(key("f", "b")).container(), first);
    EXPECT_EQ(tasks.find(tasks.newContainer()), nullptr);
}

TEST_F(TaskTableTest, FindsATaskOfAnEarlierLifeByTheContainerThatItHad) {
    TaskCheckpoint saved;
    saved.container = {"of-before"};
    saved.info.id = {"a"};
    EXPECT_EQ(tasks.find(ContainerId{"of-before"}), nullptr);
    const auto& recovered = tasks.recover(saved, {}, false);
    EXPECT_EQ(tasks.find(ContainerId{"of-before"}), &recovered);
}

TEST_F(TaskTableTest, FindsNothingByTheNameThatATaskInAnExecutorHasForAContainer) {
    cluster::ExecutorInfo executor;
    executor.id = {"e"};
    const auto& added = add(key("f", "a"), executor);
    EXPECT_NE(tasks.find(key("f", "a")), nullptr);
    EXPECT_EQ(tasks.find(added.container()), nullptr);
}

TEST_F(TaskTableTest, ForgetsATaskByBoth) {
    const auto container = add(key("f", "a")).container();
    tasks.forget(key("f", "a"));
    EXPECT_EQ(tasks.find(key("f", "a")), nullptr);
    EXPECT_EQ(tasks.find(container), nullptr);
    EXPECT_TRUE(tasks.all().empty());
}

TEST_F(TaskTableTest, ListsTheTasksOfAFramework) {
    add(key("g", "c"));
    add(key("f", "b"));
    add(key("f", "a"));
    EXPECT_EQ(tasks.of({"f"}), (std::vector{key("f", "a"), key("f", "b")}));
    EXPECT_TRUE(tasks.of({"unknown"}).empty());
}

TEST_F(TaskTableTest, HasTheOthersOfAGroupThatLiveAsPeers) {
    const auto& first = add(key("f", "a"));
    for (const auto* id : {"b", "c"}) {
        add(key("f", id)).joinGroupOf(first);
    }
    tasks.find(key("f", "a"))->joinGroupOf(first);
    add(key("f", "alone"));
    EXPECT_EQ(peersOf("a"), (std::vector<std::string>{"b", "c"}));
    tasks.find(key("f", "b"))->finish();
    EXPECT_EQ(peersOf("a"), std::vector<std::string>{"c"});
    EXPECT_TRUE(peersOf("alone").empty());
}

} // namespace muster::node
