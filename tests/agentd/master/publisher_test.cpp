// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/publisher.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "agentd/master/alerts.h"
#include "agentd/master/live_data.h"
#include "tests/agentd/master/fake_console.h"
#include "tests/agentd/master/test_master.h"

namespace muster::agentd {
namespace {

constexpr std::size_t kLarge = 2 << 20; // bytes, more than a console may leave in its queue

// A master whose snapshot is large.
struct PublishingMaster : TestMaster {
    history::Telemetry telemetry = *history::Telemetry::open({.path = folder / "telemetry.db"});
    TelemetryHub hub{telemetry};
    LiveData live;
    Alerts alerts{io, *control, alerts::Thresholds{}, std::vector<alerts::Alert>()};
    Publisher publisher{io, *control, alerts, hub, live, named(std::string(kLarge, 'x'))};
    const std::shared_ptr<FakeConsole> console = std::make_shared<FakeConsole>();

    PublishingMaster() {
        control->onEvents = [this](const BatchEvents& events) { publisher.onEvents(events); };
        run();
    }
    static muster::v1::Cluster named(const std::string& name) {
        muster::v1::Cluster out;
        out.set_name(name);
        return out;
    }
    ConsoleView all() const { return {Gate(), "", *control}; }
    void subscribe() { publisher.subscribe(console, proto::Encoding::Binary, false, all()); }
    // Something changes, and is told.
    void change() {
        EXPECT_FALSE(submit(trainingJob("cpus:1;mem:32")).empty());
        io.restart();
        io.run_for(std::chrono::milliseconds(100));
    }
    std::ptrdiff_t snapshots() const {
        return std::ranges::count_if(console->got, &muster::v1::Message::has_snapshot);
    }
    std::ptrdiff_t deltas() const {
        return std::ranges::count_if(console->got, &muster::v1::Message::has_delta);
    }
    // The processes on the first GPU as a new console sees them.
    int processesShown() {
        EXPECT_TRUE(publisher.snapshotOnce(console, proto::Encoding::Binary, all()));
        const auto& rows = console->got.back().snapshot().rows();
        return rows.gpus_size() == 1 ? rows.gpus(0).processes_size() : -1;
    }
};

TEST(Publisher, SendsOneSnapshotHoweverLargeItIsAndThenDeltas) {
    PublishingMaster world;
    world.console->isSlow = true;
    world.subscribe();
    ASSERT_GT(world.console->queued, kLarge);
    world.change(); // while the snapshot is being sent
    EXPECT_GT(world.deltas(), 0);
    world.console->drain();
    EXPECT_EQ(world.snapshots(), 1);
}

TEST(Publisher, LeavesOutAConsoleThatFellBehindUntilItHasDrained) {
    PublishingMaster world;
    world.console->isSlow = true;
    world.subscribe();
    world.console->queued += kLarge; // of deltas
    world.change();
    EXPECT_EQ(world.deltas(), 0);
    world.console->queued = 1; // not yet
    world.change();
    EXPECT_EQ(world.deltas(), 0);
    EXPECT_EQ(world.snapshots(), 1);
    world.console->drain();
    EXPECT_EQ(world.snapshots(), 2);
    EXPECT_EQ(world.deltas(), 0) << "it lacks what was before";
    EXPECT_EQ(world.console->got.back().snapshot().rows().jobs_size(), 2);
    world.change();
    EXPECT_GT(world.deltas(), 0);
}

TEST(Publisher, CountsWhatIsQueuedOnceTheSnapshotIsSent) {
    PublishingMaster world;
    world.subscribe();
    world.change();
    const auto before = world.deltas();
    EXPECT_GT(before, 0);
    world.console->queued = kLarge;
    world.change();
    EXPECT_EQ(world.deltas(), before);
    world.console->drain();
    EXPECT_EQ(world.snapshots(), 2);
}

TEST(Publisher, CountsWhatIsQueuedOnceTheQueueWasEmpty) {
    PublishingMaster world;
    world.console->isSlow = true;
    world.subscribe();
    const auto large = world.console->queued;
    world.console->drain();
    world.console->queued = large; // of deltas
    world.change();
    EXPECT_EQ(world.deltas(), 0);
    world.console->drain();
    EXPECT_EQ(world.snapshots(), 2);
}

TEST(Publisher, SendsSamplesToThoseWhoMayReadTheMetrics) {
    PublishingMaster world;
    const Gate closed(Acls::parse(
        R"({"get_endpoints": [{"principals": {"type": "ANY"}, "paths": {"type": "NONE"}}]})")
                          .value());
    const ConsoleView none(closed, "ann", *world.control);
    const auto samplesSent = [&world](const ConsoleView& view) {
        const auto reader = std::make_shared<FakeConsole>();
        world.publisher.subscribe(reader, proto::Encoding::Binary, true, view);
        muster::v1::Telemetry sample;
        sample.set_agent_id("S0");
        world.publisher.onTelemetry(sample);
        world.change();
        world.publisher.unsubscribe(reader);
        EXPECT_GT(std::ranges::count_if(reader->got, &muster::v1::Message::has_delta), 0);
        return std::ranges::count_if(reader->got, &muster::v1::Message::has_telemetry);
    };
    EXPECT_EQ(samplesSent(world.all()), 1);
    EXPECT_EQ(samplesSent(none), 0);
}

TEST(Publisher, ForgetsTheProcessesOfAGpuWithItsNode) {
    PublishingMaster world;
    const auto join = [&world](const std::string& hostname) {
        world.agentId = {};
        world.addAgent({.hostname = hostname,
                           .total = *Resources::parse("cpus:4;gpus:1"),
                           .gpus = {{.uuid = {"GPU-a"}}}},
            {{.gpu = {"GPU-a"}}});
    };
    join("node-1");
    muster::v1::Processes processes;
    auto& gpu = *processes.add_gpus();
    gpu.set_uuid("GPU-a");
    gpu.add_processes()->set_pid(7);
    world.publisher.onProcesses(processes);
    EXPECT_EQ(world.processesShown(), 1);
    world.control->execute(cluster::OperatorMarkGone{0, world.agentId, "alice"},
        [](const Status& status) { EXPECT_TRUE(status); });
    world.run();
    join("node-2");
    EXPECT_EQ(world.processesShown(), 0);
}

} // namespace
} // namespace muster::agentd
