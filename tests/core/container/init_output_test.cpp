// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <cstdio>
#include <filesystem>

#include <sys/mount.h>
#include <sys/stat.h>

#include "core/container/init/output_mark.h"
#include "core/container/process.h"
#include "tests/core/container/init_run.h"
#include "tests/core/container/world.h"
#include "tests/support/paths.h"

namespace muster::container {
namespace {

using InitOutput = InitRun;

std::string numbers(int last) {
    std::string text;
    for (int number = 1; number <= last; ++number)
        text += fmt::format("{:07}\n", number);
    return text;
}

TEST_F(InitOutput, KeepsBothStreamsApartAndEndsAsTheCommandDid) {
    EXPECT_EQ(run("echo out; echo err >&2; exit 7"), "exit 7");
    EXPECT_EQ(file("stdout"), "out\n");
    EXPECT_EQ(file("stderr"), "err\n");
    EXPECT_EQ(run("kill -SEGV $$"), "signal 11");
}

TEST_F(InitOutput, KeepsTheNewestFilesAndWhereTheyBegin) {
    EXPECT_EQ(run("seq -f %07.0f 1 2000", 1000, 3), "exit 0");
    const std::string all = numbers(2000); // 16000 bytes: the last of the files is full
    EXPECT_EQ(file("stdout"), all.substr(15000));
    EXPECT_EQ(output(), all.substr(12000));
    for (const char* name : {"stdout.1", "stdout.2", "stdout.3"})
        EXPECT_EQ(file(name).size(), 1000U) << name;
    EXPECT_EQ(file("stdout.4"), "(no file)");
    EXPECT_EQ(gone(), 15000U);
}

TEST_F(InitOutput, LosesNothingOfWhatFits) {
    EXPECT_EQ(run("seq -f %07.0f 1 500000", 1 << 20, 4), "exit 0");
    EXPECT_TRUE(output() == numbers(500000)) << "4 MB in four files";
}

TEST_F(InitOutput, GoesOnWhereAnEarlierRunEnded) {
    run("seq -f %07.0f 1 200", 1000, 2);
    run("seq -f %07.0f 201 400", 1000, 2);
    EXPECT_EQ(output(), numbers(400).substr(1000));
    EXPECT_EQ(gone(), 3000U);
}

TEST_F(InitOutput, AFloodTakesNoMoreRoomThanItsFiles) {
    EXPECT_EQ(run("head -c 8m /dev/zero; head -c 2m /dev/zero >&2", 65536, 2), "exit 0");
    std::uintmax_t sum = 0;
    for (const auto& entry : std::filesystem::directory_iterator(m_folder))
        sum += entry.file_size();
    EXPECT_LE(sum, 6 * 65536U + 200) << "two streams of three files, and their marks";
    EXPECT_EQ(gone(), (8U << 20) - 65536U);
}

TEST_F(InitOutput, DoesNotWaitForWhatTheCommandLeftBehind) {
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(run("(exec sleep 60) & echo $! > pid; echo now"), "exit 0");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(50));
    EXPECT_EQ(file("stdout"), "now\n");
    kill(std::stoi(file("pid")), SIGKILL); // a container's end would have

    EXPECT_EQ(run("yes & echo $! > pid; sleep 0.1; exit 3", 4096, 1), "exit 3")
        << "a pipe that is never empty";
}

TEST_F(InitOutput, GoesOnWhenTheCommandClosedItsOutput) {
    EXPECT_EQ(run("echo bye; exec >&- 2>&-; sleep 0.1; exit 4"), "exit 4");
    EXPECT_EQ(file("stdout"), "bye\n");
}

// A disk of one mebibyte, full while 4 MiB are written.
class InitOnAFullDisk : public InitRun {
protected:
    void SetUp() override {
        if (const std::string reason = whyNoContainers(); !reason.empty())
            GTEST_SKIP() << reason << ": cannot mount a small disk";
        InitRun::SetUp();
        ASSERT_EQ(mount("none", m_folder.c_str(), "tmpfs", 0, "size=1m,mode=700"), 0);
    }
    void TearDown() override { umount2(m_folder.c_str(), MNT_DETACH); }
    void expectEveryByteAccountedFor(std::size_t further) const {
        const std::string text = file("stdout");
        const auto note = text.find("\n[muster: ");
        ASSERT_NE(note, std::string::npos);
        unsigned long long dropped = 0;
        ASSERT_EQ(std::sscanf(text.c_str() + note, "\n[muster: %llu", &dropped), 1);
        const std::string line = fmt::format(
            "\n[muster: {} bytes of output were dropped here: No space left on device]\n", dropped);
        EXPECT_EQ(text.substr(note, line.size()), line);
        EXPECT_EQ(text.size() - line.size() + dropped, (4U << 20) + further);
    }
};

TEST_F(InitOnAFullDisk, OutputIsLostButNeitherTimeNorTheCommand) {
    EXPECT_EQ(run("head -c 2m /dev/zero > filler 2> /dev/null; head -c 4m /dev/zero; rm filler; "
                  "echo after"),
        "exit 0");
    EXPECT_TRUE(file("stdout").ends_with("after\n"));
    expectEveryByteAccountedFor(6);
}

TEST_F(InitOnAFullDisk, TheLossIsToldWhenOnlyTheEndGivesRoom) {
    EXPECT_EQ(run("exec 3> filler; rm filler; head -c 2m /dev/zero >&3 2> /dev/null; "
                  "head -c 4m /dev/zero; exit 9"),
        "exit 9");
    expectEveryByteAccountedFor(0);
}

TEST_F(InitOutput, AFileSizeLimitDoesNotReachTheCommandAsASignal) {
    const std::string limited = "ulimit -f 8; exec " MUSTER_BIN_DIR "/muster-init " + m_folder
        + " 1000000 1 /bin/sh -c 'head -c 100000 /dev/zero; exit 6' < /dev/null";
    const auto ran = runProgram({"/bin/sh", "-c", limited}, std::chrono::seconds(60));
    ASSERT_TRUE(ran) << ran.error().message;
    EXPECT_EQ(ran->exitCode, 6) << ran->output;
    EXPECT_LE(file("stdout").size(), 4096U);
}

TEST_F(InitOutput, RefusesToRunWithoutAPlaceForTheOutput) {
    for (const char* words :
        {"", "/nowhere 1000 1 /bin/true", "/tmp 0 1 /bin/true", "/tmp 1000 0 /bin/true"}) {
        const std::string line = MUSTER_BIN_DIR "/muster-init " + std::string(words);
        const auto ran = runProgram(
            {"/bin/sh", "-c", "exec " + line + " < /dev/null"}, std::chrono::seconds(60));
        ASSERT_TRUE(ran);
        EXPECT_EQ(ran->exitCode, 125) << words;
        EXPECT_TRUE(ran->output.starts_with("Failed to run the task: ")) << ran->output;
    }
}

TEST(OutputMark, IsTwoNumbersAndNothingElse) {
    EXPECT_EQ(parseMark("12 345\n"), (OutputMark{12, 345}));
    for (const char* text : {"", "12", "12 ", "12 345", "12 345\n\n", " 12 345\n", "12  345\n",
             "12 -1\n", "x 1\n", "1 4611686018427387904\n", "1 99999999999999999999\n"})
        EXPECT_FALSE(parseMark(text)) << text;
}

} // namespace
} // namespace muster::container
