// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/console/real_console.h"

#include <unistd.h>

#include <QLabel>
#include <QSpinBox>
#include <QTest>

#include "app/console/commands/operator_mode.h"
#include "app/console/pages/gpus_page.h"
#include "tests/support/paths.h"
#include "tests/support/picture.h"
#include "tests/widgets/draw.h"
#include "widgets/models/gpu_model.h"
#include "widgets/models/job_model.h"

namespace muster::test {

using models::JobModel;

void RealConsole::SetUp() {
    if (geteuid() != 0) {
        GTEST_SKIP() << "needs root: the agent starts containers";
    }
    ASSERT_TRUE(QFileInfo::exists(QStringLiteral(MUSTER_BIN_DIR "/muster-agentd")));
}

void RealConsole::TearDown() {
    if (HasFailure() && daemon) {
        std::fprintf(stderr, "%s\n", qPrintable(daemon->said()));
    }
    window.reset();
    theming.setTheme(console::Theme::Light); // as main() of the tests has it
}

void RealConsole::show() {
    console::ConsoleWindow::Dependencies around;
    around.user = QStringLiteral("root");
    around.version = QStringLiteral(MUSTER_VERSION);
    around.contexts = folder.filePath(QStringLiteral("contexts.toml")).toStdString();
    around.cache = folder.filePath(QStringLiteral("cache.sqlite")).toStdString();
    around.daemon = QStringLiteral(MUSTER_BIN_DIR "/muster-agentd");
    around.demoFolder = folder.filePath(QStringLiteral("demo"));
    around.root = true;
    around.bus = bus;
    window = std::make_unique<console::ConsoleWindow>(
        settings, theming, console::Preferences::load(settings), around);
    window->show();
    window->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(window.get()));
}

void RealConsole::open(const QString& scenario) {
    daemon = std::make_unique<Daemon>(scenario);
    show();
    const auto context = daemon->context();
    ASSERT_TRUE(context) << context.error().message;
    ASSERT_TRUE(profiles.put({QStringLiteral("lab"), *context}));
    window->open(*profiles.find(QStringLiteral("lab")));
    const int gpus = scenario == QLatin1String("h100x8") ? 8
        : scenario == QLatin1String("k40x1")             ? 1
                                                         : 4;
    ASSERT_TRUE(showsGpus(gpus)) << daemon->said().toStdString();
    for (const auto& page : mainWindow().pageNames()) { // tests ask for any list
        mainWindow().showPage(page);
    }
    mainWindow().showPage(QStringLiteral("overview"));
}

bool RealConsole::showsGpus(int count) {
    return until([&] {
        auto* open = window->mainWindow();
        return open != nullptr && open->gpus().list().table().proxy().rowCount() == count;
    });
}

bool RealConsole::until(const std::function<bool()>& condition, int ms) {
    return QTest::qWaitFor(condition, ms);
}

widgets::ClusterTable& RealConsole::table(const char* name) {
    return *window->findChild<widgets::ClusterTable*>(QString::fromLatin1(name));
}

std::string RealConsole::rows(const char* name, const std::vector<int>& columns) {
    return print(table(name).proxy(), columns);
}

QString RealConsole::cell(const char* name, int row, int column) {
    return table(name).proxy().index(row, column).data().toString();
}

int RealConsole::rowOf(const char* name, int column, const QString& words) {
    for (int row = 0; row < table(name).proxy().rowCount(); ++row) {
        if (cell(name, row, column) == words) {
            return row;
        }
    }
    return -1;
}

bool RealConsole::shows(const QString& words) {
    const auto labels = window->findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
        [&](const QLabel* label) { return label->isVisible() && label->text().contains(words); });
}

QString RealConsole::submit(const QString& name, const QString& command, int gpus) {
    enterOperatorMode();
    press(Qt::Key_N, Qt::ControlModifier);
    auto& form = mainWindow().currentPage();
    enter(form, QStringLiteral("Name"), name);
    enter(form, QStringLiteral("Command"), command);
    enter(form, QStringLiteral("GPUs"), QString::number(gpus));
    enter(form, QStringLiteral("CPUs"), QStringLiteral("0.1"));
    enter(form, QStringLiteral("Memory"), QStringLiteral("64"));
    click(form, QStringLiteral("Submit"));
    const auto row = [&] { return rowOf("jobs", JobModel::Name, name); };
    return until([&] { return page() == "jobs" && row() >= 0; }) ? cell("jobs", row(), JobModel::Id)
                                                                 : QString();
}

bool RealConsole::jobIs(const QString& id, const QString& state, int ms) {
    return until(
        [&] { return cell("jobs", rowOf("jobs", JobModel::Id, id), JobModel::State) == state; },
        ms);
}

void RealConsole::enterOperatorMode() {
    if (!mainWindow().mode().isOn()) {
        press(Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
    }
    ASSERT_NE(button(*window, QStringLiteral("Operator")), nullptr);
}

void RealConsole::keep(const char* name) {
    keepPicture(*window, QString::fromLatin1(name));
}

} // namespace muster::test
