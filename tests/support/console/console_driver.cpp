// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
//
// The console's real window before a running daemon, for tests in other languages:
//
//   console-driver HOST:PORT TOKEN_FILE FOLDER
//
// Does what each line of standard input says and answers with a line of JSON: {"value": "..."}, or
// {"error": "..."} when it could not be done. A line is an array of strings:
//
//   ["link"]                  "live", or why it is not
//   ["page", "gpus"]          shows that page
//   ["row", KEY]              that row of the page's list, its cells joined by "|"; empty: none
//   ["choose", KEY]           clicks on that row
//   ["operate"]               enters operator mode
//   ["click", WORDS]          the button of the dialog in front, else of the page
//   ["enter", FIELD, WORDS]   types into that field, in the same place
//   ["notice"]                what became of the last order
#include <unistd.h>

#include <iostream>
#include <string>

#include <QApplication>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>
#include <QSocketNotifier>
#include <QStandardPaths>
#include <QTest>
#include <gtest/gtest.h>

#include "app/console/commands/operator_mode.h"
#include "app/console/frame/console_window.h"
#include "app/console/frame/session.h"
#include "app/console/pages/list_page.h"
#include "app/console/theming.h"
#include "tests/support/console/hands.h"
#include "tests/support/paths.h"
#include "widgets/models/table_model.h"
#include "widgets/tables/cluster_table.h"

namespace {

using namespace muster;

// What the hands found that they cannot do, in place of GoogleTest's own report on standard output.
class Failures : public testing::EmptyTestEventListener {
public:
    QString take() { return std::exchange(m_first, {}); }

private:
    void OnTestPartResult(const testing::TestPartResult& result) override {
        if (result.failed() && m_first.isEmpty()) {
            m_first = QString::fromUtf8(result.message());
        }
    }

    QString m_first;
};

class Driver {
public:
    explicit Driver(console::ConsoleWindow& window) : m_window(window) { }

    QString obey(const QStringList& words) {
        const auto verb = words.value(0);
        const auto what = words.value(1);
        if (verb == QLatin1String("link")) {
            return link();
        }
        if (verb == QLatin1String("page")) {
            EXPECT_TRUE(main().showPage(what)) << "no page: " << what.toStdString();
        } else if (verb == QLatin1String("row")) {
            return row(what);
        } else if (verb == QLatin1String("choose")) {
            test::click(table(), indexOf(what));
        } else if (verb == QLatin1String("operate")) {
            if (!main().mode().isOn()) {
                test::press(Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
            }
        } else if (verb == QLatin1String("click")) {
            test::click(inFront(), what);
        } else if (verb == QLatin1String("enter")) {
            test::enter(inFront(), what, words.value(2));
        } else if (verb == QLatin1String("notice")) {
            return main().noticeText();
        } else {
            ADD_FAILURE() << "there is no such command: " << verb.toStdString();
        }
        return {};
    }

private:
    console::MainWindow& main() { return *m_window.mainWindow(); }
    widgets::ClusterTable& table() { // beside which details may have some of their own
        return dynamic_cast<console::ListPage&>(main().currentPage()).list().table();
    }
    QWidget& inFront() {
        auto* dialog = QApplication::activeModalWidget();
        return dialog != nullptr ? *dialog : main().currentPage();
    }

    QString link() {
        const auto& link = m_window.session()->link();
        return link.phase() == console::Link::Phase::Live ? QStringLiteral("live") : link.cause();
    }

    QModelIndex indexOf(const QString& key) {
        const auto& rows = table().proxy();
        for (int row = 0; row < rows.rowCount(); ++row) {
            const auto index = rows.index(row, 0);
            if (index.data(models::TableModel::KeyRole).toString() == key) {
                return index;
            }
        }
        return {};
    }

    QString row(const QString& key) {
        const auto index = indexOf(key);
        QStringList cells;
        for (int column = 0; index.isValid() && column < table().proxy().columnCount(); ++column) {
            cells << index.sibling(index.row(), column).data().toString();
        }
        return cells.join(QLatin1Char('|'));
    }

    console::ConsoleWindow& m_window;
};

QStringList wordsOf(const std::string& line) {
    QStringList words;
    for (const auto& word : QJsonDocument::fromJson(QByteArray::fromStdString(line)).array()) {
        words << word.toString();
    }
    return words;
}

console::ConsoleWindow::Dependencies dependencies(const QDir& folder) {
    console::ConsoleWindow::Dependencies around;
    around.user = QStringLiteral("root");
    around.contexts = folder.filePath(QStringLiteral("contexts.toml")).toStdString();
    around.cache = folder.filePath(QStringLiteral("cache.sqlite")).toStdString();
    around.demoFolder = folder.filePath(QStringLiteral("demo"));
    around.root = ::geteuid() == 0;
    return around;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::cerr << "usage: console-driver HOST:PORT TOKEN_FILE FOLDER\n";
        return 2;
    }
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("FONTCONFIG_FILE", MUSTER_SOURCE_DIR "/tests/data/fonts.conf");
    QStandardPaths::setTestModeEnabled(true);
    testing::InitGoogleTest();
    auto* failures = new Failures;
    auto& listeners = testing::UnitTest::GetInstance()->listeners();
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(failures);

    QApplication app(argc, argv);
    const QDir folder(QString::fromLocal8Bit(argv[3]));
    QSettings settings(folder.filePath(QStringLiteral("console.ini")), QSettings::IniFormat);
    console::Theming theming;
    console::ConsoleWindow window(
        settings, theming, console::Preferences::load(settings), dependencies(folder));
    window.show();
    window.activateWindow();
    net::Context context;
    context.address = argv[1];
    context.tokenFile = argv[2];
    window.open({QStringLiteral("lab"), context});
    if (window.mainWindow() == nullptr) {
        std::cerr << "there is no such daemon, or its token cannot be read\n";
        return 1;
    }

    Driver driver(window);
    QSocketNotifier input(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&input, &QSocketNotifier::activated, &app, [&] {
        std::string line;
        if (!std::getline(std::cin, line)) {
            return app.quit();
        }
        input.setEnabled(
            false); // what it does waits for windows, and only one thing is done at a time
        const QJsonValue value = driver.obey(wordsOf(line));
        const auto failure = failures->take();
        const QJsonObject answer = failure.isEmpty()
            ? QJsonObject{{QStringLiteral("value"), value}}
            : QJsonObject{{QStringLiteral("error"), failure}};
        std::cout << QJsonDocument(answer).toJson(QJsonDocument::Compact).toStdString()
                  << std::endl;
        input.setEnabled(true);
    });
    return QApplication::exec();
}
