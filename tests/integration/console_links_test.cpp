// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// `muster-console muster://...`, as a browser or a chat opens it: the console that runs shows it.
#include <QProcess>
#include <QStatusBar>
#include <QTest>

#include "app/console/desktop/deep_link.h"
#include "app/console/desktop/running_console.h"
#include "tests/app/console/desktop/session_bus.h"
#include "tests/support/console/real_console.h"
#include "tests/support/paths.h"
#include "widgets/models/gpu_model.h"
#include "widgets/models/job_model.h"

using namespace muster;
using namespace muster::console;
using namespace muster::test;
using models::GpuModel;
using models::JobModel;

namespace {

class ConsoleLinks : public RealConsole {
protected:
    SessionBus session;
    std::unique_ptr<RunningConsole> running;

    void SetUp() override {
        RealConsole::SetUp();
        ASSERT_TRUE(session.runs()) << "dbus-daemon did not start";
    }
    // The window listens, as main() has it.
    void listen() {
        running = std::make_unique<RunningConsole>(session.connect(QStringLiteral("console")));
        ASSERT_TRUE(running->isFirst());
        QObject::connect(
            running.get(), &RunningConsole::linkOpened, window.get(), &ConsoleWindow::openLink);
    }
    // The real program, started with a link; its exit status.
    int follow(const QString& link) {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"), session.address());
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), folder.path());
        environment.insert(QStringLiteral("XDG_CACHE_HOME"), folder.path());
        QProcess program;
        program.setProcessEnvironment(environment);
        program.start(QStringLiteral(MUSTER_BIN_DIR "/muster-console"), {link});
        const bool ended
            = until([&] { return program.state() == QProcess::NotRunning; }); // we answer it
        return ended ? program.exitCode() : -1;
    }
    QString chosen(const char* name, int column) {
        return table(name).currentIndex().siblingAtColumn(column).data().toString();
    }
};

} // namespace

TEST_F(ConsoleLinks, LeadToTheGpuAndTheJobTheyNameInWhateverCluster) {
    other = std::make_unique<Daemon>(QStringLiteral("k40x1"), QStringLiteral("old"));
    ASSERT_NO_FATAL_FAILURE(open(QStringLiteral("m60x4")));
    ASSERT_NO_FATAL_FAILURE(listen());
    const auto job = submit(QStringLiteral("hello"), QStringLiteral("echo hello"), 1);
    ASSERT_TRUE(jobIs(job, QStringLiteral("Finished")));
    const auto uuid = cell("gpus", 2, GpuModel::Uuid);
    ASSERT_EQ(follow(QStringLiteral("muster:///gpus/") + uuid), 0);
    ASSERT_TRUE(until([&] { return page() == "gpus"; }));
    EXPECT_EQ(chosen("gpus", GpuModel::Uuid), uuid);

    const auto second = other->context();
    ASSERT_TRUE(second) << second.error().message;
    ASSERT_TRUE(profiles.put({QStringLiteral("old"), *second}));
    ASSERT_EQ(follow(QStringLiteral("muster://old/nodes")), 0);
    ASSERT_TRUE(until([&] { return window->windowTitle().startsWith(QStringLiteral("old – ")); }));
    EXPECT_EQ(page(), "nodes");
    ASSERT_TRUE(showsGpus(1));
    ASSERT_EQ(follow(QStringLiteral("muster://lab/jobs/") + job), 0);
    ASSERT_TRUE(until([&] { return window->windowTitle().startsWith(QStringLiteral("lab – ")); }));
    ASSERT_TRUE(until([&] { return chosen("jobs", JobModel::Id) == job; }))
        << "it is chosen once the cluster has answered";
    EXPECT_EQ(page(), "jobs");
}

TEST_F(ConsoleLinks, ThatLeadNowhereAreAnswered) {
    ASSERT_NO_FATAL_FAILURE(open(QStringLiteral("m60x4")));
    ASSERT_NO_FATAL_FAILURE(listen());
    ASSERT_EQ(follow(QStringLiteral("muster:///jobs/job-404")), 0);
    const auto says = [this](const char* words) {
        return until([this, words] {
            return mainWindow().statusBar()->currentMessage().contains(QString::fromLatin1(words));
        });
    };
    EXPECT_TRUE(says("job-404")) << mainWindow().statusBar()->currentMessage().toStdString();
    ASSERT_EQ(follow(QStringLiteral("muster://nowhere/jobs")), 0);
    EXPECT_TRUE(says("nowhere")) << mainWindow().statusBar()->currentMessage().toStdString();
    EXPECT_NE(follow(QStringLiteral("muster:///jobs/$(reboot)")), 0);
    EXPECT_EQ(page(), "jobs");
    EXPECT_TRUE(window->windowTitle().startsWith(QStringLiteral("lab – ")));
}
