// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/notice.h"

#include <gtest/gtest.h>

#include "tests/widgets/draw.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;

namespace {

// Feeds a state to a finder of alice's and writes what it finds, one line a notice.
class Notices : public testing::Test {
protected:
    ClusterState state;
    NoticeFinder finder{state, QStringLiteral("alice")};
    std::string told;
    std::uint64_t seq = 1;

    void SetUp() override {
        QObject::connect(&state, &ClusterState::changed, [this](const Changes& changes) {
            for (const auto& notice : finder.find(changes)) {
                told += notice.title.toStdString() + " | " + notice.body.toStdString() + '\n';
            }
        });
    }
    std::string afterSnapshot(const v1::Snapshot& snapshot) {
        seq = snapshot.seq();
        state.apply(snapshot);
        return heard();
    }
    std::string afterGpus(const std::string& picture) {
        EXPECT_TRUE(state.apply(change(++seq, picture)));
        return heard();
    }
    std::string afterJob(const v1::Job& job) {
        v1::Delta delta;
        delta.set_seq(++seq);
        *delta.mutable_changed()->add_jobs() = job;
        EXPECT_TRUE(state.apply(delta));
        return heard();
    }
    std::string heard() {
        state.flush();
        return std::exchange(told, {});
    }
};

v1::Job alices(const std::string& state) {
    auto made = job("job-1", state);
    made.set_name("train");
    made.set_user("alice");
    return made;
}

} // namespace

TEST_F(Notices, SayNothingOfHowThingsWereAtTheStart) {
    auto snapshot = draw("node1: a free 0, b lost ?");
    *snapshot.mutable_rows()->add_jobs() = alices("running");
    EXPECT_EQ(afterSnapshot(snapshot), "");
}

TEST_F(Notices, TellThatAJobOfMineStartedAndEnded) {
    afterSnapshot(draw("node1: a free 0"));
    EXPECT_EQ(afterJob(alices("queued")), "");
    auto running = alices("running");
    running.set_agent_id("S-node1");
    EXPECT_EQ(afterJob(running), "train started | On node1\n");
    EXPECT_EQ(afterJob(running), "");
    auto finished = alices("finished");
    finished.set_started_ms(1'700'000'000'000);
    finished.set_ended_ms(1'700'000'192'000);
    EXPECT_EQ(afterJob(finished), "train finished | After 3 min 12 s\n");
}

TEST_F(Notices, SayWhyAJobFailedInTheExactWords) {
    afterSnapshot(draw("node1: a free 0"));
    auto failed = alices("failed");
    failed.set_message("Command terminated with signal Killed");
    failed.set_why("Out of memory: 512 MiB are its limit");
    EXPECT_EQ(afterJob(failed), "train failed | Out of memory: 512 MiB are its limit\n");
}

TEST_F(Notices, LeaveOutTheJobsOfOthers) {
    afterSnapshot(draw("node1: a free 0"));
    auto bobs = alices("failed");
    bobs.set_user("bob");
    EXPECT_EQ(afterJob(bobs), "");
}

TEST_F(Notices, TellWhatHappenedWhileTheLinkWasLost) {
    auto snapshot = draw("node1: a free 0");
    *snapshot.mutable_rows()->add_jobs() = alices("running");
    afterSnapshot(snapshot);
    *snapshot.mutable_rows()->mutable_jobs(0) = alices("killed");
    snapshot.set_seq(90);
    EXPECT_EQ(afterSnapshot(snapshot), "train was killed | \n");
}

TEST_F(Notices, TellOnceThatAGpuTurnedUnhealthyAndThatItIsWellAgain) {
    afterSnapshot(draw("node1: a allocated 50, b free 0"));
    EXPECT_TRUE(
        afterGpus("node1: a unhealthy 0, b free 0").starts_with("GPU node1:0 is unhealthy | "));
    EXPECT_EQ(afterGpus("node1: a unhealthy 0, b free 0"), "");
    EXPECT_TRUE(afterGpus("node1: a lost ?, b free 0").starts_with("GPU node1:0 is lost | "));
    EXPECT_TRUE(afterGpus("node1: a free 0, b free 0").starts_with("GPU node1:0 recovered"));
}

TEST_F(Notices, SayNothingOfJobsThatAreLoadedFromFurtherBack) {
    afterSnapshot(draw("node1: a free 0"));
    v1::Rows rows;
    *rows.add_jobs() = alices("failed");
    EXPECT_TRUE(state.addEnded(rows));
    EXPECT_EQ(heard(), "");
    EXPECT_EQ(afterSnapshot(draw("node1: a free 0", 9)), "");
}
