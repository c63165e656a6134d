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

TEST(Publisher, TellsOfTheKindsThatAreShown) {
    PublishingMaster world;
    const auto reader = [&world](std::initializer_list<muster::v1::Shown::Kind> kinds) {
        muster::v1::Shown shown;
        for (const auto kind : kinds) {
            shown.add_kinds(kind);
        }
        auto out = std::make_shared<FakeConsole>();
        world.publisher.subscribe(out, proto::Encoding::Binary, false, world.all(), &shown);
        return out;
    };
    world.change();
    const auto jobs = reader({muster::v1::Shown::JOBS});
    const auto alerts = reader({muster::v1::Shown::ALERTS});
    ASSERT_EQ(jobs->got.size(), 1u);
    const auto& snapshot = jobs->got[0].snapshot();
    ASSERT_EQ(snapshot.kinds_size(), 1);
    EXPECT_EQ(snapshot.kinds(0), muster::v1::Shown::JOBS);
    EXPECT_EQ(snapshot.rows().jobs_size(), 1);
    EXPECT_EQ(snapshot.rows().frameworks_size(), 0);
    auto seq = snapshot.seq();
    world.change();
    EXPECT_EQ(alerts->got.size(), 1u) << "nothing that it shows has changed";
    ASSERT_GT(jobs->got.size(), 1u);
    for (std::size_t i = 1; i < jobs->got.size(); ++i) {
        const auto& delta = jobs->got[i].delta();
        EXPECT_GT(delta.changed().jobs_size(), 0);
        EXPECT_EQ(delta.changed().frameworks_size() + delta.changed().tasks_size(), 0);
        EXPECT_LE(delta.after(), seq);
        EXPECT_GT(delta.seq(), seq);
        seq = delta.seq();
    }

    muster::v1::Shown more;
    more.add_kinds(muster::v1::Shown::JOBS);
    more.add_kinds(muster::v1::Shown::ALERTS);
    ASSERT_TRUE(world.publisher.show(alerts, more));
    ASSERT_EQ(alerts->got.size(), 2u);
    ASSERT_EQ(alerts->got[1].snapshot().kinds_size(), 1) << "the alerts were shown before";
    EXPECT_EQ(alerts->got[1].snapshot().rows().jobs_size(), 2);
    EXPECT_FALSE(world.publisher.show(std::make_shared<FakeConsole>(), more));
}

TEST(Publisher, QueuesNoSnapshotOfMoreKindsBehindAnother) {
    PublishingMaster world;
    world.console->isSlow = true;
    muster::v1::Shown shown;
    shown.add_kinds(muster::v1::Shown::JOBS);
    world.publisher.subscribe(world.console, proto::Encoding::Binary, false, world.all(), &shown);
    shown.add_kinds(muster::v1::Shown::ALERTS);
    ASSERT_TRUE(world.publisher.show(world.console, shown));
    EXPECT_EQ(world.snapshots(), 1);
    world.console->drain();
    ASSERT_EQ(world.snapshots(), 2);
    EXPECT_EQ(world.console->got.back().snapshot().kinds_size(), 2);
    world.console->drain();
    EXPECT_EQ(world.snapshots(), 2);
}

// A node with two GPUs, of 1,000 MiB each, whose samples come through the hub.
struct SampledMaster : PublishingMaster {
    SampledMaster() {
        const auto gpu
            = [](const char* uuid) { return GpuInfo{.uuid = {uuid}, .memory = Bytes::mebi(1000)}; };
        addAgent({.hostname = "node-1",
                     .total = *Resources::parse("cpus:4;gpus:2"),
                     .gpus = {gpu("GPU-a"), gpu("GPU-b")}},
            {{.gpu = {"GPU-a"}}, {.gpu = {"GPU-b"}}});
        hub.setGpus(agentId.value, {{"GPU-a"}, {"GPU-b"}});
    }
    void sample(int used) {
        muster::v1::Telemetry sample;
        sample.set_at_us(++m_at);
        auto& load = *sample.add_columns();
        auto& memory = *sample.add_columns();
        memory.set_metric(static_cast<std::uint32_t>(Metric::MemoryUsed));
        for (const int gpu : {0, 1}) {
            load.add_values(gpu == 0 ? 40 : kUnknown);
            memory.add_values(used + gpu);
        }
        ASSERT_TRUE(hub.take(agentId.value, sample));
        publisher.onTelemetry(sample);
        io.restart();
        io.run_for(std::chrono::milliseconds(100));
    }
    std::shared_ptr<FakeConsole> reader(const muster::v1::Shown& shown) {
        auto out = std::make_shared<FakeConsole>();
        publisher.subscribe(out, proto::Encoding::Binary, true, all(), &shown);
        return out;
    }
    // One list.
    static muster::v1::Shown list(
        Metric metric, const std::vector<std::string>& gpus, bool percent) {
        muster::v1::Shown out;
        auto& samples = *out.add_samples();
        samples.add_metrics(static_cast<std::uint32_t>(metric));
        samples.set_percent(percent);
        samples.mutable_gpus()->Add(gpus.begin(), gpus.end());
        return out;
    }

private:
    std::int64_t m_at = 0;
};

std::string bytes(std::initializer_list<int> all) {
    return std::string(all.begin(), all.end());
}

