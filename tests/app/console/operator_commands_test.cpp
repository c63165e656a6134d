// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <set>

#include <QAction>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include "app/console/commands/operator_mode.h"
#include "app/console/frame/operator_frame.h"
#include "app/console/pages/gpus_page.h"
#include "app/console/pages/work_page.h"
#include "core/kernel/base/operator_command.h"
#include "tests/app/console/window_world.h"
#include "tests/support/picture.h"
#include "tests/support/words.h"
#include "tests/widgets/draw.h"
#include "widgets/forms/command_dialog.h"
#include "widgets/forms/notice_bar.h"
#include "widgets/models/cluster_state.h"
#include "widgets/tables/cluster_table.h"

using namespace muster;
using namespace muster::console;
using namespace muster::test;
using widgets::CommandDialog;

namespace {

void addTask(v1::Rows& rows, const std::string& id, const std::string& user) {
    auto& task = *rows.add_tasks();
    task.set_framework_id("F");
    task.set_id(id);
    task.set_name("train");
    task.set_user(user);
    task.set_agent_id("S-node1");
    task.set_hostname("node1");
    task.set_state(test::worded("TASK_RUNNING"));
    task.add_gpus("a2");
}

// node1 has three tasks of two users, node2 none, node3 is drained. job-1 runs, job-2 to job-8
// wait, job-9 is held. a4 is restricted. batch has two offers.
v1::Snapshot cluster() {
    auto snapshot = draw("node1: a1 free 0, a2 allocated 93, a4 restricted 0 / node2: b1 free 0 / "
                         "node3: c1 free 0",
        5);
    auto& rows = *snapshot.mutable_rows();
    auto& drain = *rows.mutable_agents(2)->mutable_drain();
    drain.set_author("bob");
    drain.set_reason("new board");
    drain.set_done(true);
    auto& restriction = *rows.mutable_gpus(2)->mutable_restriction();
    restriction.set_author("bob");
    restriction.set_reason("fan rattles");
    restriction.set_until_ms(4'000'000'000'000);
    rows.mutable_gpus(1)->set_framework_id("F");
    rows.mutable_gpus(1)->set_task_id("job-1.1");
    addTask(rows, "job-1.1", "alice");
    addTask(rows, "other", "alice");
    addTask(rows, "third", "bob");
    auto running = job("job-1", "running");
    running.set_framework_id("F");
    running.set_task_id("job-1.1");
    *rows.add_jobs() = running;
    for (int i = 2; i <= 8; ++i) {
        *rows.add_jobs() = job("job-" + std::to_string(i), "queued", "Gpus");
    }
    auto held = job("job-9", "queued", "Held");
    held.mutable_hold()->set_author("bob");
    held.mutable_hold()->set_reason("waits for data");
    held.set_wait_text("held by bob: waits for data");
    *rows.add_jobs() = held;
    for (const auto* id : {"M-O1", "M-O2"}) {
        auto& one = *rows.add_offers() = offer(id, "cpus:4; gpus:1");
        one.set_framework_id("F");
        one.set_hostname("node1");
    }
    return snapshot;
}

class OperatorCommands : public WindowAtMaster {
protected:
    std::map<std::string, std::string> refusals; // by job

