// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <random>

#include <QAbstractItemModelTester>
#include <gtest/gtest.h>

#include "core/kernel/base/refusal.h"
#include "core/proto/states.h"
#include "tests/support/words.h"
#include "tests/widgets/draw.h"
#include "widgets/models/gpu_model.h"
#include "widgets/models/heat_map_model.h"
#include "widgets/models/job_model.h"
#include "widgets/models/metric_text.h"
#include "widgets/models/node_model.h"
#include "widgets/models/offer_model.h"
#include "widgets/models/process_model.h"
#include "widgets/models/task_model.h"
#include "widgets/models/text.h"
#include "widgets/tables/filter_proxy.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;

namespace {

// A cluster that changes at random: agents come and go, GPUs change state.
std::string randomPicture(std::mt19937& random) {
    static const char* const states[] = {"free", "offered", "allocated", "restricted", "lost"};
    std::string picture;
    const auto nodes = random() % 4;
    for (unsigned node = 0; node < nodes; ++node) {
        picture += (picture.empty() ? "" : " / ") + ("node" + std::to_string(node)) + ":";
        const auto gpus = 1 + random() % 4;
        for (unsigned gpu = 0; gpu < gpus; ++gpu) {
            picture += (gpu == 0 ? " " : ", ") + ("u" + std::to_string(node * 10 + gpu)) + " "
                + states[random() % 5] + " " + std::to_string(random() % 101);
        }
    }
    return picture;
}

v1::Delta randomDelta(std::mt19937& random, std::uint64_t seq) {
    auto delta = change(seq, randomPicture(random));
    for (int i = 0; i < 3; ++i) {
        delta.mutable_removed()->add_gpus("u" + std::to_string(random() % 40));
        *delta.mutable_changed()->add_jobs() = job("job-" + std::to_string(random() % 9), "queued");
        delta.mutable_removed()->add_jobs("job-" + std::to_string(random() % 9));
        *delta.mutable_changed()->add_offers()
            = offer("O" + std::to_string(random() % 5), "gpus:1");
        delta.mutable_removed()->add_offers("O" + std::to_string(random() % 5));
        auto& task = *delta.mutable_changed()->add_tasks();
        task.set_framework_id("F");
        task.set_id("t" + std::to_string(random() % 5));
        task.set_state(test::worded("TASK_RUNNING"));
        auto& removed = *delta.mutable_removed()->add_tasks();
        removed.set_framework_id("F");
        removed.set_task_id("t" + std::to_string(random() % 5));
    }
    return delta;
}

} // namespace

TEST(TableModels, StayConsistentThroughRandomSnapshotsAndDeltas) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        std::mt19937 random(seed);
        ClusterState state;
        GpuModel gpus(state);
        NodeModel nodes(state);
        JobModel jobs(state);
        TaskModel tasks(state);
        OfferModel offers(state);
        HeatMapModel heat(state);
        GpuModel gpusOfNode(state);
        gpusOfNode.setNode("S-node1");
        widgets::FilterProxy proxy;
        proxy.setSourceModel(&gpus);
        proxy.sort(GpuModel::columnOf(Metric::GpuUtilization));
        std::vector<std::unique_ptr<QAbstractItemModelTester>> testers;
        for (QAbstractItemModel* model : std::initializer_list<QAbstractItemModel*>{
                 &gpus, &nodes, &jobs, &tasks, &offers, &heat, &gpusOfNode, &proxy}) {
            testers.push_back(std::make_unique<QAbstractItemModelTester>(
                model, QAbstractItemModelTester::FailureReportingMode::Fatal));
        }
        std::uint64_t seq = 1;
        state.apply(draw(randomPicture(random), seq));
        for (int step = 0; step < 30; ++step) {
            if (random() % 8 == 0) {
                state.apply(draw(randomPicture(random), ++seq));
            } else {
                ASSERT_TRUE(state.apply(randomDelta(random, ++seq)));
            }
            state.flush();
            ASSERT_EQ(gpus.rowCount(), static_cast<int>(state.gpus().size()));
            ASSERT_EQ(nodes.rowCount(), static_cast<int>(state.agents().size()));
            ASSERT_EQ(jobs.rowCount(), static_cast<int>(state.jobs().size()));
            ASSERT_EQ(tasks.rowCount(), static_cast<int>(state.tasks().size()));
            ASSERT_EQ(offers.rowCount(), static_cast<int>(state.offers().size()));
            ASSERT_EQ(proxy.rowCount(), gpus.rowCount());
            ASSERT_EQ(gpusOfNode.rowCount(),
                std::count_if(state.gpus().begin(), state.gpus().end(),
                    [](const auto& gpu) { return gpu.second.agent_id() == "S-node1"; }));
        }
    }
}

