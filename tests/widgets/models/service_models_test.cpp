// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <QAbstractItemModelTester>
#include <gtest/gtest.h>

#include "tests/support/bundle.h"
#include "tests/support/words.h"
#include "tests/widgets/draw.h"
#include "widgets/models/instance_model.h"
#include "widgets/models/schedule_model.h"
#include "widgets/models/schedule_runs.h"
#include "widgets/models/service_model.h"
#include "widgets/models/text.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;

namespace {

constexpr qint64 kNow = 1'700'000'000'000;
constexpr qint64 kHourMs = 3'600'000;

v1::Service front() {
    v1::Service out;
    out.set_id("/shop/front");
    out.set_user("alice");
    out.set_state(v1::Service::DEPLOYING);
    out.set_instances(4);
    out.set_running(3);
    out.set_checked(true);
    out.set_healthy(2);
    out.set_unhealthy(1);
    *out.mutable_resources() = bundle("cpus:2;mem:1024;gpus:1");
    out.mutable_deployment()->set_step(2);
    out.mutable_deployment()->set_steps(3);
    return out;
}

v1::Task instance(const char* id, const char* service) {
    v1::Task out;
    out.set_framework_id("S");
    out.set_id(id);
    out.set_hostname("node1");
    out.set_state(worded("TASK_RUNNING"));
    out.set_service(service);
    out.set_health(v1::Task::HEALTHY);
    out.add_ports(31000);
    out.add_ports(0);
    return out;
}

v1::Schedule schedule(const char* id) {
    v1::Schedule out;
    out.set_id(id);
    out.set_text("0 3 * * *");
    out.set_zone("Europe/Rome");
    out.set_next_ms(kNow + kHourMs);
    return out;
}

v1::Job run(const char* id, const char* of, const char* state, qint64 slotMs, qint64 endedMs = 0) {
    auto out = job(id, state);
    out.set_schedule(of);
    out.set_slot_ms(slotMs);
    out.set_ended_ms(endedMs);
    return out;
}

class ServiceModels : public testing::Test {
protected:
    ClusterState state;
    v1::Rows& rows() { return *m_snapshot.mutable_rows(); }
    void apply() { state.apply(m_snapshot); }
    void change(const std::function<void(v1::Delta&)>& make) {
        v1::Delta delta;
        delta.set_seq(++m_seq);
        make(delta);
        ASSERT_TRUE(state.apply(delta));
        state.flush();
    }

private:
    v1::Snapshot m_snapshot = draw("node1: a free 0");
    std::uint64_t m_seq = 1;
};

} // namespace

TEST_F(ServiceModels, ShowHowManyInstancesRunAndTheDeployment) {
    using S = ServiceModel;
    *rows().add_services() = front();
    ServiceModel services(state);
    const QAbstractItemModelTester tester(&services);
    apply();
    EXPECT_EQ(print(services,
                  {S::Id, S::State, S::Instances, S::Healthy, S::Gpus, S::User, S::Deployment}),
        "/shop/front|Deploying|3 / 4|2 / 3|1|alice|Step 2 of 3\n");
    change([](v1::Delta& delta) {
        auto& row = *delta.mutable_changed()->add_services() = front();
        row.set_state(v1::Service::UNHEALTHY);
        row.clear_deployment();
    });
    EXPECT_EQ(print(services, {S::State, S::Deployment}), "Unhealthy|\n");
    EXPECT_EQ(services.index(0, S::State).data(Qt::ToolTipRole).toString(),
        QStringLiteral("Failing their health check: 1 of 3 instances"));
    change([](v1::Delta& delta) { delta.mutable_removed()->add_services("/shop/front"); });
    EXPECT_EQ(services.rowCount(), 0);
    EXPECT_EQ(state.service("/shop/front"), nullptr);
}

TEST_F(ServiceModels, HaveAWordAndASentenceForEachState) {
    for (int number = v1::Service::RUNNING; v1::Service::State_IsValid(number); ++number) {
        auto row = front();
        row.set_state(static_cast<v1::Service::State>(number));
        const auto shown = ServiceModel::stateOf(row);
        EXPECT_NE(shown.word, unknownText()) << number;
        EXPECT_FALSE(shown.sentence.isEmpty()) << number;
        EXPECT_NE(shown.mark, Mark::None) << number;
    }
}

