// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/frame/main_window.h"

#include <algorithm>
#include <array>

#include <QApplication>
#include <QCheckBox>
#include <QDir>
#include <QLabel>
#include <QSettings>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <gtest/gtest.h>

#include "app/console/pages/gpus_page.h"
#include "app/console/pages/history_page.h"
#include "app/console/pages/overview_page.h"
#include "app/console/pages/spec_actions.h"
#include "app/console/pages/submit_page.h"
#include "app/console/pages/work_page.h"
#include "app/console/state_cache.h"
#include "tests/app/console/fake_master.h"
#include "tests/widgets/draw.h"
#include "widgets/forms/empty_state.h"
#include "widgets/forms/explain_panel.h"
#include "widgets/forms/log_search_bar.h"
#include "widgets/forms/log_text.h"
#include "widgets/forms/log_viewer.h"
#include "widgets/forms/submit/save_template_dialog.h"
#include "widgets/forms/submit/spec_dialog.h"
#include "widgets/forms/submit/spec_preview.h"
#include "widgets/forms/submit/submit_form.h"
#include "widgets/forms/submit/template_panel.h"
#include "widgets/gpu/gpu_details.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/text.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/event_list.h"
#include "widgets/tables/short_list.h"

using namespace muster;
using namespace muster::console;
using namespace muster::test;
using models::ClusterState;

namespace {

constexpr auto kPicture = "node1: a1 free 0, a2 allocated 93, a3 allocated 64, a4 restricted 0 / "
                          "node2: b1 offered 0, b2 draining 100, b3 unhealthy 12, b4 lost ?";

v1::Snapshot richCluster() {
    auto snapshot = draw(kPicture, 5);
    snapshot.set_at_ms(QDateTime::currentMSecsSinceEpoch());
    snapshot.mutable_cluster()->set_simulated(true);
    auto& rows = *snapshot.mutable_rows();
    for (auto& gpu : *rows.mutable_gpus()) {
        if (gpu.state() == "restricted" || gpu.state() == "draining") {
            gpu.mutable_restriction()->set_reason("fan rattles");
            gpu.mutable_restriction()->set_author("bob");
        }
    }
    auto& busy = *rows.mutable_gpus(1);
    busy.set_framework_id("F");
    busy.set_task_id("job-1.1");
    busy.add_links()->set_peer("a3");
    busy.mutable_links(0)->set_lanes(4);
    auto& process = *busy.add_processes();
    process.set_pid(4711);
    process.set_name("python3 train.py");
    process.set_memory_bytes(6144ull << 20);
    auto& task = *rows.add_tasks();
    task.set_framework_id("F");
    task.set_id("job-1.1");
    task.set_name("train-resnet");
    task.set_user("alice");
    task.set_hostname("node1");
    task.set_state("TASK_RUNNING");
    task.add_gpus("a2");
    auto running = job("job-1", "running");
    running.set_framework_id("F");
    running.set_task_id("job-1.1");
    running.set_agent_id("S-node1");
    *rows.add_jobs() = running;
    auto waiting = job("job-2", "queued", "Gpus");
    waiting.set_wait_text("8 GPUs requested, 1 free on node1; 1 is restricted by bob");
    *rows.add_jobs() = waiting;
    *rows.add_offers() = offer("O1", "cpus:2;mem:1024;gpus:1");
    return snapshot;
}

class Window : public testing::Test {
protected:
    QTemporaryDir folder;
    QSettings settings{folder.filePath(QStringLiteral("console.ini")), QSettings::IniFormat};
    FakeMaster master;
    ClusterState state;
    std::unique_ptr<Link> link;
    std::unique_ptr<MainWindow> window;

