// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/list_panel.h"

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <gtest/gtest.h>

#include "tests/widgets/draw.h"
#include "widgets/models/gpu_model.h"
#include "widgets/tables/cluster_table.h"
#include "widgets/tables/empty_state.h"
#include "widgets/tables/filter_box.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;
using namespace muster::widgets;

namespace {

struct Panel {
    ClusterState state;
    GpuModel model{state};
    ListPanel panel{&model, QStringLiteral("gpus")};
    FilterBox& box = *panel.findChild<FilterBox*>();
    ClusterTable& table = panel.table();

    Panel() {
        state.apply(draw("node1: a free 10, b allocated 20"));
        state.flush();
        panel.resize(900, 400);
        panel.show();
    }
    bool shows(const QString& text) const {
        const auto labels = panel.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
            [&](const QLabel* label) { return label->isVisible() && label->text() == text; });
    }
};

} // namespace

TEST(ListPanel, CountsWhatTheFilterLeaves) {
    Panel shown;
    EXPECT_TRUE(shown.shows(QStringLiteral("Rows: 2")));
    shown.box.field().setText(QStringLiteral("gpu>15"));
    EXPECT_TRUE(shown.shows(QStringLiteral("Rows: 1 of 2")));
}

TEST(ListPanel, WaitsForAPauseInTyping) {
    Panel shown;
    QTest::keyClicks(&shown.box.field(), QStringLiteral("allocated"));
    EXPECT_EQ(shown.table.proxy().rowCount(), 2);
    QTest::qWait(FilterBox::kPauseMs * 3);
    EXPECT_EQ(shown.table.proxy().rowCount(), 0) << "the state is called Busy";
    shown.box.field().clear();
    EXPECT_EQ(shown.table.proxy().rowCount(), 2) << "at once";
    QTest::keyClicks(&shown.box.field(), QStringLiteral("busy"));
    QTest::keyClick(&shown.box.field(), Qt::Key_Return);
    EXPECT_EQ(shown.table.proxy().rowCount(), 1) << "Enter waits for nothing";
}

TEST(ListPanel, SaysWhatIsWrongWithTheFilterAndKeepsTheLast) {
    Panel shown;
    shown.box.field().setText(QStringLiteral("state:free"));
    shown.box.field().setText(QStringLiteral("state:free /(/"));
    EXPECT_TRUE(shown.shows(shown.box.error()));
    EXPECT_TRUE(shown.box.error().contains(QStringLiteral("missing closing parenthesis")));
    EXPECT_EQ(shown.table.proxy().rowCount(), 1);
    shown.box.field().setText(QStringLiteral("state:busy"));
    EXPECT_TRUE(shown.box.error().isEmpty());
    EXPECT_EQ(shown.table.proxy().rowCount(), 1);
}

TEST(ListPanel, ExplainsTheFilterWithTheListsOwnColumns) {
    Panel shown;
    const auto help = shown.box.helpText();
    for (const auto* part : {"/^node[12]$/", "user:me", "gpu&gt;80", "&lt;=", "util", "pstate"}) {
        EXPECT_TRUE(help.contains(QString::fromUtf8(part))) << part;
    }
}

TEST(ListPanel, NamesEveryControlForScreenReaders) {
    Panel shown;
    shown.panel.setTitle(QStringLiteral("GPUs"));
    EXPECT_EQ(shown.table.accessibleName(), QStringLiteral("GPUs"));
    EXPECT_EQ(shown.box.field().accessibleName(), QStringLiteral("Filter of GPUs"));
    for (const auto* button : shown.panel.findChildren<QAbstractButton*>()) {
        if (button->isVisible()) {
            EXPECT_FALSE(button->accessibleName().isEmpty() && button->text().isEmpty());
        }
    }
}
