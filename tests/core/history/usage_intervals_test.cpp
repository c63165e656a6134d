// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/journal.h"

#include <gtest/gtest.h>

#include "tests/core/history/noon.h"
#include "tests/support/temporary_folder.h"

namespace muster::history {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t kHourMs = 3'600'000;

class UsageIntervalsTest : public testing::Test {
protected:
    test::TemporaryFolder folder;
    Journal journal = *Journal::open(folder / "control.db");

    void end(const std::string& id, Instant ended, UsageInterval interval) {
        commit({.upserts = {{"task", id, "payload of " + id}},
            .endings = {{.kind = "task", .id = id, .at = ended, .interval = std::move(interval)}}});
    }
    void endJob(const std::string& id, Wait wait) {
        commit({.upserts = {{"job", id, ""}},
            .endings
            = {{.kind = "job", .id = id, .at = wait.started + 1h, .wait = std::move(wait)}}});
    }
    void commit(const Change& change) {
        const auto done = journal.commit(std::span(&change, 1));
        ASSERT_TRUE(done) << done.error().message;
    }
    Usage usage(Instant from, Instant to, std::size_t most = 1000) {
        Usage out(from, to);
        const auto done = journal.addTo(out, most);
        EXPECT_TRUE(done);
        return out;
    }
    std::string holders(const char* gpu, Instant from, Instant to, std::size_t limit = 10) {
        std::string out;
        const auto found = journal.holders({gpu}, from, to, limit);
        for (const auto& task : found.value()) {
            EXPECT_EQ(task.record.payload, "payload of " + task.record.id);
            out += task.record.id + " ";
        }
        return out;
    }
    static UsageInterval interval(
        const char* user, Instant started, std::vector<GpuUuid> held = {}) {
        return {.started = started,
            .user = user,
            .gpus = static_cast<std::int64_t>(held.size()),
            .cpus = Milli{500},
            .held = std::move(held)};
    }
};

TEST_F(UsageIntervalsTest, NeverCountLessThanNoTime) {
    end("a", kNoon + 1h, interval("alice", kNoon + 2h)); // the two ends are of two clocks
    EXPECT_EQ(usage(kNoon, kNoon + 4h).users().at("alice").cpuMs, 0);
    EXPECT_EQ(usage(kNoon, kNoon + 4h).users().at("alice").gpuMs, 0);
}

TEST_F(UsageIntervalsTest, CountWhatEachUserHad) {
    end("a", kNoon + 2h, interval("alice", kNoon, {{"g1"}, {"g2"}}));
    end("b", kNoon + 3h, interval("bob", kNoon + 2h));
    auto failed = interval("alice", kNoon + 2h, {{"g1"}});
    failed.failed = true;
    end("c", kNoon + 3h, failed);
    const auto used = usage(kNoon, kNoon + 4h);
    ASSERT_EQ(used.users().size(), 2u);
    EXPECT_EQ(used.users().at("alice"),
        (Use{.gpuMs = 5 * kHourMs, .cpuMs = kHourMs * 3 / 2, .tasks = 2, .failed = 1}));
    EXPECT_EQ(used.users().at("bob"), (Use{.cpuMs = kHourMs / 2, .tasks = 1}));
    EXPECT_FALSE(used.cut);
}

TEST_F(UsageIntervalsTest, AreClippedToTheSpan) {
    auto failed = interval("alice", kNoon, {{"g1"}});
    failed.failed = true;
    end("a", kNoon + 10h, failed);
    const auto use = usage(kNoon + 2h, kNoon + 3h).users().at("alice");
    EXPECT_EQ(use.gpuMs, kHourMs);
    EXPECT_EQ(use.failed, 0u) << "it failed later";
    EXPECT_EQ(usage(kNoon - 5h, kNoon + 1h).users().at("alice").gpuMs, kHourMs);
    EXPECT_EQ(usage(kNoon + 9h, kNoon + 99h).users().at("alice").failed, 1u);
    EXPECT_TRUE(usage(kNoon - 5h, kNoon).users().empty());
    EXPECT_TRUE(usage(kNoon + 10h, kNoon + 11h).users().empty());
}

TEST_F(UsageIntervalsTest, SayWhenThereAreMoreThanAreCounted) {
    for (int i = 0; i < 5; ++i) {
        end(std::to_string(i), kNoon + i * 1s, interval("alice", kNoon - 1h));
    }
    EXPECT_EQ(usage(kNoon - 1h, kNoon + 1h, 3).users().at("alice").tasks, 3u);
    EXPECT_TRUE(usage(kNoon - 1h, kNoon + 1h, 3).cut);
    EXPECT_FALSE(usage(kNoon - 1h, kNoon + 1h, 6).cut);
}

TEST_F(UsageIntervalsTest, AddUpTheWaitOfJobsThatStartedInTheSpan) {
    endJob("job-1", {kNoon, "alice", 10s});
    endJob("job-2", {kNoon + 1min, "alice", 20s});
    endJob("job-3", {kNoon + 1h, "alice", 40s});
    const auto use = usage(kNoon, kNoon + 1h).users().at("alice");
    EXPECT_EQ(use.waitMs, 30'000);
    EXPECT_EQ(use.started, 2u);
}

TEST_F(UsageIntervalsTest, NameTheHoldersOfAGpuNewestFirst) {
    end("a", kNoon + 1h, interval("alice", kNoon, {{"g1"}, {"g2"}}));
    end("b", kNoon + 2h, interval("bob", kNoon + 1h, {{"g1"}}));
    end("c", kNoon + 2h, interval("bob", kNoon + 1h, {{"g2"}}));
    EXPECT_EQ(holders("g1", kNoon - 1h, kNoon + 9h), "b a ");
    EXPECT_EQ(holders("g2", kNoon - 1h, kNoon + 9h), "c a ");
    EXPECT_EQ(holders("g1", kNoon - 1h, kNoon + 9h, 1), "b ");
    EXPECT_EQ(holders("g1", kNoon + 1h, kNoon + 9h), "b ");
    EXPECT_EQ(holders("g1", kNoon - 1h, kNoon + 1h), "a ");
    EXPECT_EQ(holders("g3", kNoon - 1h, kNoon + 9h), "");
}

TEST_F(UsageIntervalsTest, GoWithTheirTasks) {
    end("a", kNoon, interval("alice", kNoon - 1h, {{"g1"}}));
    endJob("job-1", {kNoon - 1h, "alice", 10s});
    ASSERT_TRUE(journal.prune(kNoon + 48h, {.ended = 24h, .audit = 24h}));
    EXPECT_TRUE(usage(kNoon - 9h, kNoon + 9h).users().empty());
    EXPECT_EQ(holders("g1", kNoon - 9h, kNoon + 9h), "");
}

} // namespace
} // namespace muster::history
