// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/gpu/heat_map.h"

#include <set>

#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <gtest/gtest.h>

#include "tests/widgets/draw.h"
#include "widgets/gpu/heat_card.h"
#include "widgets/gpu/heat_panel.h"
#include "widgets/theme/theme.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;
using namespace muster::widgets;

namespace {

constexpr std::int64_t kBegin = 1'700'000'000'000;

std::string nodes(int count, int gpus, const std::string& state = "free 10") {
    std::string picture;
    for (int node = 0; node < count; ++node) {
        picture += (node == 0 ? "node" : " / node") + std::to_string(node) + ":";
        for (int gpu = 0; gpu < gpus; ++gpu) {
            picture += (gpu == 0 ? " u" : ", u") + std::to_string(node) + "-" + std::to_string(gpu)
                + " " + state;
        }
    }
    return picture;
}

struct Shown {
    ClusterState state;
    HeatMapModel model{state};
    HeatMap map{&model};

    explicit Shown(const std::string& picture, QSize size = {900, 400}) {
        state.apply(draw(picture));
        state.flush();
        map.resize(size);
        map.show();
        map.activateWindow();
        map.setFocus();
        EXPECT_TRUE(QTest::qWaitForWindowActive(&map));
    }
    QString current() { return map.currentIndex().data(Qt::AccessibleTextRole).toString(); }
    void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(&map, static_cast<Qt::Key>(key), modifiers);
    }
    QPoint centre(int tile) { return map.visualRect(model.indexOf(tile)).center(); }
    void wheel(QPoint at, int steps) {
        QWheelEvent event(at, map.viewport()->mapToGlobal(at), {}, {0, 120 * steps}, Qt::NoButton,
            Qt::ControlModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(map.viewport(), &event);
    }
    void move(QPoint at, Qt::MouseButtons held = Qt::NoButton) {
        QMouseEvent event(QEvent::MouseMove, at, map.viewport()->mapToGlobal(at), Qt::NoButton,
            held, Qt::NoModifier);
        QCoreApplication::sendEvent(map.viewport(), &event);
    }
    bool isInSight(int tile) {
        return map.viewport()->rect().contains(map.visualRect(model.indexOf(tile)));
    }
};

// Which part of the viewport was painted since it was made.
class Painted : public QObject {
public:
    explicit Painted(QWidget* widget) { widget->installEventFilter(this); }
    QRegion region;

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint) {
            region += static_cast<QPaintEvent*>(event)->region();
        }
        return false;
    }
};

} // namespace

TEST(HeatMap, ShowsAllGpusWithoutScrollBars) {
    Shown shown(nodes(100, 8));
    EXPECT_EQ(shown.map.zoom(), 0);
    EXPECT_EQ(shown.map.verticalScrollBar()->maximum(), 0);
    EXPECT_EQ(shown.map.horizontalScrollBar()->maximum(), 0);
    EXPECT_TRUE(shown.isInSight(799));
}

TEST(HeatMap, WalksWithArrowsAcrossNodes) {
    Shown shown(nodes(3, 4));
    shown.map.setCurrentIndex(shown.model.index(0, 3));
    shown.press(Qt::Key_Right);
    EXPECT_EQ(shown.current(), QStringLiteral("node1 GPU 0"));
    shown.press(Qt::Key_Left);
    shown.press(Qt::Key_Home);
    EXPECT_EQ(shown.current(), QStringLiteral("node0 GPU 0"));
    shown.press(Qt::Key_End);
    EXPECT_EQ(shown.current(), QStringLiteral("node0 GPU 3"));
    shown.press(Qt::Key_End, Qt::ControlModifier);
    EXPECT_EQ(shown.current(), QStringLiteral("node2 GPU 3"));
    shown.press(Qt::Key_Right);
    EXPECT_EQ(shown.current(), QStringLiteral("node2 GPU 3"));
    shown.press(Qt::Key_Home, Qt::ControlModifier);
    EXPECT_EQ(shown.current(), QStringLiteral("node0 GPU 0"));
}

TEST(HeatMap, WalksDownByRowsOfNodes) {
    Shown shown(nodes(60, 8));
    const int shelf = shown.map.tileLayout().shelves()[1].first;
    shown.map.setCurrentIndex(shown.model.index(0, 2));
    shown.press(Qt::Key_PageDown);
    EXPECT_EQ(shown.current(), QStringLiteral("node%1 GPU 2").arg(shelf));
    shown.press(Qt::Key_PageUp);
    EXPECT_EQ(shown.current(), QStringLiteral("node0 GPU 2"));
}

