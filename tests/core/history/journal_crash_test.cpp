// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <random>
#include <set>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/history/journal.h"
#include "tests/support/temporary_folder.h"

namespace muster::history {
namespace {

constexpr int kRounds = 30;
constexpr std::int64_t kGroup = 3;

// The child: commits groups for ever, says each number on the pipe once its commit has returned.
[[noreturn]] void commitForEver(const std::filesystem::path& path, std::int64_t next, int pipe) {
    auto journal = Journal::open(path);
    while (journal) {
        std::vector<Change> group;
        for (auto i = next; i < next + kGroup; ++i) {
            const auto id = std::to_string(i);
            group.push_back({.upserts = {{"job", id, std::string(200, 'p')}},
                .audit = {{Instant(Duration(i)), "ann", "submit", id, ""}}});
        }
        if (!journal->commit(group)) {
            break;
        }
        for (auto i = next; i < next + kGroup; ++i) {
            if (::write(pipe, &i, sizeof i) != sizeof i) {
                ::_exit(3);
            }
        }
        next += kGroup;
    }
    ::_exit(2);
}

// Kills it after some acknowledgements and a moment more; returns all that were acknowledged.
std::vector<std::int64_t> killWhileCommitting(
    const std::filesystem::path& path, std::int64_t next, std::mt19937& random) {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    const auto child = ::fork();
    if (child == 0) {
        ::close(ends[0]);
        commitForEver(path, next, ends[1]);
    }
    ::close(ends[1]);
    std::vector<std::int64_t> acknowledged;
    const auto enough = 1 + random() % 40;
    std::int64_t number = 0;
    while (
        acknowledged.size() < enough && ::read(ends[0], &number, sizeof number) == sizeof number) {
        acknowledged.push_back(number);
    }
    ::usleep(random() % 3000);
    ::kill(child, SIGKILL);
    while (::read(ends[0], &number, sizeof number) == sizeof number) {
        acknowledged.push_back(number);
    }
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status))
        << "the child gave up with exit status " << WEXITSTATUS(status);
    return acknowledged;
}

TEST(JournalCrash, LosesNothingAcknowledgedOverThirtyKills) {
    test::TemporaryFolder folder;
    std::set<std::string> acknowledged;
    std::int64_t next = 0;
    for (int round = 0; round < kRounds; ++round) {
        SCOPED_TRACE("round and seed " + std::to_string(round));
        std::mt19937 random(static_cast<std::uint32_t>(round));
        for (const auto number : killWhileCommitting(folder / "control.db", next, random)) {
            acknowledged.insert(std::to_string(number));
            next = std::max(next, number + 1);
        }
        next += 1000; // what was committed but not acknowledged is not written twice
        auto journal = Journal::open(folder / "control.db");
        ASSERT_TRUE(journal) << journal.error().message;
        EXPECT_TRUE(journal->database().checkIntegrity());
        std::set<std::string> kept;
        const auto records = journal->load("job");
        ASSERT_TRUE(records) << records.error().message;
        for (const auto& record : *records) {
            kept.insert(record.id);
        }
        EXPECT_TRUE(
            std::includes(kept.begin(), kept.end(), acknowledged.begin(), acknowledged.end()));
        EXPECT_EQ(kept.size() % kGroup, 0u) << "half a group";
        EXPECT_EQ(journal->audit(Instant(), Instant::max(), 1'000'000)->size(), kept.size());
    }
    EXPECT_GE(acknowledged.size(), static_cast<std::size_t>(kRounds));
}

} // namespace
} // namespace muster::history
