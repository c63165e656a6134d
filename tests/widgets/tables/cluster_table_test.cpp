// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/cluster_table.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <gtest/gtest.h>

#include "tests/widgets/draw.h"
#include "tests/widgets/many_rows.h"
#include "tests/widgets/tables/utilization.h"
#include "widgets/models/gpu_model.h"
#include "widgets/models/task_model.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;
using namespace muster::widgets;

namespace {

using Keys = std::vector<FilterProxy::SortKey>;

template <typename Model>
struct Shown {
    ClusterState state;
    Model model{state};
    ClusterTable table{&model, QStringLiteral("list")};

    explicit Shown(const v1::Snapshot& snapshot) {
        state.apply(snapshot);
        state.flush();
        table.resize(1200, 400);
        table.show();
    }
    void pointer(QEvent::Type comesOrGoes) {
        QEvent event(comesOrGoes);
        QCoreApplication::sendEvent(&table, &event);
    }
    void clickHeader(int column, Qt::KeyboardModifiers with = Qt::NoModifier) {
        auto& header = *table.horizontalHeader();
        const QPoint at(header.sectionViewportPosition(column) + 20, header.height() / 2);
        QTest::mouseClick(header.viewport(), Qt::LeftButton, with, at);
    }
    QString keyAt(int y) const {
        return table.indexAt({10, y}).data(TableModel::KeyRole).toString();
    }
    QStringList actions(int column = -1) {
        QMenu menu;
        table.fillColumnMenu(menu, column);
        QStringList words;
        for (const auto* action : menu.actions()) {
            words << action->text();
        }
        return words;
    }
};

using ShownGpus = Shown<GpuModel>;
using ShownTasks = Shown<TaskModel>;

void removeTask(v1::Delta& delta, int number) {
    auto& removed = *delta.mutable_removed()->add_tasks();
    removed.set_framework_id("F");
    removed.set_task_id("task-" + std::to_string(number));
}

} // namespace

TEST(SortHeader, SortsByOneColumnAtAClickAndTurnsRoundAtTheNext) {
    ShownGpus shown(draw("node1: a free 10, b allocated 20"));
    shown.clickHeader(GpuModel::State);
    EXPECT_EQ(shown.table.proxy().sortKeys(), (Keys{{GpuModel::State, Qt::AscendingOrder}}));
    shown.clickHeader(GpuModel::State);
    EXPECT_EQ(shown.table.proxy().sortKeys(), (Keys{{GpuModel::State, Qt::DescendingOrder}}));
}

TEST(SortHeader, AddsAColumnAtAShiftClick) {
    ShownGpus shown(draw("node1: a free 10, b allocated 20"));
    shown.clickHeader(GpuModel::State);
    shown.clickHeader(GpuModel::User, Qt::ShiftModifier);
    shown.clickHeader(GpuModel::State, Qt::ShiftModifier);
    EXPECT_EQ(shown.table.proxy().sortKeys(),
        (Keys{{GpuModel::State, Qt::DescendingOrder}, {GpuModel::User, Qt::AscendingOrder}}));
    const auto picture = shown.table.horizontalHeader()->grab().toImage();
    shown.clickHeader(GpuModel::User);
    EXPECT_EQ(shown.table.proxy().sortKeys(), (Keys{{GpuModel::User, Qt::AscendingOrder}}));
    EXPECT_NE(shown.table.horizontalHeader()->grab().toImage(), picture);
}

