// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/sticky_table.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QScrollBar>
#include <QTest>
#include <gtest/gtest.h>

#include "tests/widgets/draw.h"
#include "tests/widgets/tables/utilization.h"
#include "widgets/models/gpu_model.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/sort_header.h"
#include "widgets/theme/theme.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;
using namespace muster::widgets;

namespace {

// A list that has room for some of its columns only.
class StickyColumn : public testing::Test {
protected:
    ClusterState state;
    GpuModel model{state};
    ClusterTable table{&model, QStringLiteral("list")};
    SortHeader& header{static_cast<SortHeader&>(*table.horizontalHeader())};

    void SetUp() override {
        state.apply(draw("node1: a free 10, b allocated 20 / node2: c free 30, d free 40"));
        state.flush();
        table.resize(500, 300);
        table.show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&table));
        ASSERT_GT(table.horizontalScrollBar()->maximum(), 200);
    }
    void TearDown() override { QGuiApplication::setPalette(lightPalette()); }

    void scroll(int to) {
        table.horizontalScrollBar()->setValue(to);
        QCoreApplication::processEvents();
    }
    int first() const { return header.logicalIndex(0); }
    QModelIndex cell(int row, int column) const { return table.model()->index(row, column); }
    QImage strip(int width) {
        return table.viewport()->grab(QRect(0, 0, width, table.viewport()->height())).toImage();
    }
    QImage headStrip(int width) {
        return header.viewport()->grab(QRect(0, 0, width, header.height())).toImage();
    }
    void drag(int from, int to) {
        const int y = header.height() / 2;
        QTest::mousePress(header.viewport(), Qt::LeftButton, Qt::NoModifier, {from, y});
        for (int step = 1; step <= 4; ++step) {
            const QPointF at(from + (to - from) * step / 4.0, y);
            QMouseEvent move(QEvent::MouseMove, at, Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
            QCoreApplication::sendEvent(header.viewport(), &move);
        }
        QTest::mouseRelease(header.viewport(), Qt::LeftButton, Qt::NoModifier, {to, y});
    }
};

} // namespace

TEST_F(StickyColumn, LooksTheSameWhileTheOthersScroll) {
    const int width = table.columnWidth(first());
    table.selectKey(QStringLiteral("b"));
    table.marks().toggle(QStringLiteral("c"));
    for (const auto& palette : {lightPalette(), darkPalette()}) {
        QGuiApplication::setPalette(palette);
        scroll(0);
        const auto cells = strip(width);
        const auto head = headStrip(width);
        for (const int to : {1, width / 2, width * 2, table.horizontalScrollBar()->maximum()}) {
            scroll(to);
            EXPECT_EQ(strip(width), cells) << to;
            EXPECT_EQ(headStrip(width), head) << to;
        }
    }
}

TEST_F(StickyColumn, HasAnEdgeOnlyWhileSomethingIsBelowIt) {
    const int width = table.columnWidth(first());
    const auto line = [&](int x) {
        const auto picture = strip(width + 20);
        QRgb all = picture.pixel(x, 0);
        for (int y = 0; y < picture.height(); ++y) {
            all = picture.pixel(x, y) == all ? all : 0;
        }
        return all;
    };
    EXPECT_NE(line(width), lightPalette().color(QPalette::Mid).rgb());
    scroll(100);
    EXPECT_LT(QColor(line(width)).lightness(), 255);
    EXPECT_EQ(line(width), strip(width + 1).pixel(width, 150)) << "down to the last pixel";
}

TEST_F(StickyColumn, LetsGoWhereAllColumnsFitOrItWouldTakeHalfOfTheRoom) {
    scroll(table.horizontalScrollBar()->maximum());
    EXPECT_EQ(header.stickySection(), first());
    table.setColumnWidth(first(), table.viewport()->width() / 2 + 10);
    ASSERT_GT(header.offset(), table.columnWidth(first()));
    EXPECT_EQ(header.stickySection(), -1);
    EXPECT_NE(table.indexAt({5, 5}).column(), first());
    table.showColumns(Rank::Main);
    table.setColumnWidth(first(), 60);
    table.resize(3000, 300);
    QCoreApplication::processEvents();
    EXPECT_EQ(table.horizontalScrollBar()->maximum(), 0);
    EXPECT_EQ(header.stickySection(), -1);
}

TEST_F(StickyColumn, IsTheFirstThatIsShown) {
    const int second = header.logicalIndex(1);
    table.setColumnHidden(first(), true);
    scroll(150);
    EXPECT_EQ(header.stickySection(), second);
    EXPECT_EQ(table.indexAt({5, 5}).column(), second);
    header.moveSection(header.visualIndex(kUtilization), 0);
    EXPECT_EQ(header.stickySection(), kUtilization);
}

