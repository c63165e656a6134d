// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <QAbstractItemModelTester>
#include <gtest/gtest.h>

#include "tests/support/words.h"
#include "tests/widgets/draw.h"
#include "widgets/models/alert_model.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;

namespace {

v1::Alert alert(const std::string& rule, const std::string& severity, const std::string& object) {
    v1::Alert out;
    out.set_id(rule + "/" + object);
    out.set_rule(test::worded(rule));
    out.set_severity(test::worded(severity));
    out.set_object(object);
    out.set_name("node1:0");
    out.set_text("It is bad. Mend it");
    out.set_since_ms(1'700'000'000'000);
    return out;
}

} // namespace

TEST(AlertModel, SaysWhatIsWrongWhereAndWhoHasSeenIt) {
    ClusterState state;
    AlertModel model(state);
    QAbstractItemModelTester tester(&model);
    auto snapshot = draw("node1: a free 10");
    *snapshot.mutable_rows()->add_alerts() = alert("gpu-lost", "critical", "a");
    *snapshot.mutable_rows()->add_alerts() = alert("gpu-hot", "warning", "a");
    *snapshot.mutable_rows()->add_alerts() = alert("unknown", "unknown", "a");
    snapshot.mutable_rows()->mutable_alerts(1)->set_acknowledged_by("alice");
    state.apply(snapshot);
    state.flush();
    using A = AlertModel;
    EXPECT_EQ(print(model, {A::Severity, A::Rule, A::Object, A::Text, A::SeenBy}),
        "Warning|GPU hot|node1:0|It is bad. Mend it|alice\n"
        "Critical|GPU lost|node1:0|It is bad. Mend it|\n"
        "unknown|unknown|node1:0|It is bad. Mend it|\n");
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
