// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// One window and several clusters: the first start, the demo, a second profile, settings as a file.
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QListWidget>
#include <QStatusBar>
#include <QTest>

#include "app/console/frame/cluster_switcher.h"
#include "app/console/frame/welcome_page.h"
#include "app/console/pages/settings_page.h"
#include "app/console/profiles/profile_editor.h"
#include "tests/support/console/real_console.h"
#include "widgets/forms/command_dialog.h"
#include "widgets/models/gpu_model.h"
#include "widgets/models/job_model.h"
#include "widgets/theme/theme.h"

using namespace muster;
using namespace muster::console;
using namespace muster::test;
using models::GpuModel;
using models::JobModel;

namespace {

class ConsoleClusters : public RealConsole {
protected:
    QString demoPid() {
        QFile file(folder.filePath(QStringLiteral("demo/daemon.pid")));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll().trimmed())
                                              : QString();
    }
    bool mounted(const QString& below) {
        QFile file(QStringLiteral("/proc/self/mountinfo"));
        return file.open(QIODevice::ReadOnly) && file.readAll().contains(below.toUtf8());
    }
    // In a dialog that asks for a file.
    void answer(const QString& path) {
        auto* dialog = inFront<QFileDialog>();
        ASSERT_NE(dialog, nullptr);
        auto* name = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        ASSERT_NE(name, nullptr);
        focusOn(*name);
        press(Qt::Key_A, Qt::ControlModifier);
        type(path);
        press(Qt::Key_Return);
    }
    void chooseTheme(const char* words) {
        auto* box = qobject_cast<QComboBox*>(field(*window, QStringLiteral("Theme")));
        ASSERT_NE(box, nullptr);
        focusOn(*box);
        press(Qt::Key_Home);
        for (int row = 1; row < box->count() && box->currentText() != QLatin1String(words); ++row) {
            press(Qt::Key_Down);
        }
        ASSERT_EQ(box->currentText(), QString::fromLatin1(words));
    }
    bool says(const QString& words) {
        return until([&] { return mainWindow().statusBar()->currentMessage() == words; });
    }
};

} // namespace

TEST_F(ConsoleClusters, TheDemoStartsFromTheFirstPageAndEndsWithTheWindow) {
    ASSERT_NO_FATAL_FAILURE(show());
    ASSERT_TRUE(window->welcomePage().isVisible());
    click(*window, QStringLiteral("Demo cluster"));
    ASSERT_TRUE(showsGpus(8)) << window->welcomePage().problem().toStdString();
    EXPECT_TRUE(window->windowTitle().startsWith(QStringLiteral("Demo – ")));
    EXPECT_TRUE(shows(QStringLiteral("Demo with simulated GPUs on this host")));
    const auto pid = demoPid();
    ASSERT_TRUE(QFileInfo::exists(QStringLiteral("/proc/") + pid)) << pid.toStdString();
    click(*window, QStringLiteral("Submit sample jobs"));
    ASSERT_TRUE(until([&] { return table("jobs").proxy().rowCount() == 7; }));
    EXPECT_EQ(page(), "jobs");
    const auto count = [this](const char* state) {
        int found = 0;
        for (int row = 0; row < table("jobs").proxy().rowCount(); ++row) {
            found += cell("jobs", row, JobModel::State) == QLatin1String(state) ? 1 : 0;
        }
        return found;
    };
    ASSERT_TRUE(until([&] { return count("Failed") == 1 && count("Running") >= 3; }, kJobMs));
    keep("clusters_demo.png");

    enterOperatorMode();
    focusOn(table("jobs"));
    press(Qt::Key_A, Qt::ControlModifier);
    press(Qt::Key_Delete);
    auto* question = inFront<widgets::CommandDialog>();
    ASSERT_NE(question, nullptr);
    EXPECT_EQ(question->windowTitle(), QStringLiteral("Kill 6 jobs"));
    EXPECT_FALSE(button(*question, QStringLiteral("Kill"))->isEnabled());
    enter(*question, QStringLiteral("Type 6 to confirm"), QStringLiteral("6"));
    click(*question, QStringLiteral("Kill"));
    EXPECT_TRUE(until([&] { return count("Killed") == 6; }, kJobMs));

    window->close();
    EXPECT_EQ(window->mainWindow(), nullptr);
    EXPECT_FALSE(QFileInfo::exists(QStringLiteral("/proc/") + pid));
    EXPECT_FALSE(mounted(folder.path()));
}

