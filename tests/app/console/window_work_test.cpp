// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <QApplication>
#include <QCheckBox>
#include <QPushButton>
#include <QScrollBar>
#include <QStatusBar>
#include <QTest>
#include <QTimer>
#include <gtest/gtest.h>

#include "app/console/commands/operator_mode.h"
#include "app/console/pages/ended_feed.h"
#include "app/console/pages/spec_actions.h"
#include "app/console/pages/submit_page.h"
#include "app/console/pages/work_page.h"
#include "tests/app/console/window_world.h"
#include "tests/support/bundle.h"
#include "tests/support/paths.h"
#include "tests/support/words.h"
#include "tests/widgets/draw.h"
#include "widgets/forms/explain_panel.h"
#include "widgets/forms/failure_card.h"
#include "widgets/forms/log_search_bar.h"
#include "widgets/forms/log_text.h"
#include "widgets/forms/log_viewer.h"
#include "widgets/forms/submit/save_template_dialog.h"
#include "widgets/forms/submit/spec_dialog.h"
#include "widgets/forms/submit/spec_preview.h"
#include "widgets/forms/submit/submit_form.h"
#include "widgets/forms/submit/template_panel.h"
#include "widgets/models/job_model.h"
#include "widgets/tables/cluster_table.h"

using namespace muster;
using namespace muster::console;
using namespace muster::test;
using models::ClusterState;

TEST_F(Window, SubmitsNothingOutsideOfOperatorMode) {
    connectNow();
    window->showPage(QStringLiteral("submit"));
    auto& form = window->submit().form();
    form.setJob(simpleJob("probe", "nvidia-smi"));
    const auto buttons = form.findChildren<QPushButton*>();
    const auto submit = std::find_if(buttons.begin(), buttons.end(),
        [](const QPushButton* one) { return one->text() == QStringLiteral("Submit"); });
    ASSERT_NE(submit, buttons.end());
    EXPECT_FALSE((*submit)->isEnabled());
    EXPECT_EQ((*submit)->toolTip(), window->mode().howToSwitchOn());
    form.submit();
    QTest::qWait(50);
    EXPECT_TRUE(std::none_of(master.requests.begin(), master.requests.end(),
        [](const auto& request) { return request.has_submit_job(); }));
    window->mode().setOn(true);
    EXPECT_TRUE((*submit)->isEnabled());
    EXPECT_TRUE((*submit)->toolTip().isEmpty());
    window->mode().setOn(false);
    EXPECT_FALSE((*submit)->isEnabled());
}

TEST_F(Window, SubmitsAJobReportsItsIdAndJumpsToItOnceItIsThere) {
    connectNow();
    window->mode().setOn(true);
    window->showPage(QStringLiteral("submit"));
    const auto job = simpleJob("probe", "nvidia-smi");
    window->submit().form().setJob(job);
    window->submit().form().submit();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !window->statusBar()->currentMessage().isEmpty(); }));
    EXPECT_EQ(window->statusBar()->currentMessage(), QStringLiteral("Submitted as job-3"));
    EXPECT_TRUE(window->jobs().isVisible());
    v1::Delta delta;
    delta.set_seq(6);
    *delta.mutable_changed()->add_jobs() = test::job("job-3", "queued");
    master.say(delta);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return window->jobs().list().table().currentKey() == QStringLiteral("job-3"); }));
    MainWindow next(state, *link, settings, QStringLiteral("alice"));
    EXPECT_EQ(next.submit().form().job(), job) << "the next window remembers";
}

TEST_F(Window, SaysWhyATaskEndedAboveItsLog) {
    connectNow();
    window->showPage(QStringLiteral("jobs"));
    window->setVisible(true);
    const auto attempt = [](const char* id, const char* taskState) {
        v1::Task task;
        task.set_framework_id("F");
        task.set_id(id);
        task.set_state(test::worded(taskState));
        return task;
    };
    v1::Delta delta;
    delta.set_seq(6);
    auto failed = test::job("job-3", "failed");
    failed.set_framework_id("F");
    failed.set_task_id("job-3.1");
    *delta.mutable_changed()->add_jobs() = failed;
    auto& first = *delta.mutable_changed()->add_tasks() = attempt("job-3.1", "TASK_FAILED");
    first.set_exit_code(7);
    first.set_message("Command exited with status 7");
    master.say(delta);
    ASSERT_TRUE(QTest::qWaitFor([&] { return state.contains(models::Kind::Jobs, "job-3"); }));
    state.flush();
    ASSERT_TRUE(window->jobs().choose(QStringLiteral("job-3")));
    auto& card = window->jobs().log().failure();
    EXPECT_EQ(card.text(),
        QStringLiteral("Why job-3.1 ended\nCause: The command ended with an error\n"
                       "Exit status: 7\nHint: Read the end of its stderr"));
    EXPECT_TRUE(card.isVisible());
    delta.Clear();
    delta.set_seq(7);
    *delta.mutable_changed()->add_tasks() = attempt("job-3.2", "TASK_RUNNING");
    master.say(delta);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !card.isVisible(); })) << "another attempt runs";
}

