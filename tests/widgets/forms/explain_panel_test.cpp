// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/forms/explain_panel.h"

#include <QLabel>
#include <QTableView>
#include <gtest/gtest.h>

#include "tests/widgets/draw.h"

using namespace muster;
using namespace muster::widgets;

namespace {

QString allText(const ExplainPanel& panel) {
    QStringList texts;
    for (const auto* label : panel.findChildren<QLabel*>()) {
        if (!label->isHidden()) {
            texts << label->text();
        }
    }
    return texts.join(QLatin1Char('\n'));
}

} // namespace

TEST(ExplainPanel, SaysTheSentenceFirstThenTheChangesThenTheMachines) {
    ExplainPanel panel;
    panel.setTitle(QStringLiteral("Why job-2 (train) is pending"));
    panel.setExplanation(test::explanation());
    EXPECT_EQ(panel.sentence(), QStringLiteral("Needs 3 GPUs: 2 nodes qualify"));
    const auto shown = allText(panel);
    EXPECT_TRUE(shown.startsWith(QStringLiteral("Why job-2 (train) is pending\nNeeds 3 GPUs")));
    EXPECT_TRUE(shown.contains(QStringLiteral("It would start\n  •  on node2, with 2 GPUs")));
    EXPECT_TRUE(shown.contains(QStringLiteral("7 more nodes")));
    EXPECT_TRUE(shown.contains(QStringLiteral("As of ")));
    EXPECT_FALSE(panel.machines().isHidden());
    EXPECT_EQ(panel.machines().model()->rowCount(), 2);
    EXPECT_EQ(panel.accessibleDescription(), panel.sentence());
}

TEST(ExplainPanel, ShowsAProblemInPlaceOfWhatStoodThere) {
    ExplainPanel panel;
    panel.setExplanation(test::explanation());
    panel.setProblem(QStringLiteral("Not connected to the master"));
    EXPECT_EQ(panel.sentence(), QStringLiteral("Not connected to the master"));
    EXPECT_TRUE(panel.machines().isHidden());
    EXPECT_FALSE(allText(panel).contains(QStringLiteral("would start")));
}
