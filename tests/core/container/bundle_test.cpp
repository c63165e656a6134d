// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <filesystem>

#include <fcntl.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "core/container/bundle.h"
#include "core/container/conmon.h"
#include "tests/support/temporary_folder.h"

namespace muster::container {
namespace {

const ContainerId id{"task-1"};

TEST(ExitOf, TrustsInitsRecordBeforeTheMonitorsNumber) {
    EXPECT_EQ(exitOf(id, "exit 137\n        ", "137"), (Exit{id, 137, std::nullopt, false}));
    EXPECT_EQ(exitOf(id, "signal 9\n        ", "137"), (Exit{id, std::nullopt, 9, false}));
    EXPECT_EQ(exitOf(id, "exit 0\n", ""), (Exit{id, 0, std::nullopt, false}));
}

TEST(ExitOf, ReadsTheMonitorsNumberWhenInitWasKilled) {
    EXPECT_EQ(exitOf(id, "                ", "137"), (Exit{id, std::nullopt, SIGKILL, false}));
    EXPECT_EQ(exitOf(id, "run\n            ", "143"), (Exit{id, std::nullopt, SIGTERM, false}));
    EXPECT_EQ(exitOf(id, "", "125"), (Exit{id, 125, std::nullopt, false}));
}

TEST(ExitOf, ClaimsNothingWhenNobodySawTheEnd) {
    EXPECT_EQ(exitOf(id, "", ""), (Exit{id, std::nullopt, std::nullopt, false}));
    EXPECT_EQ(exitOf(id, "exit x", "x"), (Exit{id, std::nullopt, std::nullopt, false}));
}

TEST(ContainerRecord, SurvivesItsText) {
    const ContainerRecord record{id, {12, 345}, {67, 890}, "boot", "/srv/s \"1\"", {0, 3},
        std::chrono::seconds(5), SIGINT, true};
    EXPECT_EQ(parseRecord(recordText(record)), record);
}

TEST(ContainerRecord, OfAnEarlierVersionHasNoTerminal) {
    auto text = recordText({id, {1, 2}, {3, 4}, "boot", "/s", {1}, {}, SIGTERM, true});
    const std::string key = R"("hasTerminal":true,)";
    ASSERT_NE(text.find(key), std::string::npos) << text;
    text.erase(text.find(key), key.size());
    ASSERT_TRUE(parseRecord(text));
    EXPECT_FALSE(parseRecord(text)->hasTerminal);
}

TEST(ContainerRecord, IsNothingUnlessWhole) {
    const std::string text = recordText({id, {1, 2}, {3, 4}, "boot", "/s", {1}, {}});
    for (std::size_t size = 0; size < text.size(); ++size)
        EXPECT_FALSE(parseRecord(text.substr(0, size))) << size;
}

TEST(SyncLine, GivesThePidOrTheReason) {
    EXPECT_EQ(*parseSyncLine("{\"data\": 123}\n"), 123);
    EXPECT_EQ(parseSyncLine("{\"data\": -1, \"message\": \"no room\"}").error().message, "no room");
    EXPECT_FALSE(parseSyncLine(""));
    EXPECT_FALSE(parseSyncLine("[1]"));
    EXPECT_FALSE(parseSyncLine("{\"data\": \"1\"}"));
}

TEST(RemoveFlatDirectory, TakesAwayLinksButNotWhatTheyPointTo) {
    namespace fs = std::filesystem;
    const test::TemporaryFolder folder;
    const std::string base = folder.path();
    fs::create_directories(base + "/keep/inner");
    fs::create_directory(base + "/gone");
    fs::create_directory_symlink(base + "/keep", base + "/gone/link");
    EXPECT_TRUE(removeFlatDirectory(base + "/gone"));
    EXPECT_FALSE(fs::exists(base + "/gone"));
    EXPECT_TRUE(fs::exists(base + "/keep/inner"));
    EXPECT_FALSE(removeFlatDirectory(base + "/keep")) << "an inner directory is not expected there";
    EXPECT_TRUE(removeFlatDirectory(base + "/never"));
    fs::create_directory_symlink(base + "/keep", base + "/alias");
    EXPECT_FALSE(removeFlatDirectory(base + "/alias"));
}

TEST(Process, IsNotAnotherOneWithTheSameNumber) {
    const auto self = findProcess(getpid());
    ASSERT_TRUE(self);
    EXPECT_TRUE(openProcess(*self));
    EXPECT_FALSE(openProcess({self->pid, self->startTime + 1}));
    EXPECT_FALSE(signalProcess({self->pid, self->startTime + 1}, SIGKILL));
}

TEST(RunProgram, GivesStatusAndOutputAndKeepsTheLimit) {
    const auto run
        = runProgram({"/bin/sh", "-c", "echo out; echo err >&2; exit 3"}, std::chrono::seconds(10));
    ASSERT_TRUE(run);
    EXPECT_EQ(run->exitCode, 3);
    EXPECT_EQ(run->output, "out\nerr");
    EXPECT_EQ(runProgram({"/bin/sleep", "1000"}, std::chrono::milliseconds(50)).error().kind,
        Error::Kind::Timeout);
}

} // namespace
TEST(Process, GetsNoDescriptorThatItWasNotGiven) {
    const int inheritable = ::open("/dev/null", O_RDONLY); // as a library's socket may be
    const auto run = runProgram({"/bin/ls", "/proc/self/fd"}, std::chrono::seconds(10));
    ::close(inheritable);
    ASSERT_TRUE(run.has_value());
    EXPECT_EQ(run->output, "0\n1\n2\n3"); // 3 is the folder that ls reads
}

} // namespace muster::container