TEST(TableModels, NumberTheirColumnsByTheirNames) {
    const ClusterState state;
    const auto name = [](const QAbstractItemModel& model, int column) {
        return model.headerData(column, Qt::Horizontal, TableModel::KeysRole)
            .toString()
            .section(QLatin1Char(' '), 0, 0)
            .toStdString();
    };
    const GpuModel gpus(state);
    EXPECT_EQ(name(gpus, GpuModel::Task), "task");
    EXPECT_EQ(name(gpus, GpuModel::columnOf(Metric::NvlinkSent)), "nvlink_tx");
    EXPECT_EQ(name(gpus, GpuModel::Reason), "reason");
    EXPECT_EQ(name(gpus, GpuModel::Uuid), "uuid");
    const NodeModel nodes(state);
    EXPECT_EQ(name(nodes, NodeModel::MemUsed), "mem");
    EXPECT_EQ(name(nodes, NodeModel::AgentId), "id");
    const JobModel jobs(state);
    EXPECT_EQ(name(jobs, JobModel::Waiting), "waits");
    EXPECT_EQ(name(jobs, JobModel::Duration), "ran");
    EXPECT_EQ(name(jobs, JobModel::Command), "command");
    const TaskModel tasks(state);
    EXPECT_EQ(name(tasks, TaskModel::Exit), "exit");
    EXPECT_EQ(name(tasks, TaskModel::Command), "command");
    EXPECT_EQ(tasks.headerData(TaskModel::Gpus, Qt::Horizontal, Qt::DisplayRole).toString(),
        QStringLiteral("GPU indices"))
        << "a 0 is one GPU, not none";
    const OfferModel offers(state);
    EXPECT_EQ(name(offers, OfferModel::Made), "made");
}

TEST(GpuModel, ShowsOneRowForEachGpu) {
    ClusterState state;
    GpuModel model(state);
    state.apply(draw("node1: a free 10, b allocated 93"));
    state.flush();
    EXPECT_EQ(print(model,
                  {GpuModel::Node, GpuModel::Index, GpuModel::State,
                      GpuModel::columnOf(Metric::GpuUtilization)}),
        "node1|0|Free|10\n"
        "node1|1|Busy|93\n");
}

TEST(GpuModel, ShowsWhatIsUnknownAsNotAvailableAndNeverAsZero) {
    ClusterState state;
    GpuModel model(state);
    state.apply(draw("node1: a free ?"));
    state.flush();
    for (const auto& metric : metricTable()) {
        const auto cell = model.index(0, GpuModel::columnOf(metric.metric));
        EXPECT_TRUE(cell.data().toString().startsWith(QStringLiteral("n/a")))
            << metric.key << ": " << cell.data().toString().toStdString();
        EXPECT_EQ(cell.data(TableModel::SortRole).toInt(), kUnknown);
    }
    EXPECT_EQ(model.index(0, GpuModel::Mig).data().toString(), QStringLiteral("n/a"));
    EXPECT_EQ(model.index(0, GpuModel::columnOf(Metric::Power)).data().toString(),
        QStringLiteral("n/a / 150"));
}

TEST(GpuModel, SaysSinceWhenItHasNoDataInPlaceOfTheLastValues) {
    ClusterState state;
    GpuModel model(state);
    state.apply(draw("node1: a allocated 93"));
    ASSERT_TRUE(state.apply(lost(2, "node1: a allocated")));
    state.flush();
    EXPECT_EQ(print(model, {GpuModel::State, GpuModel::columnOf(Metric::GpuUtilization)}),
        "No data since " + clockText(kLostAtMs).toStdString() + "|n/a\n");
}

TEST(GpuModel, KeepsAZeroThatWasMeasured) {
    ClusterState state;
    GpuModel model(state);
    state.apply(draw("node1: a free 0"));
    state.flush();
    EXPECT_EQ(model.index(0, GpuModel::columnOf(Metric::GpuUtilization)).data().toString(),
        QStringLiteral("0"));
}

TEST(GpuModel, ShowsTaskUserAndReasonOfARestriction) {
    ClusterState state;
    GpuModel model(state);
    auto snapshot = draw("node1: a draining 50");
    auto& gpu = *snapshot.mutable_rows()->mutable_gpus(0);
    gpu.set_framework_id("F");
    gpu.set_task_id("t1");
    gpu.mutable_restriction()->set_reason("fan rattles");
    auto& task = *snapshot.mutable_rows()->add_tasks();
    task.set_framework_id("F");
    task.set_id("t1");
    task.set_name("train");
    task.set_user("alice");
    state.apply(snapshot);
    state.flush();
    EXPECT_EQ(print(model, {GpuModel::Task, GpuModel::User, GpuModel::Reason}),
        "train|alice|fan rattles\n");
}

