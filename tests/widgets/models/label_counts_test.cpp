// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/label_counts.h"

#include <gtest/gtest.h>

#include "tests/widgets/draw.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;

namespace {

std::string print(const LabelCounts& counts) {
    std::string out;
    for (const auto& [label, rows] : counts.most()) {
        out += label + ":" + std::to_string(rows) + " ";
    }
    return out;
}

v1::Delta withJobs(std::uint64_t seq, const std::vector<v1::Job>& jobs) {
    v1::Delta delta;
    delta.set_seq(seq);
    for (const auto& job : jobs) {
        *delta.mutable_changed()->add_jobs() = job;
    }
    return delta;
}

} // namespace

TEST(LabelCounts, CountsJobsByWhyTheyWaitAndLeavesTheOthersOut) {
    ClusterState state;
    state.apply(draw("node1"));
    LabelCounts counts(state, Kind::Jobs, waitReasonOfJob(state));
    int changes = 0;
    QObject::connect(&counts, &LabelCounts::changed, [&] { ++changes; });
    ASSERT_TRUE(state.apply(withJobs(2,
        {job("1", "queued", "Priority"), job("2", "queued", "Gpus"), job("3", "queued", "Gpus"),
            job("4", "running")})));
    state.flush();
    EXPECT_EQ(print(counts), "GPUS:2 PRIORITY:1 ");

    ASSERT_TRUE(state.apply(withJobs(3, {job("2", "running"), job("1", "queued", "Gpus")})));
    state.flush();
    EXPECT_EQ(print(counts), "GPUS:2 ");
    EXPECT_EQ(changes, 2);

    v1::Delta removal;
    removal.set_seq(4);
    removal.mutable_removed()->add_jobs("3");
    ASSERT_TRUE(state.apply(removal));
    state.flush();
    EXPECT_EQ(print(counts), "GPUS:1 ");

    state.apply(draw("node1", 9));
    state.flush();
    EXPECT_EQ(print(counts), "");
}

TEST(LabelCounts, CountsTheGpusThatEachUserHas) {
    auto snapshot = draw("node1: a allocated, b allocated, c allocated, d free");
    for (int i = 0; i < 3; ++i) {
        auto& gpu = *snapshot.mutable_rows()->mutable_gpus(i);
        gpu.set_framework_id("F");
        gpu.set_task_id(i < 2 ? "bobs" : "alices");
    }
    for (const auto& [id, user] : {std::pair("bobs", "bob"), std::pair("alices", "alice")}) {
        auto& task = *snapshot.mutable_rows()->add_tasks();
        task.set_framework_id("F");
        task.set_id(id);
        task.set_user(user);
    }
    ClusterState state;
    state.apply(snapshot);
    const LabelCounts counts(state, Kind::Gpus, userOfGpu(state));
    EXPECT_EQ(print(counts), "bob:2 alice:1 ");
}

TEST(LabelCounts, SaysNothingWhenNoLabelChanged) {
    ClusterState state;
    state.apply(draw("node1: a free 10"));
    state.flush();
    LabelCounts counts(state, Kind::Gpus, [](const std::string&) { return std::string("one"); });
    int changes = 0;
    QObject::connect(&counts, &LabelCounts::changed, [&] { ++changes; });
    ASSERT_TRUE(state.apply(change(2, "node1: a offered 12")));
    state.flush();
    EXPECT_EQ(changes, 0);
    EXPECT_EQ(print(counts), "one:1 ");
}
