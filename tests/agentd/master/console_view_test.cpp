// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/console_view.h"

#include <gtest/gtest.h>

#include "agentd/master/alerts.h"
#include "agentd/master/live_data.h"
#include "agentd/master/publisher.h"
#include "core/proto/encoding.h"
#include "tests/agentd/master/fake_console.h"
#include "tests/agentd/master/test_master.h"

namespace muster::agentd {
namespace {

using namespace std::chrono_literals;

// A master with one job of carol, whose account nobody knows until `isKnown`. Ann may see the tasks
// of user 1000 only.
struct ViewOfAnn : testing::Test, TestMaster {
    history::Telemetry telemetry = *history::Telemetry::open({.path = folder / "telemetry.db"});
    TelemetryHub hub{telemetry};
    LiveData live;
    Alerts lamps{io, *control, alerts::Thresholds{}, std::vector<alerts::Alert>()};
    Publisher publisher{io, *control, lamps, hub, live, muster::v1::Cluster()};
    bool isKnown = false;
    const Gate gate{Acls::parse(R"({"permissive": false, "view_tasks": [
        {"principals": {"values": ["ann"]}, "users": {"values": ["1000"]}}]})",
        [this](const std::string& user) -> Result<std::optional<Acls::Account>> {
            if (user == "carol" && !isKnown) {
                return failure("nobody knows now: try again", Error::Kind::Unavailable);
            }
            return Acls::Account{1000, {1000}};
        }).value()};
    const std::shared_ptr<FakeConsole> console = std::make_shared<FakeConsole>();

    void SetUp() override {
        submit(trainingJob("cpus:1;mem:32", "carol"), "carol");
        ASSERT_EQ(control->jobs().jobs().size(), 1u);
    }
    ConsoleView view() const { return {gate, "ann", *control}; }
};

TEST_F(ViewOfAnn, IsCompletedWhenAUserIsKnown) {
    publisher.subscribe(console, proto::Encoding::Binary, false, view());
    ASSERT_EQ(console->got.size(), 1u);
    EXPECT_EQ(console->got[0].snapshot().rows().jobs_size(), 0);
    isKnown = true;
    for (int i = 0; i < 100 && console->got.size() < 2; ++i) {
        io.restart();
        io.run_for(100ms);
    }
    ASSERT_EQ(console->got.size(), 2u);
    ASSERT_TRUE(console->got[1].has_snapshot());
    EXPECT_EQ(console->got[1].snapshot().rows().jobs_size(), 1);
    publisher.unsubscribe(console);
}

TEST_F(ViewOfAnn, IsCompletedBehindNoSnapshotThatIsStillBeingSent) {
    console->isSlow = true;
    publisher.subscribe(console, proto::Encoding::Binary, false, view());
    ASSERT_EQ(console->got.size(), 1u);
    ASSERT_GT(console->queued, 0u);
    isKnown = true;
    io.restart();
    io.run_for(3s);
    EXPECT_EQ(console->got.size(), 1u);
    console->drain();
    ASSERT_EQ(console->got.size(), 2u);
    EXPECT_EQ(console->got[1].snapshot().rows().jobs_size(), 1);
    publisher.unsubscribe(console);
}

TEST_F(ViewOfAnn, IsCompletedWhenMoreKindsAreShown) {
    muster::v1::Shown shown;
    shown.add_kinds(muster::v1::Shown::JOBS);
    publisher.subscribe(console, proto::Encoding::Binary, false, view(), &shown);
    ASSERT_EQ(console->got.size(), 1u);
    EXPECT_EQ(console->got[0].snapshot().rows().jobs_size(), 0);
    isKnown = true;
    shown.add_kinds(muster::v1::Shown::ALERTS);
    ASSERT_TRUE(publisher.show(console, shown));
    ASSERT_EQ(console->got.size(), 2u);
    EXPECT_EQ(console->got[1].snapshot().kinds_size(), 2);
    EXPECT_EQ(console->got[1].snapshot().rows().jobs_size(), 1) << "it was left out before";
    shown.add_kinds(muster::v1::Shown::AGENTS);
    ASSERT_TRUE(publisher.show(console, shown));
    ASSERT_EQ(console->got.size(), 3u);
    EXPECT_EQ(console->got[2].snapshot().kinds_size(), 1) << "all others were whole";
    publisher.unsubscribe(console);
}

TEST_F(ViewOfAnn, HearsNothingOfKindsThatAreNotShown) {
    control->onEvents = [this](const BatchEvents& events) { publisher.onEvents(events); };
    isKnown = true;
    const auto subscribe = [&](muster::v1::Shown::Kind kind) {
        muster::v1::Shown shown;
        shown.add_kinds(kind);
        auto out = std::make_shared<FakeConsole>();
        publisher.subscribe(out, proto::Encoding::Binary, false, view(), &shown);
        return out;
    };
    const auto alerts = subscribe(muster::v1::Shown::ALERTS);
    const auto jobs = subscribe(muster::v1::Shown::JOBS);
    submit(trainingJob("cpus:1;mem:32", "carol"), "carol");
    io.restart();
    io.run_for(100ms);
    ASSERT_GT(jobs->got.size(), 1u);
    EXPECT_EQ(alerts->got.size(), 1u) << "not even that something has happened";
    EXPECT_LE(jobs->got[1].delta().after(), jobs->got[0].snapshot().seq());
}