    void SetUp() override {
        master.snapshot = cluster();
        master.onRequest = [this](const v1::Request& request) {
            v1::Reply reply;
            reply.set_id(request.id());
            const auto refusal
                = refusals.find(request.has_release_job() ? request.release_job().job_id()
                                                          : request.hold_job().job_id());
            if (refusal != refusals.end()) {
                reply.mutable_error()->set_kind(v1::Error::CONFLICT);
                reply.mutable_error()->set_message(refusal->second);
            }
            master.reply(reply);
        };
        open();
        connectNow();
    }
    widgets::ListPanel& list(const char* page) {
        window->showPage(QString::fromLatin1(page));
        return *window->currentPage().findChild<widgets::ListPanel*>();
    }
    QAction* action(const char* page, const QString& words) {
        for (auto* button : list(page).findChildren<QToolButton*>()) {
            if (button->defaultAction() != nullptr && button->defaultAction()->text() == words) {
                return button->defaultAction();
            }
        }
        return nullptr;
    }
    void mark(const char* page, const QStringList& keys) {
        list(page).table().marks().set(keys, true);
    }
    CommandDialog* dialog() {
        for (auto* found : window->findChildren<CommandDialog*>()) {
            if (found->isVisible()) {
                return found;
            }
        }
        return nullptr;
    }
    template <typename Has>
    std::vector<v1::Request> sent(Has has) const {
        std::vector<v1::Request> out;
        for (const auto& request : master.requests) {
            if ((request.*has)()) {
                out.push_back(request);
            }
        }
        return out;
    }
    bool tells(const QString& words) {
        return QTest::qWaitFor([&] { return window->noticeText() == words; });
    }
    void undo() { window->findChild<widgets::NoticeBar*>()->undo()->trigger(); }
    void keep(const QString& name, QWidget* what) {
        QTest::qWait(50);
        keepPicture(*what, name);
    }
};

} // namespace

TEST_F(OperatorCommands, AreSeenByAViewerButNotGiven) {
    const std::vector<std::pair<const char*, QString>> all{{"nodes", QStringLiteral("Drain…")},
        {"nodes", QStringLiteral("Resume")}, {"jobs", QStringLiteral("Hold…")},
        {"jobs", QStringLiteral("Release")}, {"jobs", QStringLiteral("Kill…")},
        {"tasks", QStringLiteral("Kill…")}, {"gpus", QStringLiteral("Restrict…")},
        {"gpus", QStringLiteral("Release")}, {"offers", QStringLiteral("Rescind…")}};
    for (const auto& [page, words] : all) {
        auto* one = action(page, words);
        ASSERT_NE(one, nullptr) << words.toStdString();
        EXPECT_FALSE(one->isEnabled()) << words.toStdString();
        EXPECT_EQ(one->toolTip(), QStringLiteral("Switch on operator mode, Ctrl+Shift+O"));
    }
    window->gpus().restrict(QStringLiteral("a1"));
    EXPECT_EQ(dialog(), nullptr);
    EXPECT_EQ(window->noticeText(), QStringLiteral("Switch on operator mode, Ctrl+Shift+O"));
}

TEST_F(OperatorCommands, HaveAnEntryInTheirListIfTheirRowHasItsWords) {
    using Object = OperatorCommandInfo::Object;
    const std::map<Object, const char*> pages{{Object::Node, "nodes"}, {Object::Gpu, "gpus"},
        {Object::Job, "jobs"}, {Object::Task, "tasks"}, {Object::Offer, "offers"}};
    for (const auto& row : operatorCommands()) {
        if (!row.entry.empty()) {
            EXPECT_NE(action(pages.at(row.object.value()),
                          QString::fromUtf8(row.entry.data(), int(row.entry.size()))),
                nullptr)
                << row.entry;
        }
    }
}

TEST_F(OperatorCommands, AreSaidToBePossibleOrWhyNot) {
    window->mode().setOn(true);
    list("jobs").table().selectKey(QStringLiteral("job-1"));
    EXPECT_FALSE(action("jobs", QStringLiteral("Hold…"))->isEnabled());
    EXPECT_EQ(action("jobs", QStringLiteral("Hold…"))->toolTip(),
        QStringLiteral("job-1 (train) is already running: only pending jobs can be held"));
    EXPECT_TRUE(action("jobs", QStringLiteral("Kill…"))->isEnabled());
    list("jobs").table().selectKey(QStringLiteral("job-9"));
    EXPECT_FALSE(action("jobs", QStringLiteral("Hold…"))->isEnabled());
    EXPECT_TRUE(action("jobs", QStringLiteral("Release"))->isEnabled());
    mark("nodes", {QStringLiteral("S-node1"), QStringLiteral("S-node3")});
    EXPECT_TRUE(action("nodes", QStringLiteral("Drain…"))->isEnabled()) << "of node1";
    EXPECT_TRUE(action("nodes", QStringLiteral("Resume"))->isEnabled()) << "of node3";
}

