// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "tests/support/e2e/world.h"

namespace muster::e2e {
namespace {

struct Logs : World {
    static std::uint64_t read(
        Console& console, const std::string& task, const std::string& file, bool follow) {
        muster::v1::Request request;
        request.mutable_read_log()->set_task_id(task);
        request.mutable_read_log()->set_file(file);
        request.mutable_read_log()->set_follow(follow);
        return console.send(std::move(request));
    }
    static std::string text(Console& console, std::uint64_t id) {
        std::string out;
        for (const auto& reply : console.replies(id)) {
            out += reply.log().data();
        }
        return out;
    }
    static bool ended(Console& console, std::uint64_t id) {
        const auto replies = console.replies(id);
        return !replies.empty() && (replies.back().log().end() || replies.back().has_error());
    }
};

TEST_F(Logs, FollowARunningTaskToItsEnd) {
    auto& daemon = standalone();
    auto console = this->console(daemon);
    const auto job = console.submit("talker",
        "echo one; while [ ! -e " + m_base + "/shared/go ]; do sleep 0.05; done; echo two",
        "cpus:0.1;mem:32");
    ASSERT_TRUE(console.jobIs(job, "running"));
    const auto log = read(console, console.job(job).task_id(), "stdout", true);
    EXPECT_TRUE(console.until([&] { return text(console, log) == "one\n"; }));
    EXPECT_FALSE(ended(console, log));
    writeText(m_base + "/shared/go", "");
    EXPECT_TRUE(console.until([&] { return ended(console, log); }));
    EXPECT_EQ(text(console, log), "one\ntwo\n");
    EXPECT_EQ(console.replies(log).back().log().offset(), 8);
}

TEST_F(Logs, OfAnEndedTaskCanStillBeRead) {
    auto& daemon = standalone();
    auto console = this->console(daemon);
    const auto job = console.submit("failing", "echo why >&2; exit 1", "cpus:0.1;mem:32");
    ASSERT_TRUE(console.jobIs(job, "failed"));
    const auto log = read(console, console.job(job).task_id(), "stderr", true);
    EXPECT_TRUE(console.until([&] { return ended(console, log); }));
    EXPECT_EQ(text(console, log), "why\n");
}

TEST_F(Logs, OfAFloodSayByTheOffsetHowMuchIsGone) {
    auto& daemon = standalone({"--max_log_size=4KB", "--max_log_files=2"});
    auto console = this->console(daemon);
    const auto job = console.submit("flood", "seq -f %07.0f 1 5000", "cpus:0.1;mem:32");
    ASSERT_TRUE(console.jobIs(job, "finished"));
    const auto log = read(console, console.job(job).task_id(), "stdout", true);
    ASSERT_TRUE(console.until([&] { return ended(console, log); }));
    EXPECT_EQ(console.replies(log).front().log().offset(), 40000 - 2 * 4096 - 40000 % 4096);
    EXPECT_EQ(console.replies(log).back().log().offset(), 40000);
    EXPECT_TRUE(text(console, log).ends_with("0004999\n0005000\n"));
}

TEST_F(Logs, GoWithTheSandboxesOfEndedTasks) {
    auto& daemon = standalone({"--gc_delay=1secs", "--disk_watch_interval=1secs"});
    auto console = this->console(daemon);
    const auto runs = console.submit("runs", "sleep 600", "cpus:0.1;mem:32");
    const auto ends = console.submit("ends", "echo hello", "cpus:0.1;mem:32");
    ASSERT_TRUE(console.jobIs(runs, "running"));
    ASSERT_TRUE(console.jobIs(ends, "finished"));
    const auto file = sandboxFile(daemon, console.job(ends).task_id(), "stdout");
    EXPECT_TRUE(eventually([&] { return !std::filesystem::exists(file); }));
    EXPECT_TRUE(
        std::filesystem::exists(sandboxFile(daemon, console.job(runs).task_id(), "stdout")));
}

TEST_F(Logs, AreNotALinkToTheHostsFiles) {
    auto& daemon = standalone();
    auto console = this->console(daemon);
    const auto job = console.submit("sly",
        "rm stdout; ln -s /etc/shadow stdout; ln stderr other; sleep 600", "cpus:0.1;mem:32");
    ASSERT_TRUE(console.jobIs(job, "running"));
    const auto task = console.job(job).task_id();
    ASSERT_TRUE(eventually([&] {
        std::error_code error;
        return std::filesystem::is_symlink(sandboxFile(daemon, task, "stdout"), error);
    }));
    const auto log = read(console, task, "stdout", false);
    ASSERT_TRUE(console.until([&] { return ended(console, log); }));
    EXPECT_TRUE(console.replies(log).back().has_error());
    EXPECT_EQ(text(console, log), "");
    for (const auto* file : {"../stdout", "/etc/shadow", "other"}) {
        const auto other = read(console, task, file, false);
        ASSERT_TRUE(console.until([&] { return ended(console, other); }));
        EXPECT_TRUE(console.replies(other).back().has_error()) << file;
    }
}

} // namespace
} // namespace muster::e2e