TEST_F(StickyColumn, IsWhereItIsSeenForThePointerAndForScreenReaders) {
    scroll(200);
    const auto name = cell(1, first());
    const auto rect = table.visualRect(name);
    EXPECT_EQ(rect.left(), 0);
    EXPECT_EQ(table.indexAt(rect.center()), name);
    EXPECT_NE(table.indexAt({rect.right() + 3, rect.center().y()}).column(), first());
    auto* seen
        = QAccessible::queryAccessibleInterface(&table)->tableInterface()->cellAt(1, first());
    EXPECT_EQ(seen->rect().left(), table.viewport()->mapToGlobal(rect.topLeft()).x());
    EXPECT_TRUE(table.findChildren<QTableView*>().isEmpty()) << "nothing is read out twice";
}

TEST_F(StickyColumn, IsClickedMarkedAndCopiedAsAnyOther) {
    scroll(200);
    const auto at = [&](int row) { return table.visualRect(cell(row, first())).center(); };
    QTest::mouseClick(table.viewport(), Qt::LeftButton, Qt::NoModifier, at(2));
    EXPECT_EQ(table.currentIndex(), cell(2, first()));
    EXPECT_EQ(table.horizontalScrollBar()->value(), 200);
    QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QGuiApplication::clipboard()->text(), cell(2, first()).data().toString());
    QTest::mouseClick(table.viewport(), Qt::LeftButton, Qt::ControlModifier, at(0));
    EXPECT_EQ(table.marks().count(), 2);
}

TEST_F(StickyColumn, HidesNoCellThatKeysLeadTo) {
    table.selectKey(QStringLiteral("a"));
    const auto hidden = [&] {
        const auto rect = table.visualRect(table.currentIndex());
        return table.currentIndex().column() != header.stickySection()
            && (rect.left() < header.stickyWidth() || rect.right() > table.viewport()->width());
    };
    const int columns = header.count() - header.hiddenSectionCount();
    for (int step = 1; step < columns; ++step) {
        QTest::keyClick(&table, Qt::Key_Right);
        EXPECT_FALSE(hidden()) << "right " << step;
    }
    EXPECT_EQ(table.horizontalScrollBar()->value(), table.horizontalScrollBar()->maximum());
    for (int step = 1; step < columns; ++step) {
        QTest::keyClick(&table, Qt::Key_Left);
        EXPECT_FALSE(hidden()) << "left " << step;
    }
    EXPECT_EQ(table.currentIndex().column(), first());
    scroll(200);
    EXPECT_TRUE(table.selectKey(QStringLiteral("d")));
    EXPECT_EQ(table.horizontalScrollBar()->value(), 200) << "the name is in view as it is";
}

TEST_F(StickyColumn, ShowsLiveChangesOfItsCells) {
    header.moveSection(header.visualIndex(kUtilization), 0);
    scroll(200);
    const int width = header.stickyWidth();
    const auto before = strip(width);
    state.apply(samples(
        "node1: a free 77, b allocated 20 / node2: c free 30, d free 40", 1'700'000'001'000));
    state.flush();
    EXPECT_NE(strip(width), before);
}

TEST_F(StickyColumn, SortsByAClickOnItsHeader) {
    scroll(200);
    table.proxy().setSortKeys({{kUtilization, Qt::AscendingOrder}});
    QTest::mouseClick(header.viewport(), Qt::LeftButton, Qt::NoModifier, {20, header.height() / 2});
    ASSERT_EQ(table.proxy().sortKeys().size(), 1u);
    EXPECT_EQ(table.proxy().sortKeys().front().column, first());
    EXPECT_EQ(header.sectionAt({20, 5}), first()) << "for the menu";
}

TEST_F(StickyColumn, IsMadeWiderAtItsEdge) {
    scroll(200);
    const int width = header.stickyWidth();
    drag(width - 2, width + 28);
    EXPECT_EQ(table.columnWidth(first()), width + 30);
    EXPECT_EQ(header.stickyWidth(), width + 30);
    drag(width + 28, 1);
    EXPECT_GE(table.columnWidth(first()), header.minimumSectionSize());
}

TEST_F(StickyColumn, GivesItsPlaceToWhatIsDroppedOnIt) {
    scroll(150);
    const int y = header.height() / 2;
    const int dragged = header.sectionAt({header.stickyWidth() + 60, y});
    ASSERT_NE(dragged, first());
    drag(header.stickyWidth() + 60, 10);
    EXPECT_EQ(header.visualIndex(dragged), 0);
    EXPECT_EQ(header.stickySection(), dragged);
}

TEST_F(StickyColumn, KeepsItsPlaceWhenItIsDroppedOnItselfOrAnotherIsMadeNarrow) {
    scroll(150);
    const int name = first();
    drag(10, 30);
    EXPECT_EQ(first(), name);
    const int x = header.stickyWidth() + 60;
    const int other = header.sectionAt({x, 5});
    const int right = header.sectionViewportPosition(other) + header.sectionSize(other) - 1;
    const int before = table.columnWidth(other);
    drag(right, 10);
    EXPECT_EQ(first(), name);
    EXPECT_LT(table.columnWidth(other), before);
}