    void SetUp() override {
        master.snapshot = richCluster();
        master.onRequest = [this](const v1::Request& request) { answer(request); };
        link = std::make_unique<Link>(master.address(), state);
        window = std::make_unique<MainWindow>(state, *link, settings, QStringLiteral("alice"));
    }
    void connectNow() {
        link->start();
        ASSERT_TRUE(QTest::qWaitFor([this] { return link->phase() == Link::Phase::Live; }));
        state.flush();
    }
    void answer(const v1::Request& request) {
        v1::Reply reply;
        reply.set_id(request.id());
        if (request.has_submit_job()) {
            reply.mutable_job_submitted()->set_job_id("job-3");
        } else if (request.has_query_history()) {
            addHistory(request.query_history(), *reply.mutable_history());
        } else if (request.has_query_cluster_history()) {
            addClusterHistory(request.query_cluster_history(), *reply.mutable_cluster_history());
        } else if (request.has_query_usage()) {
            addUsage(*reply.mutable_usage());
        } else if (request.has_query_holders()) {
            *reply.mutable_ended() = holders(request.query_holders());
        } else if (request.has_query_audit()) {
            addAudit(*reply.mutable_audit());
        } else if (request.has_explain()) {
            *reply.mutable_explanation() = explanation();
        } else if (request.has_query_job_spec()) {
            *reply.mutable_job_spec() = *spec::plan(oldJob(), "bob");
        } else if (request.has_read_log()) {
            const bool out = request.read_log().file() == "stdout";
            reply.mutable_log()->set_data(out ? "epoch 1 loss 0.93\n" : "");
        }
        master.reply(reply);
    }
    static spec::JobText simpleJob(const char* name, const char* command) {
        auto job = widgets::SubmitForm::freshJob();
        job.name = name;
        job.command = command;
        return job;
    }
    static spec::JobText oldJob() {
        auto job = simpleJob("train", "python train.py");
        job.image = "busybox";
        job.env = {"A=1"};
        job.readOnly = true;
        job.user = "bob";
        return job;
    }
    static void addHistory(const v1::QueryHistory& query, v1::History& history) {
        history.set_metric(query.metric());
        history.set_step_ms(5000);
        auto& series = *history.add_series();
        series.set_gpu(query.gpus(0));
        for (auto at = query.from_ms(); at < query.to_ms(); at += 5000) {
            const auto step = (at - query.from_ms()) / 5000;
            if (query.metric() > 4 || (step > 60 && step < 90)) {
                continue;
            }
            auto& point = *series.add_points();
            point.set_at_ms(at);
            point.set_average(
                query.metric() == 4 ? 90'000 + int(step % 20) * 900 : 40 + int(step % 30));
        }
    }
    static void addClusterHistory(
        const v1::QueryClusterHistory& query, v1::ClusterHistory& history) {
        constexpr int kSteps = 300;
        const auto length = query.to_ms() - query.from_ms();
        history.set_step_ms(length / kSteps);
        const std::map<std::string, int> levels{{"gpu_utilization", 60}, {"power", 3000},
            {"memory_used", 200'000}, {"memory_total", 640'000}, {"gpus_allocated", 5},
            {"gpus_total", 8}, {"jobs_queued", 3}, {"jobs_running", 4}, {"wait_mean", 400},
            {"wait_longest", 4000}};
        for (const auto& [key, level] : levels) {
            auto& series = *history.add_series();
            series.set_key(key);
            for (int i = 0; i < kSteps; ++i) {
                if (i > 100 && i < 130) {
                    continue; // the master was down
                }
                const int swing = key.ends_with("total") ? 0 : level / 4 * ((i / 20) % 3 - 1);
                auto& point = *series.add_points();
                point.set_at_ms(query.from_ms() + i * length / kSteps);
                point.set_minimum(level + swing - (swing != 0 ? level / 10 : 0));
                point.set_average(1000 * (level + swing));
                point.set_maximum(level + swing + (swing != 0 ? level / 10 : 0));
            }
        }
    }
    static void addAudit(v1::AuditRows& audit) {
        const std::array<const char*, 4> rows[]
            = {{"carol", "restrict", "a2", "the fan rattles (until 2026-11-22T12:00:00Z)"},
                {"master", "alert raised", "b1", "GPU hot on node2:0"},
                {"master", "agent joined", "S-node1", "node1"}, {"bob", "release", "a2", "node1"}};
        auto at = QDateTime::currentMSecsSinceEpoch();
        for (const auto& [author, action, object, detail] : rows) {
            auto& row = *audit.add_rows();
            row.set_at_ms(at -= 60'000);
            row.set_author(author);
            row.set_action(action);
            row.set_object(object);
            row.set_detail(detail);
        }
    }
    static void addUsage(v1::Usage& usage) {
        int share = 1;
        for (const auto* user : {"bob", "carol", "alice"}) {
            auto& row = *usage.add_rows();
            row.set_user(user);
            row.set_gpu_ms(share * 40'000'000LL);
            row.set_cpu_ms(share * 160'000'000LL);
            row.set_tasks(static_cast<std::uint32_t>(7 * share));
            row.set_failed(static_cast<std::uint32_t>(share - 1));
            row.set_started(static_cast<std::uint32_t>(share));
            row.set_wait_ms(share * 95'000LL);
            share *= 2;
        }
    }
    static v1::Rows holders(const v1::QueryHolders& query) {
        v1::Rows out;
        auto& task = *out.add_tasks();
        task.set_framework_id("F");
        task.set_id("job-0.1");
        task.set_name("warm-up");
        task.set_user("bob");
        task.add_gpus(query.gpus(0));
        task.set_created_ms(query.to_ms() - 600'000);
        task.set_ended_ms(query.to_ms() - 400'000);
        return out;
    }
    v1::Request last() { return master.requests.back(); }
    void keep(const QString& name) {
        QTest::qWait(50);
        const QDir folder(QStringLiteral(MUSTER_ARTIFACTS));
        ASSERT_TRUE(folder.mkpath(QStringLiteral(".")));
        ASSERT_TRUE(window->grab().save(folder.filePath(name)));
    }
    QString statusText() const {
        QStringList texts;
        for (const auto* label : window->statusBar()->findChildren<QLabel*>()) {
            if (!label->isHidden()) {
                texts << label->text();
            }
        }
        return texts.join(QLatin1Char('|'));
    }
};

} // namespace

TEST_F(Window, ShowsTheClusterOnceItIsConnected) {
    connectNow();
    EXPECT_FALSE(window->isStale());
    EXPECT_TRUE(window->bannerText().isEmpty());
    auto& overview = window->overview();
    EXPECT_EQ(overview.cellText(0, 0), QStringLiteral("8"));
    EXPECT_EQ(overview.cellText(0, 1), QStringLiteral("3"));
    EXPECT_EQ(overview.cellText(0, 2), QStringLiteral("1"));
    EXPECT_EQ(overview.cellText(0, 3), QStringLiteral("1"));
    EXPECT_EQ(overview.cellText(0, 4), QStringLiteral("3"));
    const auto status = statusText();
    EXPECT_TRUE(status.contains(QStringLiteral("Live"))) << status.toStdString();
    EXPECT_TRUE(status.contains(QStringLiteral("Agents 2/2 · GPUs free 1/8")));
    EXPECT_TRUE(status.contains(QStringLiteral("Simulated GPUs")));
    EXPECT_TRUE(status.contains(QStringLiteral("Server 0.1.0")));
    keep(QStringLiteral("overview.png"));
}

TEST_F(Window, LeadsFromTheOverviewToTheListsThatItCounts) {
    connectNow();
    auto lists = window->overview().findChildren<widgets::ShortList*>();
    ASSERT_EQ(lists.size(), 3);
    EXPECT_EQ(lists[1]->texts(), QStringList{QStringLiteral("GPUs|1")});
    EXPECT_EQ(lists[2]->texts(), QStringList{QStringLiteral("alice|1")});
    emit lists[1]->chosen(QStringLiteral("Gpus"));
    EXPECT_EQ(window->currentPage().objectName(), QStringLiteral("jobs"));
    auto& jobs = window->jobs().list().table().proxy();
    ASSERT_TRUE(QTest::qWaitFor([&] { return jobs.rowCount() == 1; }));
    emit lists[2]->chosen(QStringLiteral("alice"));
    EXPECT_EQ(window->currentPage().objectName(), QStringLiteral("gpus"));
    auto& gpus = window->gpus().list().table().proxy();
    EXPECT_TRUE(QTest::qWaitFor([&] { return gpus.rowCount() == 1; }));
}

TEST_F(Window, ShowsEveryPage) {
    connectNow();
    window->gpus().choose(QStringLiteral("a2"));
    auto* details = window->gpus().findChild<widgets::GpuDetails*>();
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return details->history().series(Metric::Power).points().size() > 100; }));
    for (const auto* name : {"gpus", "nodes", "tasks", "offers", "submit"}) {
        ASSERT_TRUE(window->showPage(QString::fromLatin1(name)));
        keep(QStringLiteral("%1.png").arg(QString::fromLatin1(name)));
    }
    EXPECT_FALSE(window->showPage(QStringLiteral("nonsense")));
    window->jobs().choose(QStringLiteral("job-1"));
    window->showPage(QStringLiteral("jobs"));
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return window->jobs().log().text() == QStringLiteral("epoch 1 loss 0.93"); }));
    keep(QStringLiteral("jobs.png"));
}

