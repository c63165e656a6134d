// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/task_records.h"

#include <gtest/gtest.h>

namespace muster::agentd {
namespace {

cluster::TaskStatus status(std::uint8_t number, TaskState state = TaskState::Running) {
    cluster::TaskStatus out{.state = state};
    out.uuid.emplace();
    out.uuid->bytes[0] = number;
    return out;
}

// A task as it is saved after each change, and the numbers of the statuses that are kept.
struct RecordedTask {
    TaskRecords records;
    node::TaskCheckpoint task{.container = {"c"}};

    std::vector<int> save() {
        records.save(task);
        std::vector<int> out;
        for (const auto& kept : records.tasks().at({"c"}).statuses) {
            out.push_back(kept.uuid->bytes[0]);
        }
        return out;
    }
    void tell(const cluster::TaskStatus& update) {
        task.pending.push_back(update);
        task.latest = update;
    }
    void acknowledge() { task.pending.erase(task.pending.begin()); }
};

using Numbers = std::vector<int>;

TEST(TaskRecords, KeepTheLastOfEqualStatesInARow) {
    RecordedTask one;
    one.tell(status(1, TaskState::Starting));
    EXPECT_EQ(one.save(), (Numbers{1}));
    for (std::uint8_t i = 2; i < 200; ++i) { // acknowledged one by one
        one.tell(status(i));
        one.save();
        one.acknowledge();
        EXPECT_EQ(one.save(), (Numbers{1, i}));
    }
    one.tell(status(200, TaskState::Finished));
    EXPECT_EQ(one.save(), (Numbers{1, 199, 200}));
}

TEST(TaskRecords, KeepTheOrderWhileManyArePending) {
    RecordedTask one;
    one.tell(status(1));
    one.tell(status(2));
    one.tell(status(3, TaskState::Killing));
    EXPECT_EQ(one.save(), (Numbers{2, 3})) << "saved at once";
    EXPECT_EQ(one.save(), (Numbers{2, 3})) << "what was compacted does not come back";
    one.acknowledge();
    EXPECT_EQ(one.save(), (Numbers{2, 3}));
    one.tell(status(4, TaskState::Killed));
    EXPECT_EQ(one.save(), (Numbers{2, 3, 4}));
}

} // namespace
} // namespace muster::agentd