TEST(HeatMap, FindsANodeByItsTypedName) {
    Shown shown(nodes(40, 4));
    QTest::keyClicks(&shown.map, QStringLiteral("node20"));
    EXPECT_EQ(shown.current(), QStringLiteral("node20 GPU 0")) << "0 does not reset the zoom here";
    QTest::qWait(QApplication::keyboardInputInterval() + 50);
    QTest::keyClicks(&shown.map, QStringLiteral("31"));
    EXPECT_EQ(shown.current(), QStringLiteral("node31 GPU 0")) << "a part of the name is enough";
}

TEST(HeatMap, KeepsTheFocusedTileInSight) {
    Shown shown(nodes(200, 8));
    shown.map.setZoom(8);
    ASSERT_GT(shown.map.verticalScrollBar()->maximum(), 0);
    for (const int tile : {1599, 3, 803}) {
        shown.map.setCurrentIndex(shown.model.indexOf(tile));
        EXPECT_TRUE(shown.isInSight(tile)) << tile;
    }
}

TEST(HeatMap, ZoomsWithTheKeysAndGoesBackToAll) {
    Shown shown(nodes(100, 8));
    const auto far = shown.map.tileLayout().tile();
    shown.press(Qt::Key_Plus);
    EXPECT_GT(shown.map.tileLayout().tile().height(), far.height());
    shown.press(Qt::Key_Minus);
    EXPECT_EQ(shown.map.tileLayout().tile(), far);
    shown.press(Qt::Key_Minus);
    EXPECT_EQ(shown.map.zoom(), 0) << "all is the farthest";
    for (int i = 0; i < 60; ++i) {
        shown.press(Qt::Key_Plus, Qt::ControlModifier);
    }
    shown.press(Qt::Key_Minus);
    const auto near = shown.map.tileLayout().tile();
    shown.press(Qt::Key_Plus);
    EXPECT_GT(shown.map.tileLayout().tile().height(), near.height())
        << "no dead strokes at the end";
    shown.press(Qt::Key_0);
    EXPECT_EQ(shown.map.tileLayout().tile(), far);
}

TEST(HeatMap, ZoomsAroundThePointer) {
    Shown shown(nodes(200, 8));
    const int tile = 907;
    const auto at = shown.centre(tile);
    shown.wheel(at, 5);
    EXPECT_EQ(shown.map.zoom(), 5);
    EXPECT_EQ(shown.map.indexAt(at), shown.model.indexOf(tile));
    shown.wheel(at, -5);
    EXPECT_EQ(shown.map.zoom(), 0);
    EXPECT_EQ(shown.map.indexAt(at), shown.model.indexOf(tile));
}

TEST(HeatMap, PansWithTheMiddleButtonAndWithSpace) {
    Shown shown(nodes(200, 8));
    shown.map.setZoom(6);
    auto* bar = shown.map.verticalScrollBar();
    const int before = bar->value();
    QTest::mousePress(shown.map.viewport(), Qt::MiddleButton, {}, {300, 300});
    shown.move({300, 260}, Qt::MiddleButton);
    QTest::mouseRelease(shown.map.viewport(), Qt::MiddleButton, {}, {300, 260});
    EXPECT_EQ(bar->value(), before + 40);
    QTest::keyPress(&shown.map, Qt::Key_Space);
    QTest::mousePress(shown.map.viewport(), Qt::LeftButton, {}, {300, 260});
    shown.move({300, 300}, Qt::LeftButton);
    QTest::mouseRelease(shown.map.viewport(), Qt::LeftButton, {}, {300, 300});
    QTest::keyRelease(&shown.map, Qt::Key_Space);
    EXPECT_EQ(bar->value(), before);
    EXPECT_FALSE(shown.map.card().isVisible()) << "Space was for the hand";
}

TEST(HeatMap, OpensAGpuWithEnterAndWithADoubleClick) {
    Shown shown(nodes(3, 4));
    QSignalSpy chosen(&shown.map, &HeatMap::gpuChosen);
    shown.map.setCurrentIndex(shown.model.index(1, 2));
    shown.press(Qt::Key_Return);
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen[0][0].toString(), QStringLiteral("u1-2"));
    QTest::mouseClick(shown.map.viewport(), Qt::LeftButton, {}, shown.centre(5));
    EXPECT_EQ(chosen.count(), 1) << "one click only looks";
    EXPECT_EQ(shown.current(), QStringLiteral("node1 GPU 1"));
    QTest::mouseDClick(shown.map.viewport(), Qt::LeftButton, {}, shown.centre(5));
    ASSERT_EQ(chosen.count(), 2);
    EXPECT_EQ(chosen[1][0].toString(), QStringLiteral("u1-1"));
}

