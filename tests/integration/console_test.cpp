// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// The real window, offscreen, against a real daemon with simulated GPUs: no part is a fake.
#include <algorithm>

#include <unistd.h>

#include <QFileInfo>
#include <QSettings>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <gtest/gtest.h>

#include "app/console/commands/operator_mode.h"
#include "app/console/frame/main_window.h"
#include "app/console/pages/gpus_page.h"
#include "app/console/pages/history_page.h"
#include "app/console/pages/overview_page.h"
#include "app/console/pages/spec_actions.h"
#include "app/console/pages/submit_page.h"
#include "app/console/pages/work_page.h"
#include "app/console/program/options.h"
#include "core/proto/states.h"
#include "tests/support/console/daemon.h"
#include "tests/support/paths.h"
#include "tests/support/picture.h"
#include "widgets/forms/command_dialog.h"
#include "widgets/forms/log_viewer.h"
#include "widgets/forms/submit/submit_form.h"
#include "widgets/models/cluster_state.h"
#include "widgets/tables/cluster_table.h"

using namespace muster;
using namespace muster::console;

namespace {

constexpr int kStartMs = 30'000;
constexpr int kJobMs = 60'000;

class ConsoleAndDaemon : public testing::Test {
protected:
    QTemporaryDir folder;
    QSettings settings{folder.filePath(QStringLiteral("console.ini")), QSettings::IniFormat};
    models::ClusterState state;
    std::unique_ptr<test::Daemon> daemon;
    std::unique_ptr<Link> link;
    std::unique_ptr<MainWindow> window;

    void SetUp() override {
        if (geteuid() != 0) {
            GTEST_SKIP() << "needs root: the agent starts containers";
        }
        ASSERT_TRUE(QFileInfo::exists(QStringLiteral(MUSTER_BIN_DIR "/muster-agentd")));
        daemon = std::make_unique<test::Daemon>();
        const auto context = daemon->context();
        ASSERT_TRUE(context) << context.error().message;
        const auto server = serverOf(*context);
        ASSERT_TRUE(server) << server.error().message;
        link = std::make_unique<Link>(*server, state);
        window = std::make_unique<MainWindow>(state, *link, settings, QStringLiteral("root"));
        link->start();
        ASSERT_TRUE(QTest::qWaitFor([&] { return state.gpus().size() == 4; }, kStartMs))
            << link->cause().toStdString() << "\n"
            << daemon->said().toStdString();
    }
    void TearDown() override {
        if (HasFailure() && daemon) {
            std::fprintf(stderr, "%s\n", qPrintable(daemon->said()));
        }
    }

    std::string submit(const char* name, const char* command, int gpus) {
        window->submit().form().setJob({.name = name,
            .command = command,
            .gpus = gpus == 0 ? std::nullopt : spec::Text(std::to_string(gpus)),
            .cpus = "0.1",
            .memory = "64"});
        window->mode().setOn(true);
        window->submit().form().submit();
        const auto found = [&] {
            for (const auto& [id, job] : state.jobs()) {
                if (job.name() == name) {
                    return id;
                }
            }
            return std::string();
        };
        return QTest::qWaitFor([&] { return !found().empty(); }, kStartMs) ? found()
                                                                           : std::string();
    }
    std::string stateOf(const std::string& job) const {
        const auto found = state.jobs().find(job);
        return found == state.jobs().end() ? "gone"
                                           : std::string(proto::word(found->second.state()));
    }
    void keep(const char* name) {
        state.flush();
        QTest::qWait(50);
        test::keepPicture(*window, QString::fromLatin1(name));
    }
};

} // namespace

TEST_F(ConsoleAndDaemon, ShowsTheFourSimulatedGpusWithTheirTelemetry) {
    const auto first = state.gpus().begin()->first;
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return state.value(first, Metric::Temperature) != kUnknown; }, kStartMs));
    state.flush();
    EXPECT_EQ(window->overview().cellText(0, 0), QStringLiteral("4"));
    EXPECT_TRUE(state.cluster().simulated());
    EXPECT_EQ(state.cluster().name(), "lab");
    window->gpus().choose(QString::fromStdString(first));
    window->showPage(QStringLiteral("gpus"));
    QTest::qWait(3000); // some samples for the charts
    keep("real_gpus.png");
}

