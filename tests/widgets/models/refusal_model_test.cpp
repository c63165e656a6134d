// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/refusal_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <gtest/gtest.h>

#include "tests/support/bundle.h"
#include "tests/support/words.h"
#include "tests/widgets/draw.h"
#include "widgets/models/text.h"

using namespace muster;
using namespace muster::models;

namespace {

constexpr qint64 kEndMs = 1'700'000'000'000;
using R = RefusalModel;

class Refusals : public testing::Test {
protected:
    RefusalModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
    v1::Refusals told;

    v1::Refusals::Row& refuse(const char* node, const char* resources, qint64 untilMs) {
        auto& row = *told.add_rows();
        row.set_framework_id("F1");
        row.set_framework_name("train");
        row.set_role("*");
        row.set_agent_id(std::string("S-") + node);
        row.set_hostname(node);
        *row.mutable_resources() = test::bundle(resources);
        row.set_until_ms(untilMs);
        row.set_reason(test::worded("declined"));
        row.set_why("The framework declined the offer");
        return row;
    }
    v1::Refusals::Row& withhold(const char* role, const char* reason) {
        auto& row = *told.add_withheld();
        row.set_framework_id("F1");
        row.set_framework_name("train");
        row.set_role(role);
        row.set_reason(test::worded(reason));
        row.set_why("as the master says");
        return row;
    }
    QVariant of(int row, int column, int role) const { return model.index(row, column).data(role); }
};

} // namespace

TEST_F(Refusals, SayWhatIsNotOfferedToWhomAndUntilWhen) {
    refuse("node1", "cpus:4; mem:1024; gpus:2", kEndMs);
    model.setRefusals(told);
    EXPECT_EQ(
        test::print(model, {R::Framework, R::Role, R::Node, R::Gpus, R::Reason, R::Resources}),
        "train|*|node1|2|Declined|cpus:4; mem:1024; gpus:2\n");
    EXPECT_EQ(of(0, R::Until, Qt::DisplayRole), clockText(kEndMs));
    EXPECT_EQ(of(0, R::Until, TableModel::SortRole), kEndMs);
    EXPECT_EQ(of(0, R::Gpus, TableModel::SortRole), 2000) << "thousandths, as filters compare";
    EXPECT_EQ(of(0, R::Reason, TableModel::MarkRole), int(Mark::Waiting));
    EXPECT_EQ(of(0, R::Why, Qt::DisplayRole),
        QStringLiteral("The framework declined the offer. It is offered again when the time "
                       "expires or the framework revives its offers"));
    EXPECT_EQ(of(0, R::Reason, Qt::ToolTipRole), of(0, R::Why, Qt::DisplayRole));
    EXPECT_EQ(of(0, R::Node, Qt::ToolTipRole), QStringLiteral("S-node1"));
    EXPECT_EQ(model.firstEndMs(), kEndMs);
}

TEST_F(Refusals, WithoutANodeHoldForAllAndHaveNoEnd) {
    refuse("node1", "cpus:4", kEndMs);
    withhold("prod", "suppressed");
    withhold("", "no-gpu-capability");
    model.setRefusals(told);
    ASSERT_EQ(model.rowCount(), 3);
    EXPECT_EQ(test::print(model, {R::Role, R::Node, R::Gpus, R::Reason}),
        "*|node1|0|Declined\nAll|All with GPUs||No GPU capability\nprod|All||Suppressed\n");
    EXPECT_EQ(of(1, R::Until, Qt::DisplayRole), QStringLiteral("No end"));
    EXPECT_GT(of(2, R::Until, TableModel::SortRole).toLongLong(), kEndMs) << "they end last";
    EXPECT_EQ(model.firstEndMs(), kEndMs);
    told.clear_rows();
    model.setRefusals(told);
    EXPECT_EQ(model.firstEndMs(), 0);
}

TEST_F(Refusals, KeepTheirRowsWhileTheyHold) {
    refuse("node1", "cpus:4", kEndMs);
    refuse("node2", "cpus:4", kEndMs);
    model.setRefusals(told);
    const QPersistentModelIndex second(model.index(1, R::Until));
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    told.clear_rows();
    refuse("node2", "cpus:4", kEndMs + 5000);
    refuse("node2", "cpus:2", kEndMs + 9000);
    model.setRefusals(told);
    EXPECT_EQ(resets.count(), 0);
    EXPECT_EQ(model.rowCount(), 2);
    ASSERT_TRUE(second.isValid());
    EXPECT_EQ(second.data(TableModel::SortRole), kEndMs + 5000) << "declined once more";
    model.setRefusals({});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST_F(Refusals, ForAReasonOfANewerMasterAreShownInItsWords) {
    withhold("", "unknown");
    model.setRefusals(told);
    EXPECT_EQ(of(0, R::Reason, Qt::DisplayRole), QStringLiteral("unknown"));
    EXPECT_EQ(of(0, R::Why, Qt::DisplayRole), QStringLiteral("as the master says"));
    EXPECT_EQ(of(0, R::Node, Qt::DisplayRole), QStringLiteral("All"));
}

TEST_F(Refusals, HaveAHeaderForEachColumn) {
    for (int column = 0; column < R::kColumns; ++column) {
        EXPECT_FALSE(
            model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().isEmpty());
        EXPECT_FALSE(
            model.headerData(column, Qt::Horizontal, TableModel::KeysRole).toString().isEmpty());
    }
    EXPECT_EQ(model.headerData(R::Gpus, Qt::Horizontal, TableModel::MeasureRole),
        static_cast<int>(Measure::Thousandths));
}