TEST_F(Window, ShowsWhatTheClusterDidAndWhoUsedIt) {
    connectNow();
    ASSERT_TRUE(window->showPage(QStringLiteral("history")));
    auto* page = &window->history();
    ASSERT_TRUE(QTest::qWaitFor([&] { return page->usage().rowCount() == 3; }));
    EXPECT_FALSE(page->history().series(models::ClusterFigure::Power).empty());
    auto* table = page->findChild<widgets::ClusterTable*>();
    EXPECT_EQ(table->model()->index(0, 0).data().toString(), QStringLiteral("alice"))
        << "who used most stands first";
    keep(QStringLiteral("history.png"));
    page->history().setWindow(3'600'000);
    EXPECT_TRUE(QTest::qWaitFor([this] {
        const auto& usage = last().query_usage();
        return usage.to_ms() - usage.from_ms() == 3'600'000;
    })) << "usage is of the span that the charts show";
}

TEST_F(Window, AsksWhoHadTheChosenGpu) {
    connectNow();
    window->gpus().choose(QStringLiteral("b1"));
    auto* details = window->gpus().findChild<widgets::GpuDetails*>();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !details->history().holdings().empty(); }));
    EXPECT_EQ(details->history().holdings().front().name, QStringLiteral("warm-up (bob)"));
    const auto asked = std::find_if(master.requests.begin(), master.requests.end(),
        [](const auto& request) { return request.has_query_holders(); });
    EXPECT_EQ(asked->query_holders().gpus(0), "b1");
    EXPECT_EQ(asked->query_holders().to_ms() - asked->query_holders().from_ms(),
        models::GpuHistory::kFirstWindowMs);
}