TEST(Publisher, PacksTheSamplesThatAreShown) {
    SampledMaster world;
    world.sample(300);
    const auto all = world.reader(SampledMaster::list(Metric::GpuUtilization, {}, true));
    const auto one
        = world.reader(SampledMaster::list(Metric::MemoryUsed, {"GPU-b", "GPU-x"}, false));
    const auto shares = world.reader(SampledMaster::list(Metric::MemoryUsed, {}, true));
    const auto nobody = world.reader({});
    const auto generation = static_cast<int>(world.hub.generation(world.agentId.value));
    EXPECT_EQ(all->got[0].snapshot().telemetry_size(), 0);
    ASSERT_EQ(all->got[0].snapshot().packed_size(), 1);
    EXPECT_EQ(all->got[0].snapshot().packed(0).values(), bytes({41, 0}));

    world.sample(994);
    ASSERT_EQ(all->got.size(), 2u);
    const auto& packed = all->got[1].telemetry().packed(0);
    EXPECT_EQ(packed.runs(), bytes({generation, 1, 0, 2}));
    EXPECT_EQ(packed.values(), bytes({41, 0})) << "the second one is unknown";
    EXPECT_EQ(packed.at_us(), 2);
    ASSERT_EQ(one->got.size(), 2u);
    EXPECT_EQ(one->got[1].telemetry().packed(0).runs(), bytes({generation, 1, 1, 1}));
    EXPECT_EQ(one->got[1].telemetry().packed(0).values(), bytes({0x80 + (996 & 127), 996 >> 7}));
    EXPECT_EQ(shares->got[1].telemetry().packed(0).values(), bytes({100, 101}))
        << "99.4 and 99.5 %";
    EXPECT_EQ(nobody->got.size(), 1u);
}

TEST(Publisher, SendsTheNewestOfWhatComesIntoSight) {
    SampledMaster world;
    world.sample(300);
    auto shown = SampledMaster::list(Metric::GpuUtilization, {}, false);
    const auto reader = world.reader(shown);
    *shown.add_samples() = SampledMaster::list(Metric::MemoryUsed, {"GPU-a"}, false).samples(0);
    ASSERT_TRUE(world.publisher.show(reader, shown));
    ASSERT_EQ(reader->got.size(), 2u);
    ASSERT_EQ(reader->got[1].telemetry().packed_size(), 1) << "the other list was shown before";
    EXPECT_EQ(reader->got[1].telemetry().packed(0).values(), bytes({0x80 + (301 & 127), 301 >> 7}));
    world.sample(5);
    ASSERT_EQ(reader->got.size(), 3u);
    EXPECT_EQ(reader->got[2].telemetry().packed_size(), 2);
}

TEST(Publisher, SendsWhatWaitsToThoseWhoMeanwhileShowMore) {
    SampledMaster world;
    auto shown = SampledMaster::list(Metric::MemoryUsed, {}, false);
    shown.set_gather_ms(500);
    const auto reader = world.reader(shown);
    world.sample(10);
    world.sample(20);
    ASSERT_EQ(reader->got.size(), 2u) << "the newest samples wait";
    *shown.add_samples() = SampledMaster::list(Metric::GpuUtilization, {"GPU-a"}, false).samples(0);
    ASSERT_TRUE(world.publisher.show(reader, shown));
    ASSERT_EQ(reader->got.size(), 3u);
    EXPECT_EQ(reader->got[2].telemetry().packed_size(), 1) << "those of the new list";
    world.io.restart();
    world.io.run_for(std::chrono::milliseconds(100));
    EXPECT_EQ(reader->got.size(), 3u) << "a change does not shorten the wait";
    world.io.restart();
    world.io.run_for(std::chrono::milliseconds(500));
    ASSERT_EQ(reader->got.size(), 4u);
    EXPECT_EQ(reader->got[3].telemetry().packed(0).values(), bytes({21, 22}));
}

TEST(Publisher, KeepsOnlySoMuchOfWhatAClientShows) {
    muster::v1::Shown shown;
    for (int i = 0; i < 16; ++i) {
        shown.add_samples();
    }
    EXPECT_TRUE(checkShown(shown));
    for (int i = 0; i < 1001; ++i) {
        shown.mutable_samples(0)->add_gpus("GPU");
    }
    EXPECT_FALSE(checkShown(shown));
    shown.mutable_samples(0)->clear_gpus();
    shown.add_samples();
    EXPECT_FALSE(checkShown(shown));
}

TEST(Publisher, LimitsWhatAllListsOfAClientComeTo) {
    const auto shown = [](int lists, std::uint32_t metrics, int gpus) {
        muster::v1::Shown out;
        for (int list = 0; list < lists; ++list) {
            auto& samples = *out.add_samples();
            for (std::uint32_t metric = 0; metric < metrics; ++metric) {
                samples.add_metrics(metric);
            }
            for (int gpu = 0; gpu < gpus; ++gpu) {
                samples.add_gpus(fmt::format("GPU-{}", gpu));
            }
        }
        return out;
    };
    EXPECT_TRUE(checkShown(shown(2, 32, 0)));
    EXPECT_FALSE(checkShown(shown(3, 32, 0)));
    EXPECT_TRUE(checkShown(shown(16, 4, 1000)));
    EXPECT_FALSE(checkShown(shown(16, 5, 1000)));
    auto twice = shown(1, 2, 0);
    twice.mutable_samples(0)->add_metrics(0);
    EXPECT_FALSE(checkShown(twice));
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