TEST_F(ConsoleClusters, AnOldGpuOfASecondClusterSaysWhatItDoesNotKnow) {
    other = std::make_unique<Daemon>(QStringLiteral("k40x1"), QStringLiteral("old"));
    ASSERT_NO_FATAL_FAILURE(open(QStringLiteral("m60x4")));
    ASSERT_TRUE(other->context());
    press(Qt::Key_K, Qt::ControlModifier | Qt::ShiftModifier);
    auto* dialog = inFront<widgets::ProfileDialog>();
    ASSERT_NE(dialog, nullptr);
    enter(*dialog, QStringLiteral("Name"), QStringLiteral("old"));
    enter(*dialog, QStringLiteral("Address"), other->address());
    enter(*dialog, QStringLiteral("Token file"), other->tokenFile());
    click(*dialog, QStringLiteral("Test the connection"));
    const auto good
        = QStringLiteral("Connected: version %1, GPUs: 1").arg(QStringLiteral(MUSTER_VERSION));
    EXPECT_TRUE(until([&] { return dialog->resultText() == good; }))
        << dialog->resultText().toStdString();
    click(*dialog, QStringLiteral("Save"));
    ASSERT_TRUE(showsGpus(1));
    EXPECT_TRUE(window->windowTitle().startsWith(QStringLiteral("old – ")));

    press(Qt::Key_2, Qt::AltModifier);
    ASSERT_TRUE(until([&] {
        return cell("gpus", 0, GpuModel::columnOf(Metric::Temperature)) != QStringLiteral("n/a");
    }));
    EXPECT_EQ(cell("gpus", 0, GpuModel::Model), QStringLiteral("Tesla K40c"));
    for (const auto metric : {Metric::NvlinkReceived, Metric::NvlinkSent}) {
        EXPECT_EQ(cell("gpus", 0, GpuModel::columnOf(metric)), QStringLiteral("n/a"));
    }
    EXPECT_EQ(cell("gpus", 0, GpuModel::Mig), QStringLiteral("n/a"));
    click(table("gpus"), table("gpus").proxy().index(0, GpuModel::Node));
    EXPECT_TRUE(until([&] { return shows(QStringLiteral("No NVLink peers")); }));
    keep("clusters_k40.png");

    press(Qt::Key_K, Qt::ControlModifier);
    ASSERT_NE(inFront<ClusterSwitcher>(), nullptr);
    type(QStringLiteral("lab"));
    press(Qt::Key_Return);
    ASSERT_TRUE(until([&] { return window->windowTitle().startsWith(QStringLiteral("lab – ")); }));
    ASSERT_TRUE(showsGpus(4));
    press(Qt::Key_9, Qt::AltModifier);
    auto* clusters = qobject_cast<QListWidget*>(field(*window, QStringLiteral("Clusters")));
    ASSERT_NE(clusters, nullptr);
    click(*clusters, clusters->model()->index(1, 0));
    click(*window, QStringLiteral("Open"));
    EXPECT_TRUE(until([&] { return window->windowTitle().startsWith(QStringLiteral("old – ")); }));
    EXPECT_TRUE(showsGpus(1));
}

TEST_F(ConsoleClusters, SettingsGoToAFileAndComeBack) {
    ASSERT_NO_FATAL_FAILURE(open(QStringLiteral("m60x4")));
    press(Qt::Key_9, Qt::AltModifier);
    ASSERT_EQ(page(), "settings");
    chooseTheme("Dark");
    enter(*window, QStringLiteral("Temperature"), QStringLiteral("61"));
    EXPECT_TRUE(widgets::isDark(window->palette()));
    const auto file = folder.filePath(QStringLiteral("mine.ini"));
    click(*window, QStringLiteral("Export…"));
    ASSERT_NO_FATAL_FAILURE(answer(file));
    ASSERT_TRUE(says(QStringLiteral("Saved %1").arg(file)));
    QFile saved(file);
    ASSERT_TRUE(saved.open(QIODevice::ReadOnly));
    const auto words = saved.readAll();
    EXPECT_FALSE(words.contains(daemon->address().toUtf8())) << words.toStdString();

    chooseTheme("Light");
    enter(*window, QStringLiteral("Temperature"), QStringLiteral("90"));
    EXPECT_FALSE(widgets::isDark(window->palette()));
    click(*window, QStringLiteral("Import…"));
    ASSERT_NO_FATAL_FAILURE(answer(file));
    ASSERT_TRUE(says(QStringLiteral("Imported the settings from %1").arg(file)));
    EXPECT_TRUE(widgets::isDark(window->palette()));
    EXPECT_EQ(window->preferences().thresholds.temperature, 61);
    EXPECT_TRUE(window->windowTitle().startsWith(QStringLiteral("lab – "))) << "it stays open";
    EXPECT_TRUE(showsGpus(4));
    keep("clusters_settings.png");
}