TEST(HeatMap, RepaintsOnlyWhatLooksDifferent) {
    Shown shown(nodes(100, 8));
    QCoreApplication::processEvents();
    Painted painted(shown.map.viewport());
    shown.state.apply(samples("node7: u7-0 free 10, u7-1 free 10", kBegin + 1000));
    shown.state.flush();
    QCoreApplication::processEvents();
    EXPECT_TRUE(painted.region.isEmpty()) << "the same figures again";
    shown.state.apply(samples("node7: u7-0 free 10, u7-1 free 55", kBegin + 2000));
    shown.state.flush();
    QCoreApplication::processEvents();
    EXPECT_TRUE(painted.region.contains(shown.map.visualRect(shown.model.index(7, 1))));
    EXPECT_FALSE(painted.region.intersects(shown.map.visualRect(shown.model.index(8, 0))));
}

TEST(HeatMap, KeepsTheCurrentGpuWhenANodeJoins) {
    Shown shown("node5: a free 1, b free 2");
    shown.map.setCurrentIndex(shown.model.index(0, 1));
    ASSERT_TRUE(shown.state.apply(change(2, "node1: c free 3")));
    shown.state.flush();
    EXPECT_EQ(shown.current(), QStringLiteral("node5 GPU 1"));
    EXPECT_EQ(shown.map.currentIndex().row(), 1);
}

TEST(HeatMap, SurvivesTheLastNodesLeaving) {
    Shown shown(nodes(3, 4));
    shown.map.setCurrentIndex(shown.model.index(2, 3));
    shown.press(Qt::Key_F1);
    shown.state.apply(draw("", 9));
    shown.state.flush();
    QCoreApplication::processEvents();
    shown.press(Qt::Key_Down);
    shown.press(Qt::Key_F1);
    EXPECT_FALSE(shown.map.currentIndex().isValid());
    EXPECT_FALSE(shown.map.card().isVisible());
}

TEST(HeatMap, LooksOldWhenItsFiguresAreOld) {
    Shown shown(nodes(3, 4, "free 90"));
    const auto fresh = shown.map.viewport()->grab().toImage();
    shown.map.setProperty("stale", true);
    const auto old = shown.map.viewport()->grab().toImage();
    const auto rect = shown.map.visualRect(shown.model.index(0, 0));
    EXPECT_NE(fresh.copy(rect), old.copy(rect));
    shown.map.setProperty("stale", false);
    EXPECT_EQ(shown.map.viewport()->grab().toImage(), fresh);
}

TEST(HeatMap, ShowsTheCurrentTileByMoreThanColour) {
    Shown shown(nodes(100, 8));
    const auto without = shown.map.viewport()->grab().toImage();
    shown.map.setCurrentIndex(shown.model.indexOf(300));
    const auto with = shown.map.viewport()->grab().toImage();
    const auto rect = shown.map.visualRect(shown.model.indexOf(300));
    EXPECT_EQ(with.copy(rect), without.copy(rect)) << "the figure stays readable";
    const auto text = shown.map.palette().color(QPalette::Text).rgb();
    EXPECT_EQ(with.pixel(rect.left() - 2, rect.center().y()), text);
    EXPECT_EQ(with.pixel(rect.right() + 2, rect.center().y()), text);
}

TEST(HeatMap, KeepsANodesNameInSightWhenItsBeginIsNot) {
    Shown shown(nodes(1, 8));
    shown.map.setZoom(6);
    auto* bar = shown.map.horizontalScrollBar();
    ASSERT_GT(bar->maximum(), 20);
    bar->setValue(bar->maximum());
    const auto name = shown.map.tileLayout().labelRect(0).translated(-bar->value(), 0);
    const auto seen = shown.map.viewport()->grab().toImage().copy(0, name.top(), 40, name.height());
    int inked = 0;
    for (int y = 0; y < seen.height(); ++y) {
        for (int x = 0; x < seen.width(); ++x) {
            inked += seen.pixel(x, y) == seen.pixel(0, 0) ? 0 : 1;
        }
    }
    EXPECT_GT(inked, 20);
}