TEST(ClusterTable, KeepsWhatIsUnderThePointerThoughRowsComeAndGoAboveIt) {
    ShownTasks shown(manyTasks(2000));
    shown.table.proxy().setSortKeys({{TaskModel::State, Qt::AscendingOrder}});
    shown.table.verticalScrollBar()->setValue(300);
    const int y = shown.table.viewport()->height() / 2;
    const auto key = shown.keyAt(y);
    ASSERT_TRUE(shown.table.selectKey(key));
    shown.table.verticalScrollBar()->setValue(300);
    shown.pointer(QEvent::Enter);
    for (int batch = 0; batch < 8; ++batch) {
        auto delta = busyTasks(batch, 2000);
        for (int i = 0; i < 20; ++i) {
            const int number = batch * 20 + i;
            if ("F\ntask-" + std::to_string(number) != key.toStdString()) {
                removeTask(delta, number);
            }
            *delta.mutable_changed()->add_tasks() = manyTask(10'000 + number, "TASK_ERROR");
        }
        ASSERT_TRUE(shown.state.apply(delta));
        shown.state.flush();
        ASSERT_EQ(shown.keyAt(y), key);
        ASSERT_EQ(shown.table.currentKey(), key);
    }
    shown.pointer(QEvent::Leave);
    EXPECT_EQ(shown.table.currentKey(), key);
    EXPECT_EQ(
        shown.table.proxy().index(0, TaskModel::State).data().toString(), QStringLiteral("Error"));
}

TEST(ClusterTable, PutsRowsInOrderOnceThePointerHasRested) {
    ShownGpus shown(draw("node1: a free 10, b free 20"));
    shown.table.proxy().setSortKeys({{kUtilization, Qt::AscendingOrder}});
    shown.pointer(QEvent::Enter);
    shown.state.apply(samples("node1: a free 90, b free 20", 1'700'000'001'000));
    shown.state.flush();
    QTest::qWait(ClusterTable::kSettleMs / 2);
    QMouseEvent move(QEvent::MouseMove, {51, 31}, Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(shown.table.viewport(), &move);
    QTest::qWait(ClusterTable::kSettleMs * 2 / 3);
    EXPECT_EQ(print(shown.table.proxy(), {GpuModel::Uuid}), "a\nb\n") << "it moved meanwhile";
    QTest::qWait(ClusterTable::kSettleMs / 2);
    EXPECT_EQ(print(shown.table.proxy(), {GpuModel::Uuid}), "b\na\n");
}

TEST(ClusterTable, SelectsNothingElseWhenTheSelectedRowGoes) {
    ShownGpus shown(draw("node1: a free, b free, c free, d free"));
    ASSERT_TRUE(shown.table.selectKey(QStringLiteral("b")));
    QSignalSpy moved(&shown.table, &ClusterTable::currentKeyChanged);
    auto delta = change(2, "node1: a free, c free");
    delta.mutable_removed()->add_gpus("b");
    delta.mutable_removed()->add_gpus("d");
    ASSERT_TRUE(shown.state.apply(delta));
    shown.state.flush();
    EXPECT_TRUE(shown.table.currentKey().isEmpty());
    ASSERT_EQ(moved.count(), 1);
    EXPECT_TRUE(moved[0][0].toString().isEmpty());
}

TEST(ClusterTable, ChoosesNoRowByItselfWhenItGetsTheFocus) {
    ShownGpus shown(draw("node1: a free, b free"));
    shown.table.clearFocus();
    QFocusEvent focus(QEvent::FocusIn, Qt::TabFocusReason);
    QCoreApplication::sendEvent(&shown.table, &focus);
    EXPECT_TRUE(shown.table.currentKey().isEmpty());
    QTest::keyClick(&shown.table, Qt::Key_Down);
    EXPECT_EQ(shown.table.currentKey(), QStringLiteral("a"));
    EXPECT_TRUE(shown.table.selectionModel()->isRowSelected(0, {}));
}

TEST(ClusterTable, RemembersSortingAndPresetsToo) {
    ShownGpus first(draw("node1: a free"));
    first.table.proxy().setSortKeys(
        {{GpuModel::State, Qt::DescendingOrder}, {kUtilization, Qt::AscendingOrder}});
    first.table.showColumns(Rank::Main);
    first.table.setColumnWidth(GpuModel::Node, 222);
    first.table.savePreset(QStringLiteral(" night watch "));
    first.table.resetColumns();
    first.table.horizontalHeader()->moveSection(0, 3);
    ShownGpus second(draw("node1: a free"));
    second.table.setColumns(first.table.columns());
    EXPECT_EQ(second.table.horizontalHeader()->visualIndex(0), 3);
    ASSERT_EQ(second.table.presets(), QStringList{QStringLiteral("night watch")});
    second.table.applyPreset(QStringLiteral("night watch"));
    EXPECT_EQ(second.table.horizontalHeader()->visualIndex(0), 0);
    EXPECT_TRUE(second.table.isColumnHidden(GpuModel::Model));
    EXPECT_EQ(second.table.columnWidth(GpuModel::Node), 222);
    EXPECT_EQ(second.table.proxy().sortKeys(),
        (Keys{{GpuModel::State, Qt::DescendingOrder}, {kUtilization, Qt::AscendingOrder}}));
    second.table.removePreset(QStringLiteral("night watch"));
    EXPECT_TRUE(second.table.presets().isEmpty());
}

TEST(ClusterTable, CutsTheLongestTextsUntilAllColumnsFit) {
    auto snapshot = manyTasks(3);
    snapshot.mutable_rows()->mutable_tasks(0)->set_why(std::string(200, 'w'));
    ShownTasks shown(snapshot);
    auto& table = shown.table;
    auto* bar = table.horizontalScrollBar();
    for (const int width : {2000, 1800, 1600}) {
        table.resize(width, 400);
        QCoreApplication::processEvents();
        EXPECT_EQ(bar->maximum(), 0) << width;
    }
    const int cut = table.columnWidth(TaskModel::Message);
    table.showColumns(Rank::Main);
    table.setColumnHidden(TaskModel::Message, false);
    table.showColumns(Rank::Usual);
    EXPECT_EQ(table.columnWidth(TaskModel::Message), cut) << "the widths are still the table's";
    table.showColumns(Rank::Extra);
    for (int column = 0; column < table.model()->columnCount(); ++column) {
        EXPECT_GE(table.columnWidth(column), table.horizontalHeader()->sectionSizeHint(column))
            << "a header that was hidden at first, " << column;
    }
    table.resize(300, 400);
    QCoreApplication::processEvents();
    EXPECT_GT(bar->maximum(), 0);
    EXPECT_EQ(table.columnWidth(TaskModel::Message), 320) << "nothing is gained by cutting more";
    table.setColumnWidth(TaskModel::Message, 250);
    table.resize(1600, 400);
    QCoreApplication::processEvents();
    EXPECT_EQ(table.columnWidth(TaskModel::Message), 250) << "now they are the reader's";
}

TEST(ClusterTable, SaysTheWholeOfATextThatIsCut) {
    auto snapshot = manyTasks(1);
    snapshot.mutable_rows()->mutable_tasks(0)->set_name("a <b>long</b> name");
    ShownTasks shown(snapshot);
    auto& table = shown.table;
    const auto tip = [&](int width) {
        table.setColumnWidth(TaskModel::Name, width);
        const auto at = table.visualRect(table.model()->index(0, TaskModel::Name)).center();
        QHelpEvent event(QEvent::ToolTip, at, table.viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(table.viewport(), &event);
        return QToolTip::isVisible() ? QToolTip::text() : QString();
    };
    EXPECT_EQ(tip(400), QString());
    EXPECT_TRUE(tip(40).contains(QStringLiteral("a &lt;b&gt;long&lt;/b&gt; name")));
}

TEST(ClusterTable, IgnoresSettingsThatDoNotFit) {
    ShownGpus shown(draw("node1: a free"));
    const auto before = shown.table.columns();
    for (const auto* saved :
        {"", "nonsense", "[]", R"({"columns":7})", R"({"columns":[{"key":""}]})"}) {
        shown.table.setColumns(saved);
        EXPECT_EQ(shown.table.columns(), before) << saved;
    }
    shown.table.setColumns(QHeaderView(Qt::Horizontal).saveState()); // of an earlier version
    EXPECT_EQ(shown.table.columns(), before);
    shown.table.setColumns(R"({"columns":[{"key":"gone","width":9},{"key":"util","width":77},)"
                           R"({"key":"util"}],"sort":[{"key":"gone"}]})");
    EXPECT_EQ(shown.table.horizontalHeader()->visualIndex(kUtilization), 0);
    EXPECT_EQ(shown.table.columnWidth(kUtilization), 77);
    EXPECT_TRUE(shown.table.proxy().sortKeys().empty());
}

TEST(ClusterTable, NeverHidesEveryColumn) {
    ShownGpus shown(draw("node1: a free"));
    auto saved = TableSettings::fromJson(shown.table.columns());
    for (auto& column : saved.current.columns) {
        column.hidden = true;
    }
    shown.table.setColumns(saved.toJson());
    EXPECT_LT(shown.table.horizontalHeader()->hiddenSectionCount(), GpuModel::kColumns);
}

TEST(ClusterTable, OffersPresetsAndSortingInTheHeadersMenu) {
    ShownGpus shown(draw("node1: a free"));
    shown.table.savePreset(QStringLiteral("mine"));
    const auto words = shown.actions(GpuModel::State);
    for (const auto* word :
        {"Sort ascending", "Compact columns", "All columns", "mine", "Reset columns", "UUID"}) {
        EXPECT_TRUE(words.contains(QString::fromUtf8(word))) << word;
    }
    EXPECT_FALSE(shown.actions().contains(QStringLiteral("Sort ascending")));
}

TEST(ClusterTable, SaysWhatItCopied) {
    ShownTasks shown(manyTasks(3));
    QSignalSpy copied(&shown.table, &ClusterTable::copied);
    QTest::keyClick(&shown.table, Qt::Key_I, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(copied.count(), 0) << "nothing is selected";
    ASSERT_TRUE(shown.table.selectKey(QStringLiteral("F\ntask-1")));
    QTest::keyClick(&shown.table, Qt::Key_I, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("task-1"));
    ASSERT_EQ(copied.count(), 1);
    EXPECT_EQ(copied[0][0].toString(), QStringLiteral("Copied the id task-1"));
    QMenu menu;
    shown.table.addCopyActions(menu);
    ASSERT_EQ(menu.actions().size(), 3);
    for (auto* action : menu.actions()) {
        EXPECT_FALSE(action->shortcut().isEmpty());
        EXPECT_FALSE(action->icon().isNull());
    }
    menu.actions().at(1)->trigger();
    EXPECT_TRUE(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("task-1\ttrain-")));
}

TEST(ClusterTable, HasRowsOfThreeHeights) {
    ShownGpus shown(draw("node1: a free"));
    const int text = shown.table.fontMetrics().height();
    EXPECT_EQ(shown.table.rowHeight(0), text + 4);
    shown.table.setDensity(ClusterTable::Density::Normal);
    EXPECT_EQ(shown.table.rowHeight(0), text + 8);
    shown.table.setDensity(ClusterTable::Density::Large);
    EXPECT_EQ(shown.table.rowHeight(0), text + 14);
    shown.table.setDensity(ClusterTable::Density::Compact);
    EXPECT_EQ(shown.table.rowHeight(0), text + 4);
}

TEST(ClusterTable, MarksRowsByKeyboardForWhatIsDoneWithSeveral) {
    ShownGpus shown(draw("node1: a free 10, b allocated 20, c free 30, d free 40"));
    auto& table = shown.table;
    EXPECT_TRUE(table.chosenKeys().isEmpty());
    table.selectKey(QStringLiteral("a"));
    EXPECT_EQ(table.chosenKeys(), QStringList{QStringLiteral("a")}) << "the current row";
    QTest::keyClick(&table, Qt::Key_Space);
    EXPECT_EQ(table.currentKey(), QStringLiteral("b")) << "on to the next";
    QTest::keyClick(&table, Qt::Key_Down);
    QTest::keyClick(&table, Qt::Key_Space);
    EXPECT_EQ(table.chosenKeys(), (QStringList{QStringLiteral("a"), QStringLiteral("c")}));
    QTest::keyClick(&table, Qt::Key_Space);
    EXPECT_EQ(table.marks().count(), 3);
    QTest::keyClick(&table, Qt::Key_Space);
    EXPECT_EQ(table.marks().count(), 2) << "the last row again";
    QTest::keyClick(&table, Qt::Key_Up, Qt::ShiftModifier);
    EXPECT_EQ(table.chosenKeys(),
        (QStringList{QStringLiteral("a"), QStringLiteral("c"), QStringLiteral("d")}));
    QTest::keyClick(&table, Qt::Key_A, Qt::ControlModifier);
    EXPECT_EQ(table.marks().count(), 4);
}

TEST(ClusterTable, MarksRowsByCtrlAndShiftClickAndBeginsAnewAtAPlainOne) {
    ShownGpus shown(draw("node1: a free 10, b allocated 20, c free 30, d free 40"));
    auto& table = shown.table;
    const auto click = [&](int row, Qt::KeyboardModifiers with) {
        const auto at = table.visualRect(table.model()->index(row, 0)).center();
        QTest::mouseClick(table.viewport(), Qt::LeftButton, with, at);
    };
    click(0, Qt::NoModifier);
    EXPECT_EQ(table.marks().count(), 0);
    click(2, Qt::ControlModifier);
    EXPECT_EQ(table.chosenKeys(), (QStringList{QStringLiteral("a"), QStringLiteral("c")}));
    click(2, Qt::ControlModifier);
    EXPECT_EQ(table.chosenKeys(), QStringList{QStringLiteral("a")});
    click(1, Qt::NoModifier);
    EXPECT_EQ(table.marks().count(), 0);
    click(3, Qt::ShiftModifier);
    EXPECT_EQ(table.marks().count(), 3) << "from the current row";
    EXPECT_EQ(table.currentKey(), QStringLiteral("d"));
}

TEST(ClusterTable, KeepsMarksThroughSortingAndFiltersAndForgetsRowsThatGo) {
    ShownTasks shown(manyTasks(20));
    auto& table = shown.table;
    const auto first = table.model()->index(0, 0).data(TableModel::KeyRole).toString();
    const auto third = table.model()->index(2, 0).data(TableModel::KeyRole).toString();
    table.marks().set({first, third}, true);
    QSignalSpy changed(&table.marks(), &RowMarks::changed);
    table.proxy().setSortKeys({{TaskModel::State, Qt::DescendingOrder}});
    EXPECT_TRUE(table.proxy().setFilter(QStringLiteral("nothing-has-this")));
    EXPECT_EQ(table.chosenKeys().size(), 2);
    EXPECT_EQ(changed.count(), 0);
    v1::Delta delta;
    delta.set_seq(2);
    auto& removed = *delta.mutable_removed()->add_tasks();
    removed.set_framework_id(first.section(QLatin1Char('\n'), 0, 0).toStdString());
    removed.set_task_id(first.section(QLatin1Char('\n'), 1).toStdString());
    ASSERT_TRUE(shown.state.apply(delta));
    shown.state.flush();
    EXPECT_EQ(table.chosenKeys(), QStringList{third});
    EXPECT_EQ(changed.count(), 1);
    EXPECT_TRUE(table.marks().clear());
    EXPECT_FALSE(table.marks().clear());
}

TEST(ClusterTable, ShowsWhichRowsAreMarked) {
    ShownGpus shown(draw("node1: a free 10, b allocated 20"));
    const auto plain = shown.table.viewport()->grab().toImage();
    shown.table.marks().toggle(QStringLiteral("b"));
    EXPECT_NE(shown.table.viewport()->grab().toImage(), plain);
    shown.table.marks().toggle(QStringLiteral("b"));
    EXPECT_EQ(shown.table.viewport()->grab().toImage(), plain);
}