TEST(GpuModel, PutsUnitsInTheHeaderAndPowerInWatts) {
    ClusterState state;
    const GpuModel model(state);
    EXPECT_EQ(model.headerData(GpuModel::columnOf(Metric::Power), Qt::Horizontal, Qt::DisplayRole)
                  .toString(),
        QStringLiteral("Power / cap (W)"));
    EXPECT_EQ(metricText(Metric::Power, 43'250), QStringLiteral("43"));
    EXPECT_EQ(metricText(Metric::PerformanceState, 8), QStringLiteral("P8"));
    EXPECT_EQ(metricText(Metric::ThrottleReasons, 0x4 | 0x20),
        QStringLiteral("power cap, thermal (software)"));
}

TEST(JobModel, SaysWhyAQueuedJobWaits) {
    ClusterState state;
    JobModel model(state);
    v1::Snapshot snapshot;
    *snapshot.mutable_rows()->add_jobs() = job("job-1", "queued", "Gpus");
    *snapshot.mutable_rows()->add_jobs() = job("job-2", "running");
    *snapshot.mutable_rows()->add_jobs() = job("job-3", "finished", "Gpus");
    state.apply(snapshot);
    state.flush();
    EXPECT_EQ(print(model, {JobModel::Id, JobModel::State, JobModel::Waiting, JobModel::Gpus}),
        "job-1|Queued|GPUs|1\n"
        "job-2|Running||1\n"
        "job-3|Finished||1\n");
}

TEST(JobModel, SaysWhyAJobEndedAndPutsItBehindTheLiveOnes) {
    ClusterState state;
    JobModel model(state);
    v1::Snapshot snapshot;
    auto failed = job("job-1", "failed");
    failed.set_message("Command exited with status 1");
    failed.set_why("Out of memory");
    *snapshot.mutable_rows()->add_jobs() = failed;
    auto killed = job("job-2", "killed");
    killed.set_message("Killed by bob");
    *snapshot.mutable_rows()->add_jobs() = killed;
    *snapshot.mutable_rows()->add_jobs() = job("job-3", "running");
    *snapshot.mutable_rows()->add_jobs() = job("job-4", "queued");
    state.apply(snapshot);
    state.flush();
    EXPECT_EQ(print(model, {JobModel::State, JobModel::Waiting}),
        "Failed|Out of memory\nKilled|Killed by bob\nRunning|\nQueued|\n");
    EXPECT_EQ(model.index(0, JobModel::Waiting).data(Qt::ToolTipRole).toString(),
        QStringLiteral("Out of memory"));
    EXPECT_EQ(model.index(1, JobModel::State).data(TableModel::MarkRole).toInt(),
        static_cast<int>(Mark::Stopped))
        << "no padlock";
    const auto place = [&](int row) {
        return model.index(row, JobModel::State).data(TableModel::SortRole).toInt();
    };
    EXPECT_LT(std::max(place(2), place(3)), std::min(place(0), place(1)));
}

TEST(NodeModel, CountsFreeGpusAsTheyChange) {
    ClusterState state;
    NodeModel model(state);
    state.apply(draw("node1: a free, b free"));
    state.flush();
    ASSERT_TRUE(state.apply(change(2, "node1: a free, b allocated")));
    state.flush();
    EXPECT_EQ(
        print(model, {NodeModel::Name, NodeModel::GpusFree, NodeModel::GpusTotal}), "node1|1|2\n");
}

TEST(NodeModel, CountsNothingAsFreeOfANodeWithoutData) {
    ClusterState state;
    NodeModel model(state);
    state.apply(draw("node1: a free, b free"));
    ASSERT_TRUE(state.apply(lost(2, "node1: a free, b free")));
    state.flush();
    EXPECT_EQ(print(model, {NodeModel::State, NodeModel::GpusFree, NodeModel::CpusUsed}),
        "Unreachable|0|n/a / 8\n");
    auto hangs = change(3, "node1: a free, b free"); // its link is there
    hangs.mutable_changed()->mutable_agents(0)->set_no_data_since_ms(kLostAtMs);
    ASSERT_TRUE(state.apply(hangs));
    state.flush();
    EXPECT_EQ(print(model, {NodeModel::State, NodeModel::GpusFree}),
        "No data since " + clockText(kLostAtMs).toStdString() + "|0\n");
}

TEST(NodeModel, SaysWhoDrainsANodeAndWhy) {
    ClusterState state;
    NodeModel model(state);
    auto snapshot = draw("node1: a free / node2: b free");
    auto& drain = *snapshot.mutable_rows()->mutable_agents(0)->mutable_drain();
    drain.set_author("alice");
    drain.set_reason("fan rattles");
    state.apply(snapshot);
    state.flush();
    EXPECT_EQ(print(model, {NodeModel::State}), "Draining\nActive\n");
    const auto tip = model.index(0, NodeModel::State).data(Qt::ToolTipRole).toString();
    EXPECT_TRUE(
        tip.contains(QStringLiteral("alice")) && tip.contains(QStringLiteral("fan rattles")))
        << tip.toStdString();
    drain.set_done(true);
    snapshot.mutable_rows()->mutable_agents(1)->mutable_drain()->set_done(true);
    snapshot.mutable_rows()->mutable_agents(1)->set_state(test::worded("unreachable"));
    state.apply(snapshot);
    state.flush();
    EXPECT_EQ(print(model, {NodeModel::State}), "Drained\nUnreachable\n");
}

TEST(NodeModel, SaysWhyANodeThatIsNotDrainedTakesNoWork) {
    ClusterState state;
    NodeModel model(state);
    auto snapshot = draw("node1: a free / node2: b free");
    snapshot.mutable_rows()->mutable_agents(1)->set_closed("deactivated by alice");
    state.apply(snapshot);
    state.flush();
    EXPECT_EQ(print(model, {NodeModel::State}), "Active\nClosed\n");
    EXPECT_EQ(model.index(1, NodeModel::State).data(Qt::ToolTipRole).toString(),
        QStringLiteral("deactivated by alice"));
}

TEST(JobModel, SaysWhoHoldsAJobAndWhy) {
    ClusterState state;
    JobModel model(state);
    auto snapshot = draw("");
    auto held = job("job-1", "queued", "Held");
    held.set_wait_text("held by alice: waits for data");
    held.mutable_hold()->set_author("alice");
    held.mutable_hold()->set_reason("waits for data");
    *snapshot.mutable_rows()->add_jobs() = held;
    state.apply(snapshot);
    state.flush();
    EXPECT_EQ(
        print(model, {JobModel::State, JobModel::Waiting}), "Held|held by alice: waits for data\n");
    const auto tip = model.index(0, JobModel::State).data(Qt::ToolTipRole).toString();
    EXPECT_TRUE(tip.startsWith(QStringLiteral("Held by alice since"))) << tip.toStdString();
}

TEST(ProcessModel, ShowsTheProcessesOfOneGpu) {
    ProcessModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    v1::Gpu gpu;
    gpu.set_uuid("a");
    gpu.set_index(3);
    auto& process = *gpu.add_processes();
    process.set_pid(4711);
    process.set_name("python3");
    process.set_memory_bytes(512ull << 20);
    gpu.add_processes()->set_pid(4712);
    model.setGpu(&gpu);
    EXPECT_EQ(print(model, {0, 1, 2, 3, 4}), "3|4711|C|python3|512\n3|4712|C|n/a|n/a\n");
    model.setGpu(nullptr);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(States, ShowEveryWireNameWithAWordAndAMark) {
    for (int i = 0; i <= static_cast<int>(GpuState::NoData); ++i) {
        const auto wire = proto::toProto(static_cast<GpuState>(i));
        EXPECT_NE(gpuState(wire).mark, Mark::None) << i;
        EXPECT_FALSE(gpuState(wire).sentence.isEmpty()) << i;
    }
    for (int i = 0; i <= static_cast<int>(TaskState::Unknown); ++i) {
        EXPECT_NE(taskState(proto::toProto(static_cast<TaskState>(i))).mark, Mark::None) << i;
    }
    for (int i = 0; i <= static_cast<int>(JobState::Killed); ++i) {
        EXPECT_NE(jobState(proto::toProto(static_cast<JobState>(i))).mark, Mark::None) << i;
    }
    for (int i = 1; i <= static_cast<int>(WaitReason::Quota); ++i) {
        EXPECT_NE(waitReason(proto::toProto(static_cast<WaitReason>(i))).mark, Mark::None) << i;
    }
    for (int i = 0; i <= static_cast<int>(RefusalReason::NoGpuCapability); ++i) {
        EXPECT_NE(refusalReason(proto::toProto(static_cast<RefusalReason>(i))).mark, Mark::None)
            << i;
    }
}

TEST(States, OfGpusAreAllNamedInALegendOncePerMark) {
    QStringList legend;
    for (const auto& [mark, words] : gpuMarks()) {
        legend += words;
    }
    EXPECT_EQ(legend.join(QStringLiteral("; ")),
        QStringLiteral("Free; Offered; Busy; Draining; Restricted / Unavailable; Unhealthy; "
                       "Lost / No data; In use outside"));
}

TEST(States, SayThatOneOfANewerMasterIsUnknown) {
    EXPECT_EQ(gpuState(test::worded("unknown")).word, QStringLiteral("unknown"));
    EXPECT_EQ(gpuState(test::worded("unknown")).mark, Mark::None);
}