TEST(HeatLabels, DrawsNumbersWithAllPixelsOfTheScreen) {
    const HeatLayout layout({1}, {400, 200}, {16, 40}, 0);
    const std::vector<HeatTile> tiles{heatTile(Metric::GpuUtilization, Mark::Busy, 62)};
    const auto colours = heatColours(lightPalette(), false);
    HeatLabels labels;
    labels.prepare(QApplication::font(), layout.tile(), true);
    labels.setPixelRatio(2);
    QImage image(layout.size() * 2, QImage::Format_RGB32);
    image.setDevicePixelRatio(2);
    QPainter painter(&image);
    const HeatScene scene{layout, tiles, colours, true};
    paintTiles(painter, scene, {QPoint(), layout.size()});
    labels.paint(painter, scene, [](int) { return QString(); }, {QPoint(), layout.size()});
    painter.end();
    int finer = 0; // squares that a picture of half the size could not have
    for (int y = 0; y < image.height(); y += 2) {
        for (int x = 0; x < image.width(); x += 2) {
            finer += image.pixel(x, y) != image.pixel(x + 1, y) ? 1 : 0;
        }
    }
    EXPECT_GT(finer, 10);
}

TEST(HeatCard, ComesUnderThePointerAndFollowsTheFigures) {
    Shown shown(nodes(3, 4));
    auto& card = shown.map.card();
    shown.move(shown.centre(6));
    EXPECT_FALSE(card.isVisible()) << "not at once";
    ASSERT_TRUE(QTest::qWaitFor([&] { return card.isVisible(); }, 2000));
    EXPECT_EQ(card.tile(), 6);
    const auto shows = [&](const char* words) {
        for (const auto* label : card.findChildren<QLabel*>()) {
            if (label->text() == QLatin1String(words)) {
                return true;
            }
        }
        return false;
    };
    EXPECT_TRUE(shows("node1 GPU 2"));
    EXPECT_TRUE(shows("Free"));
    EXPECT_TRUE(shows("10 %"));
    shown.state.apply(samples("node1: u1-0 free 1, u1-1 free 2, u1-2 free 93", kBegin + 1000));
    shown.state.flush();
    EXPECT_TRUE(shows("93 %"));
    EXPECT_TRUE(card.isVisible());
    shown.move(shown.centre(1));
    EXPECT_TRUE(shows("node0 GPU 1"));
    shown.move({shown.map.viewport()->width() - 2, shown.map.viewport()->height() - 2});
    EXPECT_FALSE(card.isVisible());
}

TEST(HeatCard, GoesWhenItsTileMovesAwayOrTheMapIsHidden) {
    Shown shown(nodes(200, 8));
    shown.map.setZoom(6);
    auto& card = shown.map.card();
    const auto point = [&] {
        shown.move(shown.map.viewport()->rect().center());
        shown.move(shown.centre(
            shown.model.tileOf(shown.map.indexAt(shown.map.viewport()->rect().center()))));
        return QTest::qWaitFor([&] { return card.isVisible(); }, 2000);
    };
    ASSERT_TRUE(point());
    auto* bar = shown.map.verticalScrollBar();
    bar->setValue(bar->value() + 30);
    EXPECT_FALSE(card.isVisible());
    bar->setValue(bar->value() - 30);
    ASSERT_TRUE(point());
    shown.map.hide();
    EXPECT_FALSE(card.isVisible());
}

TEST(HeatCard, ComesWithoutAMouse) {
    Shown shown(nodes(3, 4));
    auto& card = shown.map.card();
    shown.map.setCurrentIndex(shown.model.index(1, 0));
    for (const int key : {int(Qt::Key_F1), int(Qt::Key_Space)}) {
        shown.press(key);
        ASSERT_TRUE(card.isVisible());
        EXPECT_EQ(card.tile(), 4);
        shown.press(Qt::Key_Right);
        EXPECT_EQ(card.tile(), 5) << "it follows the focus";
        shown.press(Qt::Key_Left);
        shown.press(key);
        EXPECT_FALSE(card.isVisible());
    }
    shown.press(Qt::Key_F1);
    shown.press(Qt::Key_Escape);
    EXPECT_FALSE(card.isVisible());
}

