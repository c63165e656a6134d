// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/usage_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <gtest/gtest.h>

using namespace muster;
using namespace muster::models;

namespace {

constexpr qint64 kHourMs = 3'600'000;

class UsageModelTest : public testing::Test {
protected:
    UsageModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};

    static void add(v1::Usage& usage, const char* user, qint64 gpuMs, int started = 0) {
        auto& row = *usage.add_rows();
        row.set_user(user);
        row.set_gpu_ms(gpuMs);
        row.set_cpu_ms(2 * gpuMs);
        row.set_tasks(3);
        row.set_failed(1);
        row.set_started(static_cast<std::uint32_t>(started));
        row.set_wait_ms(started * 90'000);
    }
    std::string cells(int row) const {
        QStringList out;
        for (int column = 0; column < UsageModel::kColumns; ++column) {
            out << model.index(row, column).data().toString();
        }
        return out.join(QLatin1Char('|')).toStdString();
    }
};

} // namespace

TEST_F(UsageModelTest, ShowsHoursSharesAndTheMeanWait) {
    v1::Usage usage;
    add(usage, "alice", 3 * kHourMs, 4);
    add(usage, "bob", kHourMs);
    model.setUsage(usage);
    EXPECT_EQ(cells(0), "alice|3.0|75|6.0|3|1|1 min 30 s");
    EXPECT_EQ(cells(1), "bob|1.0|25|2.0|3|1|n/a");
    EXPECT_EQ(
        model.total().toStdString(), "Total: 4.0 GPU-hours, 8.0 CPU-hours; tasks: 6, failed: 2");
}

TEST_F(UsageModelTest, SortsByRawValues) {
    v1::Usage usage;
    add(usage, "alice", 3 * kHourMs / 2, 1);
    model.setUsage(usage);
    const auto raw = [&](int column) {
        return model.index(0, column).data(TableModel::SortRole).toLongLong();
    };
    EXPECT_EQ(raw(UsageModel::GpuHours), 1500) << "thousandths, as filters compare";
    EXPECT_EQ(raw(UsageModel::MeanWait), 90);
    EXPECT_EQ(model.headerData(UsageModel::GpuHours, Qt::Horizontal, TableModel::MeasureRole),
        static_cast<int>(Measure::Thousandths));
}

TEST_F(UsageModelTest, KeepsTheRowOfAUserWhoIsStillThere) {
    v1::Usage usage;
    add(usage, "alice", kHourMs);
    add(usage, "bob", kHourMs);
    model.setUsage(usage);
    const QPersistentModelIndex bob(model.index(1, 0));
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    v1::Usage next;
    add(next, "bob", 2 * kHourMs);
    add(next, "carol", kHourMs);
    model.setUsage(next);
    EXPECT_EQ(resets.count(), 0);
    ASSERT_TRUE(bob.isValid());
    EXPECT_EQ(bob.data().toString(), QStringLiteral("bob"));
    EXPECT_EQ(model.rowCount(), 2);
    EXPECT_EQ(cells(bob.row()).substr(0, 7), "bob|2.0");
    model.setUsage({});
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_TRUE(model.total().isEmpty());
}
