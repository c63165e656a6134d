// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/explanation_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <gtest/gtest.h>

#include "tests/widgets/draw.h"
#include "widgets/models/mark.h"
#include "widgets/models/table_model.h"

using namespace muster;
using namespace muster::models;

namespace {

class ExplanationModels : public testing::Test {
protected:
    ExplanationModel m_model;
    QAbstractItemModelTester m_tester{&m_model};

    QString shown(int row, int column) const {
        return m_model.index(row, column).data().toString();
    }
};

} // namespace

TEST_F(ExplanationModels, HoldEachMachineAgainstEachRequirement) {
    m_model.setExplanation(test::explanation());
    ASSERT_EQ(m_model.rowCount(), 2);
    ASSERT_EQ(m_model.columnCount(), 3);
    EXPECT_EQ(m_model.headerData(0, Qt::Horizontal, Qt::DisplayRole), QStringLiteral("Node"));
    EXPECT_EQ(m_model.headerData(2, Qt::Horizontal, Qt::DisplayRole), QStringLiteral("GPUs: 3"));
    EXPECT_EQ(shown(0, 0), QStringLiteral("node2"));
    EXPECT_EQ(shown(0, 1), QStringLiteral("active"));
    EXPECT_EQ(shown(1, 2), QStringLiteral("0 of 4 free"));
    EXPECT_EQ(m_model.index(0, 1).data(TableModel::MarkRole).toInt(), int(Mark::Good));
    EXPECT_EQ(m_model.index(0, 2).data(TableModel::MarkRole).toInt(), int(Mark::Bad));
    EXPECT_EQ(m_model.index(0, 2).data(Qt::AccessibleTextRole),
        QStringLiteral("GPUs: 3: has 2 of 4 free, not sufficient"));
}

TEST_F(ExplanationModels, StayAsTheyAreWhileTheSameIsToldAgain) {
    auto explanation = test::explanation();
    m_model.setExplanation(explanation);
    QSignalSpy resets(&m_model, &QAbstractItemModel::modelReset);
    explanation.set_at_ms(explanation.at_ms() + 3000);
    m_model.setExplanation(explanation);
    EXPECT_EQ(resets.count(), 0);
    explanation.mutable_machines(0)->mutable_findings(1)->set_found("3 of 4 free");
    m_model.setExplanation(explanation);
    EXPECT_EQ(resets.count(), 1);
}
