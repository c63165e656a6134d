// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/audit_model.h"

#include <QAbstractItemModelTester>
#include <gtest/gtest.h>

#include "tests/widgets/draw.h"
#include "widgets/models/table_model.h"
#include "widgets/models/text.h"

using namespace muster;
using namespace muster::models;
using namespace muster::test;

namespace {

using A = AuditModel;

constexpr qint64 kThen = 1'700'000'000'000;

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

// Newest first, "action object".
v1::AuditRows events(const std::vector<std::pair<std::string, std::string>>& entries) {
    v1::AuditRows out;
    for (const auto& [action, object] : entries) {
        auto& row = *out.add_rows();
        row.set_at_ms(kThen - out.rows_size());
        row.set_author("bob");
        row.set_action(action);
        row.set_object(object);
    }
    return out;
}

v1::Task task(const char* id, const char* agent, const char* gpu) {
    v1::Task out;
    out.set_framework_id("F");
    out.set_id(id);
    out.set_agent_id(agent);
    out.add_gpus(gpu);
    return out;
}

// node1 has a and b, node2 has c; job-1 has a by its task, and t2 of no job has b.
class EventsOfTwoNodes : public testing::Test {
protected:
    ClusterState state;
    AuditModel model{state};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};

    void SetUp() override {
        auto snapshot = draw("node1: a free, b free / node2: c free");
        auto& rows = *snapshot.mutable_rows();
        *rows.add_tasks() = task("job-1.1", "S-node1", "a");
        *rows.add_tasks() = task("t2", "S-node1", "b");
        auto& job = *rows.add_jobs();
        job.set_id("job-1");
        job.set_framework_id("F");
        job.set_task_id("job-1.1");
        state.apply(snapshot);
        state.flush();
        model.addOlder(events(
            {{"drain", "S-node1"}, {"restrict", "b"}, {"restrict", "c"}, {"alert raised", "a"},
                {"kill", "F/t2"}, {"kill", "F/t9"}, {"start maintenance", "node2, node1"},
                {"start maintenance", "node12"}, {"submit", "job-1"}, {"submit", "job-7"}}));
    }
    std::string shown() { return print(model, {A::Action, A::Object}); }
};

} // namespace

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

TEST(AuditModel, TellsTheTimesOfAnOrderAsLocalOnes) {
    ClusterState state;
    AuditModel model(state);
    auto rows = audit({{0, "restrict"}, {0, "restrict"}});
    rows.mutable_rows(0)->set_detail("fan (until " + isoText(kThen).toStdString() + ")");
    rows.mutable_rows(1)->set_detail("fan (until 2026-99-26T08:10:01Z)");
    model.addOlder(rows);
    EXPECT_EQ(print(model, {AuditModel::Detail}),
        "fan (until " + clockText(kThen).toStdString() + ")\nfan (until 2026-99-26T08:10:01Z)\n");
}