TEST_F(Window, AsksForTheEventsOfTheChosenGpuWhileTheyAreLookedAt) {
    connectNow();
    window->show();
    window->showPage(QStringLiteral("gpus"));
    window->gpus().choose(QStringLiteral("b1"));
    const auto asked = [this] {
        return std::count_if(master.requests.begin(), master.requests.end(),
            [](const auto& request) { return request.has_query_audit(); });
    };
    QTest::qWait(50);
    EXPECT_EQ(asked(), 0) << "nobody looks at them";
    auto* details = window->gpus().findChild<widgets::GpuDetails*>();
    details->showTab(widgets::GpuDetails::Tab::Events);
    ASSERT_TRUE(QTest::qWaitFor([&] { return asked() == 1; }));
    auto& events = details->events().model();
    ASSERT_TRUE(QTest::qWaitFor([&] { return events.rowCount() == 1; }));
    window->gpus().choose(QStringLiteral("a2"));
    EXPECT_EQ(events.rowCount(), 2) << "of the other, from what is known";
    keep(QStringLiteral("gpu_events.png"));
    EXPECT_EQ(asked(), 1);
}

TEST_F(Window, DimsAndSaysTheAgeWhileTheMasterIsAway) {
    connectNow();
    const auto live = window->overview().palette().color(QPalette::Text);
    master.server.close();
    master.dropAll();
    ASSERT_TRUE(QTest::qWaitFor([&] { return window->isStale(); }));
    EXPECT_TRUE(window->bannerText().contains(
        QStringLiteral("Figures as of %1").arg(models::clockText(state.atMs()))))
        << window->bannerText().toStdString();
    EXPECT_NE(window->overview().palette().color(QPalette::Text), live);
    EXPECT_EQ(window->overview().cellText(0, 0), QStringLiteral("8")) << "data stays readable";
    keep(QStringLiteral("stale.png"));
}

