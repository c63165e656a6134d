// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Every page at the scales of today's screens, each in a process of its own: a scale is chosen
// before there is an application.
#include <cmath>

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <gtest/gtest.h>

#include "app/console/frame/console_window.h"
#include "app/console/frame/session.h"
#include "app/console/theming.h"
#include "tests/app/console/fake_master.h"
#include "tests/widgets/draw.h"

using namespace muster;
using namespace muster::console;
using namespace muster::test;

namespace {

constexpr auto kChild = "MUSTER_SCALE_TEST";
constexpr const char* kPages[]
    = {"overview", "gpus", "nodes", "jobs", "tasks", "offers", "submit", "settings"};

std::string nameOf(const QWidget& widget, const QString& words) {
    return widget.metaObject()->className() + (' ' + words.toStdString());
}

void expectRoom(const QWidget& widget, const QString& words) {
    const auto wanted = widget.sizeHint();
    EXPECT_LE(wanted.width(), widget.width() + 1) << nameOf(widget, words);
    EXPECT_LE(wanted.height(), widget.height() + 1) << nameOf(widget, words);
}

void expectNothingClipped(const QWidget& window) {
    for (const auto* label : window.findChildren<QLabel*>()) {
        if (label->isVisible() && !label->wordWrap() && !label->text().isEmpty()) {
            expectRoom(*label, label->text());
        }
    }
    for (const auto* button : window.findChildren<QAbstractButton*>()) {
        // A field's own buttons show only their icon.
        const bool inField = qobject_cast<const QLineEdit*>(button->parent()) != nullptr;
        if (button->isVisible() && !button->text().isEmpty() && !inField) {
            expectRoom(*button, button->text());
        }
    }
}

// As many dots as the screen has, not a smaller picture made larger.
void expectSharp(const QWidget& window, double scale) {
    int seen = 0;
    for (const auto* button : window.findChildren<QToolButton*>()) {
        if (button->isVisible() && !button->icon().isNull()) {
            const auto size = button->iconSize();
            const auto drawn = button->icon().pixmap(window.windowHandle(), size);
            EXPECT_GE(drawn.width() + 1, std::floor(size.width() * scale))
                << nameOf(*button, button->text());
            ++seen;
        }
    }
    for (const auto* label : window.findChildren<QLabel*>()) {
        if (label->isVisible() && !label->pixmap(Qt::ReturnByValue).isNull()) {
            EXPECT_NEAR(label->pixmap(Qt::ReturnByValue).devicePixelRatio(), scale, 0.01);
            ++seen;
        }
    }
    EXPECT_GT(seen, 0);
}

} // namespace

TEST(AtAScale, ClipsNothingAndDrawsSharp) {
    if (!qEnvironmentVariableIsSet(kChild)) {
        GTEST_SKIP() << "started by Scales";
    }
    const double scale = qgetenv("QT_SCALE_FACTOR").toDouble();
    QCoreApplication::setAttribute(Qt::AA_UseHighDpiPixmaps);
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("console.ini")), QSettings::IniFormat);
    FakeMaster master;
    master.snapshot = draw("node1: a free 90, b allocated 20", 1);
    Theming theming;
    ConsoleWindow::Dependencies around;
    around.user = QStringLiteral("alice");
    around.contexts = folder.filePath(QStringLiteral("contexts.toml")).toStdString();
    around.cache = folder.filePath(QStringLiteral("cache.sqlite")).toStdString();
    ConsoleWindow window(settings, theming, {}, around);
    window.resize(1280, 800);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
    ASSERT_NEAR(window.devicePixelRatioF(), scale, 0.01);
    expectNothingClipped(window);
    window.open({{}, {"127.0.0.1:" + std::to_string(master.server.serverPort()), "", "t", "", ""}});
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return window.session()->link().phase() == Link::Phase::Live; }));
    for (const auto* page : kPages) {
        SCOPED_TRACE(page);
        window.showPage(QString::fromLatin1(page));
        QTest::qWait(50);
        expectNothingClipped(window);
        expectSharp(window, scale);
    }
}

TEST(Scales, AreAllFineOnEveryPage) {
    for (const auto* scale : {"1", "1.25", "1.5", "2"}) {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_SCALE_FACTOR"), QString::fromLatin1(scale));
        environment.insert(
            QStringLiteral("QT_SCALE_FACTOR_ROUNDING_POLICY"), QStringLiteral("PassThrough"));
        environment.insert(QString::fromLatin1(kChild), QStringLiteral("1"));
        QProcess child;
        child.setProcessEnvironment(environment);
        child.setProcessChannelMode(QProcess::MergedChannels);
        child.start(
            QCoreApplication::applicationFilePath(), {QStringLiteral("--gtest_filter=AtAScale.*")});
        ASSERT_TRUE(child.waitForFinished(60'000)) << scale;
        EXPECT_EQ(child.exitCode(), 0) << scale << "\n" << child.readAll().toStdString();
    }
}
