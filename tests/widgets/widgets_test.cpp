// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

#include "tests/widgets/draw.h"
#include "widgets/forms/stale_banner.h"
#include "widgets/models/gpu_model.h"
#include "widgets/models/job_model.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/empty_state.h"
#include "widgets/tables/list_panel.h"
#include "widgets/theme/theme.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;
using namespace muster::widgets;

namespace {

constexpr int kUtilization = GpuModel::columnOf(Metric::GpuUtilization);

struct Shown {
    ClusterState state;
    GpuModel model{state};
    ListPanel panel{&model, QStringLiteral("gpus")};

    explicit Shown(const std::string& picture) {
        state.apply(draw(picture));
        state.flush();
    }
    ClusterTable& table() { return panel.table(); }
    std::string uuids() { return print(table().proxy(), {GpuModel::Uuid}); }
};

} // namespace

TEST(ClusterTable, SortsNumbersAsNumbersAndUnknownFirst) {
    Shown shown("node1: a free 9, b free 10, c lost ?, d free 100");
    shown.table().sortByColumn(kUtilization, Qt::AscendingOrder);
    EXPECT_EQ(shown.uuids(), "c\na\nb\nd\n");
    shown.table().sortByColumn(kUtilization, Qt::DescendingOrder);
    EXPECT_EQ(shown.uuids(), "d\nb\na\nc\n");
}

TEST(ClusterTable, SortsNode9BeforeNode10) {
    Shown shown("node10: a free / node9: b free");
    shown.table().sortByColumn(GpuModel::Node, Qt::AscendingOrder);
    EXPECT_EQ(shown.uuids(), "b\na\n");
}

TEST(ClusterTable, KeepsTheGpusOfANodeInTheOrderOfTheirIndices) {
    Shown shown("node1: z free, m free, a free");
    shown.table().sortByColumn(GpuModel::Node, Qt::AscendingOrder);
    EXPECT_EQ(shown.uuids(), "z\nm\na\n");
}

TEST(ClusterTable, ShowsRowsInWhichEveryWordOccurs) {
    Shown shown("node1: a free, b restricted / node2: c free");
    shown.table().proxy().setFilter(QStringLiteral("free node2"));
    EXPECT_EQ(shown.uuids(), "c\n");
    shown.table().proxy().setFilter(QStringLiteral("node1 !FREE"));
    EXPECT_EQ(shown.uuids(), "b\n");
    shown.table().proxy().setFilter({});
    EXPECT_EQ(shown.table().proxy().rowCount(), 3);
}

TEST(ClusterTable, KeepsTheSelectionWhileRowsComeGoAndMove) {
    Shown shown("node1: a free 10, b free 20, c free 30");
    shown.table().sortByColumn(kUtilization, Qt::AscendingOrder);
    ASSERT_TRUE(shown.table().selectKey(QStringLiteral("b")));
    QSignalSpy moved(&shown.table(), &ClusterTable::currentKeyChanged);
    shown.state.apply(samples("node1: a free 90, b free 95, c free 1", 1'700'000'001'000));
    v1::Delta delta;
    delta.set_seq(2);
    delta.mutable_removed()->add_gpus("a");
    ASSERT_TRUE(shown.state.apply(delta));
    shown.state.flush();
    EXPECT_EQ(shown.uuids(), "c\nb\n");
    EXPECT_EQ(shown.table().currentKey(), QStringLiteral("b"));
    shown.state.apply(draw("node1: b free 1, c free 2, d free 3", 9)); // as after a reconnect
    shown.state.flush();
    EXPECT_EQ(shown.table().currentKey(), QStringLiteral("b"));
    EXPECT_EQ(moved.count(), 0);
}

TEST(ClusterTable, MovesNoRowUnderThePointer) {
    Shown shown("node1: a free 10, b free 20");
    shown.table().sortByColumn(kUtilization, Qt::AscendingOrder);
    QEvent enter(QEvent::Enter);
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(&shown.table(), &enter);
    shown.state.apply(samples("node1: a free 90, b free 20", 1'700'000'001'000));
    shown.state.flush();
    EXPECT_EQ(shown.uuids(), "a\nb\n");
    QCoreApplication::sendEvent(&shown.table(), &leave);
    EXPECT_EQ(shown.uuids(), "b\na\n");
}

