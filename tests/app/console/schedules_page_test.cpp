// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/schedules_page.h"

#include <QAction>
#include <QDateTime>
#include <QTest>
#include <gtest/gtest.h>

#include "app/console/commands/operator_mode.h"
#include "app/console/pages/work_page.h"
#include "tests/app/console/window_world.h"
#include "tests/widgets/draw.h"
#include "widgets/charts/run_chart.h"
#include "widgets/forms/command_dialog.h"
#include "widgets/models/schedule_model.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/empty_state.h"

using namespace muster;
using namespace muster::console;
using namespace muster::test;

namespace {

constexpr qint64 kHourMs = 3'600'000;

v1::Schedule schedule(const char* id) {
    v1::Schedule out;
    out.set_id(id);
    out.set_user("alice");
    out.set_text("0 3 * * *");
    out.set_zone("UTC");
    out.set_next_ms(QDateTime::currentMSecsSinceEpoch() + 3 * kHourMs);
    return out;
}

v1::Job run(const char* id, const char* state, qint64 slotMs, qint64 endedMs) {
    auto out = job(id, state);
    out.set_schedule("nightly");
    out.set_slot_ms(slotMs);
    out.set_ended_ms(endedMs);
    return out;
}

// At a master with a schedule that has run and one that waits for it.
class Schedules : public WindowAtMaster {
protected:
    const qint64 now = QDateTime::currentMSecsSinceEpoch();

    void SetUp() override {
        master.snapshot = draw("node1: a1 free 0", 5);
        auto& rows = *master.snapshot.mutable_rows();
        auto& nightly = *rows.add_schedules() = schedule("nightly");
        nightly.add_live("job-2");
        nightly.set_failures(1);
        auto& report = *rows.add_schedules() = schedule("report");
        report.clear_text();
        report.clear_next_ms();
        report.add_parents("nightly");
        *rows.add_jobs() = run("job-1", "failed", now - 8 * kHourMs, now - 6 * kHourMs);
        *rows.add_jobs() = run("job-2", "running", now - kHourMs, 0);
        master.onRequest = [this](const v1::Request& request) {
            v1::Reply reply;
            reply.set_id(request.id());
            reply.mutable_api_answer()->set_status(204);
            master.reply(reply);
        };
        open();
        window->show();
        connectNow();
        window->showPage(QStringLiteral("schedules"));
    }
    SchedulesPage& page() { return *window->findChild<SchedulesPage*>(); }
    void trigger(const QString& words) {
        for (auto* action : page().findChildren<QAction*>()) {
            if (action->text() == words) {
                action->trigger();
            }
        }
    }
    bool tells(const QString& words) {
        return QTest::qWaitFor([&] { return window->noticeText() == words; });
    }
    std::string lastCall() const {
        const auto& call = master.requests.back().call_api();
        return call.method() + ' ' + call.target() + " by " + call.author();
    }
    QString runAt(qint64 atMs) {
        auto& runs = page().runs();
        return runs.textAt(runs.placeOf(QStringLiteral("nightly"), atMs));
    }
};

} // namespace

TEST_F(Schedules, AreShownBelowTheirRuns) {
    using S = models::ScheduleModel;
    EXPECT_EQ(print(page().list().table().proxy(), {S::Id, S::State, S::When, S::Failures}),
        "nightly|Running 1|0 3 * * *|1\nreport|Waits for parents|After nightly|0\n");
    EXPECT_TRUE(page().runs().isVisible());
    EXPECT_TRUE(runAt(now - 7 * kHourMs).startsWith(QStringLiteral("nightly: job-1, Failed")));
    EXPECT_TRUE(runAt(now + 3 * kHourMs).startsWith(QStringLiteral("nightly: next run")));
    keep(QStringLiteral("schedules.png"));
}

TEST_F(Schedules, ShowARunThatHasJustStarted) {
    EXPECT_EQ(runAt(now - 4 * kHourMs), QString());
    change([this](v1::Delta& delta) {
        *delta.mutable_changed()->add_jobs()
            = run("job-3", "finished", now - 5 * kHourMs, now - 3 * kHourMs);
    });
    EXPECT_TRUE(runAt(now - 4 * kHourMs).startsWith(QStringLiteral("nightly: job-3, Finished")));
}

TEST_F(Schedules, LeadFromARunToItsRowAndItsJob) {
    emit page().runs().scheduleChosen(QStringLiteral("report"));
    EXPECT_EQ(page().list().table().currentKey(), QStringLiteral("report"));
    emit page().runs().runActivated(QStringLiteral("job-1"));
    EXPECT_EQ(window->currentPage().objectName(), QStringLiteral("jobs"));
    EXPECT_EQ(window->jobs().list().table().currentKey(), QStringLiteral("job-1"));
}

TEST_F(Schedules, SayHowToCreateOneWhereThereIsNone) {
    change([](v1::Delta& delta) {
        delta.mutable_removed()->add_schedules("nightly");
        delta.mutable_removed()->add_schedules("report");
    });
    EXPECT_FALSE(page().runs().isVisible());
    EXPECT_EQ(page().list().findChild<widgets::EmptyState*>()->sentence(),
        QStringLiteral("No schedules"));
}

TEST_F(Schedules, AreRunPausedAndResumedByCalls) {
    window->mode().setOn(true);
    ASSERT_TRUE(page().choose(QStringLiteral("nightly")));
    trigger(QStringLiteral("Run now"));
    ASSERT_TRUE(tells(QStringLiteral("Started a run: nightly")));
    EXPECT_EQ(lastCall(), "PUT /chronos/v1/scheduler/job/nightly by alice");
    trigger(QStringLiteral("Pause"));
    ASSERT_TRUE(tells(QStringLiteral("Paused: nightly")));
    EXPECT_EQ(lastCall(), "PUT /chronos/v1/scheduler/job/pause/nightly by alice");
    change([](v1::Delta& delta) {
        *delta.mutable_changed()->add_schedules() = schedule("nightly");
        delta.mutable_changed()->mutable_schedules(0)->set_paused(true);
    });
    trigger(QStringLiteral("Resume"));
    ASSERT_TRUE(tells(QStringLiteral("Resumed: nightly")));
    EXPECT_EQ(lastCall(), "PUT /chronos/v1/scheduler/job/resume/nightly by alice");
}

TEST_F(Schedules, AreDeletedAfterSayingWhatThatStops) {
    window->mode().setOn(true);
    ASSERT_TRUE(page().choose(QStringLiteral("nightly")));
    trigger(QStringLiteral("Delete…"));
    auto* dialog = window->findChild<widgets::CommandDialog*>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_EQ(dialog->list(), QStringList{QStringLiteral("job-2 of nightly")});
    dialog->accept();
    ASSERT_TRUE(tells(QStringLiteral("Deleted: nightly")));
    EXPECT_EQ(lastCall(), "DELETE /chronos/v1/scheduler/job/nightly by alice");
}