TEST_F(OperatorCommands, DrainANodeAfterSayingWhatItStops) {
    window->mode().setOn(true);
    list("nodes").table().selectKey(QStringLiteral("S-node1"));
    action("nodes", QStringLiteral("Drain…"))->trigger();
    ASSERT_NE(dialog(), nullptr);
    EXPECT_EQ(dialog()->effect(),
        QStringLiteral("No new work is placed on node1. The drain stops 3 tasks of 2 users; jobs "
                       "among them return to the queue."));
    EXPECT_EQ(dialog()->list().first(), QStringLiteral("train (job-1.1) of alice on node1, 1 GPU"));
    keep(QStringLiteral("drain.png"), dialog());
    dialog()->setReason(QStringLiteral("fan rattles"));
    dialog()->setGrace(2);
    dialog()->accept();
    ASSERT_TRUE(tells(QStringLiteral("No new work is placed on node1")));
    keep(QStringLiteral("operator.png"), window.get());
    const auto drains = sent(&v1::Request::has_drain_node);
    ASSERT_EQ(drains.size(), 1u);
    EXPECT_EQ(drains[0].drain_node().agent(), "S-node1");
    EXPECT_EQ(drains[0].drain_node().reason(), "fan rattles");
    EXPECT_EQ(drains[0].drain_node().author(), "alice");
    EXPECT_EQ(drains[0].drain_node().max_grace_ms(), 120'000);
    undo();
    ASSERT_TRUE(tells(QStringLiteral("Undone: Drain node1")));
    EXPECT_EQ(sent(&v1::Request::has_reactivate_node).at(0).reactivate_node().agent(), "S-node1");
}

TEST_F(OperatorCommands, ResumeANodeAndAskBeforeThatIsUndone) {
    window->mode().setOn(true);
    list("nodes").table().selectKey(QStringLiteral("S-node3"));
    action("nodes", QStringLiteral("Resume"))->trigger();
    EXPECT_EQ(dialog(), nullptr) << "it harms nobody";
    ASSERT_TRUE(tells(QStringLiteral("Work is placed on node3 again")));
    undo();
    ASSERT_NE(dialog(), nullptr) << "it may stop what has started";
    dialog()->accept();
    ASSERT_TRUE(tells(QStringLiteral("Undone: Resume node3")));
    EXPECT_EQ(sent(&v1::Request::has_drain_node).at(0).drain_node().reason(), "new board");
}

TEST_F(OperatorCommands, CanStillBeUndoneAfterAnUndoThatWasNotSent) {
    const auto resumed = QStringLiteral("Work is placed on node3 again");
    window->mode().setOn(true);
    list("nodes").table().selectKey(QStringLiteral("S-node3"));
    action("nodes", QStringLiteral("Resume"))->trigger();
    ASSERT_TRUE(tells(resumed));
    window->mode().setOn(false);
    undo();
    EXPECT_EQ(window->noticeText(), QStringLiteral("Switch on operator mode, Ctrl+Shift+O"));
    window->mode().setOn(true);
    undo();
    ASSERT_NE(dialog(), nullptr);
    dialog()->reject();
    EXPECT_EQ(window->noticeText(), resumed);
    undo();
    ASSERT_NE(dialog(), nullptr);
    dialog()->accept();
    ASSERT_TRUE(tells(QStringLiteral("Undone: Resume node3")));
    const auto drains = sent(&v1::Request::has_drain_node);
    ASSERT_EQ(drains.size(), 1u);
    EXPECT_EQ(drains[0].drain_node().author(), "alice");
    EXPECT_FALSE(window->findChild<widgets::NoticeBar*>()->undo()->isEnabled());
}

TEST_F(OperatorCommands, HoldAllMarkedJobsWithOneQuestionAndUndoIt) {
    window->mode().setOn(true);
    mark("jobs", {QStringLiteral("job-2"), QStringLiteral("job-3"), QStringLiteral("job-9")});
    action("jobs", QStringLiteral("Hold…"))->trigger();
    ASSERT_NE(dialog(), nullptr);
    EXPECT_EQ(dialog()->list().size(), 2) << "job-9 is already held";
    dialog()->setReason(QStringLiteral("waits for data"));
    dialog()->accept();
    ASSERT_TRUE(tells(QStringLiteral("Held: 2 jobs")));
    const auto holds = sent(&v1::Request::has_hold_job);
    ASSERT_EQ(holds.size(), 2u);
    EXPECT_EQ(holds[0].hold_job().job_id(), "job-2");
    EXPECT_EQ(holds[1].hold_job().reason(), "waits for data");
    EXPECT_EQ(holds[1].hold_job().author(), "alice");
    undo();
    ASSERT_TRUE(tells(QStringLiteral("Undone: Hold 2 jobs")));
    const auto releases = sent(&v1::Request::has_release_job);
    ASSERT_EQ(releases.size(), 2u);
    EXPECT_EQ(releases[0].release_job().author(), "alice");
}

TEST_F(OperatorCommands, TellWhatWasRefusedAndUndoOnlyTheRest) {
    refusals["job-3"] = "Job 'job-3' runs already";
    window->mode().setOn(true);
    mark("jobs", {QStringLiteral("job-2"), QStringLiteral("job-3")});
    action("jobs", QStringLiteral("Hold…"))->trigger();
    ASSERT_NE(dialog(), nullptr);
    dialog()->setReason(QStringLiteral("waits for data"));
    dialog()->accept();
    ASSERT_TRUE(tells(QStringLiteral("1 of 2 done. Refused: Job 'job-3' runs already")));
    undo();
    ASSERT_TRUE(QTest::qWaitFor([&] { return sent(&v1::Request::has_release_job).size() == 1; }));
    EXPECT_EQ(sent(&v1::Request::has_release_job)[0].release_job().job_id(), "job-2");
}

TEST_F(OperatorCommands, CanStillBeUndoneWhereTheMasterHasNotTakenTheUndo) {
    window->mode().setOn(true);
    mark("jobs", {QStringLiteral("job-2"), QStringLiteral("job-3")});
    action("jobs", QStringLiteral("Hold…"))->trigger();
    ASSERT_NE(dialog(), nullptr);
    dialog()->setReason(QStringLiteral("waits for data"));
    dialog()->accept();
    ASSERT_TRUE(tells(QStringLiteral("Held: 2 jobs")));
    refusals["job-3"] = "The master's disk is full";
    undo();
    ASSERT_TRUE(tells(QStringLiteral("1 of 2 done. Refused: The master's disk is full")));
    refusals.clear();
    master.dropAll();
    ASSERT_TRUE(QTest::qWaitFor([&] { return link->phase() == Link::Phase::Waiting; }));
    undo();
    EXPECT_EQ(window->noticeText(), QStringLiteral("Refused: Not connected to the master"));
    link->retryNow();
    ASSERT_TRUE(QTest::qWaitFor([&] { return link->phase() == Link::Phase::Live; }));
    undo();
    ASSERT_TRUE(tells(QStringLiteral("Undone: Hold 2 jobs")));
    const auto releases = sent(&v1::Request::has_release_job);
    ASSERT_EQ(releases.size(), 3u);
    EXPECT_EQ(releases[0].release_job().job_id(), "job-2");
    EXPECT_EQ(releases[1].release_job().job_id(), "job-3");
    EXPECT_EQ(releases[2].release_job().job_id(), "job-3");
    EXPECT_FALSE(window->findChild<widgets::NoticeBar*>()->undo()->isEnabled());
}

TEST_F(OperatorCommands, CanStillBeUndoneAfterOneThatWasNotGiven) {
    window->mode().setOn(true);
    list("nodes").table().selectKey(QStringLiteral("S-node3"));
    action("nodes", QStringLiteral("Resume"))->trigger();
    ASSERT_TRUE(tells(QStringLiteral("Work is placed on node3 again")));
    window->mode().setOn(false);
    window->gpus().restrict(QStringLiteral("a1"));
    EXPECT_EQ(window->noticeText(), QStringLiteral("Switch on operator mode, Ctrl+Shift+O"));
    window->mode().setOn(true);
    undo();
    ASSERT_NE(dialog(), nullptr);
    dialog()->accept();
    ASSERT_TRUE(tells(QStringLiteral("Undone: Resume node3")));
}

TEST_F(OperatorCommands, WantTheNumberTypedWhenTheyAreAboutMany) {
    window->mode().setOn(true);
    QStringList six;
    for (int i = 2; i <= 7; ++i) {
        six << QStringLiteral("job-%1").arg(i);
    }
    mark("jobs", six);
    action("jobs", QStringLiteral("Kill…"))->trigger();
    ASSERT_NE(dialog(), nullptr);
    EXPECT_EQ(dialog()->effect(), QStringLiteral("Removed from the queue: 6 jobs."));
    EXPECT_FALSE(dialog()->canRun());
    dialog()->setTypedCount(QStringLiteral("6"));
    EXPECT_TRUE(dialog()->canRun());
    keep(QStringLiteral("kill_many.png"), dialog());
}

TEST_F(OperatorCommands, KillAJobInTheNameOfTheUser) {
    window->mode().setOn(true);
    window->jobs().kill(QStringLiteral("job-1"));
    ASSERT_NE(dialog(), nullptr);
    EXPECT_TRUE(dialog()->effect().startsWith(QStringLiteral("This stops 1 task of 1 user.")))
        << dialog()->effect().toStdString();
    dialog()->setReason(QStringLiteral("wrong data"));
    dialog()->accept();
    ASSERT_TRUE(tells(QStringLiteral("Killing: job-1 (train)")));
    const auto kill = sent(&v1::Request::has_kill_job).at(0).kill_job();
    EXPECT_EQ(kill.job_id(), "job-1");
    EXPECT_EQ(kill.reason(), "wrong data");
    EXPECT_EQ(kill.author(), "alice");
    EXPECT_FALSE(window->findChild<widgets::NoticeBar*>()->undo()->isEnabled());
}

TEST_F(OperatorCommands, RestrictAGpuAndRestoreARestrictionAsItWas) {
    window->mode().setOn(true);
    window->gpus().restrict(QStringLiteral("a2"));
    ASSERT_NE(dialog(), nullptr);
    EXPECT_TRUE(dialog()->effect().contains(QStringLiteral("may finish")));
    dialog()->setReason(QStringLiteral("new paste"));
    keep(QStringLiteral("restrict.png"), dialog());
    dialog()->accept();
    ASSERT_TRUE(tells(QStringLiteral("Restricted: GPU 1 of node1")));
    EXPECT_EQ(sent(&v1::Request::has_restrict_gpu).at(0).restrict_gpu().reason(), "new paste");
    window->gpus().release(QStringLiteral("a4"));
    ASSERT_TRUE(tells(QStringLiteral("Released: GPU 2 of node1")));
    EXPECT_EQ(sent(&v1::Request::has_release_gpu).at(0).release_gpu().author(), "alice");
    undo();
    ASSERT_TRUE(tells(QStringLiteral("Undone: Release GPU 2 of node1")));
    const auto again = sent(&v1::Request::has_restrict_gpu).at(1).restrict_gpu();
    EXPECT_EQ(again.reason(), "fan rattles");
    EXPECT_EQ(again.until_ms(), 4'000'000'000'000);
    EXPECT_EQ(again.author(), "alice");
}

TEST_F(OperatorCommands, RescindAnOfferAfterSayingWhatItsFrameworkLoses) {
    window->mode().setOn(true);
    EXPECT_FALSE(action("offers", QStringLiteral("Rescind…"))->isEnabled());
    EXPECT_EQ(
        action("offers", QStringLiteral("Rescind…"))->toolTip(), QStringLiteral("Choose an offer"));
    list("offers").table().selectKey(QStringLiteral("M-O1"));
    action("offers", QStringLiteral("Rescind…"))->trigger();
    ASSERT_NE(dialog(), nullptr);
    EXPECT_EQ(dialog()->effect(),
        QStringLiteral("batch loses cpus:4; gpus:1 on node1, which it has not accepted yet. It is "
                       "not offered them again for 5 seconds, so that others come first. Nothing "
                       "that is running is stopped."));
    EXPECT_FALSE(dialog()->canRun()) << "without a reason";
    dialog()->setReason(QStringLiteral("train waits"));
    keep(QStringLiteral("rescind.png"), dialog());
    dialog()->accept();
    ASSERT_TRUE(tells(QStringLiteral("Rescinded: O1 (batch)")));
    const auto rescind = sent(&v1::Request::has_rescind_offer).at(0).rescind_offer();
    EXPECT_EQ(rescind.offer_id(), "M-O1");
    EXPECT_EQ(rescind.reason(), "train waits");
    EXPECT_EQ(rescind.author(), "alice");
    EXPECT_FALSE(window->findChild<widgets::NoticeBar*>()->undo()->isEnabled());
}

TEST_F(OperatorCommands, RescindAllMarkedOffersWithOneQuestion) {
    window->mode().setOn(true);
    mark("offers", {QStringLiteral("M-O1"), QStringLiteral("M-O2")});
    action("offers", QStringLiteral("Rescind…"))->trigger();
    ASSERT_NE(dialog(), nullptr);
    EXPECT_TRUE(
        dialog()->effect().startsWith(QStringLiteral("2 offers of 1 framework are rescinded.")))
        << dialog()->effect().toStdString();
    EXPECT_EQ(dialog()->list().last(), QStringLiteral("O2 (batch): cpus:4; gpus:1 on node1"));
    dialog()->setReason(QStringLiteral("train waits"));
    dialog()->accept();
    ASSERT_TRUE(tells(QStringLiteral("Rescinded: 2 offers")));
    EXPECT_EQ(sent(&v1::Request::has_rescind_offer).size(), 2u);
}

TEST_F(OperatorCommands, AreTakenFromTheScreenWhenOperatorModeEnds) {
    window->mode().setOn(true);
    EXPECT_EQ(window->findChild<OperatorFrame*>()->word(), QStringLiteral("Operator"));
    window->jobs().kill(QStringLiteral("job-1"));
    ASSERT_NE(dialog(), nullptr);
    window->mode().setOn(false);
    EXPECT_EQ(dialog(), nullptr);
    EXPECT_EQ(window->findChild<OperatorFrame*>()->word(), QStringLiteral("Viewer"));
    EXPECT_FALSE(action("jobs", QStringLiteral("Kill…"))->isEnabled());
    EXPECT_TRUE(sent(&v1::Request::has_kill_job).empty());
}

// CommandRunner signs by the names of the fields.
TEST(OperatorRequests, HaveAnAuthorUnlessTheyOnlyAsk) {
    const std::set<std::string> asking{"subscribe", "query_history", "read_log", "cancel_log",
        "log_taken", "query_ended", "query_audit", "explain", "query_cluster_history",
        "query_usage", "query_holders", "query_job_spec", "query_refusals", "read_job",
        "query_templates"};
    const auto* requests = v1::Request::descriptor()->FindOneofByName("request");
    ASSERT_NE(requests, nullptr);
    for (int i = 0; i < requests->field_count(); ++i) {
        const auto& request = *requests->field(i);
        EXPECT_NE(request.message_type()->FindFieldByName("author") != nullptr,
            asking.count(request.name()) != 0)
            << request.name();
    }
}

TEST(OperatorMode, FallsBackWithoutInput) {
    OperatorMode mode(nullptr, 50);
    QSignalSpy fell(&mode, &OperatorMode::fellBack);
    EXPECT_FALSE(mode.isOn());
    mode.action()->trigger();
    EXPECT_TRUE(mode.isOn());
    ASSERT_TRUE(QTest::qWaitFor([&] { return !mode.isOn(); }));
    EXPECT_EQ(fell.count(), 1);
}

TEST(OperatorMode, StaysWhileSomebodyTypes) {
    OperatorMode mode(nullptr, 400);
    QWidget anything;
    anything.show();
    mode.setOn(true);
    for (int i = 0; i < 12; ++i) {
        QTest::qWait(60);
        QTest::keyClick(&anything, Qt::Key_Down);
    }
    EXPECT_TRUE(mode.isOn()) << "720 ms";
}
