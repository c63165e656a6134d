// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>

#include "agentd/agent/sandbox_gc.h"
#include "tests/support/temporary_folder.h"

namespace muster::agentd {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr Duration kWeek = std::chrono::weeks(1);

TEST(AllowedAge, IsMesosFormulaWithTenMinutesAtLeast) {
    EXPECT_EQ(allowedAge(kWeek, 0.1, 0.0), kWeek * 9 / 10);
    EXPECT_EQ(allowedAge(kWeek, 0.5, 0.25), kWeek / 4);
    EXPECT_EQ(allowedAge(kWeek, 0.1, 0.95), 10min);
    EXPECT_EQ(allowedAge(kWeek, 0.1, 1.0), 10min);
    EXPECT_EQ(allowedAge(kWeek, 0.0, 0.0), kWeek);
    EXPECT_EQ(allowedAge(1min, 0.0, 1.0), 1min) << "the delay, where that is less";
    EXPECT_EQ(allowedAge(0s, 0.1, 0.5), 0s);
}

TEST(EndedSandbox, IsDueByItsAgeAndByWhatTheAgentSaw) {
    const auto due = [](Duration changed, Duration seen) {
        const Instant now = Instant() + 1000h;
        const auto sandbox = seenFirst(now - changed, now - seen);
        return isDue(sandbox, 24h, 10min, Now(now).uptime);
    };
    EXPECT_TRUE(due(24h, 10min)) << "an earlier agent's";
    EXPECT_FALSE(due(23h, 10min));
    EXPECT_FALSE(due(24h, 9min)) << "a time that the task may have set";
    EXPECT_FALSE(due(-100h, 23h));
    EXPECT_TRUE(due(-100h, 24h)) << "changed in the future: as seen";
}

TEST(DiskUsage, IsAShare) {
    const auto usage = diskUsage("/");
    EXPECT_GT(usage, 0.0);
    EXPECT_LE(usage, 1.0);
    EXPECT_EQ(diskUsage("/nowhere"), 0.0);
}

// Sandboxes of a day's life, on a disk that is half full.
class Gc : public testing::Test {
protected:
    void SetUp() override {
        fs::create_directory(m_folder / "sandboxes");
        reopen();
    }
    void reopen() {
        m_gc.reset();
        auto opened = SandboxGc::open(m_io,
            {.sandboxes = m_folder / "sandboxes",
                .trash = m_folder / "removed",
                .delay = 48h,
                .headroom = 0.0,
                .interval = 1min},
            {.now = [this] { return Now(m_now + m_step, Now(m_now).uptime); },
                .usage = [this] { return m_usage.load(); }});
        ASSERT_TRUE(opened) << opened.error().message;
        m_gc = std::move(*opened);
    }
    void make(const std::string& sandbox, Duration age) {
        m_folder.write("sandboxes/" + sandbox + "/stdout", "hello");
        change(sandbox, age);
    }
    void change(const std::string& sandbox, Duration age) {
        const auto since
            = std::chrono::floor<std::chrono::seconds>(m_now - age).time_since_epoch().count();
        const timespec times[] = {{.tv_sec = since}, {.tv_sec = since}};
        ASSERT_EQ(
            ::utimensat(AT_FDCWD, (m_folder / ("sandboxes/" + sandbox)).c_str(), times, 0), 0);
    }
    bool exists(const std::string& sandbox) const {
        return fs::exists(m_folder / ("sandboxes/" + sandbox));
    }
    // A whole look, and all that it removes.
    void look() {
        finish([this] { m_gc->look(); });
    }
    void finish(const std::function<void()>& begin) {
        const auto before = m_gc->looks();
        begin();
        const auto deadline = std::chrono::steady_clock::now() + 60s;
        while (m_gc->looks() == before && std::chrono::steady_clock::now() < deadline) {
            m_io.restart();
            m_io.run_for(5ms);
        }
        ASSERT_NE(m_gc->looks(), before);
    }
    void lookAfter(Duration time) {
        m_now += time;
        look();
    }

