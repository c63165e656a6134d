// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/log_check.h"

#include <fstream>
#include <optional>

#include <gtest/gtest.h>

#include "core/history/journal.h"
#include "tests/support/temporary_folder.h"

namespace muster::history {
namespace {

namespace fs = std::filesystem;

// A journal as a power cut leaves it: its last commits are in its log alone.
struct Log : testing::Test {
    test::TemporaryFolder folder;
    std::string path = folder / "control.db"; // of the copy
    std::uint64_t steps = 0;

    fs::path live = folder / "live.db";
    std::optional<Journal> journal;

    void SetUp() override {
        journal.emplace(*Journal::open(live));
        for (int i = 1; i <= 20; ++i) {
            commit(*journal, i);
        }
        steps = journal->mark().sequence;
        copy();
    }
    static void commit(Journal& journal, int number) {
        const Change change{
            .upserts = {{"job", "job-" + std::to_string(number), std::string(9000, 'x')}}};
        ASSERT_TRUE(journal.commit(std::span(&change, 1)));
    }
    void copy() const {
        for (const auto* suffix : {"", "-wal"}) {
            fs::copy_file(
                live.string() + suffix, path + suffix, fs::copy_options::overwrite_existing);
        }
    }
    std::size_t size() const { return fs::file_size(path + "-wal"); }
    void flip(std::size_t at) const {
        std::fstream file(path + "-wal", std::ios::in | std::ios::out | std::ios::binary);
        file.seekg(static_cast<std::streamoff>(at));
        const auto byte = static_cast<char>(file.get() ^ 1);
        file.seekp(static_cast<std::streamoff>(at));
        file.put(byte);
    }
    // Opens it, which takes the log up.
    std::uint64_t stepsLeft() const {
        fs::remove(path + "-shm");
        const auto journal = Journal::open(path);
        return journal ? journal->mark().sequence : 0;
    }
};

constexpr std::size_t kFrame = 24 + 4096;
constexpr std::size_t kHeader = 32;

TEST_F(Log, ThatIsWholeOrMissingOrEmptyIsNotRefused) {
    EXPECT_TRUE(checkLog(path));
    EXPECT_EQ(stepsLeft(), steps) << "nothing was changed";
    EXPECT_TRUE(checkLog(path)) << "it was taken up";
    std::ofstream(path + "-wal").close();
    EXPECT_TRUE(checkLog(path));
    EXPECT_TRUE(checkLog(folder / "nothing.db"));
}

TEST_F(Log, WithOneDamagedByteIsRefusedWhereSqliteSaysNothing) {
    ASSERT_GT(size(), kHeader + 20 * kFrame);
    const auto middle = kHeader + 10 * kFrame;
    for (const auto at : {middle, middle + 4, middle + 8, middle + 16, middle + 24 + 2000}) {
        copy();
        flip(at);
        const auto sound = checkLog(path);
        ASSERT_FALSE(sound) << at - middle;
        EXPECT_EQ(sound.error().message,
            path + "-wal is damaged in frame 11: what was committed after it would be lost");
        EXPECT_LT(stepsLeft(), steps) << "SQLite takes an older state";
    }
}

TEST_F(Log, WithADamagedHeaderIsRefused) {
    for (const auto at : {0, 8, 16, 24}) {
        copy();
        flip(static_cast<std::size_t>(at));
        const auto sound = checkLog(path);
        ASSERT_FALSE(sound) << at;
        EXPECT_EQ(sound.error().message,
            path + "-wal is damaged in its header: what was committed after it would be lost");
    }
}

TEST_F(Log, WhoseLastTransactionIsTornIsThatOfAPowerCut) {
    flip(size() - kFrame + 100);
    EXPECT_TRUE(checkLog(path));
    copy();
    fs::resize_file(path + "-wal", size() - 1000);
    EXPECT_TRUE(checkLog(path));
}

TEST_F(Log, ThatBeganAnewIsCheckedAsFarAsItWent) {
    ASSERT_TRUE(journal->database().execute("PRAGMA wal_checkpoint(RESTART)"));
    for (int i = 1; i <= 3; ++i) {
        commit(*journal, i);
    }
    copy();
    ASSERT_GT(size(), kHeader + 20 * kFrame) << "with frames of before behind it";
    EXPECT_TRUE(checkLog(path));
    flip(kHeader + kFrame + 2000);
    EXPECT_FALSE(checkLog(path));
}

} // namespace
} // namespace muster::history