TEST_F(Window, RepeatsASubmissionThatWasCutOnceWithItsKey) {
    connectNow();
    std::vector<std::string> keys;
    master.onRequest = [this, &keys, usual = master.onRequest](const v1::Request& request) {
        if (request.has_submit_job()) {
            keys.push_back(request.submit_job().key());
        }
        if (keys.size() == 1) {
            QTimer::singleShot(0, &master, [this] { master.dropAll(); });
        } else {
            usual(request);
        }
    };
    window->mode().setOn(true);
    window->showPage(QStringLiteral("submit"));
    window->submit().form().setJob(simpleJob("probe", "nvidia-smi"));
    window->submit().form().submit();
    ASSERT_TRUE(QTest::qWaitFor([&] { return keys.size() == 2; }, 15'000));
    EXPECT_EQ(keys[0], keys[1]);
    EXPECT_EQ(keys[0].size(), 32u) << "128 bits";
    ASSERT_TRUE(QTest::qWaitFor([&] { return !window->statusBar()->currentMessage().isEmpty(); }));
    EXPECT_EQ(window->statusBar()->currentMessage(), QStringLiteral("Submitted as job-3"));
}

TEST_F(Window, SaysWhyAJobWaitsInPlaceOfALog) {
    connectNow();
    window->showPage(QStringLiteral("jobs"));
    window->setVisible(true);
    auto& panel = window->jobs().explanation();
    ASSERT_TRUE(window->jobs().choose(QStringLiteral("job-2")));
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return panel.sentence().startsWith(QStringLiteral("Needs 3 ")); }));
    EXPECT_TRUE(panel.isVisible());
    EXPECT_FALSE(window->jobs().log().isVisible());
    EXPECT_TRUE(std::any_of(master.requests.begin(), master.requests.end(),
        [](const v1::Request& request) { return request.explain().job_id() == "job-2"; }));
    keep(QStringLiteral("explain.png"));
    ASSERT_TRUE(window->jobs().choose(QStringLiteral("job-1")));
    EXPECT_FALSE(panel.isVisible());
    EXPECT_TRUE(window->jobs().log().isVisible());
}

TEST_F(Window, GoesToTheLogByAKeyAndBackByAnother) {
    connectNow();
    window->showPage(QStringLiteral("jobs"));
    QApplication::setActiveWindow(window.get());
    auto& page = window->jobs();
    ASSERT_TRUE(page.choose(QStringLiteral("job-1")));
    page.list().table().setFocus();
    QTest::keyClick(&page.list().table(), Qt::Key_L);
    EXPECT_TRUE(page.log().lines().hasFocus());
    page.log().openSearch();
    QTest::keyClick(&page.log().searchBar(), Qt::Key_Escape);
    EXPECT_TRUE(page.log().lines().hasFocus());
    QTest::keyClick(&page.log().lines(), Qt::Key_Escape);
    EXPECT_TRUE(page.list().table().hasFocus());
}

TEST_F(Window, RemembersHowLogsAreShown) {
    connectNow();
    window->showPage(QStringLiteral("jobs"));
    window->jobs().log().findChild<QCheckBox*>()->click();
    ASSERT_TRUE(window->jobs().log().settings().wrap);
    window->showPage(QStringLiteral("tasks"));
    for (auto* log : window->findChildren<widgets::LogViewer*>()) {
        EXPECT_TRUE(log->settings().wrap) << "on both pages";
    }
    MainWindow next(state, *link, settings, QStringLiteral("alice"));
    EXPECT_TRUE(next.jobs().log().settings().wrap);
}

