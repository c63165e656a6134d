// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// A full disk: a real one where a tmpfs can be mounted, and SQLite's page limit everywhere.
#include <cerrno>
#include <cstring>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/mount.h>

#include "core/history/journal.h"
#include "core/history/telemetry.h"
#include "tests/core/history/synthetic_gpu.h"
#include "tests/support/temporary_folder.h"

namespace muster::history {
namespace {

using namespace std::chrono_literals;

Change bigChange(int number) {
    return {.upserts = {{"job", std::to_string(number), std::string(20'000, 'x')},
                {"task", std::to_string(number), std::string(20'000, 'y')}}};
}

// Commits until it fails; the number of changes that went in.
int fill(Journal& journal, Error& error) {
    for (int i = 0; i < 10'000; ++i) {
        const auto change = bigChange(i);
        if (auto done = journal.commit(std::span(&change, 1)); !done) {
            error = done.error();
            return i;
        }
    }
    return -1;
}

void expectWhole(Journal& journal, int count) {
    EXPECT_EQ(journal.load("job")->size(), static_cast<std::size_t>(count));
    EXPECT_EQ(journal.load("task")->size(), static_cast<std::size_t>(count));
    EXPECT_TRUE(journal.database().checkIntegrity());
}

TEST(DiskFull, FailsACommitWholeAndWorksAgainWithSpace) {
    test::TemporaryFolder folder;
    auto journal = Journal::open(folder / "control.db");
    ASSERT_TRUE(journal->database().execute("PRAGMA max_page_count = 100"));
    Error error;
    const auto count = fill(*journal, error);
    ASSERT_GT(count, 0);
    EXPECT_EQ(error.kind, Error::Kind::Unavailable);
    EXPECT_EQ(error.cause, Error::Cause::DiskFull);
    EXPECT_NE(error.message.find("full; free space on that disk"), std::string::npos)
        << error.message;
    expectWhole(*journal, count);
    ASSERT_TRUE(journal->database().execute("PRAGMA max_page_count = 100000"));
    const auto change = bigChange(count);
    ASSERT_TRUE(journal->commit(std::span(&change, 1)));
    expectWhole(*journal, count + 1);
}

TEST(DiskFull, KeepsTelemetryInMemoryUntilThereIsSpace) {
    test::TemporaryFolder folder;
    const GpuUuid gpu{"GPU-1"};
    auto telemetry = Telemetry::open({.path = folder / "telemetry.db"});
    ASSERT_TRUE(
        telemetry->database().execute("PRAGMA max_page_count = 1")); // that is: not one more
    SyntheticGpu model(5);
    const auto start = Instant(1'800'000'000s);
    int failures = 0;
    for (int second = 0; second < 6'000; ++second) {
        if (second == 3'000) {
            ASSERT_TRUE(telemetry->database().execute("PRAGMA max_page_count = 100000"));
        }
        telemetry->append(gpu, start + second * 1s, model.next());
        failures += second % 10 == 9 && !telemetry->flush() ? 1 : 0;
    }
    EXPECT_GT(failures, 100);
    EXPECT_LE(failures, 300);
    EXPECT_EQ(telemetry->losses().dropped, 0u);
    const auto series
        = telemetry->query({{gpu}, Metric::Temperature, start, start + 6'000s, 6'000});
    ASSERT_TRUE(series) << series.error().message;
    EXPECT_EQ(series->front().points.size(), 6'000u);
    EXPECT_TRUE(telemetry->database().checkIntegrity());
}

class MountedTmpfs {
public:
    explicit MountedTmpfs(std::filesystem::path path) : m_path(std::move(path)) {
        m_mounted = ::mount("tmpfs", m_path.c_str(), "tmpfs", 0, "size=4m") == 0;
    }
    ~MountedTmpfs() {
        if (m_mounted) {
            ::umount2(m_path.c_str(), MNT_DETACH);
        }
    }
    bool mounted() const { return m_mounted; }

private:
    std::filesystem::path m_path;
    bool m_mounted;
};

TEST(DiskFull, FailsACommitWholeOnARealFullDiskAndWorksAgainWithSpace) {
    test::TemporaryFolder folder;
    MountedTmpfs disk(folder.path());
    if (!disk.mounted()) {
        GTEST_SKIP() << "a tmpfs cannot be mounted here: " << std::strerror(errno);
    }
    std::ofstream(folder / "ballast") << std::string(1'000'000, 'b');
    auto journal = Journal::open(folder / "control.db");
    ASSERT_TRUE(journal) << journal.error().message;
    Error error;
    const auto count = fill(*journal, error);
    ASSERT_GT(count, 0);
    EXPECT_EQ(error.kind, Error::Kind::Unavailable) << error.message;
    expectWhole(*journal, count);
    std::filesystem::remove(folder / "ballast");
    const auto change = bigChange(count);
    const auto again = journal->commit(std::span(&change, 1));
    ASSERT_TRUE(again) << again.error().message;
    expectWhole(*journal, count + 1);
    journal = Journal::open(folder / "control.db");
    ASSERT_TRUE(journal) << journal.error().message;
    expectWhole(*journal, count + 1);
}

} // namespace
} // namespace muster::history
