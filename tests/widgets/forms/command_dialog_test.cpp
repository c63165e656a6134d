// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/command_dialog.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

#include "widgets/forms/notice_bar.h"

using namespace muster::widgets;

namespace {

CommandQuestion drain(int objects = 1) {
    return {.title = QStringLiteral("Drain node-7"),
        .verb = QStringLiteral("Drain"),
        .effect = QStringLiteral("It stops 2 tasks of 1 user."),
        .list
        = {QStringLiteral("train (job-1.1) of alice"), QStringLiteral("sweep (job-2.1) of alice")},
        .objects = objects,
        .reason = CommandQuestion::Reason::Required,
        .canEnd = true,
        .hasGrace = true};
}

bool shows(const CommandDialog& dialog, const QString& words) {
    for (const auto* label : dialog.findChildren<QLabel*>()) {
        if (label->text() == words && !label->isHidden()) {
            return true;
        }
    }
    return false;
}

} // namespace

TEST(CommandDialog, SaysTheEffectAndDemandsAReason) {
    CommandDialog dialog(drain(), QDateTime::currentDateTime());
    EXPECT_TRUE(shows(dialog, QStringLiteral("It stops 2 tasks of 1 user.")));
    EXPECT_EQ(dialog.list().size(), 2);
    EXPECT_FALSE(dialog.canRun());
    EXPECT_TRUE(shows(dialog, QStringLiteral("A reason is required")));
    dialog.setReason(QStringLiteral("   "));
    EXPECT_FALSE(dialog.canRun());
    dialog.setReason(QStringLiteral(" fan rattles "));
    EXPECT_TRUE(dialog.canRun());
    EXPECT_EQ(dialog.reason(), QStringLiteral("fan rattles"));
    EXPECT_EQ(dialog.untilMs(), 0);
    EXPECT_EQ(dialog.graceMs(), 0);
    dialog.setReason(QString(1001, QLatin1Char('x')));
    EXPECT_FALSE(dialog.canRun()) << "the master takes 1000 bytes";
}

TEST(CommandDialog, HasTheFocusOnCancel) {
    CommandDialog dialog(drain(), QDateTime::currentDateTime());
    dialog.setReason(QStringLiteral("x"));
    dialog.show();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&dialog));
    const auto* focused = qobject_cast<QPushButton*>(dialog.focusWidget());
    ASSERT_NE(focused, nullptr);
    EXPECT_EQ(focused->text(), QStringLiteral("Cancel"));
    QSignalSpy accepted(&dialog, &QDialog::accepted);
    QTest::keyClick(dialog.focusWidget(), Qt::Key_Return);
    EXPECT_EQ(accepted.count(), 0);
    EXPECT_FALSE(dialog.isVisible());
}

TEST(CommandDialog, IsNotCancelledByEnterInAField) {
    CommandDialog dialog(drain(6), QDateTime::currentDateTime());
    dialog.show();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&dialog));
    QSignalSpy accepted(&dialog, &QDialog::accepted);
    QSignalSpy rejected(&dialog, &QDialog::rejected);
    const auto enter = [&] { QTest::keyClick(dialog.focusWidget(), Qt::Key_Return); };
    const auto fields = dialog.findChildren<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly);
    ASSERT_EQ(fields.size(), 2);
    fields[0]->setFocus();
    enter();
    EXPECT_EQ(dialog.focusWidget(), fields[0]) << "the reason is missing";
    QTest::keyClicks(fields[0], QStringLiteral("fan rattles"));
    enter();
    EXPECT_EQ(dialog.focusWidget(), fields[1]) << "the number is missing";
    QTest::keyClicks(fields[1], QStringLiteral("6"));
    QTest::keyClick(fields[1], Qt::Key_Enter);
    const auto* button = qobject_cast<QPushButton*>(dialog.focusWidget());
    ASSERT_NE(button, nullptr);
    EXPECT_EQ(button->text(), QStringLiteral("Drain"));
    EXPECT_EQ(accepted.count() + rejected.count(), 0);
    enter();
    EXPECT_EQ(accepted.count(), 1);
    EXPECT_EQ(rejected.count(), 0);
}

TEST(CommandDialog, HasAnEndAndAGracePeriodOnlyWhenTheyAreWanted) {
    const auto now = QDateTime::fromMSecsSinceEpoch(1'700'000'000'000);
    CommandDialog dialog(drain(), now);
    dialog.setUntil(now.addSecs(3600));
    EXPECT_EQ(dialog.untilMs() / 60'000, 1'700'003'600'000 / 60'000);
    dialog.setUntil(std::nullopt);
    EXPECT_EQ(dialog.untilMs(), 0);
    dialog.setGrace(5);
    EXPECT_EQ(dialog.graceMs(), 300'000);
    dialog.setGrace(std::nullopt);
    EXPECT_EQ(dialog.graceMs(), 0);
    CommandDialog plain(
        {.title = {}, .verb = QStringLiteral("Kill"), .effect = {}, .list = {}}, now);
    plain.setUntil(now.addSecs(3600));
    plain.setGrace(5);
    EXPECT_EQ(plain.untilMs(), 0) << "it has none";
    EXPECT_EQ(plain.graceMs(), 0);
    EXPECT_TRUE(plain.canRun());
}

TEST(CommandDialog, WantsTheNumberOfManyObjectsTyped) {
    CommandDialog five(drain(5), QDateTime::currentDateTime());
    five.setReason(QStringLiteral("x"));
    EXPECT_TRUE(five.canRun());
    CommandDialog six(drain(6), QDateTime::currentDateTime());
    six.setReason(QStringLiteral("x"));
    EXPECT_FALSE(six.canRun());
    EXPECT_TRUE(shows(six, QStringLiteral("Enter the number to confirm")));
    six.setTypedCount(QStringLiteral("5"));
    EXPECT_FALSE(six.canRun());
    six.setTypedCount(QStringLiteral("6"));
    EXPECT_TRUE(six.canRun());
}

TEST(NoticeBar, OffersToUndoOnce) {
    NoticeBar bar;
    QSignalSpy undone(&bar, &NoticeBar::undoWanted);
    EXPECT_TRUE(bar.isHidden());
    bar.tell(QStringLiteral("node-7 is drained"), true, true);
    EXPECT_FALSE(bar.isHidden());
    EXPECT_EQ(bar.accessibleName(), QStringLiteral("node-7 is drained"));
    bar.undo()->trigger();
    EXPECT_EQ(undone.count(), 1);
    EXPECT_FALSE(bar.undo()->isEnabled());
    EXPECT_TRUE(bar.isHidden());
    bar.tell(QStringLiteral("Refused: it runs already"), false, false);
    EXPECT_FALSE(bar.undo()->isEnabled());
}
