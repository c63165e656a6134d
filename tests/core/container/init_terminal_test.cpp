// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// muster-init with a terminal, whose outer end the test takes as an agent does.
#include <csignal>
#include <thread>

#include <sys/ioctl.h>
#include <unistd.h>

#include "core/container/init/terminal.h"
#include "core/container/process.h"
#include "tests/core/container/init_run.h"

namespace muster::container {
namespace {

class InitTerminal : public InitRun {
protected:
    void SetUp() override {
        InitRun::SetUp();
        m_terminal = "33x101";
    }
    // Needs no root: the process is the test's own, but it is not dumpable.
    static bool mayTake() { return geteuid() == 0; }

    static Fd take(pid_t init) {
        auto taken = takeDescriptor(*findProcess(init), kTerminalDescriptor);
        EXPECT_TRUE(taken) << taken.error().message;
        return taken ? std::move(*taken) : Fd();
    }
    static void type(const Fd& terminal, const std::string& keys) {
        EXPECT_EQ(write(terminal.number(), keys.data(), keys.size()), ssize_t(keys.size()));
    }
    static void resize(const Fd& terminal, unsigned short rows, unsigned short columns) {
        const winsize size{.ws_row = rows, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
        EXPECT_EQ(ioctl(terminal.number(), TIOCSWINSZ, &size), 0);
    }
    bool shows(const std::string& text) const {
        for (int i = 0; i < 2000; ++i) {
            if (file("stdout").find(text) != std::string::npos)
                return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return false;
    }
};

TEST_F(InitTerminal, IsTheCommandsOwnAndOfTheSizeThatWasAskedFor) {
    EXPECT_EQ(run("test -t 0 && test -t 1 && test -t 2 && stty size && echo to me > /dev/tty; "
                  "echo oops >&2; exit 7"),
        "exit 7");
    EXPECT_EQ(file("stdout"), "33 101\r\nto me\r\noops\r\n");
    EXPECT_EQ(file("stderr"), "(no file)");
    EXPECT_EQ(run("kill -SEGV $$"), "signal 11");
}

TEST_F(InitTerminal, WithoutOneNothingHasChanged) {
    m_terminal.clear();
    EXPECT_EQ(
        run("test -t 0 || test -t 1 || test -t 2 || cat; echo x > /dev/tty; echo out"), "exit 0");
    EXPECT_EQ(file("stdout"), "out\n");
    EXPECT_NE(file("stderr").find("/dev/tty"), std::string::npos);
}

TEST_F(InitTerminal, LosesNothingOfAFloodAndEndsInTime) {
    EXPECT_EQ(run("seq -f %07.0f 1 300000"), "exit 0");
    const auto text = file("stdout.2") + file("stdout.1") + file("stdout");
    EXPECT_EQ(text.size(), 300000U * 9);
    EXPECT_TRUE(text.ends_with("0299999\r\n0300000\r\n"));
    EXPECT_EQ(run("yes & echo $! > pid; sleep 0.1; exit 3", 4096, 1), "exit 3");
    kill(std::stoi(file("pid")), SIGKILL);
}

TEST_F(InitTerminal, ACommandMayLeaveItAndComeBack) {
    EXPECT_EQ(run("exec < /dev/null > /dev/null 2>&1; sleep 0.1; echo back > /dev/tty; exit 4"),
        "exit 4");
    EXPECT_EQ(file("stdout"), "back\r\n");
}

TEST_F(InitTerminal, WhatIsTypedReachesTheCommandAndCtrlCInterruptsIt) {
    if (!mayTake())
        GTEST_SKIP() << "needs root to take another process' descriptor";
    const auto init = start("trap 'echo INT' INT; echo ready; "
                            "while :; do read x && echo got $x && test $x = end && exit 5; done");
    ASSERT_TRUE(shows("ready"));
    const auto terminal = take(init);
    type(terminal, "one\n");
    EXPECT_TRUE(shows("one\r\ngot one")) << "echoed, too";
    type(terminal, "\x03");
    EXPECT_TRUE(shows("INT"));
    type(terminal, "end\n");
    EXPECT_EQ(end(init), "exit 5");
}

TEST_F(InitTerminal, AnotherSizeIsTold) {
    if (!mayTake())
        GTEST_SKIP() << "needs root to take another process' descriptor";
    const auto init = start("trap 'stty size; exit 0' WINCH; echo ready; "
                            "while :; do sleep 0.05; done");
    ASSERT_TRUE(shows("ready"));
    resize(take(init), 44, 122);
    EXPECT_EQ(end(init), "exit 0");
    EXPECT_NE(file("stdout").find("44 122\r\n"), std::string::npos) << file("stdout");
}

TEST_F(InitTerminal, SignalsReachTheCommandsGroupHoweverEarly) {
    for (int delay = 0; delay < 20; ++delay) {
        const auto init = start("sleep 1000 & wait");
        for (int i = 0; i < 2000 && file("../status").empty(); ++i)
            std::this_thread::sleep_for(std::chrono::microseconds(100));
        std::this_thread::sleep_for(std::chrono::microseconds(100 * delay));
        kill(init, SIGTERM);
        EXPECT_EQ(end(init), "signal 15") << delay;
    }
}

} // namespace
} // namespace muster::container
