// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/log_viewer.h"

#include <QAccessible>
#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDateTime>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTest>
#include <QTextBlock>
#include <QToolButton>
#include <QToolTip>
#include <gtest/gtest.h>

#include "widgets/forms/log_gutter.h"
#include "widgets/forms/log_search_bar.h"
#include "widgets/forms/log_text.h"
#include "widgets/forms/pattern_field.h"
#include "widgets/tables/empty_state.h"
#include "widgets/theme/theme.h"

using namespace muster;
using namespace muster::widgets;
using models::LogSource;
using models::LogStream;

namespace {

constexpr int kSettleMs = 60'000;
constexpr LogSource kOut{0, LogStream::Out};
constexpr LogSource kError{0, LogStream::Error};

QString q(const char* text) {
    return QString::fromUtf8(text);
}

class LogView : public testing::Test {
protected:
    LogViewer viewer;
    std::vector<LogRequest> requests, more;
    int unwanted = 0;

    LogView() {
        QObject::connect(&viewer, &LogViewer::wanted,
            [this](const LogRequest& request) { requests.push_back(request); });
        QObject::connect(&viewer, &LogViewer::moreWanted,
            [this](const LogRequest& request) { more.push_back(request); });
        QObject::connect(&viewer, &LogViewer::unwanted, [this] { ++unwanted; });
        viewer.resize(900, 300);
        viewer.show();
    }
    void showJob() {
        viewer.setSubject(q("job-1"), q("Log of job-1"), {{q("F\njob-1.1"), q("job-1.1")}});
    }
    void settle() {
        ASSERT_TRUE(QTest::qWaitFor([this] { return viewer.isSettled(); }, kSettleMs));
    }
    void say(LogSource source, const QByteArray& bytes) {
        viewer.append(source, bytes);
        settle();
    }
    void sayAt(qint64 atMs, const QByteArray& bytes) {
        viewer.append(kOut, bytes, atMs);
        settle();
    }
    void sayLines(int count) {
        QByteArray bytes;
        for (int i = 0; i < count; ++i) {
            bytes += "line " + QByteArray::number(i) + "\n";
        }
        say(kOut, bytes);
    }
    std::string text() const { return viewer.text().toStdString(); }
    void filter(const char* words) {
        viewer.searchBar().filter().setText(q(words));
        settle();
    }
    void search(const char* words) {
        viewer.searchBar().search().setText(q(words));
        settle();
    }
    bool atEnd() {
        const auto* bar = viewer.lines().verticalScrollBar();
        return bar->value() == bar->maximum();
    }
    QPushButton* newLines() { return viewer.lines().findChild<QPushButton*>(); }
    EmptyState* empty() { return viewer.findChild<EmptyState*>(); }
    QString selected() { return viewer.lines().textCursor().selectedText(); }
};

} // namespace

TEST_F(LogView, AsksForBothStreamsAndJoinsACharacterCutInTwo) {
    showJob();
    ASSERT_EQ(requests.size(), 1u);
    EXPECT_EQ(requests[0].tasks, std::vector{q("F\njob-1.1")});
    EXPECT_EQ(requests[0].streams, LogSettings::Streams::Both);
    EXPECT_EQ(requests[0].tailBytes, 256 << 10);
    say(kOut, "21 \xc2");
    say(kOut,
        "\xb0"
        "C\n");
    EXPECT_EQ(text(), "21 °C");
    showJob();
    EXPECT_EQ(requests.size(), 1u) << "the same one is not asked for again";
    viewer.setSubject(q("job-2"), q("Log of job-2"), {{q("F\njob-2.1"), q("job-2.1")}});
    EXPECT_EQ(requests.size(), 2u);
    EXPECT_EQ(text(), "");
    viewer.setSubject({}, {}, {});
    EXPECT_EQ(unwanted, 1);
}

TEST_F(LogView, SaysWhyThereIsNoLog) {
    viewer.setSubject(q("job-1"), q("job-1 has not run yet"), {});
    EXPECT_TRUE(empty()->isVisible());
    EXPECT_EQ(empty()->sentence(), q("job-1 has not run yet"));
    showJob();
    EXPECT_EQ(requests.size(), 1u) << "as soon as it runs";
    EXPECT_EQ(empty()->sentence(), q("No output"));
    say(kOut, "hello\n");
    EXPECT_FALSE(empty()->isVisible());
}

