// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/backup.h"

#include <fstream>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/core/history/noon.h"
#include "tests/support/temporary_folder.h"

namespace muster::history {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class BackupTest : public testing::Test {
protected:
    BackupTest() {
        fs::create_directories(work);
        journal.emplace(*Journal::open(work / "control.db"));
        commit({.upserts = {{"job", "job-1", "a"}, {"meta", "last-job", "job-1"}}});
    }
    void commit(const Change& change) {
        const auto done = journal->commit(std::span(&change, 1));
        ASSERT_TRUE(done) << done.error().message;
    }

    test::TemporaryFolder folder;
    fs::path work = folder / "work";
    fs::path file = folder / "lab.db";
    std::optional<Journal> journal;
};

TEST_F(BackupTest, CopiesTheJournalOfAMasterThatWorksOn) {
    std::jthread writer([&](const std::stop_token& stop) {
        for (int i = 0; !stop.stop_requested(); ++i) {
            commit({.upserts = {{"task", std::to_string(i % 50), std::string(20'000, 't')},
                        {"task", std::to_string(i % 50) + "'", std::string(20'000, 't')}}});
        }
    });
    const auto facts = backUpJournal(work, file);
    writer.request_stop();
    writer.join();
    ASSERT_TRUE(facts) << facts.error().message;
    auto copy = Journal::open(file);
    ASSERT_TRUE(copy) << copy.error().message;
    EXPECT_EQ(copy->mark(), facts->mark);
    EXPECT_EQ(copy->load("task")->size() % 2, 0u) << "between two commits";
    EXPECT_EQ(copy->load("job")->size(), 1u);
    EXPECT_FALSE(fs::exists(file.string() + ".new"));
    EXPECT_FALSE(fs::exists(file.string() + ".new-wal"));
}

TEST_F(BackupTest, OverwritesNothing) {
    std::ofstream(file) << "precious";
    EXPECT_EQ(backUpJournal(work, file).error().message,
        file.string() + " already exists: choose another file");
}

TEST_F(BackupTest, OfNoJournalSaysWhereToLook) {
    EXPECT_EQ(backUpJournal(folder.path(), file).error().message,
        "There is no journal in " + folder.path().string()
            + ": specify the work directory of the master with --work_dir");
}

TEST_F(BackupTest, OfADamagedRowIsNone) {
    ASSERT_TRUE(journal->database().execute("UPDATE record SET payload = x'00'"));
    const auto facts = backUpJournal(work, file);
    ASSERT_FALSE(facts);
    EXPECT_NE(facts.error().message.find("the row of job job-1 is damaged"), std::string::npos)
        << facts.error().message;
    EXPECT_FALSE(fs::exists(file));
}

TEST_F(BackupTest, OfADamagedLogIsNone) {
    for (int i = 0; i < 20; ++i) {
        commit({.upserts = {{"job", "job-1", std::string(9000, 'a')}}});
    }
    const fs::path killed = folder / "killed"; // as a master that was killed leaves it
    fs::create_directory(killed);
    for (const auto* name : {"control.db", "control.db-wal"}) {
        fs::copy_file(work / name, killed / name);
    }
    const auto log = (killed / "control.db-wal").string();
    {
        std::fstream bytes(log, std::ios::in | std::ios::out | std::ios::binary);
        bytes.seekp(32 + 10 * (24 + 4096) + 2000); // in frame 11
        bytes.put('!');
    }
    std::ofstream(killed / "master.lock").close();
    const auto facts = backUpJournal(killed, file);
    ASSERT_FALSE(facts);
    EXPECT_EQ(facts.error().message,
        log
            + " is damaged in frame 11: what was committed after it would be lost. Restore an "
              "earlier backup with 'muster restore', or start the master with "
              "--accept_older_journal to continue without it");
    EXPECT_FALSE(fs::exists(file));
}

TEST_F(BackupTest, IsRestoredWithNumbersThatWereNeverGivenOut) {
    ASSERT_TRUE(backUpJournal(work, file));
    for (int i = 2; i < 60; ++i) { // after the backup
        commit({.upserts = {{"meta", "last-job", "job-" + std::to_string(i)}}});
    }
    const auto before = journal->mark();
    journal.reset();
    const auto restored = restoreJournal(file, work, kNoon);
    ASSERT_TRUE(restored) << restored.error().message;
    EXPECT_TRUE(fs::exists(restored->replaced)) << "nothing is thrown away";
    EXPECT_EQ(restored->facts.openJobs, 1) << "it may start again";
    auto again = Journal::open(work / "control.db");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->mark().journal, before.journal);
    EXPECT_GT(again->mark().sequence, before.sequence);
    EXPECT_EQ(again->loadOne("meta", "last-job").value()->payload, "job-1800000000000");
    EXPECT_EQ(again->load("job")->size(), 1u);
    EXPECT_EQ(again->audit({}, Instant::max(), 10)->at(0).action, "journal restored");

    const auto first = again->mark();
    again = Journal::open(folder / "other.db"); // closes it
    ASSERT_TRUE(restoreJournal(file, work, kNoon + 1min)) << "the same backup once more";
    EXPECT_GT(Journal::open(work / "control.db")->mark().sequence, first.sequence);
}

TEST_F(BackupTest, ThatIsEmptyOrNoFileIsNotRestored) {
    journal.reset();
    const auto before = fs::file_size(work / "control.db");
    std::ofstream(file).close();
    EXPECT_EQ(restoreJournal(file, work, kNoon).error().message,
        file.string() + " is neither a Muster journal nor a backup of one");
    std::ofstream(file) << "no database";
    EXPECT_EQ(restoreJournal(file, work, kNoon).error().message,
        file.string() + " is not a backup made by 'muster backup', or is damaged");
    const fs::path pipe = folder / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(restoreJournal(pipe, work, kNoon).error().message, pipe.string() + " is not a file");
    EXPECT_EQ(fs::file_size(work / "control.db"), before) << "what was there stays";
}

TEST_F(BackupTest, ThatIsSomethingElseTouchesNothing) {
    const auto missing = folder / "missing";
    EXPECT_EQ(restoreJournal(folder.path(), missing, kNoon).error().message,
        folder.path().string() + " is a directory: specify the file that 'muster backup' made");
    {
        auto other = Database::open({.path = folder / "other.db"});
        ASSERT_TRUE(other->execute("CREATE TABLE record (a); CREATE TABLE ended (a); CREATE TABLE "
                                   "audit (a); CREATE TABLE mark (a);"));
    }
    EXPECT_EQ(restoreJournal(folder / "other.db", missing, kNoon).error().message,
        folder / "other.db" + " is neither a Muster journal nor a backup of one");
    EXPECT_FALSE(fs::exists(missing)) << "not even the directory is made";
}

TEST_F(BackupTest, IsNotRestoredIntoADirectoryOfSomethingElse) {
    ASSERT_TRUE(backUpJournal(work, file));
    journal.reset();
    folder.write("home/notes.txt", "precious");
    EXPECT_EQ(restoreJournal(file, folder / "home", kNoon).error().message,
        folder / "home"
            + " is neither empty nor the work directory of a master: specify that with "
              "--work_dir");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder / "home"), {}), 1);

    EXPECT_TRUE(restoreJournal(file, folder / "made/now", kNoon)) << "a new host";
    fs::create_directory(folder / "empty");
    fs::copy_file(file, folder / "empty/lab.db");
    EXPECT_TRUE(restoreJournal(folder / "empty/lab.db", folder / "empty", kNoon));
    fs::create_directory(folder / "lost");
    folder.write("lost/telemetry.db", "");
    EXPECT_TRUE(restoreJournal(file, folder / "lost", kNoon)) << "a master whose journal is lost";
}

TEST_F(BackupTest, IsRestoredIntoTheDirectoryOfANewMaster) {
    ASSERT_TRUE(backUpJournal(work, file));
    journal.reset();
    const auto restoredBeside = [&](const std::string& name, std::vector<std::string> files) {
        const fs::path home = folder / name;
        fs::create_directories(home / "lost+found"); // a file system of its own
        for (const auto& one : files) {
            folder.write(name + "/" + one, "");
        }
        return restoreJournal(file, home, kNoon).has_value();
    };
    EXPECT_TRUE(restoredBeside("mounted", {}));
    EXPECT_TRUE(restoredBeside("prepared", {"token"}));
    EXPECT_TRUE(restoredBeside("full", {"master.reserve", "notes.txt"})) << "a master's";
    EXPECT_FALSE(restoredBeside("other", {"token", "notes.txt"}));
}

TEST_F(BackupTest, IsNotRestoredIntoWhatCannotBeRead) {
    ASSERT_TRUE(backUpJournal(work, file));
    folder.write("text", "precious");
    const auto refused = restoreJournal(file, folder / "text", kNoon);
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().message.find(folder / "text") != std::string::npos)
        << refused.error().message;
    EXPECT_EQ(fs::file_size(folder / "text"), 8u);
}

TEST_F(BackupTest, IsNotRestoredWhereAMasterWorks) {
    ASSERT_TRUE(backUpJournal(work, file));
    const int lock = ::open((work / "master.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    ASSERT_EQ(::flock(lock, LOCK_EX), 0);
    EXPECT_EQ(restoreJournal(file, work, kNoon).error().message,
        "A muster-agentd is using " + work.string() + ": stop it first");
    ::close(lock);
}

TEST_F(BackupTest, ThatIsDamagedReplacesNothing) {
    ASSERT_TRUE(backUpJournal(work, file));
    const auto before = journal->mark();
    journal.reset();
    ASSERT_TRUE(Journal::open(file)->database().execute("UPDATE record SET payload = x'00'"));
    EXPECT_FALSE(restoreJournal(file, work, kNoon));
    std::ofstream(folder / "text") << std::string(9000, 'x');
    EXPECT_FALSE(restoreJournal(folder / "text", work, kNoon));
    EXPECT_FALSE(restoreJournal(folder / "nothing", work, kNoon));
    EXPECT_EQ(Journal::open(work / "control.db")->mark(), before);
    EXPECT_FALSE(fs::exists(work / "control.db.restoring"));
}

} // namespace
} // namespace muster::history