TEST(ClusterTable, RemembersItsColumns) {
    Shown first("node1: a free");
    first.table().setColumnHidden(GpuModel::Model, true);
    first.table().horizontalHeader()->moveSection(0, 3);
    Shown second("node1: a free");
    second.table().setColumns(first.table().columns());
    EXPECT_TRUE(second.table().isColumnHidden(GpuModel::Model));
    EXPECT_EQ(second.table().horizontalHeader()->visualIndex(0), 3);
    second.table().resetColumns();
    EXPECT_FALSE(second.table().isColumnHidden(GpuModel::Model));
    EXPECT_EQ(second.table().horizontalHeader()->visualIndex(0), 0);
}

TEST(ClusterTable, CopiesACellAndARow) {
    Shown shown("node1: a free 10");
    shown.table().setCurrentIndex(shown.table().proxy().index(0, GpuModel::Model));
    QTest::keyClick(&shown.table(), Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QGuiApplication::clipboard()->text(), QStringLiteral("Tesla M60"));
    QTest::keyClick(&shown.table(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_TRUE(
        QGuiApplication::clipboard()->text().startsWith(QStringLiteral("node1\t0\tTesla M60\t")));
}

TEST(ListPanel, SaysThatTheFilterHidesAllAndClearsIt) {
    Shown shown("node1: a free");
    auto* filter = shown.panel.findChild<QLineEdit*>();
    auto* empty = shown.panel.findChild<EmptyState*>();
    filter->setText(QStringLiteral("nothing"));
    EXPECT_FALSE(empty->isHidden());
    EXPECT_EQ(empty->sentence(), QStringLiteral("0 of 1 match"));
    empty->findChild<QPushButton*>()->click();
    EXPECT_TRUE(filter->text().isEmpty());
    EXPECT_TRUE(empty->isHidden());
}

TEST(ListPanel, SaysWhyTheListIsEmpty) {
    ClusterState state;
    JobModel model(state);
    ListPanel panel(&model, QStringLiteral("jobs"));
    panel.setEmpty({QStringLiteral("jobs"), QStringLiteral("No jobs"), QStringLiteral("Why"),
        QStringLiteral("Do")});
    QSignalSpy clicked(&panel, &ListPanel::emptyButtonClicked);
    auto* empty = panel.findChild<EmptyState*>();
    EXPECT_EQ(empty->sentence(), QStringLiteral("No jobs"));
    empty->findChild<QPushButton*>()->click();
    EXPECT_EQ(clicked.count(), 1);
}

TEST(Theme, ReachesTheContrastsOfWcagInBothThemes) {
    using P = QPalette;
    const std::pair<P::ColorRole, P::ColorRole> texts[]
        = {{P::Text, P::Base}, {P::Text, P::AlternateBase}, {P::WindowText, P::Window},
            {P::WindowText, P::Base}, {P::ButtonText, P::Button}, {P::ButtonText, P::Window},
            {P::HighlightedText, P::Highlight}, {P::PlaceholderText, P::Base},
            {P::PlaceholderText, P::Window}, {P::ToolTipText, P::ToolTipBase}, {P::Link, P::Base},
            {P::Link, P::Window}, {P::LinkVisited, P::Base}, {P::BrightText, P::Window}};
    for (const auto& palette : {lightPalette(), darkPalette()}) {
        SCOPED_TRACE(isDark(palette) ? "dark" : "light");
        for (const auto& worn : {palette, dimmed(palette)}) {
            for (const auto& [ink, ground] : texts) {
                EXPECT_GE(contrast(worn.color(ink), worn.color(ground)), 4.5)
                    << ink << " on " << ground;
            }
        }
        for (int i = 0; i < kMarkCount; ++i) {
            const auto colour = markColour(static_cast<Mark>(i), palette);
            EXPECT_GE(contrast(colour, palette.color(P::Base)), 4.5) << i;
            EXPECT_GE(contrast(colour, palette.color(P::AlternateBase)), 4.5) << i;
            EXPECT_GE(contrast(colour, palette.color(P::Window)), 4.5) << i;
            EXPECT_GE(contrast(colour, palette.color(P::Button)), 3) << i;
        }
    }
}

TEST(Theme, KeepsWhatIsDisabledApartFromWhatIsOld) {
    for (const auto& palette : {lightPalette(), darkPalette()}) {
        const auto old = dimmed(palette);
        for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText}) {
            EXPECT_EQ(old.color(QPalette::Disabled, role), palette.color(QPalette::Disabled, role));
            const auto ground = old.color(QPalette::Window);
            EXPECT_GT(contrast(old.color(QPalette::Active, role), ground),
                contrast(old.color(QPalette::Disabled, role), ground) + 1);
        }
    }
}

