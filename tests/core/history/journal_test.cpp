// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/journal.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "tests/core/history/noon.h"
#include "tests/support/temporary_folder.h"

namespace muster::history {
namespace {

using namespace std::chrono_literals;

class JournalTest : public testing::Test {
protected:
    void reopen() {
        journal.reset();
        auto opened = Journal::open(folder / "control.db");
        ASSERT_TRUE(opened) << opened.error().message;
        journal.emplace(std::move(*opened));
    }
    void SetUp() override { reopen(); }
    Status commit(const Change& change) { return journal->commit(std::span(&change, 1)); }

    test::TemporaryFolder folder;
    std::optional<Journal> journal;
};

TEST_F(JournalTest, KeepsTheNewestPayloadOfEachRecordOverARestart) {
    const std::string bytes("\0\xff'\n", 4);
    ASSERT_TRUE(commit(
        {.upserts = {{"job", "job-2", "b"}, {"job", "job-1", "a"}, {"task", "job-1", "t"}}}));
    ASSERT_TRUE(commit({.upserts = {{"job", "job-1", bytes}}}));
    reopen();
    EXPECT_EQ(journal->load("job").value(),
        (std::vector<Record>{{"job", "job-1", bytes}, {"job", "job-2", "b"}}));
    EXPECT_EQ(journal->loadOne("task", "job-1").value(), (Record{"task", "job-1", "t"}));
    EXPECT_EQ(journal->loadOne("task", "job-2").value(), std::nullopt);
}

TEST_F(JournalTest, MovesWhatEndedToTheQueryableHistoryNewestFirst) {
    for (int i = 0; i < 5; ++i) {
        const auto id = "job-" + std::to_string(i);
        ASSERT_TRUE(commit({.upserts = {{"job", id, "queued"}}}));
        ASSERT_TRUE(
            commit({.upserts = {{"job", id, "done"}}, .endings = {{"job", id, kNoon + i * 1s}}}));
    }
    EXPECT_TRUE(journal->load("job")->empty());
    const auto page = journal->ended("job", 2, 1).value();
    EXPECT_EQ(page,
        (std::vector<EndedRecord>{
            {{"job", "job-3", "done"}, kNoon + 3s}, {{"job", "job-2", "done"}, kNoon + 2s}}));
    EXPECT_EQ(journal->endedOne("job", "job-0")->value().endedAt, kNoon);
    EXPECT_EQ(journal->endedOne("job", "job-9").value(), std::nullopt);
}

TEST_F(JournalTest, KeepsEveryLifeOfAnIdThatIsUsedAgain) {
    for (const auto* life : {"first", "second"}) {
        ASSERT_TRUE(commit({.upserts = {{"task", "t", life}}, .endings = {{"task", "t", kNoon}}}));
    }
    EXPECT_EQ(journal->ended("task", 10)->size(), 2u);
    EXPECT_EQ(journal->endedOne("task", "t")->value().record.payload, "second");
}

TEST_F(JournalTest, CommitsAllChangesOfAGroupOrNone) {
    const std::vector<Change> group = {
        {.upserts = {{"job", "job-1", "a"}}, .audit = {{kNoon, "ann", "submit", "job-1", ""}}},
        {.endings = {{"job", "job-7", kNoon}}},
    };
    const auto refused = journal->commit(group);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "No job job-7 to end");
    EXPECT_TRUE(journal->load("job")->empty());
    EXPECT_TRUE(journal->audit(kNoon - 1h, kNoon + 1h, 10)->empty());
    EXPECT_TRUE(journal->commit(std::span(group).first(1)));
    EXPECT_EQ(journal->load("job")->size(), 1u);
}

TEST_F(JournalTest, RemovesWithoutATrace) {
    ASSERT_TRUE(commit({.upserts = {{"restriction", "GPU-1", "x"}}}));
    ASSERT_TRUE(commit({.removals = {{"restriction", "GPU-1"}, {"restriction", "never was"}}}));
    EXPECT_TRUE(journal->load("restriction")->empty());
    EXPECT_TRUE(journal->ended("restriction", 10)->empty());
}

TEST_F(JournalTest, TellsWhoDidWhatInARangeOfTimeNewestFirst) {
    for (int i = 0; i < 10; ++i) {
        ASSERT_TRUE(commit({.audit
            = {{kNoon + i * 1s, "ann'; --", "restrict", "GPU-" + std::to_string(i), "hot"}}}));
    }
    const auto some = journal->audit(kNoon + 2s, kNoon + 8s, 3).value();
    ASSERT_EQ(some.size(), 3u);
    EXPECT_EQ(some[0], (AuditEntry{kNoon + 7s, "ann'; --", "restrict", "GPU-7", "hot"}));
    EXPECT_EQ(some[2].object, "GPU-5");
}

TEST_F(JournalTest, ForgetsWhatEndedLongAgoAndNothingThatLives) {
    ASSERT_TRUE(commit({.upserts = {{"job", "old", ""}, {"job", "new", ""}, {"job", "alive", ""}},
        .endings = {{"job", "old", kNoon - 48h}, {"job", "new", kNoon}},
        .audit = {{kNoon - 48h, "ann", "a", "", ""}, {kNoon, "ann", "b", "", ""}}}));
    EXPECT_EQ(journal->prune(kNoon, {.ended = 24h, .audit = 24h}).value(), 2);
    EXPECT_EQ(journal->ended("job", 10)->size(), 1u);
    EXPECT_EQ(journal->audit(kNoon - 100h, kNoon + 1h, 10)->size(), 1u);
    EXPECT_EQ(journal->load("job")->size(), 1u);
}

TEST_F(JournalTest, KeepsTheNewestOfAKindHoweverLongAgoTheyEnded) {
    ASSERT_TRUE(commit({.upserts = {{"framework", "a", ""}, {"framework", "b", ""},
                            {"framework", "c", ""}, {"job", "d", ""}},
        .endings = {{"framework", "c", kNoon - 48h}, {"framework", "a", kNoon - 72h},
            {"framework", "b", kNoon - 60h}, {"job", "d", kNoon - 48h}}}));
    const Journal::Keep keep{.ended = 24h, .audit = 24h, .newest = {{"framework", 2}}};
    EXPECT_EQ(journal->prune(kNoon, keep).value(), 2);
    const auto kept = journal->ended("framework", 10).value();
    ASSERT_EQ(kept.size(), 2u);
    EXPECT_EQ(kept[0].record.id, "c");
    EXPECT_EQ(kept[1].record.id, "b");
    EXPECT_TRUE(journal->ended("job", 10)->empty());
    EXPECT_EQ(journal->prune(kNoon, keep).value(), 0);
}

TEST_F(JournalTest, ForgetsInSlices) {
    Change change;
    for (int i = 0; i < 1500; ++i) {
        const auto id = "task-" + std::to_string(i);
        change.upserts.push_back({"task", id, ""});
        change.endings.push_back({.kind = "task",
            .id = id,
            .at = kNoon - 48h,
            .interval = UsageInterval{.started = kNoon - 50h, .user = "ann", .held = {{"GPU-1"}}}});
        change.audit.push_back({kNoon - 48h, "ann", "submit", id, ""});
    }
    change.audit.push_back({kNoon, "ann", "submit", "new", ""});
    ASSERT_TRUE(commit(change));
    const Journal::Keep keep{.ended = 24h, .audit = 24h};
    std::int64_t gone = 0;
    for (auto slice = Journal::kPruneSlice; slice == Journal::kPruneSlice; gone += slice) {
        slice = journal->prune(kNoon, keep).value();
        ASSERT_LE(slice, Journal::kPruneSlice);
    }
    EXPECT_EQ(gone, 4 * 1500) << "the task, its interval, its holder, its audit";
    EXPECT_TRUE(journal->ended("task", 10)->empty());
    EXPECT_EQ(journal->audit(kNoon - 100h, kNoon + 1h, 10)->size(), 1u);
}

TEST_F(JournalTest, FindsWhatItForgetsByIndexes) {
    ASSERT_TRUE(commit({.upserts = {{"job", "a", ""}}, .endings = {{"job", "a", kNoon - 48h}}}));
    ASSERT_EQ(journal->prune(kNoon, {.ended = 24h, .audit = 24h}).value(), 1);
    std::vector<std::string> pruning; // as prepared by prune()
    auto* const handle = journal->database().handle();
    for (auto* one = sqlite3_next_stmt(handle, nullptr); one != nullptr;
         one = sqlite3_next_stmt(handle, one)) {
        if (const std::string sql = sqlite3_sql(one);
            sql.find("IN (SELECT") != std::string::npos || sql.find("min(") != std::string::npos) {
            pruning.push_back("EXPLAIN QUERY PLAN " + sql);
        }
    }
    EXPECT_EQ(pruning.size(), 6u) << "five tables, and the kinds";
    for (const auto& sql : pruning) {
        Statement plan(journal->database(), sql);
        int steps = 0;
        for (; plan.step().value_or(false); ++steps) {
            EXPECT_FALSE(plan.text(3).starts_with("SCAN")) << sql << ": " << plan.text(3);
        }
        EXPECT_GT(steps, 0) << sql;
    }
}

TEST_F(JournalTest, LeavesDamagedRowsOutAndNamesThem) {
    ASSERT_TRUE(commit({.upserts = {{"job", "job-1", "a"}, {"job", "job-2", "b"}}}));
    ASSERT_TRUE(commit({.upserts = {{"job", "job-3", "c"}}, .endings = {{"job", "job-3", kNoon}}}));
    ASSERT_TRUE(journal->database().execute("UPDATE record SET payload = x'62' WHERE id = 'job-1'; "
                                            "UPDATE ended SET payload = x'62';"));
    EXPECT_EQ(journal->load("job").value(), (std::vector<Record>{{"job", "job-2", "b"}}));
    EXPECT_TRUE(journal->ended("job", 10)->empty());
    const auto damaged = journal->takeDamaged();
    ASSERT_EQ(damaged.size(), 2u);
    EXPECT_EQ(damaged[0].id, "job-1");
    EXPECT_EQ(damaged[0].endedAt, std::nullopt);
    EXPECT_EQ(damaged[1].id, "job-3");
    EXPECT_EQ(damaged[1].endedAt, kNoon);
    EXPECT_EQ(damaged[1].why, "its bytes do not match their checksum");

    for (const auto& row : damaged) {
        ASSERT_TRUE(journal->setAside(row, kNoon));
    }
    reopen();
    EXPECT_EQ(journal->load("job")->size(), 1u);
    EXPECT_TRUE(journal->ended("job", 10)->empty());
    EXPECT_TRUE(journal->takeDamaged().empty());
    Statement kept(journal->database(), "SELECT count(*) FROM damaged WHERE payload = x'62'");
    ASSERT_TRUE(kept.step().value());
    EXPECT_EQ(kept.int64(0), 2);
}

TEST_F(JournalTest, ChecksARowUnderItsOwnNameOnly) {
    ASSERT_TRUE(commit({.upserts = {{"job", "job-1", "a"}}}));
    ASSERT_TRUE(journal->database().execute("UPDATE record SET id = 'job-2'"));
    EXPECT_TRUE(journal->load("job")->empty()) << "a row of another job";
}

TEST_F(JournalTest, CountsItsCommitsOverRestarts) {
    const auto fresh = journal->mark();
    EXPECT_EQ(fresh.journal.size(), 32u);
    ASSERT_TRUE(commit({.upserts = {{"job", "job-1", "a"}}}));
    ASSERT_TRUE(commit({.upserts = {{"job", "job-1", "b"}}}));
    const Change refused{.endings = {{"job", "job-7", kNoon}}};
    EXPECT_FALSE(commit(refused));
    EXPECT_EQ(journal->mark(), (Mark{fresh.journal, fresh.sequence + 2}));
    reopen();
    EXPECT_EQ(journal->mark(), (Mark{fresh.journal, fresh.sequence + 2}));
    test::TemporaryFolder other;
    EXPECT_NE(Journal::open(other / "control.db")->mark().journal, fresh.journal);
}

} // namespace
} // namespace muster::history