TEST(AuditModel, MarksAnEventByItsKindWhateverItsWords) {
    ClusterState state;
    AuditModel model(state);
    auto rows = audit({{4, "alert raised"}, {3, "alert raised"}, {2, "x"}, {1, "x"}, {0, "x"}});
    rows.mutable_rows(1)->set_kind(v1::AuditRow::ALERT_RAISED);
    rows.mutable_rows(2)->set_kind(v1::AuditRow::GPU_RESTRICTED);
    rows.mutable_rows(3)->set_kind(static_cast<v1::AuditRow::Kind>(99)); // of a newer master
    rows.mutable_rows(4)->set_kind(v1::AuditRow::AGENT_REFUSED);
    model.addOlder(rows);
    const auto markAt = [&](int row) {
        return static_cast<Mark>(model.index(row, A::Action).data(TableModel::MarkRole).toInt());
    };
    EXPECT_EQ(markAt(0), Mark::None);
    EXPECT_EQ(markAt(1), Mark::Bad);
    EXPECT_EQ(markAt(2), Mark::Restricted);
    EXPECT_EQ(markAt(3), Mark::None);
    EXPECT_EQ(markAt(4), Mark::Bad);
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

TEST_F(EventsOfTwoNodes, AreAllShownAtFirst) {
    EXPECT_EQ(model.rowCount(), 10);
    EXPECT_EQ(model.known(), 10);
}

TEST_F(EventsOfTwoNodes, OfANodeAreItsOwnAndThoseOfItsGpusTasksAndJobs) {
    model.setScope({AuditScope::Of::Node, "S-node1"});
    EXPECT_EQ(shown(),
        "drain|node1\nrestrict|node1:1\nalert raised|node1:0\nkill|t2\n"
        "start maintenance|node2, node1\nsubmit|job-1\n");
    model.setScope({AuditScope::Of::Node, "S-node2"});
    EXPECT_EQ(shown(), "restrict|node2:0\nstart maintenance|node2, node1\n");
    model.setScope({AuditScope::Of::Node, "S-gone"});
    EXPECT_EQ(shown(), "");
    EXPECT_EQ(model.known(), 10) << "another scope needs no other question";
}

TEST_F(EventsOfTwoNodes, OfAGpuAreItsOwnAndThoseOfWhatHadIt) {
    model.setScope({AuditScope::Of::Gpu, "a"});
    EXPECT_EQ(shown(), "alert raised|node1:0\nsubmit|job-1\n");
    model.setScope({AuditScope::Of::Gpu, "b"});
    EXPECT_EQ(shown(), "restrict|node1:1\nkill|t2\n");
}

TEST_F(EventsOfTwoNodes, GrowAtBothEndsByWhatIsInScopeAlone) {
    model.setScope({AuditScope::Of::Gpu, "c"});
    auto newer = events({{"release", "c"}, {"kill", "F/t2"}, {"drain", "S-node1"}});
    newer.mutable_rows(0)->set_at_ms(kThen + 2);
    newer.mutable_rows(1)->set_at_ms(kThen + 1);
    newer.mutable_rows(2)->set_at_ms(kThen - 1);
    EXPECT_EQ(model.addNewer(newer), 2);
    EXPECT_EQ(model.newestMs(), kThen + 2) << "of all that is known";
    auto older = events({{"submit", "job-7"}, {"alert ended", "c"}, {"drain", "S-node1"}});
    for (int i = 0; i < older.rows_size(); ++i) {
        older.mutable_rows(i)->set_at_ms(kThen - 10 - i);
    }
    EXPECT_EQ(model.addOlder(older), 2);
    EXPECT_EQ(model.oldestMs(), kThen - 12);
    EXPECT_EQ(shown(), "release|node2:0\nrestrict|node2:0\nalert ended|node2:0\n");
    const auto key = model.index(0, 0).data(TableModel::KeyRole).toString();
    EXPECT_EQ(model.find(key)->action(), "release");
    model.clear();
    EXPECT_EQ(model.rowCount(), 0);
    EXPECT_EQ(model.known(), 0);
}

TEST_F(EventsOfTwoNodes, ComeInWhenAJobThatWasToldOfGetsTheGpu) {
    model.setScope({AuditScope::Of::Gpu, "c"});
    EXPECT_EQ(shown(), "restrict|node2:0\n");
    v1::Delta delta;
    delta.set_seq(2);
    *delta.mutable_changed()->add_tasks() = task("job-7.1", "S-node2", "c");
    auto& job = *delta.mutable_changed()->add_jobs();
    job.set_id("job-7");
    job.set_framework_id("F");
    job.set_task_id("job-7.1");
    ASSERT_TRUE(state.apply(delta));
    state.flush();
    EXPECT_EQ(shown(), "restrict|node2:0\nsubmit|job-7\n");
    v1::Delta ended;
    ended.set_seq(3);
    ended.mutable_removed()->add_jobs("job-7");
    ASSERT_TRUE(state.apply(ended));
    state.flush();
    EXPECT_EQ(shown(), "restrict|node2:0\nsubmit|job-7\n") << "what was shown once stays";
}
