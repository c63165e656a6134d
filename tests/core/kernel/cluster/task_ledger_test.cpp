// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/cluster/task_ledger.h"

#include <gtest/gtest.h>

namespace muster::cluster {
namespace {

TaskKey key(const std::string& framework, const std::string& task) {
    return {{framework}, {task}};
}

TaskEntry& addTo(TaskLedger& ledger, const TaskKey& key) {
    Task task;
    task.framework = key.framework;
    task.info.id = key.task;
    return ledger.add(std::move(task));
}

void addEnded(TaskLedger& ledger, const TaskKey& key) {
    ledger.retire(addTo(ledger, key));
}

} // namespace

TEST(TaskLedger, FindsWhatWasAddedByItsKey) {
    TaskLedger ledger;
    addTo(ledger, key("f", "a"));
    ASSERT_NE(ledger.find(key("f", "a")), nullptr);
    EXPECT_EQ(ledger.find(key("f", "a"))->info.id.value, "a");
    EXPECT_EQ(ledger.find(key("g", "a")), nullptr);
}

TEST(TaskLedger, ShowsTasksInTheOrderInWhichItMetThem) {
    TaskLedger ledger;
    addTo(ledger, key("z", "1"));
    addTo(ledger, key("a", "1"));
    std::vector<std::string> frameworks;
    for (const auto& [number, task] : ledger.inOrder()) {
        frameworks.push_back(task->framework.value);
    }
    EXPECT_EQ(frameworks, (std::vector<std::string>{"z", "a"}));
}

TEST(TaskLedger, KeepsTheLatestThatEndedOfEachFramework) {
    TaskLedger ledger;
    for (const auto* task : {"1", "2", "3"}) {
        addEnded(ledger, key("f", task));
    }
    addEnded(ledger, key("g", "1"));
    EXPECT_EQ(ledger.trim(2), std::vector{key("f", "1")});
    EXPECT_EQ(ledger.find(key("f", "1")), nullptr);
    EXPECT_NE(ledger.find(key("f", "2")), nullptr);
    EXPECT_EQ(ledger.size(), 3u);
    EXPECT_TRUE(ledger.trim(2).empty());
}

TEST(TaskLedger, NeverForgetsATaskThatLives) {
    TaskLedger ledger;
    addTo(ledger, key("f", "lives"));
    addEnded(ledger, key("f", "1"));
    addEnded(ledger, key("f", "2"));
    EXPECT_EQ(ledger.trim(0).size(), 2u);
    EXPECT_NE(ledger.find(key("f", "lives")), nullptr);
}

TEST(TaskLedger, KeepsALaterTaskThatHasTheKeyOfOneThatEnded) {
    TaskLedger ledger;
    addEnded(ledger, key("f", "a"));
    addTo(ledger, key("f", "a"));
    EXPECT_TRUE(ledger.trim(0).empty());
    ASSERT_NE(ledger.find(key("f", "a")), nullptr);
    EXPECT_EQ(ledger.size(), 1u);
}

TEST(TaskLedger, ForgetsAllThatEndedOfAFrameworkThatIsForgotten) {
    TaskLedger ledger;
    addEnded(ledger, key("f", "1"));
    addEnded(ledger, key("g", "1"));
    EXPECT_EQ(ledger.forgetEnded({"f"}, 0), std::vector{key("f", "1")});
    EXPECT_NE(ledger.find(key("g", "1")), nullptr);
    EXPECT_TRUE(ledger.forgetEnded({"unknown"}, 0).empty());
}

} // namespace muster::cluster