TEST_F(ConsoleAndDaemon, SubmitsAJobAndSeesItFinishWithItsLog) {
    const auto job = submit("hello", "echo hello from muster", 1);
    ASSERT_FALSE(job.empty()) << window->statusBar()->currentMessage().toStdString();
    ASSERT_TRUE(QTest::qWaitFor([&] { return stateOf(job) == "finished"; }, kJobMs))
        << stateOf(job) << ": " << state.jobs().find(job)->second.message();
    state.flush();
    ASSERT_TRUE(window->jobs().choose(QString::fromStdString(job)));
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return window->jobs().log().text().contains(QStringLiteral("hello from muster")); },
        kStartMs))
        << window->jobs().log().text().toStdString();
    keep("real_jobs.png");
}

TEST_F(ConsoleAndDaemon, ClonesAJobThatHasEnded) {
    const auto job = submit("first", "echo $((40 + 2))", 1);
    ASSERT_FALSE(job.empty());
    ASSERT_TRUE(QTest::qWaitFor([&] { return stateOf(job) == "finished"; }, kJobMs))
        << stateOf(job);
    window->jobs().specs().clone(QString::fromStdString(job));
    auto& form = window->submit().form();
    ASSERT_TRUE(QTest::qWaitFor([&] { return form.job().name == "first"; }, kStartMs));
    EXPECT_EQ(form.job(),
        (spec::JobText{.name = "first",
            .command = "echo $((40 + 2))",
            .gpus = "1",
            .cpus = "0.1",
            .memory = "64"}));
    keep("real_clone.png");
}

TEST_F(ConsoleAndDaemon, ShowsWhatTheClusterDidAndWhoHadItsGpus) {
    const auto job = submit("two", "sleep 2", 2);
    ASSERT_FALSE(job.empty());
    ASSERT_TRUE(QTest::qWaitFor([&] { return stateOf(job) == "finished"; }, kJobMs));
    window->showPage(QStringLiteral("history"));
    auto* page = &window->history();
    page->history().setWindow(900'000);
    const auto& held = page->history().series(models::ClusterFigure::GpusAllocated);
    const auto sawTwo = [&] {
        return std::any_of(held.points().begin(), held.points().end(),
            [](const auto& point) { return point.maximum == 2; });
    };
    EXPECT_TRUE(QTest::qWaitFor(sawTwo, kStartMs)) << page->history().problem().toStdString();
    EXPECT_TRUE(QTest::qWaitFor([&] { return page->usage().rowCount() == 1; }, kStartMs));
    EXPECT_EQ(
        page->usage().index(0, models::UsageModel::Tasks).data().toString(), QStringLiteral("1"));
    keep("real_history.png");
    v1::Request request;
    for (const auto& [uuid, gpu] : state.gpus()) {
        request.mutable_query_holders()->add_gpus(uuid);
    }
    request.mutable_query_holders()->set_from_ms(state.atMs() - 900'000);
    std::string holders;
    link->request(request, [&](const v1::Reply& reply) {
        for (const auto& task : reply.ended().tasks()) {
            holders += task.name() + " ";
        }
    });
    EXPECT_TRUE(QTest::qWaitFor([&] { return !holders.empty(); }, kStartMs));
    EXPECT_EQ(holders, "two ") << "once, though it had two GPUs";
}

TEST_F(ConsoleAndDaemon, RestrictsAGpuWhichIsThenOfferedToNobody) {
    const auto uuid = QString::fromStdString(state.gpus().begin()->first);
    window->mode().setOn(true);
    window->gpus().restrict(uuid);
    auto* dialog = window->findChild<widgets::CommandDialog*>();
    ASSERT_NE(dialog, nullptr);
    dialog->setReason(QStringLiteral("fan rattles"));
    dialog->accept();
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return proto::word(state.gpu(uuid.toStdString())->state()) == "restricted"; },
        kStartMs))
        << window->statusBar()->currentMessage().toStdString();
    state.flush();
    EXPECT_EQ(window->overview().cellText(0, 4), QStringLiteral("1"));
    const auto all = submit("all-four", "true", 4);
    ASSERT_FALSE(all.empty());
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return state.jobs().find(all)->second.wait_reason() != v1::Job::NO_WAIT_REASON; },
        kStartMs));
    EXPECT_EQ(stateOf(all), "queued");
    const auto waits = state.jobs().find(all)->second.wait_text();
    EXPECT_NE(waits.find("are withheld: 1 restricted"), std::string::npos) << waits;
    const auto& offerable = state.agents().begin()->second.resources();
    EXPECT_EQ(offerable.gpus(), 3000) << offerable.ShortDebugString();
    keep("real_restricted.png");
    window->gpus().release(uuid);
    EXPECT_TRUE(QTest::qWaitFor([&] { return stateOf(all) == "finished"; }, kJobMs))
        << stateOf(all) << ": " << state.jobs().find(all)->second.wait_text();
}
