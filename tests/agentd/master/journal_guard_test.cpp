// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "agentd/master/control.h"
#include "agentd/master/journal_guard.h"
#include "tests/agentd/temp_folder.h"

namespace muster::agentd {
namespace {

constexpr Instant kNow{std::chrono::hours(480000)};

TEST(JournalGuard, LetsANewMasterBegin) {
    TempFolder folder;
    EXPECT_TRUE(checkJournalIsThere(folder.path(), true));
    folder.write("control.db", "something");
    folder.write("telemetry.db", "something");
    EXPECT_TRUE(checkJournalIsThere(folder.path(), true));
}

TEST(JournalGuard, RefusesAWorkDirectoryWhoseJournalIsEmptyOrMissing) {
    TempFolder folder;
    folder.write("telemetry.db", "samples");
    const auto missing = checkJournalIsThere(folder.path(), false);
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().message,
        (folder / "control.db")
            + " is missing, but telemetry.db shows that a master has worked here: to start would "
              "forget all jobs and tasks. Restore a backup with 'muster restore', or start with "
              "--start_empty if nothing of it is to be kept");
    folder.write("control.db", "");
    const auto empty = checkJournalIsThere(folder.path(), false);
    ASSERT_FALSE(empty);
    EXPECT_NE(empty.error().message.find("control.db is empty, but"), std::string::npos);
}

TEST(JournalGuard, SeesAStandaloneMasterByItsAgent) {
    TempFolder folder;
    folder.write("meta/agent", "S0");
    EXPECT_TRUE(checkJournalIsThere(folder.path(), false)) << "an agent of another master";
    EXPECT_FALSE(checkJournalIsThere(folder.path(), true));
}

TEST(JournalGuard, RefusesAnAgentThatKnowsMore) {
    const history::Mark ours{"abc", 7};
    EXPECT_TRUE(checkMark({"abc", 7}, ours));
    EXPECT_TRUE(checkMark({}, ours)) << "a new agent";
    EXPECT_TRUE(checkMark({"of another cluster", 9}, ours));
    EXPECT_EQ(checkMark({"abc", 8}, ours).error().message,
        "The master's journal is an older copy: it is at step 7, and this agent was told of step 8."
        " Stop the master and restore the newest backup with 'muster restore'");
}

TEST(JournalGuard, SetsADamagedTelemetryFileAside) {
    TempFolder folder;
    folder.write("telemetry.db", std::string(9000, 'x'));
    const auto telemetry = openTelemetry(folder / "telemetry.db", kNow);
    ASSERT_TRUE(telemetry) << telemetry.error().message;
    EXPECT_EQ(folder.read("telemetry.db.damaged-1728000000"), std::string(9000, 'x'));
}

struct DamagedJournal {
    TempFolder folder;
    history::Journal journal = *history::Journal::open(folder / "control.db");
    boost::asio::io_context io;

    void keep(const history::Change& change) { ASSERT_TRUE(journal.commit(std::span(&change, 1))); }
    void damage(const std::string& id) {
        ASSERT_TRUE(journal.database().execute("UPDATE record SET payload = x'ff' WHERE id = '" + id
            + "'; UPDATE ended SET payload = x'ff' WHERE id = '" + id + "'"));
    }
    Result<std::unique_ptr<Control>> open(bool setAsideDamaged = false) {
        return Control::open(
            io, {.master = {.id = "M1"}, .jobs = {}, .setAsideDamaged = setAsideDamaged}, journal);
    }
};

TEST(DamagedJournal, StartsWithoutARowOfWhatHasEnded) {
    DamagedJournal world;
    for (const auto* id : {"job-1", "job-2"}) {
        world.keep({.upserts = {{"job", id, ""}}, .endings = {{"job", id, kNow}}});
    }
    world.damage("job-1");
    const auto control = world.open();
    ASSERT_TRUE(control) << control.error().message;
    EXPECT_EQ(world.journal.ended("job", 10)->size(), 0u) << "job-2 has no content either";
    history::Statement kept(world.journal.database(), "SELECT count(*) FROM damaged");
    ASSERT_TRUE(kept.step().value());
    EXPECT_EQ(kept.int64(0), 2);
}

TEST(DamagedJournal, RefusesARowOfWhatLivesUnlessItIsToldTo) {
    DamagedJournal world;
    world.keep({.upserts = {{"job", "job-7", "text"}}});
    world.damage("job-7");
    const auto refused = world.open();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
        (world.folder / "control.db")
            + ": the row of job job-7 is damaged: its bytes do not match their checksum. Restore a "
              "backup with 'muster restore', or start with --set_aside_damaged to go on without "
              "it");
    EXPECT_TRUE(world.journal.loadOne("job", "job-7")) << "nothing was changed";
    EXPECT_FALSE(world.open());
    const auto control = world.open(true);
    ASSERT_TRUE(control) << control.error().message;
    EXPECT_TRUE((*control)->jobs().jobs().empty());
}

} // namespace
} // namespace muster::agentd