TEST_F(LogView, StopsFollowingWhenTheReaderScrollsUpAndGoesOnByTheButton) {
    showJob();
    sayLines(200);
    EXPECT_TRUE(atEnd());
    viewer.lines().verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepSub);
    EXPECT_FALSE(viewer.lines().isFollowing());
    EXPECT_FALSE(newLines()->isVisible()) << "nothing is new";
    const int value = viewer.lines().verticalScrollBar()->value();
    sayLines(3);
    EXPECT_EQ(viewer.lines().verticalScrollBar()->value(), value);
    EXPECT_TRUE(newLines()->isVisible());
    EXPECT_EQ(viewer.lines().unseen(), 3);
    newLines()->click();
    EXPECT_TRUE(atEnd());
    EXPECT_FALSE(newLines()->isVisible());
    sayLines(1);
    EXPECT_TRUE(atEnd());
}

TEST_F(LogView, PausesWithTheKeysOfAPagerAndFollowsAgainAtTheEnd) {
    showJob();
    sayLines(200);
    QTest::keyClick(&viewer.lines(), Qt::Key_PageUp);
    EXPECT_FALSE(viewer.lines().isFollowing());
    QTest::keyClick(&viewer.lines(), Qt::Key_End);
    EXPECT_TRUE(viewer.lines().isFollowing());
    QTest::keyClick(&viewer.lines(), Qt::Key_Home);
    EXPECT_EQ(viewer.lines().verticalScrollBar()->value(), 0);
    EXPECT_FALSE(viewer.lines().isFollowing());
    QTest::keyClick(&viewer.lines(), Qt::Key_Down);
    EXPECT_EQ(viewer.lines().verticalScrollBar()->value(), 1);
}

TEST_F(LogView, KeepsFollowingWhenItsSizeChanges) {
    showJob();
    sayLines(200);
    viewer.resize(600, 200);
    QTest::qWait(20);
    EXPECT_TRUE(viewer.lines().isFollowing());
    EXPECT_TRUE(atEnd());
}