TEST(HeatMapAccessible, IsATableThatNamesEveryTile) {
    Shown shown("node9: a allocated 62, b lost ? / node10: c free 0");
    auto* table = QAccessible::queryAccessibleInterface(&shown.map);
    ASSERT_NE(table, nullptr);
    EXPECT_EQ(table->role(), QAccessible::Table);
    EXPECT_EQ(table->text(QAccessible::Name), QStringLiteral("Heat map of all GPUs by node"));
    auto* cells = table->tableInterface();
    ASSERT_NE(cells, nullptr);
    EXPECT_EQ(cells->rowCount(), 2);
    EXPECT_EQ(cells->columnCount(), 2);
    EXPECT_EQ(cells->rowDescription(1), QStringLiteral("node10"));
    EXPECT_EQ(cells->cellAt(1, 1), nullptr) << "node10 has one GPU";
    ASSERT_EQ(table->childCount(), 3);
    for (int i = 0; i < 3; ++i) {
        auto* cell = table->child(i);
        ASSERT_NE(cell, nullptr);
        EXPECT_EQ(table->indexOfChild(cell), i);
        EXPECT_EQ(cell->parent(), table);
        auto* place = cell->tableCellInterface();
        EXPECT_EQ(cells->cellAt(place->rowIndex(), place->columnIndex()), cell);
        EXPECT_EQ(table->childAt(cell->rect().center().x(), cell->rect().center().y()), cell);
        EXPECT_FALSE(cell->state().offscreen);
    }
    EXPECT_EQ(table->child(0)->text(QAccessible::Name), QStringLiteral("node9 GPU 0"));
    EXPECT_EQ(table->child(0)->text(QAccessible::Value), QStringLiteral("62 %"));
    EXPECT_TRUE(table->child(0)->text(QAccessible::Description).contains(QStringLiteral("Busy")));
    EXPECT_EQ(table->child(1)->text(QAccessible::Value), QStringLiteral("n/a"));
    EXPECT_TRUE(table->child(1)->text(QAccessible::Description).contains(QStringLiteral("Lost")));
}

TEST(HeatMapAccessible, KnowsTheFocusAndOpensAGpu) {
    Shown shown("node9: a allocated 62, b lost ?");
    auto* table = QAccessible::queryAccessibleInterface(&shown.map);
    auto* cell = table->child(1);
    QSignalSpy chosen(&shown.map, &HeatMap::gpuChosen);
    EXPECT_FALSE(cell->state().focused);
    cell->actionInterface()->doAction(QAccessibleActionInterface::setFocusAction());
    EXPECT_TRUE(cell->state().focused);
    EXPECT_EQ(table->focusChild(), cell);
    EXPECT_EQ(table->tableInterface()->selectedCells(), QList<QAccessibleInterface*>{cell});
    cell->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen[0][0].toString(), QStringLiteral("b"));
}

TEST(HeatMapAccessible, OutlivesTheGpusThatItNamed) {
    Shown shown(nodes(3, 4));
    auto* table = QAccessible::queryAccessibleInterface(&shown.map);
    auto* cell = table->child(11);
    ASSERT_TRUE(cell->isValid());
    shown.state.apply(draw("node1: a free 1", 9));
    shown.state.flush();
    EXPECT_EQ(table->childCount(), 1);
    EXPECT_EQ(table->child(11), nullptr);
    EXPECT_EQ(table->child(0)->text(QAccessible::Name), QStringLiteral("node1 GPU 0"));
}

TEST(HeatPanel, ColoursByTheChosenMetric) {
    ClusterState state;
    HeatMapModel model(state);
    HeatPanel panel(&model);
    auto* legend = panel.findChild<HeatLegend*>();
    auto* metric = panel.findChild<QComboBox*>();
    ASSERT_EQ(metric->count(), static_cast<int>(heatMetrics().size()));
    metric->setCurrentIndex(metric->findText(QStringLiteral("Temperature")));
    EXPECT_EQ(model.metric(), Metric::Temperature);
    EXPECT_EQ(legend->accessibleDescription(),
        QStringLiteral("Temperature of the GPU die, dark is 20 °C, bright is 100 °C"));
    panel.setMetric(HeatMetric::State);
    EXPECT_EQ(metric->currentText(), QStringLiteral("State"));
}

TEST(HeatPanel, NamesRestrictedAndLostInItsLegendWithWhatTheMapDrawsForThem) {
    ClusterState state;
    HeatMapModel model(state);
    HeatPanel panel(&model);
    panel.resize(500, 400);
    panel.show();
    auto* legend = panel.findChild<HeatLegend*>();
    for (const auto metric : heatMetrics()) {
        panel.setMetric(metric);
        for (const bool icons : {true, false}) {
            legend->setIcons(icons);
            QCoreApplication::processEvents();
            const auto picture = legend->grab().toImage();
            QStringList words;
            for (const auto& entry : legend->entries()) {
                words << entry.words;
                EXPECT_TRUE(legend->rect().contains(entry.box)) << entry.words.toStdString();
                std::set<QRgb> colours;
                for (int x = entry.box.left(); x <= entry.box.right(); ++x) {
                    colours.insert(picture.pixel(x, entry.box.center().y()));
                }
                if (entry.mark == Mark::Restricted || entry.mark == Mark::Lost) {
                    EXPECT_GT(colours.size(), 2U) << "a tile and what is drawn on it";
                }
            }
            EXPECT_TRUE(words.contains(QStringLiteral("Restricted / Unavailable")));
            EXPECT_TRUE(words.contains(QStringLiteral("Lost / No data")));
        }
    }
}
