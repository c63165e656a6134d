// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <QDBusConnection>
#include <QSettings>
#include <QTemporaryDir>
#include <gtest/gtest.h>

#include "app/console/frame/console_window.h"
#include "app/console/frame/main_window.h"
#include "app/console/pages/page.h"
#include "app/console/theming.h"
#include "tests/support/console/daemon.h"
#include "tests/support/console/hands.h"
#include "widgets/tables/cluster_table.h"

namespace muster::test {

// The console's whole window before real daemons: no part is a fake. Its settings, contexts and
// cache lie in a folder of the test's own. Skips without root.
class RealConsole : public testing::Test {
protected:
    static constexpr int kSoonMs = 30'000; // a daemon starts, a master answers
    static constexpr int kJobMs = 60'000; // a job starts and ends

    QTemporaryDir folder;
    QSettings settings{folder.filePath(QStringLiteral("console.ini")), QSettings::IniFormat};
    console::ProfileStore profiles{folder.filePath(QStringLiteral("contexts.toml")).toStdString()};
    console::Theming theming;
    std::optional<QDBusConnection> bus; // for notices; to be set before show()
    std::unique_ptr<Daemon> daemon; // of the profile "lab"
    std::unique_ptr<Daemon> other; // of a second one
    std::unique_ptr<console::ConsoleWindow> window;

    void SetUp() override;
    void TearDown() override;

    void show(); // the window, in front, with no cluster
    void open(const QString& scenario); // a daemon, its profile "lab", and the window with it
    bool showsGpus(int count); // in the list, within kSoonMs
    bool until(const std::function<bool()>& condition, int ms = kSoonMs);

    console::MainWindow& mainWindow() { return *window->mainWindow(); }
    std::string page() { return mainWindow().currentPage().objectName().toStdString(); }
    widgets::ClusterTable& table(const char* name);
    // What stands in that list: the given columns joined by "|", a row a line.
    std::string rows(const char* name, const std::vector<int>& columns);
    QString cell(const char* name, int row, int column);
    int rowOf(const char* name, int column, const QString& words); // -1: no row has it there
    bool shows(const QString& words); // a label that can be seen has them

    // By the form: Ctrl+N, its fields, Submit. The id of the new job; empty: there is none.
    QString submit(const QString& name, const QString& command, int gpus);
    bool jobIs(const QString& id, const QString& state, int ms = kJobMs); // in the list
    void enterOperatorMode(); // operator mode, by its key
    void keep(const char* name); // a picture in <build>/artifacts
};

} // namespace muster::test
