// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/cluster_state.h"

#include <QStringList>
#include <gtest/gtest.h>

#include "core/proto/states.h"
#include "tests/support/words.h"
#include "tests/widgets/draw.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;

TEST(ClusterState, TakesUpASnapshotAndItsTelemetry) {
    ClusterState state;
    EXPECT_TRUE(state.empty());
    state.apply(draw("node1: a free 10, b allocated 93"));
    EXPECT_FALSE(state.empty());
    EXPECT_EQ(state.gpus().size(), 2u);
    EXPECT_EQ(state.value("b", Metric::GpuUtilization), 93);
}

TEST(ClusterState, KnowsNoValueThatWasNeverSampled) {
    ClusterState state;
    state.apply(draw("node1: a free ?"));
    EXPECT_EQ(state.value("a", Metric::GpuUtilization), kUnknown);
    EXPECT_EQ(state.value("a", Metric::Temperature), kUnknown);
    EXPECT_EQ(state.value("nobody", Metric::Temperature), kUnknown);
}

TEST(ClusterState, TellsOfASnapshotAtOnce) {
    ClusterState state;
    int told = 0;
    QObject::connect(&state, &ClusterState::changed, [&](const Changes& changes) {
        ++told;
        EXPECT_TRUE(changes.everything);
        EXPECT_EQ(changes.sampled, (KeySet{"a", "b"}));
        EXPECT_EQ(state.gpus().size(), 2u);
    });
    state.apply(draw("node1: a free 10, b free ?"));
    EXPECT_EQ(told, 1);
}

TEST(ClusterState, RefusesADeltaAfterAGapAndStaysAsItWas) {
    ClusterState state;
    state.apply(draw("node1: a free 10", 7));
    EXPECT_TRUE(state.apply(change(8, "node1: a offered")));
    EXPECT_FALSE(state.apply(change(10, "node1: a allocated")));
    EXPECT_EQ(proto::word(state.gpu("a")->state()), "offered");
    EXPECT_FALSE(state.apply(change(8, "node1: a allocated")));
    EXPECT_EQ(proto::word(state.gpu("a")->state()), "offered");
}

TEST(ClusterState, DropsWhatADeltaRemoves) {
    ClusterState state;
    state.apply(draw("node1: a free 10, b free 20"));
    v1::Delta delta;
    delta.set_seq(2);
    delta.mutable_removed()->add_gpus("a");
    ASSERT_TRUE(state.apply(delta));
    EXPECT_EQ(state.gpu("a"), nullptr);
    EXPECT_EQ(state.value("a", Metric::GpuUtilization), kUnknown);
    EXPECT_NE(state.gpu("b"), nullptr);
}

TEST(ClusterState, KeepsAnAlertUntilADeltaRemovesIt) {
    ClusterState state;
    auto snapshot = draw("node1: a lost ?");
    auto& alert = *snapshot.mutable_rows()->add_alerts();
    alert.set_id("gpu-lost/a");
    alert.set_severity(test::worded("critical"));
    state.apply(snapshot);
    ASSERT_TRUE(state.contains(Kind::Alerts, "gpu-lost/a"));
    EXPECT_EQ(proto::word(state.alerts().at("gpu-lost/a").severity()), "critical");
    v1::Delta delta;
    delta.set_seq(2);
    delta.mutable_removed()->add_alerts("gpu-lost/a");
    ASSERT_TRUE(state.apply(delta));
    EXPECT_TRUE(state.alerts().empty());
}

TEST(ClusterState, LeavesOutTelemetryOfAnotherGeneration) {
    ClusterState state;
    state.apply(draw("node1: a free 10, b free 20"));
    auto other = samples("node1: b free 77, a free 88", 1'700'000'001'000);
    other.mutable_telemetry(0)->set_gpu_generation(2);
    state.apply(other);
    EXPECT_EQ(state.value("a", Metric::GpuUtilization), 10);
}

TEST(ClusterState, HasNoValuesOfANodeThatSendsNone) {
    ClusterState state;
    state.apply(draw("node1: a free 10 / node2: b free 20"));
    state.flush();
    KeySet sampled;
    QObject::connect(
        &state, &ClusterState::changed, [&](const Changes& changes) { sampled = changes.sampled; });
    ASSERT_TRUE(state.apply(lost(2, "node1: a free")));
    state.flush();
    EXPECT_EQ(sampled, KeySet{"a"}) << "readers look at what has gone";
    EXPECT_EQ(state.sample("a"), nullptr);
    EXPECT_EQ(state.value("b", Metric::GpuUtilization), 20);
    state.apply(samples("node1: a free 11", kLostAtMs)); // it was on its way
    EXPECT_EQ(state.sample("a"), nullptr);
    ASSERT_TRUE(state.apply(change(3, "node1: a free")));
    state.apply(samples("node1: a free 12", kLostAtMs));
    EXPECT_EQ(state.value("a", Metric::GpuUtilization), 12);
}