TEST(Theme, BringsAStripeToStandOutFromAnyGround) {
    for (const auto& palette : {lightPalette(), darkPalette()}) {
        const auto ground = palette.color(QPalette::Window);
        for (const auto* colour : {"#0072b2", "#009e73", "#f0e442", "#e69f00", "#d55e00", "#cc79a7",
                 "#8a8a8a", "#ffffff", "#000000"}) {
            EXPECT_GE(contrast(standingOut(QColor(QLatin1String(colour)), ground), ground), 3)
                << colour;
        }
    }
    EXPECT_EQ(standingOut(Qt::black, Qt::white), QColor(Qt::black)) << "left as it is";
}

TEST(Theme, DrawsIconsAsLargeAsTheScreenHasThemAndInTheColourOfTheMoment) {
    const auto drawn = icon(QStringLiteral("gpus"), QPalette::ButtonText);
    const auto ink = [&] {
        const auto image = drawn.pixmap(QSize(30, 30)).toImage();
        EXPECT_EQ(image.size(), QSize(30, 30)) << "not one of a few sizes, scaled";
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                if (qAlpha(image.pixel(x, y)) == 255) {
                    return image.pixelColor(x, y);
                }
            }
        }
        return QColor();
    };
    const auto before = QGuiApplication::palette();
    for (const auto& palette : {darkPalette(), lightPalette()}) {
        QGuiApplication::setPalette(palette);
        EXPECT_EQ(ink(), palette.color(QPalette::ButtonText));
    }
    QGuiApplication::setPalette(before);
}

TEST(Theme, PrintsReadableNumbersOnEveryColourOfTheHeatScale) {
    for (int percent = 0; percent <= 100; ++percent) {
        const auto fill = cividis(percent / 100.0);
        EXPECT_GE(contrast(fill, textOn(fill)), 4.5) << percent;
        if (percent > 0) {
            EXPECT_GE(fill.lightness(), cividis((percent - 1) / 100.0).lightness() - 1) << percent;
        }
    }
}

TEST(Theme, ComputesTheContrastOfWcag) {
    EXPECT_NEAR(contrast(Qt::black, Qt::white), 21, 0.01);
    EXPECT_NEAR(contrast(QColor(0x77, 0x77, 0x77), Qt::white), 4.48, 0.01);
}

TEST(Theme, HasAnIconForEveryMark) {
    for (int i = 0; i < kMarkCount; ++i) {
        const auto image = markIcon(static_cast<Mark>(i), lightPalette()).pixmap(16, 16).toImage();
        int inked = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                inked += qAlpha(image.pixel(x, y)) > 128 ? 1 : 0;
            }
        }
        EXPECT_GT(inked, 8) << i;
    }
}

TEST(StaleBanner, SaysSinceWhenWhyAndWhatNext) {
    StaleBanner banner;
    const auto at = QDateTime(QDate::currentDate(), QTime(12, 4, 31)).toMSecsSinceEpoch();
    banner.setTexts(at, QStringLiteral("Connection refused"), 3200);
    EXPECT_EQ(banner.text(),
        QStringLiteral(
            "Not connected. Data as of 12:04:31 · Connection refused · Next attempt in 4 s"));
    QSignalSpy retry(&banner, &StaleBanner::retryWanted);
    banner.findChild<QPushButton*>()->click();
    EXPECT_EQ(retry.count(), 1);
    banner.setTexts(at, {}, 0);
    EXPECT_FALSE(banner.findChild<QPushButton*>()->isEnabled());
}