TEST_F(ServiceModels, ShowTheInstancesOfOneServiceAlone) {
    using I = InstanceModel;
    *rows().add_tasks() = instance("front.1", "/shop/front");
    *rows().add_tasks() = instance("back.1", "/shop/back");
    *rows().add_tasks() = instance("job-1.1", "");
    apply();
    InstanceModel instances(state);
    const QAbstractItemModelTester tester(&instances);
    EXPECT_EQ(instances.rowCount(), 0);
    instances.setService("/shop/front");
    EXPECT_EQ(print(instances, {I::Task, I::Node, I::State, I::Health, I::Ports, I::Outdated}),
        "front.1|node1|Running|Healthy|31000, –|Current\n");
    change([](v1::Delta& delta) {
        auto& old = *delta.mutable_changed()->add_tasks() = instance("front.1", "/shop/front");
        old.set_health(v1::Task::UNHEALTHY);
        old.set_outdated(true);
        *delta.mutable_changed()->add_tasks() = instance("front.2", "/shop/front");
    });
    EXPECT_EQ(print(instances, {I::Task, I::Health, I::Outdated}),
        "front.1|Unhealthy|Outdated\nfront.2|Healthy|Current\n");
    change([](v1::Delta& delta) {
        auto& old = *delta.mutable_changed()->add_tasks() = instance("front.1", "/shop/front");
        old.set_state(worded("TASK_KILLED"));
    });
    EXPECT_EQ(print(instances, {I::Task}), "front.2\n") << "what has ended is no instance";
}

TEST_F(ServiceModels, ShowWhenSchedulesAreDueAndHowTheyStand) {
    using S = ScheduleModel;
    *rows().add_schedules() = schedule("nightly");
    auto& child = *rows().add_schedules() = schedule("report");
    child.clear_text();
    child.clear_next_ms();
    child.add_parents("nightly");
    child.set_successes(7);
    child.set_failures(1);
    ScheduleModel schedules(state);
    const QAbstractItemModelTester tester(&schedules);
    apply();
    EXPECT_EQ(print(schedules, {S::Id, S::State, S::When, S::Zone, S::Successes, S::Failures}),
        "nightly|Scheduled|0 3 * * *|Europe/Rome|0|0\n"
        "report|Waits for parents|After nightly|Europe/Rome|7|1\n");
    EXPECT_EQ(schedules.index(0, S::Next).data().toString(), clockText(kNow + kHourMs));
    EXPECT_EQ(schedules.index(1, S::Next).data().toString(), QString());
    const auto stateAfter = [&](const std::function<void(v1::Schedule&)>& make) {
        change([&](v1::Delta& delta) {
            make(*delta.mutable_changed()->add_schedules() = schedule("nightly"));
        });
        return schedules.index(0, S::State).data().toString();
    };
    EXPECT_EQ(stateAfter([](auto& row) { row.set_paused(true); }), QStringLiteral("Paused"));
    EXPECT_EQ(stateAfter([](auto& row) { row.set_exhausted(true); }), QStringLiteral("Exhausted"));
    EXPECT_EQ(
        stateAfter([](auto& row) { row.set_problem("No zone Mars"); }), QStringLiteral("Problem"));
    EXPECT_EQ(stateAfter([](auto& row) {
        row.add_live("job-7");
        row.add_live("job-8");
    }),
        QStringLiteral("Running 2"));
    change([](v1::Delta& delta) { delta.mutable_removed()->add_schedules("nightly"); });
    EXPECT_EQ(print(schedules, {S::Id}), "report\n");
}

TEST_F(ServiceModels, FindTheRunsOfTheLastHours) {
    *rows().add_schedules() = schedule("nightly");
    auto& paused = *rows().add_schedules() = schedule("report");
    paused.set_paused(true);
    *rows().add_jobs() = run("job-3", "nightly", "running", kNow - kHourMs);
    *rows().add_jobs() = run("job-2", "nightly", "failed", kNow - 3 * kHourMs, kNow - 2 * kHourMs);
    *rows().add_jobs()
        = run("job-1", "nightly", "finished", kNow - 20 * kHourMs, kNow - 19 * kHourMs);
    *rows().add_jobs() = run("job-4", "", "running", kNow - kHourMs);
    *rows().add_jobs() = run("job-5", "gone", "running", kNow - kHourMs);
    apply();
    const auto runs = scheduleRuns(state, 12 * kHourMs, kNow);
    ASSERT_EQ(runs.size(), 2u);
    EXPECT_EQ(runs[0].nextMs, kNow + kHourMs);
    ASSERT_EQ(runs[0].runs.size(), 2u);
    EXPECT_EQ(runs[0].runs[0].job, QStringLiteral("job-2"));
    EXPECT_EQ(runs[0].runs[0].state.mark, Mark::Bad);
    EXPECT_EQ(runs[0].runs[1].span, (TimeSpan{kNow - kHourMs, kNow}));
    EXPECT_TRUE(runs[1].runs.empty());
    EXPECT_EQ(runs[1].nextMs, 0) << "it is paused";
}

TEST_F(ServiceModels, AreAmongWhatTheCacheStores) {
    *rows().add_services() = front();
    *rows().add_schedules() = schedule("nightly");
    apply();
    v1::Snapshot stored;
    ASSERT_TRUE(stored.ParseFromString(state.encoded()));
    EXPECT_EQ(stored.rows().services_size(), 1);
    EXPECT_EQ(stored.rows().schedules_size(), 1);
}