TEST_F(Window, TakesUpLifeAgainAfterADrop) {
    connectNow();
    const auto live = window->overview().palette().color(QPalette::Text);
    master.dropAll();
    ASSERT_TRUE(QTest::qWaitFor([&] { return window->isStale(); }));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !window->isStale(); }));
    EXPECT_EQ(window->overview().palette().color(QPalette::Text), live);
    EXPECT_TRUE(window->bannerText().isEmpty());
}

TEST_F(Window, SubmitsAJobReportsItsIdAndJumpsToItOnceItIsThere) {
    connectNow();
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

TEST_F(Window, SaysWhyAJobWaitsInPlaceOfALog) {
    connectNow();
    window->showPage(QStringLiteral("jobs"));
    window->setVisible(true);
    auto& panel = window->jobs().explanation();
    ASSERT_TRUE(window->jobs().choose(QStringLiteral("job-2")));
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return panel.sentence().startsWith(QStringLiteral("Waits for 3")); }));
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
        [&] { return page.checked().sentence().startsWith(QStringLiteral("Waits for 3")); }));
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
    EXPECT_EQ(last().submit_job().resources(), "cpus:1; mem:1024; gpus:3");
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

TEST_F(Window, OpensWithTheLastKnownStateAndSaysHowOldItIs) {
    const auto path = folder.filePath(QStringLiteral("cache.sqlite")).toStdString();
    {
        ClusterState before;
        StateCache cache(path, QStringLiteral("ws://one"), before);
        before.apply(richCluster());
        before.flush();
        cache.save();
        EXPECT_TRUE(cache.problem().isEmpty()) << cache.problem().toStdString();
    }
    StateCache other(path, QStringLiteral("ws://two"), state);
    EXPECT_FALSE(other.restore()) << "another cluster's state";
    StateCache cache(path, QStringLiteral("ws://one"), state);
    ASSERT_TRUE(cache.restore());
    EXPECT_EQ(state.gpus().size(), 8u);
    MainWindow opened(state, *link, settings, QStringLiteral("alice"));
    EXPECT_TRUE(opened.isStale());
    EXPECT_EQ(opened.overview().cellText(0, 0), QStringLiteral("8"));
    EXPECT_TRUE(opened.bannerText().contains(models::clockText(state.atMs())));
}

TEST_F(Window, WorksWithoutACache) {
    StateCache cache("/proc/nothing/cache.sqlite", QStringLiteral("k"), state);
    EXPECT_FALSE(cache.problem().isEmpty());
    EXPECT_FALSE(cache.restore());
    cache.save();
}

TEST_F(Window, SaysThatThereAreNoGpusWhenThereAreNone) {
    master.snapshot = draw("", 1);
    master.snapshot.mutable_rows()->clear_agents();
    connectNow();
    window->showPage(QStringLiteral("gpus"));
    const auto* empty = window->gpus().findChild<widgets::EmptyState*>();
    EXPECT_FALSE(empty->isHidden());
    EXPECT_EQ(empty->sentence(), QStringLiteral("No GPUs in the cluster"));
    keep(QStringLiteral("empty.png"));
}
