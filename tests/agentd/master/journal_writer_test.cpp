// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/journal_writer.h"

#include <gtest/gtest.h>

#include "agentd/clock.h"
#include "agentd/master/journal_guard.h"
#include "tests/support/temporary_folder.h"

namespace muster::agentd {
namespace {

history::Change jobRow(const std::string& id, std::size_t size = 10) {
    return {.upserts = {{"job", id, std::string(size, 'x')}}};
}

// A journal whose size the test can limit, and its writer.
struct Written {
    test::TemporaryFolder folder;
    history::Journal journal = *history::Journal::open(folder / "control.db");
    boost::asio::io_context io;
    DiskRoom room{folder.path(), [] {}};
    std::vector<Status> told;
    std::optional<JournalWriter> writer;

    Written() {
        writer.emplace(io, journal, room, [this](const Status& status, Duration took) {
            EXPECT_FALSE(writer->isWriting());
            EXPECT_GE(took, Duration(0));
            told.push_back(status);
        });
    }
    template <typename Done>
    void runUntil(Done done) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
        while (!done() && std::chrono::steady_clock::now() < end) {
            io.restart();
            io.run_one_for(std::chrono::milliseconds(100));
        }
        EXPECT_TRUE(done());
    }
    void write(history::Change change) {
        writer->write({std::move(change)});
        EXPECT_TRUE(writer->isWriting());
    }
    void finish() {
        runUntil([this] { return !writer->isWriting(); });
    }
    void limitPages(int pages) {
        ASSERT_TRUE(journal.database().execute("PRAGMA max_page_count = " + std::to_string(pages)));
    }
};

TEST(JournalWriter, TellsOfABatchWhenItIsOnTheDisk) {
    Written world;
    EXPECT_FALSE(world.writer->isWriting());
    const auto before = world.writer->sequence();
    world.write(jobRow("job-1"));
    EXPECT_TRUE(world.told.empty());
    world.finish();
    ASSERT_EQ(world.told.size(), 1u);
    EXPECT_TRUE(world.told[0]);
    EXPECT_EQ(world.writer->sequence(), before + 1);
    EXPECT_EQ(world.journal.load("job")->size(), 1u);
}

TEST(JournalWriter, TellsOfAnErrorThatIsNotForWantOfRoom) {
    Written world;
    world.write({.endings = {{.kind = "job", .id = "none", .at = now()}}});
    world.finish();
    ASSERT_EQ(world.told.size(), 1u);
    EXPECT_FALSE(world.told[0]);
    EXPECT_EQ(world.room.problem(), nullptr);
}

TEST(JournalWriter, WritesAgainWhatDidNotFitAndThenGoesOn) {
    Written world;
    world.limitPages(100);
    world.write(jobRow("job-1", 1'000'000));
    world.runUntil([&world] { return world.room.hasFailedWrite(); });
    EXPECT_TRUE(world.writer->isWriting());
    EXPECT_TRUE(world.told.empty());
    EXPECT_NE(world.room.problem(), nullptr);
    world.limitPages(100'000); // before it tries again, a second later
    world.finish();
    EXPECT_FALSE(world.room.hasFailedWrite());
    ASSERT_EQ(world.told.size(), 1u) << "once, however often it was tried";
    EXPECT_TRUE(world.told[0]);
    world.write(jobRow("job-2"));
    world.finish();
    EXPECT_EQ(world.journal.load("job")->size(), 2u);
}

TEST(JournalWriter, GivesUpTheReserveAlsoWhereTheDiskHasSomeRoom) {
    Written world;
    const auto reserve = world.folder.path() / "master.reserve";
    keepReserve(world.folder.path());
    ASSERT_TRUE(std::filesystem::exists(reserve));
    world.write({.endings = {{.kind = "job", .id = "none", .at = now()}}});
    world.finish();
    EXPECT_TRUE(std::filesystem::exists(reserve)) << "more room would not help";
    world.limitPages(100);
    world.write(jobRow("job-1", 1'000'000));
    world.runUntil([&world] { return world.room.hasFailedWrite(); });
    EXPECT_FALSE(std::filesystem::exists(reserve));
    world.limitPages(100'000);
    world.finish();
    EXPECT_TRUE(world.told.back());
}

TEST(JournalWriter, FinishesABatchAtItsEndAndTellsNobody) {
    Written world;
    world.write(jobRow("job-1"));
    world.writer.reset();
    world.io.poll();
    EXPECT_TRUE(world.told.empty());
    EXPECT_EQ(world.journal.load("job")->size(), 1u);
}

TEST(JournalWriter, PrunesBesideItsBatches) {
    Written world;
    const auto at = now();
    const auto longAgo = at.wall - std::chrono::days(1000);
    world.write({.upserts = {{"job", "job-1", "text"}},
        .endings = {{.kind = "job", .id = "job-1", .at = longAgo}}});
    world.finish();
    ASSERT_EQ(world.journal.ended("job", 10)->size(), 1u);
    world.writer->prune(at, {});
    EXPECT_FALSE(world.writer->isWriting());
    world.write(jobRow("job-2"));
    world.finish(); // the batch is behind the slice
    EXPECT_TRUE(world.journal.ended("job", 10)->empty());
    EXPECT_EQ(world.journal.load("job")->size(), 1u);
}

} // namespace
} // namespace muster::agentd