TEST_F(ViewOfAnn, IsNotShownInPartToOneWhoAsksOnce) {
    const auto sent = publisher.snapshotOnce(console, proto::Encoding::Binary, view());
    ASSERT_FALSE(sent);
    EXPECT_EQ(sent.error().kind, Error::Kind::Unavailable);
    EXPECT_TRUE(console->got.empty());
    isKnown = true;
    EXPECT_TRUE(publisher.snapshotOnce(console, proto::Encoding::Binary, view()));
    ASSERT_EQ(console->got.size(), 1u);
    EXPECT_EQ(console->got[0].snapshot().rows().jobs_size(), 1);
}

// A node with one GPU, which a task of carol's framework holds without using it.
struct IdleGpu : testing::Test, TestMaster {
    muster::v1::Alert alert;

    void SetUp() override {
        const auto link = control->addFramework(
            {.send = [](const cluster::FrameworkEvent&) {}, .close = [](const std::string&) {}});
        cluster::FrameworkInfo framework{.id = {"F"}, .name = "other", .user = "carol"};
        framework.capabilities = {cluster::Capability::GpuResources};
        control->fromFramework(link, cluster::Subscribe{framework, {}});
        run();
        cluster::LiveTask task{.framework = {"F"},
            .info = {.id = {"t"}, .agent = {"S"}, .resources = *Resources::parse("cpus:1;gpus:1")},
            .latest = {.task = {"t"}, .state = TaskState::Running},
            .gpus = {{"GPU-a"}}};
        connectAgent();
        const cluster::AgentInfo node{.hostname = "node-1",
            .total = *Resources::parse("cpus:4;gpus:1"),
            .gpus = {{.uuid = {"GPU-a"}}}};
        const cluster::GpuStatus held{.gpu = {"GPU-a"},
            .state = GpuState::Allocated,
            .holder = cluster::TaskKey{{"F"}, {"t"}}};
        control->fromAgent(agent, cluster::Register{{"S"}, node, {held}, {task}});
        run();
        ASSERT_TRUE(control->master().task({{"F"}, {"t"}}));
        alert.set_rule(muster::v1::Alert::GPU_IDLE_HOLD);
        alert.set_object("GPU-a");
    }
    // Whether ann, of whom the rules say this, sees the alert, and who holds the GPU.
    std::pair<bool, bool> shows(const std::string& rules) {
        const Gate gate(Acls::parse(R"({"permissive": false, )" + rules + "}",
            [](const std::string&) -> Result<std::optional<Acls::Account>> {
                return Acls::Account{1000, {1000}};
            }).value());
        const ConsoleView view(gate, "ann", *control);
        muster::v1::Rows rows;
        auto& gpu = *rows.add_gpus();
        gpu.set_framework_id("F");
        gpu.set_task_id("t");
        view.restrict(rows);
        return {view.shows(alert), !rows.gpus(0).task_id().empty()};
    }
};

// What ann sees of the processes on a GPU that is held by that task, or by none.
struct Processes : IdleGpu {
    struct Process {
        std::string name;
        std::string framework;
        std::string task;
    };
    std::string seen(const std::string& holder, const std::vector<Process>& processes,
        const std::string& users) const {
        const Gate gate(Acls::parse(
            fmt::format(
                R"({{"view_tasks": [{{"principals": {{"type": "ANY"}}, "users": {}}}]}})", users),
            [](const std::string&) -> Result<std::optional<Acls::Account>> {
                return Acls::Account{1000, {1000}};
            }).value());
        muster::v1::Rows rows;
        auto& gpu = *rows.add_gpus();
        gpu.set_framework_id(holder.empty() ? "" : "F");
        gpu.set_task_id(holder);
        for (const auto& process : processes) {
            auto& added = *gpu.add_processes();
            added.set_name(process.name);
            added.set_framework_id(process.framework);
            added.set_task_id(process.task);
        }
        ConsoleView(gate, "ann", *control).restrict(rows);
        std::string out;
        for (const auto& process : gpu.processes()) {
            out += process.name() + ";";
        }
        return out;
    }
    const std::string kAll = R"({"type": "ANY"})";
    const std::string kNone = R"({"type": "NONE"})";
};

TEST_F(Processes, AreShownToThoseWhoSeeTheirTask) {
    const std::vector<Process> processes{
        {"train", "F", "t"}, {"agent-of-f", "F", ""}, {"xorg", "", ""}};
    EXPECT_EQ(seen("t", processes, kAll), "train;agent-of-f;xorg;");
    EXPECT_EQ(seen("t", processes, kNone), "") << "the last may be the task's, too";
    EXPECT_EQ(seen("", processes, kNone), "xorg;") << "of nobody's task";
    EXPECT_EQ(seen("", {{"old", "F", "ended"}}, kNone), "") << "sampled before its task ended";
}

TEST_F(IdleGpu, IsAnAlertForThoseWhoSeeItsTask) {
    const std::string seesTasks
        = R"("view_tasks": [{"principals": {"values": ["ann"]}, "users": {"values": ["carol"]}}])";
    const std::string seesFrameworks
        = R"("view_frameworks": [{"principals": {"values": ["ann"]}, "users": {"type": "ANY"}}])";
    EXPECT_EQ(shows(seesTasks + ", " + seesFrameworks), std::pair(true, true))
        << "a task without a user has that of its framework";
    EXPECT_EQ(shows(seesTasks), std::pair(false, false));
    EXPECT_EQ(shows(seesFrameworks), std::pair(false, false));
}

} // namespace
} // namespace muster::agentd