TEST_F(Window, ChecksWhereAJobWouldBePlaced) {
    connectNow();
    window->showPage(QStringLiteral("submit"));
    window->setVisible(true);
    auto job = simpleJob("train", "true");
    auto& page = window->submit();
    page.form().setJob(job);
    EXPECT_FALSE(page.checked().isVisible());
    page.form().check();
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return page.checked().sentence().startsWith(QStringLiteral("Needs 3 ")); }));
    EXPECT_TRUE(page.checked().isVisible());
    EXPECT_EQ(last().explain().job().name(), "train");
    keep(QStringLiteral("check.png"));
    job.gpus = "2";
    page.form().setJob(job);
    EXPECT_FALSE(page.checked().isVisible()) << "what it says is of another job";
}

TEST_F(Window, ClonesAJobIntoTheForm) {
    connectNow();
    window->showPage(QStringLiteral("jobs"));
    ASSERT_TRUE(window->jobs().choose(QStringLiteral("job-1")));
    window->jobs().specs().clone(QStringLiteral("job-1"));
    ASSERT_TRUE(QTest::qWaitFor([&] { return window->submit().isVisible(); }));
    EXPECT_EQ(last().query_job_spec().job_id(), "job-1");
    auto wanted = oldJob();
    wanted.user.reset();
    EXPECT_EQ(window->submit().form().job(), wanted) << "who clones it runs it";
    keep(QStringLiteral("clone.png"));
}

TEST_F(Window, ShowsTheSpecOfAJobByItsKey) {
    connectNow();
    window->showPage(QStringLiteral("jobs"));
    window->setVisible(true);
    ASSERT_TRUE(QTest::qWaitForWindowExposed(window.get()));
    window->activateWindow();
    ASSERT_TRUE(window->jobs().choose(QStringLiteral("job-1")));
    window->jobs().list().table().setFocus();
    QTest::keyClick(&window->jobs().list().table(), Qt::Key_Y);
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return window->findChild<widgets::SpecDialog*>() != nullptr; }));
    auto* dialog = window->findChild<widgets::SpecDialog*>();
    EXPECT_TRUE(dialog->preview().yaml().contains(QStringLiteral("user: bob")));
    EXPECT_TRUE(dialog->preview().commandLine().contains(QStringLiteral("--image=busybox")));
    dialog->grab().save(QStringLiteral(MUSTER_ARTIFACTS "/spec.png"));
    emit dialog->cloneWanted();
    EXPECT_EQ(window->submit().form().job().image, "busybox");
}

TEST_F(Window, SavesATemplateAndRemembersItsValues) {
    connectNow();
    window->mode().setOn(true);
    window->showPage(QStringLiteral("submit"));
    auto& form = window->submit().form();
    form.setJob(oldJob());
    emit form.saveTemplateWanted(form.job());
    auto* dialog = window->findChild<widgets::SaveTemplateDialog*>();
    ASSERT_NE(dialog, nullptr);
    dialog->setName(QStringLiteral("train"));
    dialog->setAsked(spec::Part::Gpus, true);
    dialog->grab().save(QStringLiteral(MUSTER_ARTIFACTS "/save_template.png"));
    emit dialog->saveWanted(false);
    EXPECT_TRUE(QFile::exists(folder.filePath(QStringLiteral("templates/train.yaml"))));
    EXPECT_FALSE(dialog->isVisible());
    form.templates().choose(QStringLiteral("train"));
    emit form.templateChosen(QStringLiteral("train"));
    form.templates().setValues({{"gpus", "3"}});
    form.applyTemplate();
    EXPECT_EQ(form.job().gpus, "3");
    keep(QStringLiteral("template.png"));
    form.submit();
    ASSERT_TRUE(QTest::qWaitFor([&] { return last().has_submit_job(); }));
    EXPECT_EQ(test::wordsOf(last().submit_job().resources()), "cpus:1; mem:1024; gpus:3");
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return settings.contains(QStringLiteral("templates/train")); }));
    MainWindow next(state, *link, settings, QStringLiteral("alice"));
    auto& again = next.submit().form();
    again.templates().choose(QStringLiteral("train"));
    emit again.templateChosen(QStringLiteral("train"));
    EXPECT_EQ(again.templates().values().at("gpus"), "3");
}