    test::TemporaryFolder m_folder;
    boost::asio::io_context m_io;
    Instant m_now = Instant() + 500000h;
    Duration m_step{0}; // that the wall clock was set forward
    std::atomic<double> m_usage = 0.5;
    std::unique_ptr<SandboxGc> m_gc;
};

TEST_F(Gc, RemovesWhatEndedLongAgoAndNothingElse) {
    make("F/old", 30h);
    make("F/young", 20h);
    make("G/only", 30h);
    make("H/used", 30h);
    m_gc->inUse({"c"}, {"H"}, "used");
    look();
    EXPECT_TRUE(exists("F/old")) << "first seen as ended just now";
    lookAfter(10min);
    EXPECT_FALSE(exists("F/old"));
    EXPECT_TRUE(exists("F/young"));
    EXPECT_FALSE(exists("G")) << "a framework's folder goes with the last one";
    EXPECT_TRUE(exists("H/used/stdout"));
    EXPECT_TRUE(fs::is_empty(m_folder / "removed"));
}

TEST_F(Gc, CountsFromTheEndAndNotByTheTasksClock) {
    make("F/t", 0s);
    m_gc->inUse({"c"}, {"F"}, "t");
    change("F/t", 1000h);
    m_gc->ended({"c"});
    look();
    lookAfter(23h);
    EXPECT_TRUE(exists("F/t"));
    lookAfter(1h);
    EXPECT_FALSE(exists("F/t"));

    make("F/future", -1000h);
    look();
    lookAfter(24h);
    EXPECT_FALSE(exists("F/future"));
}

TEST_F(Gc, MakesNothingOlderWhenTheWallClockIsSet) {
    m_step = -20 * 365 * 24h; // a dead clock of the machine
    make("F/early", 0s); // by the right clock of an earlier life
    make("F/new", 0s);
    m_gc->inUse({"c"}, {"F"}, "new");
    look();
    m_gc->ended({"c"});
    m_step = Duration(0); // NTP's time
    lookAfter(10min);
    EXPECT_TRUE(exists("F/early"));
    EXPECT_TRUE(exists("F/new"));
    m_step = kWeek;
    lookAfter(23h);
    EXPECT_TRUE(exists("F/early"));
    EXPECT_TRUE(exists("F/new"));
    lookAfter(1h);
    EXPECT_FALSE(exists("F/early"));
    EXPECT_FALSE(exists("F/new"));
}

TEST_F(Gc, LeavesTenMinutesOnAFullDisk) {
    m_usage = 1.0;
    make("F/t", 0s);
    look();
    lookAfter(9min);
    EXPECT_TRUE(exists("F/t"));
    lookAfter(1min);
    EXPECT_FALSE(exists("F/t"));
}

TEST_F(Gc, SurvivesARestart) {
    make("F/t", 0s);
    m_gc->inUse({"c"}, {"F"}, "t");
    m_gc->ended({"c"});
    m_now += 23h;
    reopen();
    look();
    lookAfter(30min);
    EXPECT_TRUE(exists("F/t"));
    lookAfter(30min);
    EXPECT_FALSE(exists("F/t"));
}

TEST_F(Gc, KeepsASandboxThatIsUsedAgain) {
    make("F/executor", 30h);
    look();
    m_gc->inUse({"c2"}, {"F"}, "executor");
    lookAfter(100h);
    EXPECT_TRUE(exists("F/executor"));
    m_gc->ended({"c2"});
    m_gc->ended({"never"});
    look();
    lookAfter(9min);
    EXPECT_TRUE(exists("F/executor")) << "its time began again";
    lookAfter(24h);
    EXPECT_FALSE(exists("F/executor"));
}

TEST_F(Gc, FollowsNoLinkThatIsInASandboxesPlace) {
    m_folder.write("canary/file", "intact");
    fs::create_directory(m_folder / "sandboxes/F");
    fs::create_directory_symlink(m_folder / "canary", m_folder / "sandboxes/F/t");
    fs::create_directory_symlink(m_folder / "canary", m_folder / "sandboxes/L");
    m_gc->inUse({"c"}, {"F"}, "t");
    const auto before = fs::last_write_time(m_folder / "canary");
    m_gc->ended({"c"});
    look();
    lookAfter(1000h);
    EXPECT_EQ(m_folder.read("canary/file"), "intact");
    EXPECT_EQ(fs::last_write_time(m_folder / "canary"), before);
}

TEST_F(Gc, EndsInTheMiddleOfALargeRemovalAndGoesOnLater) {
    for (int i = 0; i < 1500; ++i) {
        m_folder.write(fmt::format("sandboxes/F/big/{}", i), "");
    }
    change("F/big", 100h);
    look();
    m_now += 10min;
    m_gc->look();
    while (exists("F/big")) {
        m_io.restart();
        m_io.run_one_for(10s);
    }
    reopen();
    look();
    EXPECT_TRUE(fs::is_empty(m_folder / "removed"));
}

TEST_F(Gc, MakesRoomAtOnceByTheOlderHalfOfWhatHasEnded) {
    make("f/oldest", 3h);
    make("f/older", 2h);
    make("f/newer", 1h);
    make("f/runs", 4h);
    m_gc->inUse({"c"}, {"f"}, "runs");
    finish([this] { m_gc->makeRoom(); });
    EXPECT_FALSE(exists("f/oldest"));
    EXPECT_FALSE(exists("f/older"));
    EXPECT_TRUE(exists("f/newer"));
    EXPECT_TRUE(exists("f/runs"));
    finish([this] { m_gc->makeRoom(); });
    EXPECT_FALSE(exists("f/newer"));
    EXPECT_TRUE(exists("f/runs"));
}

} // namespace
} // namespace muster::agentd
