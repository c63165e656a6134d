// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/database_files.h"

#include <gtest/gtest.h>

#include "core/history/journal.h"
#include "tests/core/history/noon.h"
#include "tests/support/temporary_folder.h"

namespace muster::history {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class ReplaceDatabase : public testing::Test {
protected:
    ReplaceDatabase() { make(fresh, "new"); }
    static void make(const fs::path& file, const std::string& job) {
        auto journal = Journal::open(file);
        commit(*journal, job);
    }
    static void commit(Journal& journal, const std::string& job) {
        const Change change{.upserts = {{"job", job, "payload"}}};
        ASSERT_TRUE(journal.commit(std::span(&change, 1)));
    }
    // As a master that was killed leaves it: what was committed is in the log only.
    void makeWithLog() {
        auto journal = Journal::open(folder / "open.db");
        commit(*journal, "old");
        for (const auto* suffix : {"", "-wal"}) {
            fs::copy_file(folder / "open.db" + suffix, path.string() + suffix);
        }
    }
    static bool has(const fs::path& file, const std::string& job) {
        auto journal = Journal::open(file);
        const auto rows = journal->load("job");
        return rows->size() == 1 && rows->front().id == job;
    }

    test::TemporaryFolder folder;
    fs::path path = folder / "control.db";
    fs::path fresh = folder / "control.db.salvaged";
    fs::path aside = folder / "control.db.damaged-1800000000";
};

TEST_F(ReplaceDatabase, KeepsTheOldOneInPlaceUntilTheNewOneTakesIt) {
    make(path, "old");
    EXPECT_FALSE(replaceDatabase(path, folder / "nothing", "damaged", kNoon));
    EXPECT_TRUE(has(path, "old"));
    EXPECT_TRUE(has(aside, "old"));
    EXPECT_TRUE(replaceDatabase(path, fresh, "damaged", kNoon + 1s));
    EXPECT_TRUE(has(path, "new"));
    EXPECT_TRUE(has(aside, "old"));
    EXPECT_FALSE(fs::exists(fresh));
}

TEST_F(ReplaceDatabase, LeavesNoneRatherThanOneWithoutItsLog) {
    makeWithLog();
    EXPECT_FALSE(replaceDatabase(path, folder / "nothing", "damaged", kNoon));
    EXPECT_FALSE(fs::exists(path));
    EXPECT_FALSE(fs::exists(path.string() + "-wal"));
    EXPECT_TRUE(has(aside, "old"));
}

TEST_F(ReplaceDatabase, ComesToItsEndAfterACrashAtAnyStep) {
    for (int steps = 0; steps <= 4; ++steps) {
        fs::remove_all(folder.path());
        fs::create_directory(folder.path());
        make(fresh, "new");
        makeWithLog();
        const auto log = path.string() + "-wal";
        if (steps >= 1) {
            fs::create_hard_link(path, aside);
        }
        if (steps >= 2) {
            fs::create_hard_link(log, aside.string() + "-wal");
        }
        if (steps >= 3) {
            fs::remove(path);
        }
        if (steps >= 4) {
            fs::remove(log);
        }
        ASSERT_TRUE(replaceDatabase(path, fresh, "damaged", kNoon + 1s)) << steps;
        EXPECT_TRUE(has(path, "new")) << steps;
        EXPECT_TRUE(
            has(steps >= 2 ? aside : fs::path(folder / "control.db.damaged-1800000001"), "old"))
            << steps;
    }
}

TEST_F(ReplaceDatabase, MakesOneWhereThereIsNone) {
    EXPECT_TRUE(replaceDatabase(path, fresh, "damaged", kNoon)->empty());
    EXPECT_TRUE(has(path, "new"));
}

} // namespace
} // namespace muster::history