TEST_F(LogView, DropsTheOldestLinesSaysSoAndHoldsStillUnderTheReader) {
    showJob();
    sayLines(100'000);
    viewer.lines().verticalScrollBar()->setValue(500);
    ASSERT_FALSE(viewer.lines().isFollowing());
    sayLines(100);
    EXPECT_EQ(viewer.lines().verticalScrollBar()->value(), 400) << "the same lines are in view";
    EXPECT_EQ(viewer.lines().document()->firstBlock().text(), q("line 100"));
    EXPECT_EQ(viewer.lines().document()->blockCount(), 100'000);
    EXPECT_TRUE(viewer.statusText().contains(QLocale().toString(100)))
        << viewer.statusText().toStdString();
    EXPECT_TRUE(viewer.statusText().contains(q("dropped")));
}

TEST_F(LogView, ShowsOneLineForAProgressBarAlthoughOthersComeBetween) {
    showJob();
    say(kOut, "10%");
    say(kError, "oops\n");
    say(kOut, "\r100%\nend\n");
    EXPECT_EQ(text(), "100%\noops\nend");
}

TEST_F(LogView, ShowsOnlyLinesThatAFilterLetsThroughAndHowManyItHides) {
    showJob();
    say(kOut, "epoch 1\nwarn: slow\nepoch 2\n");
    filter("epoch");
    EXPECT_EQ(text(), "epoch 1\nepoch 2");
    EXPECT_TRUE(viewer.statusText().contains(q("1 hidden"))) << viewer.statusText().toStdString();
    viewer.searchBar().filter().setOptions(true, false, true);
    filter("^warn");
    EXPECT_EQ(text(), "epoch 1\nepoch 2") << "inverse";
    say(kOut, "warn: again\nepoch 3\n");
    EXPECT_EQ(text(), "epoch 1\nepoch 2\nepoch 3");
    filter("");
    EXPECT_EQ(text(), "epoch 1\nwarn: slow\nepoch 2\nwarn: again\nepoch 3");
}

TEST_F(LogView, ShowsALineOnceItMatchesAndHidesItWhenItDoesNotAnyMore) {
    showJob();
    filter("back");
    say(kOut, "Trace");
    say(kError, "back to one\n");
    EXPECT_EQ(text(), "back to one");
    say(kOut, "back");
    EXPECT_EQ(text(), "Traceback\nback to one") << "where it began";
    say(kOut, "\rnothing  \n");
    EXPECT_EQ(text(), "back to one");
    say(kError, "back");
    EXPECT_EQ(text(), "back to one\nback");
    say(kError, "\rgone");
    EXPECT_EQ(text(), "back to one") << "the last line goes too";
}

TEST_F(LogView, SaysWhenTheFilterHidesAll) {
    showJob();
    sayLines(12);
    filter("nothing");
    EXPECT_TRUE(empty()->isVisible());
    EXPECT_EQ(empty()->sentence(), q("0 of 12 lines match"));
    empty()->findChild<QPushButton*>()->click();
    settle();
    EXPECT_FALSE(empty()->isVisible());
    EXPECT_EQ(viewer.lines().shown(), 12);
}

TEST_F(LogView, LeavesTheLinesAsTheyAreUntilAnExpressionIsWhole) {
    showJob();
    sayLines(3);
    viewer.searchBar().filter().setOptions(true, false, false);
    filter("line (");
    EXPECT_EQ(viewer.lines().shown(), 3);
    EXPECT_FALSE(viewer.searchBar().problem().isEmpty());
    filter("line (1|2)");
    EXPECT_EQ(viewer.lines().shown(), 2);
    EXPECT_TRUE(viewer.searchBar().problem().isEmpty());
}

TEST_F(LogView, CountsMatchesAndStepsThroughThemAroundTheEnd) {
    showJob();
    say(kOut, "loss loss\nnothing\nLOSS\n");
    viewer.openSearch();
    search("loss");
    EXPECT_EQ(viewer.lines().matches(), 3);
    viewer.lines().moveCursor(QTextCursor::Start);
    for (const auto* count : {"1 of 3", "2 of 3", "3 of 3", "1 of 3"}) {
        QTest::keyClick(&viewer.searchBar().search().field(), Qt::Key_Return);
        EXPECT_EQ(viewer.searchBar().countText(), q(count));
        EXPECT_EQ(selected().toLower(), q("loss"));
    }
    QTest::keyClick(&viewer.searchBar().search().field(), Qt::Key_Return, Qt::ShiftModifier);
    EXPECT_EQ(viewer.searchBar().countText(), q("3 of 3"));
    QTest::keyClick(&viewer.lines(), Qt::Key_F3);
    EXPECT_EQ(viewer.searchBar().countText(), q("1 of 3"));
    say(kOut, "one more loss\n");
    EXPECT_EQ(viewer.lines().matches(), 4) << "new lines are searched";
    search("absent");
    EXPECT_EQ(viewer.searchBar().countText(), q("No matches"));
    EXPECT_FALSE(viewer.lines().find(true));
}

TEST_F(LogView, OpensTheSearchByKeysAndClosesItThenLeaves) {
    showJob();
    sayLines(3);
    int left = 0;
    QObject::connect(&viewer, &LogViewer::left, [&] { ++left; });
    QTest::keyClick(&viewer.lines(), Qt::Key_F, Qt::ControlModifier);
    EXPECT_TRUE(viewer.searchBar().isVisible());
    filter("line 1");
    QTest::keyClick(&viewer.searchBar().search().field(), Qt::Key_Escape);
    settle();
    EXPECT_FALSE(viewer.searchBar().isVisible());
    EXPECT_EQ(viewer.lines().shown(), 3) << "no filter that nobody sees";
    EXPECT_EQ(left, 0);
    QTest::keyClick(&viewer.lines(), Qt::Key_Escape);
    EXPECT_EQ(left, 1);
}

TEST_F(LogView, LeadsTheTabKeyFromTheSearchOverItsStepsToTheFilter) {
    showJob();
    viewer.openSearch();
    auto& bar = viewer.searchBar();
    QStringList names;
    for (auto* next = static_cast<QWidget*>(&bar.search().field()); next != &bar.filter().field();
         next = next->nextInFocusChain()) {
        if (next->focusPolicy() & Qt::TabFocus && next->isVisible()) {
            names << next->accessibleName();
        }
        ASSERT_LT(names.size(), 20);
    }
    EXPECT_EQ(names.size(), 5) << names.join(QLatin1Char('|')).toStdString();
    EXPECT_TRUE(names.last().startsWith(q("Next")));
}

TEST_F(LogView, KeepsItsKeysFromTheWindow) {
    showJob();
    for (const auto key : {int(Qt::Key_Escape), int(Qt::Key_F), int(Qt::Key_Slash)}) {
        QKeyEvent event(
            QEvent::ShortcutOverride, key, key == Qt::Key_F ? Qt::ControlModifier : Qt::NoModifier);
        event.ignore();
        QCoreApplication::sendEvent(&viewer, &event);
        EXPECT_TRUE(event.isAccepted()) << key;
    }
}

TEST_F(LogView, NamesTasksAndMarksStderrWithAWordWhileSeveralAreShown) {
    viewer.setSubject(q("job-1"), q("Log of job-1"),
        {{q("F\njob-1.1"), q("job-1.1")}, {q("F\njob-1.2"), q("job-1.2")}});
    say({0, LogStream::Out}, "first\n");
    say({1, LogStream::Error}, "second\n");
    EXPECT_EQ(text(), "first\nsecond") << "the marks are beside the text";
    EXPECT_EQ(viewer.lines().markOf({0, LogStream::Out}), q("job-1.1"));
    EXPECT_EQ(viewer.lines().markOf({1, LogStream::Error}), q("job-1.2 err"));
    EXPECT_GT(viewer.lines().findChild<LogGutter*>()->width(), 40);
    EXPECT_EQ(viewer.textToSave(false).toStdString(), "job-1.1\tfirst\njob-1.2 err\tsecond\n");
}

TEST_F(LogView, ShowsWhenEachLineArrivedIfItIsWanted) {
    auto settings = viewer.settings();
    settings.streams = LogSettings::Streams::Out;
    viewer.setSettings(settings);
    showJob();
    const QDateTime when({2026, 11, 23}, {14, 5, 9, 7});
    sayAt(0, "stood there\n");
    sayAt(when.toMSecsSinceEpoch(), "came\nand came\n");
    auto& gutter = *viewer.lines().findChild<LogGutter*>();
    EXPECT_EQ(gutter.width(), 0);
    EXPECT_EQ(viewer.textToSave(false).toStdString(), "stood there\ncame\nand came\n");
    const auto asked = requests.size();
    auto* toggle = [this] {
        const auto boxes = viewer.findChildren<QCheckBox*>();
        return *std::find_if(
            boxes.begin(), boxes.end(), [](const auto* box) { return box->text() == q("Time"); });
    }();
    EXPECT_TRUE(toggle->toolTip().contains(q("have none")));
    toggle->click();
    EXPECT_TRUE(viewer.settings().times);
    EXPECT_EQ(requests.size(), asked) << "nothing is read again";
    EXPECT_GT(gutter.width(), viewer.fontMetrics().horizontalAdvance(q("14:05:09")));
    EXPECT_EQ(text(), "stood there\ncame\nand came") << "the times are beside the text";
    EXPECT_EQ(viewer.textToSave(false).toStdString(),
        "            \tstood there\n14:05:09.007\tcame\n14:05:09.007\tand came\n");
    const auto tipAt = [&](int line) {
        const QPoint at(4, viewer.lines().cursorRect().height() * line + 8);
        QHelpEvent help(QEvent::ToolTip, at, gutter.mapToGlobal(at));
        QCoreApplication::sendEvent(&gutter, &help);
        return QToolTip::text();
    };
    EXPECT_EQ(tipAt(0), QString()) << "the file holds no times";
    EXPECT_EQ(tipAt(1), q("2026-11-23T14:05:09.007"));
}

TEST_F(LogView, ShowsOneOfTheTasksWhenItIsChosen) {
    viewer.setSubject(q("job-1"), q("Log of job-1"),
        {{q("F\njob-1.1"), q("job-1.1")}, {q("F\njob-1.2"), q("job-1.2")}});
    EXPECT_EQ(requests.back().tasks.size(), 2u);
    auto* choice = viewer.findChildren<QComboBox*>().first();
    ASSERT_TRUE(choice->isVisible());
    choice->setCurrentIndex(2);
    EXPECT_EQ(requests.back().tasks, std::vector{q("F\njob-1.2")});
    EXPECT_EQ(viewer.lines().markOf({0, LogStream::Out}), QString());
}

TEST_F(LogView, AddsTheNextAttemptToWhatItShows) {
    showJob();
    say(kOut, "first\n");
    viewer.setSubject(q("job-1"), q("Log of job-1"),
        {{q("F\njob-1.1"), q("job-1.1")}, {q("F\njob-1.2"), q("job-1.2")}});
    EXPECT_EQ(requests.size(), 1u);
    ASSERT_EQ(more.size(), 1u);
    EXPECT_EQ(more[0].tasks.size(), 2u);
    say({1, LogStream::Out}, "second\n");
    EXPECT_EQ(text(), "first\nsecond");
    viewer.setSubject(q("job-1"), q("Log of job-1"), {{q("F\njob-1.2"), q("job-1.2")}});
    EXPECT_EQ(text(), "first\nsecond") << "the master has forgotten the first, the reader not";
}

TEST_F(LogView, TellsAndTakesItsSettings) {
    showJob();
    int changed = 0;
    QObject::connect(&viewer, &LogViewer::settingsChanged, [&] { ++changed; });
    LogSettings wanted;
    wanted.streams = LogSettings::Streams::Error;
    wanted.tailBytes = 1 << 20;
    wanted.wrap = true;
    wanted.times = true;
    wanted.filterInverse = true;
    viewer.setSettings(wanted);
    EXPECT_EQ(viewer.settings(), wanted);
    EXPECT_EQ(changed, 0);
    EXPECT_EQ(requests.back().streams, LogSettings::Streams::Error);
    EXPECT_EQ(requests.back().tailBytes, 1 << 20);
    EXPECT_EQ(viewer.lines().lineWrapMode(), QPlainTextEdit::WidgetWidth);
    const auto asked = requests.size();
    viewer.findChild<QCheckBox*>()->click(); // Wrap
    EXPECT_EQ(changed, 1);
    EXPECT_FALSE(viewer.settings().wrap);
    EXPECT_EQ(requests.size(), asked) << "nothing is read again";
}

TEST_F(LogView, ShowsColoursAndKeepsThemReadableWhenTheThemeChanges) {
    viewer.setPalette(lightPalette());
    showJob();
    say(kOut, "a \x1b[1;31mbad\x1b[0m day\n");
    const auto formatAt = [&](int position) {
        QTextCursor cursor(viewer.lines().document());
        cursor.setPosition(position + 1);
        return cursor.charFormat();
    };
    EXPECT_EQ(text(), "a bad day");
    EXPECT_FALSE(formatAt(0).hasProperty(QTextFormat::ForegroundBrush));
    EXPECT_EQ(formatAt(3).fontWeight(), QFont::Bold);
    const auto light = formatAt(3).foreground().color();
    EXPECT_FALSE(formatAt(7).hasProperty(QTextFormat::ForegroundBrush));
    viewer.setPalette(darkPalette());
    settle();
    EXPECT_EQ(text(), "a bad day");
    EXPECT_NE(formatAt(3).foreground().color(), light);
    EXPECT_GE(contrast(formatAt(3).foreground().color(), darkPalette().color(QPalette::Base)), 4.5);
}

TEST_F(LogView, SavesAllLinesOrTheShownOnes) {
    showJob();
    say(kOut, "keep\ndrop\n");
    say(kError, "keep too\n");
    filter("keep");
    EXPECT_EQ(viewer.textToSave(true).toStdString(), "keep\nerr\tkeep too\n");
    EXPECT_EQ(viewer.textToSave(false).toStdString(), "keep\ndrop\nerr\tkeep too\n");
}

TEST_F(LogView, OffersTheActionOfThePageInItsBar) {
    QAction kill(q("Kill…"));
    int killed = 0;
    QObject::connect(&kill, &QAction::triggered, [&] { ++killed; });
    viewer.addAction(&kill);
    auto* button = viewer.findChildren<QToolButton*>().last();
    kill.setEnabled(false);
    EXPECT_FALSE(button->isEnabled());
    kill.setEnabled(true);
    button->click();
    EXPECT_EQ(killed, 1);
}

TEST_F(LogView, GivesEveryControlAName) {
    showJob();
    sayLines(200);
    viewer.openSearch();
    for (auto* control : viewer.findChildren<QWidget*>()) {
        if (control->focusPolicy() & Qt::TabFocus && control->isVisible()) {
            auto* named = QAccessible::queryAccessibleInterface(control);
            EXPECT_FALSE(named == nullptr || named->text(QAccessible::Name).isEmpty())
                << control->metaObject()->className();
        }
    }
}
