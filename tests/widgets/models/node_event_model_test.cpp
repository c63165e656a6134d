// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/node_event_model.h"

#include <QAbstractItemModelTester>
#include <gtest/gtest.h>

#include "tests/widgets/draw.h"
#include "widgets/models/table_model.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;

namespace {

void add(v1::AuditRows& audit, const char* action, const char* object, const char* detail = "") {
    auto& row = *audit.add_rows();
    row.set_at_ms(1'700'000'000'000 - audit.rows_size() * 1000);
    row.set_author("bob");
    row.set_action(action);
    row.set_object(object);
    row.set_detail(detail);
}

} // namespace

TEST(NodeEventModel, TakesOfTheAuditWhatConcernsTheNode) {
    ClusterState state;
    auto snapshot = draw("node1: a free, b free / node2: c free");
    auto& task = *snapshot.mutable_rows()->add_tasks();
    task.set_framework_id("F");
    task.set_id("job-1.1");
    task.set_agent_id("S-node1");
    state.apply(snapshot);
    NodeEventModel model(state);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    v1::AuditRows audit;
    add(audit, "drain", "S-node1", "node1");
    add(audit, "restrict", "b", "fan rattles");
    add(audit, "restrict", "c", "of the other node");
    add(audit, "kill", "job-1.1");
    add(audit, "kill", "job-2.1", "of nobody knows which");
    add(audit, "start maintenance", "node2, node1");
    add(audit, "start maintenance", "node12");
    model.setAudit(audit, "S-node1");
    EXPECT_EQ(print(model,
                  {NodeEventModel::Who, NodeEventModel::What, NodeEventModel::Object,
                      NodeEventModel::Detail}),
        "bob|drain|The node|node1\n"
        "bob|restrict|GPU 1|fan rattles\n"
        "bob|kill|Task job-1.1|\n"
        "bob|start maintenance|The node|\n");
    EXPECT_EQ(model.index(0, NodeEventModel::When).data(TableModel::SortRole).toLongLong(),
        audit.rows(0).at_ms());
    model.setAudit(audit, "S-gone");
    EXPECT_EQ(model.rowCount(), 0);
}
