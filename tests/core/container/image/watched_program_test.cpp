// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/watched_program.h"

#include <csignal>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/core/container/image/test_images.h"

namespace muster::container::image {
namespace {

using namespace std::chrono_literals;

WatchedProgram shell(const std::string& script) {
    return {.argv = {"/bin/sh", "-c", script},
        .environment = {"PATH=/usr/bin:/bin"},
        .deadline = std::chrono::steady_clock::now() + 60s};
}

TEST(WatchedPrograms, GiveBothOutputsAndTheStatus) {
    const auto end = runWatched(shell("echo out; echo bad >&2; exit 3"));
    ASSERT_TRUE(end) << end.error().message;
    EXPECT_EQ(end->output, "out\n");
    EXPECT_EQ(end->errors, "bad\n");
    EXPECT_EQ(end->code, 3);
    EXPECT_EQ(runWatched(shell("kill -9 $$"))->code, 137);
}

TEST(WatchedPrograms, AreKilledWithAllTheyStartedAtAStop) {
    std::stop_source stop;
    auto program = shell("sleep 1000 & sleep 1000");
    program.stop = stop.get_token();
    program.look = [&] {
        stop.request_stop();
        return Status();
    };
    const auto started = std::chrono::steady_clock::now();
    const auto end = runWatched(program);
    ASSERT_FALSE(end);
    EXPECT_EQ(end.error().message, "Cancelled");
    EXPECT_LT(std::chrono::steady_clock::now() - started, 50s);
}

TEST(WatchedPrograms, AreStoppedFromAnotherThread) {
    std::stop_source stop;
    auto program = shell("sleep 1000");
    program.stop = stop.get_token();
    std::jthread other([&] { stop.request_stop(); });
    EXPECT_EQ(runWatched(program).error().kind, Error::Kind::Conflict);
}

TEST(WatchedPrograms, EndAtTheirDeadlineAndWhenLookingFails) {
    auto program = shell("sleep 1000");
    program.deadline = std::chrono::steady_clock::now() + 50ms;
    EXPECT_EQ(runWatched(program).error().kind, Error::Kind::Timeout);
    program = shell("sleep 1000");
    program.look = [] { return Status(failure("too large")); };
    EXPECT_EQ(runWatched(program).error().message, "too large");
}

TEST(WatchedPrograms, HaveLimitsForWhatTheyWrite) {
    const auto loud = runWatched(shell("head -c 1000000 /dev/zero | tr '\\0' x >&2; echo end >&2"));
    ASSERT_TRUE(loud) << loud.error().message;
    EXPECT_EQ(loud->errors.size(), 16U << 10);
    EXPECT_TRUE(loud->errors.ends_with("xend\n"));
    EXPECT_FALSE(runWatched(shell("cat /dev/zero")));
}

TEST(WatchedPrograms, AreOverWhenTheyEndThoughAChildKeepsTheirOutput) {
    const auto end = runWatched(shell("setsid sleep 5 & echo done"));
    ASSERT_TRUE(end) << end.error().message;
    EXPECT_EQ(end->output, "done\n");
}

TEST(WatchedPrograms, AreEndedByTheirNoteAndByNoOther) {
    const test::TemporaryFolder folder;
    const auto note = folder / "note";
    auto program = shell("cat $0/note; exec sleep 1000");
    program.argv.push_back(folder.path());
    program.note = note;
    program.look = [&] {
        const auto own = *readFile(note);
        const auto self = *findProcess(getpid());
        for (const auto& other : {std::string(), std::string("-1 0 x"), std::string("1 1 x"),
                 "1" + own, own + "x", fmt::format("{} {} x", self.pid, self.startTime)}) {
            EXPECT_TRUE(writeFileAtomically(note, other));
            endNoted(note);
        }
        EXPECT_TRUE(writeFileAtomically(note, own));
        endNoted(note);
        return Status();
    };
    const auto end = runWatched(program);
    ASSERT_TRUE(end) << end.error().message;
    EXPECT_EQ(end->code, 128 + SIGKILL);
    endNoted(folder / "missing");
}

TEST(WatchedPrograms, ThatAreNotThereAreAnError) {
    auto program = shell("");
    program.argv = {"muster-no-such-program"};
    EXPECT_EQ(runWatched(program).error().message,
        "Failed to run muster-no-such-program: No such file or directory");
}

} // namespace
} // namespace muster::container::image