TEST(ClusterState, TellsManyChangesAtOnce) {
    ClusterState state;
    state.apply(draw("node1: a free 10"));
    state.flush();
    int told = 0;
    QObject::connect(&state, &ClusterState::changed, [&](const Changes& changes) {
        ++told;
        EXPECT_FALSE(changes.everything);
        EXPECT_EQ(changes.of(Kind::Gpus), KeySet{"a"});
    });
    for (std::uint64_t seq = 2; seq < 50; ++seq) {
        ASSERT_TRUE(state.apply(change(seq, "node1: a offered")));
    }
    EXPECT_EQ(told, 0);
    state.flush();
    EXPECT_EQ(told, 1);
}

TEST(ClusterState, GivesBackASnapshotThatMakesTheSameState) {
    ClusterState state;
    state.apply(draw("node1: a free 10, b lost ? / node2: c allocated 93", 5));
    ClusterState again;
    v1::Snapshot snapshot;
    ASSERT_TRUE(snapshot.ParseFromString(state.encoded()));
    again.apply(snapshot);
    EXPECT_EQ(again.encoded(), state.encoded());
    EXPECT_EQ(again.atMs(), state.atMs());
    EXPECT_EQ(again.gpus().size(), 3u);
    EXPECT_EQ(again.value("b", Metric::GpuUtilization), kUnknown);
    EXPECT_EQ(again.value("c", Metric::GpuUtilization), 93);
    EXPECT_TRUE(again.apply(change(6, "node1: a offered")));
}

namespace {

v1::Rows endedJobs(std::initializer_list<const char*> ids) {
    v1::Rows rows;
    for (const auto* id : ids) {
        *rows.add_jobs() = job(id, "finished");
    }
    return rows;
}

QStringList jobsOf(const ClusterState& state) {
    QStringList ids;
    for (const auto& [id, row] : state.jobs()) {
        ids << QString::fromStdString(id);
    }
    return ids;
}

} // namespace

TEST(ClusterState, KeepsWhatEndedEarlierOverSnapshotsAndOutOfTheCache) {
    ClusterState state;
    auto snapshot = draw("node1: a free", 5);
    *snapshot.mutable_rows()->add_jobs() = job("job-9", "running");
    state.apply(snapshot);
    EXPECT_TRUE(state.addEnded(endedJobs({"job-1", "job-2", "job-9"})));
    EXPECT_EQ(jobsOf(state).join(QLatin1Char(' ')), QStringLiteral("job-1 job-2 job-9"));
    EXPECT_EQ(state.jobs().at("job-9").state(), v1::Job::RUNNING) << "the master says so itself";
    EXPECT_TRUE(state.isOlder(state.jobs().at("job-1")));
    EXPECT_FALSE(state.isOlder(state.jobs().at("job-9")));
    *snapshot.mutable_rows()->add_jobs() = job("job-2", "failed");
    state.apply(snapshot);
    EXPECT_EQ(jobsOf(state).join(QLatin1Char(' ')), QStringLiteral("job-1 job-2 job-9"));
    EXPECT_EQ(state.jobs().at("job-2").state(), v1::Job::FAILED);
    EXPECT_FALSE(state.isOlder(state.jobs().at("job-2")));
    v1::Snapshot cached;
    ASSERT_TRUE(cached.ParseFromString(state.encoded()));
    EXPECT_EQ(cached.rows().jobs_size(), 2);
}

TEST(ClusterState, LeavesNoGapBetweenWhatItHasAndWhatEndedEarlier) {
    ClusterState state;
    auto snapshot = draw("node1: a free", 5);
    *snapshot.mutable_rows()->add_jobs() = job("job-7", "finished");
    *snapshot.mutable_rows()->add_jobs() = job("job-8", "finished");
    *snapshot.mutable_rows()->add_jobs() = job("job-9", "running");
    state.apply(snapshot);
    const auto forget = [&](std::uint64_t seq, const char* id) {
        v1::Delta delta;
        delta.set_seq(seq);
        delta.mutable_removed()->add_jobs(id);
        ASSERT_TRUE(state.apply(delta));
        state.flush();
    };
    forget(6, "job-7");
    EXPECT_EQ(jobsOf(state).join(QLatin1Char(' ')), QStringLiteral("job-8 job-9"));
    state.addEnded(endedJobs({"job-1"}));
    forget(7, "job-8");
    forget(8, "job-9");
    EXPECT_EQ(jobsOf(state).join(QLatin1Char(' ')), QStringLiteral("job-1 job-8"));
}