TEST_F(Window, AsksBeforeItReplacesATemplate) {
    connectNow();
    auto& form = window->submit().form();
    for (int i = 0; i < 2; ++i) {
        emit form.saveTemplateWanted(oldJob());
        auto* dialog = window->findChild<widgets::SaveTemplateDialog*>();
        dialog->setName(QStringLiteral("train"));
        emit dialog->saveWanted(false);
        EXPECT_EQ(dialog->isVisible(), i == 1);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    auto* dialog = window->findChild<widgets::SaveTemplateDialog*>();
    ASSERT_NE(dialog, nullptr);
    emit dialog->saveWanted(true);
    EXPECT_FALSE(dialog->isVisible());
}

TEST_F(Window, LoadsJobsThatEndedBeforeThoseThatTheMasterRemembers) {
    constexpr int kHistory = EndedFeed::kPage + 200;
    int asked = 0;
    master.onRequest = [this, &asked, usual = master.onRequest](const v1::Request& request) {
        if (!request.has_query_ended()) {
            usual(request);
            return;
        }
        ++asked;
        v1::Reply reply;
        reply.set_id(request.id());
        auto& ended = *reply.mutable_ended();
        const auto& query = request.query_ended();
        for (auto i = query.offset(); i < kHistory && i < query.offset() + query.limit(); ++i) {
            *ended.add_jobs() = test::job("old-" + std::to_string(i), "finished");
        }
        master.reply(reply);
    };
    connectNow();
    window->showPage(QStringLiteral("jobs"));
    const auto rows
        = [this] { return window->jobs().list().table().proxy().sourceModel()->rowCount(); };
    const auto says = [this](const char* words) {
        return QTest::qWaitFor([this, words] {
            return window->statusBar()->currentMessage() == QString::fromLatin1(words);
        });
    };
    ASSERT_EQ(rows(), 2);
    window->jobs().loadOlder();
    EXPECT_TRUE(says("Loaded from further back: 500"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return rows() == 2 + EndedFeed::kPage; }));
    window->jobs().loadOlder();
    EXPECT_TRUE(says("Loaded from further back: 200"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return rows() == 2 + kHistory; }));
    window->jobs().loadOlder();
    EXPECT_TRUE(says("The master keeps nothing that ended earlier"));
    EXPECT_EQ(asked, 2) << "it was the last page";
    state.apply(master.snapshot);
    EXPECT_EQ(rows(), 2 + kHistory) << "they outlive a new snapshot";
    window->jobs().loadOlder();
    EXPECT_TRUE(QTest::qWaitFor([&] { return asked == 4; })) << "from the beginning, to the end";
}

TEST_F(Window, ListsJobsWithoutAHorizontalScrollBar) {
    connectNow();
    change([](v1::Delta& delta) {
        auto& row = *delta.mutable_changed()->add_jobs() = test::job("job-12345", "failed");
        row.set_name("llama-finetune-with-a-long-name");
        row.set_user("alexandra");
        row.set_why("Out of memory: 128 GiB are its limit, 131 GiB were asked for by python3");
        row.set_command("python3 train.py --epochs 90 --data /shared/data");
        row.set_started_ms(row.submitted_ms() + 1000);
        row.set_ended_ms(row.submitted_ms() + 8'000'000);
        row.set_agent_id("S-node1");
    });
    window->showPage(QStringLiteral("jobs"));
    window->show();
    auto& table = window->jobs().list().table();
    for (const auto size : {QSize(1280, 800), QSize(1600, 1000), QSize(1280, 800)}) {
        window->resize(size);
        QTest::qWait(50);
        EXPECT_EQ(table.horizontalScrollBar()->maximum(), 0) << size.width();
        EXPECT_FALSE(table.isColumnHidden(models::JobModel::Waiting));
        EXPECT_GT(table.columnWidth(models::JobModel::Waiting), 100);
    }
}

TEST_F(Window, ListsLiveJobsFirstAndTheNewestOnTop) {
    connectNow();
    window->showPage(QStringLiteral("jobs"));
    change([](v1::Delta& delta) {
        const auto add = [&](const char* id, const char* jobState, qint64 submittedMs) {
            auto& row = *delta.mutable_changed()->add_jobs() = test::job(id, jobState);
            row.set_submitted_ms(submittedMs);
        };
        add("job-2", "queued", 2000);
        add("job-3", "queued", 3000);
        add("job-4", "failed", 4000);
        add("job-5", "failed", 5000);
    });
    auto& table = window->jobs().list().table();
    const auto shown = [&] {
        QStringList ids;
        for (int row = 0; row < table.proxy().rowCount(); ++row) {
            ids << table.proxy().index(row, 0).data().toString();
        }
        return ids.join(QLatin1Char(' ')).toStdString();
    };
    EXPECT_EQ(shown(), "job-3 job-2 job-1 job-5 job-4");
    table.proxy().sort(0);
    EXPECT_EQ(shown(), "job-1 job-2 job-3 job-4 job-5");
    table.resetColumns();
    EXPECT_EQ(shown(), "job-3 job-2 job-1 job-5 job-4");
}
