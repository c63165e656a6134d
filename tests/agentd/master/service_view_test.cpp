// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/service_view.h"

#include <gtest/gtest.h>

#include "agentd/clock.h"
#include "agentd/master/alerts.h"
#include "agentd/master/live_data.h"
#include "agentd/master/publisher.h"
#include "tests/agentd/master/fake_console.h"
#include "tests/agentd/master/test_master.h"

namespace muster::agentd {
namespace {

using muster::v1::Shown;

struct ServiceView : testing::Test, TestMaster {
    history::Telemetry telemetry = *history::Telemetry::open({.path = folder / "telemetry.db"});
    TelemetryHub hub{telemetry};
    LiveData live;
    Alerts alerts{io, *control, alerts::Thresholds{}, std::vector<alerts::Alert>()};
    Publisher publisher{io, *control, alerts, hub, live, {}};

    void SetUp() override {
        control->onEvents = [this](const BatchEvents& events) { publisher.onEvents(events); };
        run();
    }
    void put(const std::string& id, const std::string& user = "ann") {
        services::AppSpec spec;
        spec.id = services::AppId{id};
        spec.user = user;
        spec.instances = 2;
        spec.resources = *Resources::parse("cpus:1;mem:32");
        control->execute(services::PutApps{0, {spec}, {}, true},
            {.command = CommandKind::PutService, .author = "ann", .object = id},
            [](const services::Answer& answer) { EXPECT_TRUE(answer.result); });
        publish();
    }
    void schedule(const std::string& id) {
        jobs::ScheduleSpec spec;
        spec.id = jobs::ScheduleId{id};
        spec.run = trainingJob("cpus:1;mem:32", "ann");
        spec.text = "R/2100-01-01T00:00:00Z/PT1H";
        control->execute(jobs::PutSchedule{0, spec, nullptr, "ann"},
            {.command = CommandKind::PutSchedule, .author = "ann", .schedule = id},
            [](const Status& status) { EXPECT_TRUE(status) << status.error().message; });
        publish();
    }
    void publish() {
        run();
        io.restart();
        io.run_for(std::chrono::milliseconds(100));
    }
    std::shared_ptr<FakeConsole> subscribe(Kinds also, Gate gate = Gate()) {
        auto out = std::make_shared<FakeConsole>();
        publisher.subscribe(
            out, proto::Encoding::Binary, false, {std::move(gate), "ann", *control}, nullptr, also);
        return out;
    }
    static constexpr Kinds kBoth = Kinds{1} << Shown::SERVICES | Kinds{1} << Shown::SCHEDULES;
};

TEST_F(ServiceView, TellsOfServicesAndSchedulesAsTheyChange) {
    put("/front");
    const auto console = subscribe(kBoth);
    const auto& before = console->got.at(0).snapshot().rows();
    ASSERT_EQ(before.services_size(), 1);
    EXPECT_EQ(before.services(0).id(), "/front");
    EXPECT_EQ(before.services(0).user(), "ann");
    EXPECT_EQ(before.services(0).instances(), 2);
    EXPECT_EQ(before.services(0).waiting(), 2);
    EXPECT_EQ(before.services(0).state(), muster::v1::Service::DEPLOYING);
    EXPECT_EQ(before.services(0).deployment().step(), 2U) << "it is known; now it is scaled";

    schedule("hourly");
    const auto& changed = console->got.back().delta().changed();
    ASSERT_EQ(changed.schedules_size(), 1);
    EXPECT_EQ(changed.schedules(0).id(), "hourly");
    EXPECT_EQ(changed.schedules(0).author(), "ann");
    EXPECT_EQ(changed.schedules(0).next_ms(), 4'102'444'800'000);

    control->execute(jobs::DeleteSchedule{0, jobs::ScheduleId{"hourly"}, "ann"},
        {.command = CommandKind::DeleteSchedule, .author = "ann", .schedule = "hourly"},
        [](const Status& status) { EXPECT_TRUE(status); });
    publish();
    ASSERT_EQ(console->got.back().delta().removed().schedules_size(), 1);
    EXPECT_EQ(console->got.back().delta().removed().schedules(0), "hourly");
}

TEST_F(ServiceView, TellsNothingOfThemToThoseWhoDoNotNameThem) {
    put("/front");
    const auto console = subscribe(0);
    EXPECT_EQ(console->got.at(0).snapshot().rows().services_size(), 0);
    EXPECT_EQ(console->got.at(0).snapshot().kinds_size(), 0) << "as it always was";
    const auto sent = console->got.size();
    schedule("hourly");
    ASSERT_EQ(console->got.size(), sent + 1) << "numbers rise by one for who names no kinds";
    EXPECT_EQ(console->got.back().delta().seq(), console->got.at(0).snapshot().seq() + 1);
    EXPECT_EQ(console->got.back().delta().changed().schedules_size(), 0);
}

TEST_F(ServiceView, ShowsThemByTheirUsers) {
    put("/front");
    put("/hidden", "bob");
    const Gate gate(Acls::parse(R"({"permissive": false,
        "view_tasks": [{"principals": {"values": ["ann"]}, "users": {"values": ["ann"]}}]})")
                        .value());
    const auto console = subscribe(kBoth, gate);
    const auto& rows = console->got.at(0).snapshot().rows();
    ASSERT_EQ(rows.services_size(), 1);
    EXPECT_EQ(rows.services(0).id(), "/front");
}

TEST_F(ServiceView, AreGoneForWhoMayNotSeeTheirNewUser) {
    put("/front");
    const Gate gate(Acls::parse(R"({"permissive": false,
        "view_tasks": [{"principals": {"values": ["ann"]}, "users": {"values": ["ann"]}}]})")
                        .value());
    const auto console = subscribe(kBoth, gate);
    put("/front", "bob");
    const auto& delta = console->got.back().delta();
    EXPECT_EQ(delta.changed().services_size(), 0);
    ASSERT_GE(delta.removed().services_size(), 1);
    EXPECT_EQ(delta.removed().services(0), "/front");
}

TEST_F(ServiceView, KnowsTheServiceOfAnInstance) {
    muster::v1::Task task;
    task.set_framework_id("F9");
    task.set_id("a_b.1b2c3d4e-0000-4000-8000-000000000000");
    addInstance(*control, task);
    EXPECT_EQ(task.service(), "") << "it is another framework's";
}

} // namespace
} // namespace muster::agentd
