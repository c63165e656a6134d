// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <QAbstractItemModelTester>
#include <gtest/gtest.h>

#include "tests/widgets/draw.h"
#include "widgets/models/alert_model.h"
#include "widgets/models/audit_model.h"
#include "widgets/models/text.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;

namespace {

constexpr qint64 kThen = 1'700'000'000'000;

v1::Alert alert(const std::string& rule, const std::string& severity, const std::string& object) {
    v1::Alert out;
    out.set_id(rule + "/" + object);
    out.set_rule(rule);
    out.set_severity(severity);
    out.set_object(object);
    out.set_name("node1:0");
    out.set_text("It is bad. Mend it");
    out.set_since_ms(kThen);
    return out;
}

// Of the newest first: "2:b 1:a" happened at 2 and at 1 ms after kThen.
v1::AuditRows audit(const std::vector<std::pair<qint64, std::string>>& entries) {
    v1::AuditRows out;
    for (const auto& [at, action] : entries) {
        auto& row = *out.add_rows();
        row.set_at_ms(kThen + at);
        row.set_author("alice");
        row.set_action(action);
        row.set_object("a");
        row.set_detail("why");
    }
    return out;
}

const std::vector<int> kActions{AuditModel::Action};

} // namespace

TEST(AlertModel, SaysWhatIsWrongWhereAndWhoHasSeenIt) {
    ClusterState state;
    AlertModel model(state);
    QAbstractItemModelTester tester(&model);
    auto snapshot = draw("node1: a free 10");
    *snapshot.mutable_rows()->add_alerts() = alert("gpu-lost", "critical", "a");
    *snapshot.mutable_rows()->add_alerts() = alert("gpu-hot", "warning", "a");
    *snapshot.mutable_rows()->add_alerts() = alert("tape-torn", "odd", "a");
    snapshot.mutable_rows()->mutable_alerts(1)->set_acknowledged_by("alice");
    state.apply(snapshot);
    state.flush();
    using A = AlertModel;
    EXPECT_EQ(print(model, {A::Severity, A::Rule, A::Object, A::Text, A::SeenBy}),
        "Warning|GPU hot|node1:0|It is bad. Mend it|alice\n"
        "Critical|GPU lost|node1:0|It is bad. Mend it|\n"
        "odd|tape-torn|node1:0|It is bad. Mend it|\n");
    const auto mark = [&](int row) {
        return static_cast<Mark>(model.index(row, A::Severity).data(A::MarkRole).toInt());
    };
    EXPECT_EQ(mark(0), Mark::Waiting);
    EXPECT_EQ(mark(1), Mark::Bad);
    EXPECT_EQ(openAlerts(state), (OpenAlerts{1, 1})) << "of what nobody has acknowledged";

    v1::Delta delta;
    delta.set_seq(2);
    delta.mutable_removed()->add_alerts("gpu-lost/a");
    ASSERT_TRUE(state.apply(delta));
    state.flush();
    EXPECT_EQ(model.rowCount(), 2);
    EXPECT_EQ(openAlerts(state).critical, 0);
}

TEST(AuditModel, NamesGpusAndAgentsAsPeopleDo) {
    ClusterState state;
    state.apply(draw("node1: a free 10"));
    AuditModel model(state);
    QAbstractItemModelTester tester(&model);
    auto rows = audit({{0, "restrict"}, {0, "drain"}, {0, "kill"}});
    rows.mutable_rows(1)->set_object("S-node1");
    rows.mutable_rows(2)->set_object("job-7");
    EXPECT_EQ(model.addOlder(rows), 3);
    using A = AuditModel;
    EXPECT_EQ(print(model, {A::Author, A::Action, A::Object, A::Detail}),
        "alice|restrict|node1:0|why\nalice|drain|node1|why\nalice|kill|job-7|why\n");
    EXPECT_EQ(model.index(0, A::Object).data(Qt::ToolTipRole), QStringLiteral("a"));
    EXPECT_EQ(model.index(0, A::When).data(), clockText(kThen));
}

TEST(AuditModel, GrowsAtBothEndsWithoutARowTwice) {
    ClusterState state;
    AuditModel model(state);
    QAbstractItemModelTester tester(&model);
    EXPECT_EQ(model.newestMs(), 0);
    model.addOlder(audit({{5, "f"}, {5, "e"}, {3, "d"}, {2, "c"}}));
    EXPECT_EQ(model.newestRows(), 2);
    EXPECT_EQ(model.oldestRows(), 1);
    EXPECT_EQ(model.addOlder(audit({{2, "c"}, {2, "b"}, {1, "a"}})), 2);
    EXPECT_EQ(model.addNewer(audit({{6, "h"}, {5, "g"}, {5, "f"}, {5, "e"}})), 2);
    EXPECT_EQ(model.addNewer(audit({{6, "h"}})), 0);
    EXPECT_EQ(print(model, kActions), "h\ng\nf\ne\nd\nc\nb\na\n");
    EXPECT_EQ(model.newestMs(), kThen + 6);
    EXPECT_EQ(model.oldestMs(), kThen + 1);
}

TEST(AuditModel, KeepsTheKeyOfARowWhileOthersCome) {
    ClusterState state;
    AuditModel model(state);
    model.addOlder(audit({{5, "e"}, {4, "d"}}));
    const auto key = model.index(1, 0).data(TableModel::KeyRole).toString();
    model.addNewer(audit({{6, "f"}, {5, "e"}}));
    model.addOlder(audit({{4, "d"}, {3, "c"}}));
    ASSERT_NE(model.find(key), nullptr);
    EXPECT_EQ(model.find(key)->action(), "d");
    EXPECT_EQ(model.find(QStringLiteral("99")), nullptr);
    EXPECT_EQ(model.find(QStringLiteral("x")), nullptr);
    model.clear();
    EXPECT_EQ(model.find(key), nullptr);
}
