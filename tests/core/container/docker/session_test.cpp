// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Commands beside a task's own, with input, output and terminals, in a real Docker Engine.
#include <csignal>
#include <future>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>

#include "tests/core/container/docker/world.h"

namespace muster::container::docker {
namespace {

using namespace std::chrono_literals;

constexpr int kPatience = 40000; // milliseconds

std::pair<Fd, Fd> openPipe() { // to read from, to write to
    int ends[2] = {-1, -1};
    EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
    return {Fd(ends[0]), Fd(ends[1])};
}

// Until the end, or until `enough` has come.
std::string readAll(const Fd& from, const std::string& enough = "") {
    std::string all;
    char buffer[65536];
    for (;;) {
        pollfd ready{from.number(), POLLIN, 0};
        if (poll(&ready, 1, kPatience) != 1) {
            ADD_FAILURE() << "nothing more came after " << all.size()
                          << " bytes: " << all.substr(0, 1000);
            return all;
        }
        const auto count = read(from.number(), buffer, sizeof buffer);
        if (count <= 0)
            return all;
        all.append(buffer, static_cast<std::size_t>(count));
        if (!enough.empty() && all.find(enough) != std::string::npos)
            return all;
    }
}

int finish(Execution& execution) {
    pollfd ended{execution.endFd(), POLLIN, 0};
    EXPECT_EQ(poll(&ended, 1, kPatience), 1) << "the command did not end";
    return execution.finish();
}

struct Piped {
    std::unique_ptr<Execution> execution;
    Fd in, out, error;
};

struct OnTerminal {
    std::unique_ptr<Execution> execution;
    Fd terminal;

    void resize(unsigned short rows, unsigned short columns) const {
        winsize size{.ws_row = rows, .ws_col = columns};
        EXPECT_EQ(ioctl(terminal.number(), TIOCSWINSZ, &size), 0);
    }
    void type(const std::string& keys) const {
        EXPECT_EQ(write(terminal.number(), keys.data(), keys.size()), ssize_t(keys.size()));
    }
};

class Sessions : public DockerWorld {
protected:
    void SetUp() override {
        DockerWorld::SetUp();
        if (IsSkipped())
            return;
        m_task = shell("parent", "echo ready; sleep 1000");
        m_task.user = UserIds{4242, 4343, {}};
        ASSERT_TRUE(launch(m_task));
        ASSERT_TRUE(waitForOutput(m_task, "ready"));
    }

    Piped start(const std::vector<std::string>& argv) {
        auto [in, ourIn] = openPipe();
        auto [ourOut, out] = openPipe();
        auto [ourError, error] = openPipe();
        auto execution = m_runtime->start(m_task.id, argv, {{"B", "more"}},
            {.in = in.number(), .out = out.number(), .error = error.number()});
        return {std::move(execution), std::move(ourIn), std::move(ourOut), std::move(ourError)};
    }
    Piped startShell(const std::string& script) { return start({"/bin/sh", "-c", script}); }
    OnTerminal startOnTerminal(const std::string& script) {
        OnTerminal out{{}, Fd(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC))};
        char name[64] = {};
        EXPECT_EQ(unlockpt(out.terminal.number()), 0);
        EXPECT_EQ(ptsname_r(out.terminal.number(), name, sizeof name), 0);
        out.resize(33, 101);
        out.execution
            = m_runtime->start(m_task.id, {"/bin/sh", "-c", script}, {}, {.terminal = name});
        return out;
    }
    bool runsBesides(const std::string& argument) {
        const auto run
            = m_runtime->execute(m_task.id, {"/bin/sh", "-c", "cat /proc/[0-9]*/cmdline"}, {}, 40s);
        EXPECT_TRUE(run) << run.error().message;
        return run.value_or(ProgramRun()).output.find(argument) != std::string::npos;
    }

    DockerSpec m_task;
};

TEST_F(Sessions, ACommandHasTheTasksPlaceItsInputAndBothOutputs) {
    auto session = startShell("cat; id -u; id -g; echo $A $B; pwd; echo wrong >&2; exit 7");
    EXPECT_EQ(write(session.in.number(), "typed\n", 6), 6);
    session.in = Fd();
    EXPECT_EQ(readAll(session.out), "typed\n4242\n4343\nimage more\n/\n");
    EXPECT_EQ(readAll(session.error), "wrong\n");
    EXPECT_EQ(finish(*session.execution), 7);
}

TEST_F(Sessions, WithoutDescriptorsThereIsNoInputAndNobodyReads) {
    auto [out, theirs] = openPipe();
    const auto execution = m_runtime->start(m_task.id,
        {"/bin/sh", "-c", "cat; echo unread >&2; echo read"}, {}, {.out = theirs.number()});
    theirs = Fd();
    EXPECT_EQ(readAll(out), "read\n");
    EXPECT_EQ(finish(*execution), 0);
}

TEST_F(Sessions, MuchGoesThroughWholeHoweverSlowlyItIsRead) {
    constexpr std::size_t size = 3 << 20;
    auto session = startShell("cat");
    auto written = std::async(std::launch::async, [&session] {
        const Fd in = std::move(session.in); // and its end is the input's
        const std::string all(size, 'x');
        std::size_t at = 0;
        for (ssize_t count = 1; count > 0 && at < size; at += static_cast<std::size_t>(count))
            count = write(in.number(), all.data() + at, size - at);
        return at;
    });
    std::this_thread::sleep_for(300ms);
    EXPECT_EQ(written.wait_for(0s), std::future_status::timeout) << "somebody keeps it all";
    EXPECT_TRUE(readAll(session.out) == std::string(size, 'x'));
    EXPECT_EQ(written.get(), size);
    EXPECT_EQ(finish(*session.execution), 0);
}

TEST_F(Sessions, AReaderThatLeavesHarmsNobody) {
    auto session = startShell("echo first; read line; echo second; exit 3");
    EXPECT_EQ(readAll(session.out, "first\n"), "first\n");
    session.out = Fd();
    EXPECT_EQ(write(session.in.number(), "on\n", 3), 3);
    EXPECT_EQ(finish(*session.execution), 3);
}

TEST_F(Sessions, ACommandMayCloseItsOutputsBeforeItEnds) {
    auto session = startShell("exec >&- 2>&-; sleep 0.5; exit 5");
    EXPECT_EQ(finish(*session.execution), 5);
    auto signalled = startShell("exec >&- 2>&-; exec sleep 4321");
    for (int tries = 0; tries < 100 && !runsBesides("4321"); ++tries)
        std::this_thread::sleep_for(10ms);
    EXPECT_TRUE(signalled.execution->signal(SIGTERM));
    EXPECT_EQ(finish(*signalled.execution), 128 + SIGTERM);
}

TEST_F(Sessions, ATerminalHasASizeAndFollowsIt) {
    auto session = startOnTerminal(
        "until busybox stty size 2>/dev/null | busybox grep 33; do sleep 0.02; done; busybox tty; "
        "trap 'busybox stty size' WINCH; echo ready; while :; do sleep 0.05; done");
    const auto shown = readAll(session.terminal, "ready\r\n");
    EXPECT_NE(shown.find("33 101\r\n/dev/pts/"), std::string::npos) << shown;
    session.resize(44, 122);
    session.execution->resized();
    readAll(session.terminal, "44 122\r\n");
    EXPECT_TRUE(session.execution->signal(SIGKILL));
    EXPECT_EQ(finish(*session.execution), 128 + SIGKILL);
}

TEST_F(Sessions, ATerminalEchoesOnceAndKnowsItsKeys) {
    auto session = startOnTerminal("trap 'echo caught' INT; echo ready; cat; cat; echo bye");
    readAll(session.terminal, "ready\r\n");
    session.type("abc\r");
    EXPECT_EQ(readAll(session.terminal, "abc\r\nabc\r\n"), "abc\r\nabc\r\n");
    session.type("\x03");
    readAll(session.terminal, "caught\r\n");
    session.type("\x04");
    readAll(session.terminal, "bye\r\n");
    EXPECT_EQ(finish(*session.execution), 0);
}

TEST_F(Sessions, ASignalReachesTheCommandAndItsGroup) {
    auto session
        = startShell("trap 'echo caught; exit 9' USR1; echo ready; while :; do sleep 0.05; done");
    readAll(session.out, "ready\n");
    EXPECT_TRUE(session.execution->signal(SIGUSR1));
    EXPECT_EQ(readAll(session.out), "caught\n");
    EXPECT_EQ(finish(*session.execution), 9);
    auto early = startShell("sleep 4321 & wait");
    EXPECT_TRUE(early.execution->signal(SIGTERM)) << "before it has started";
    EXPECT_EQ(finish(*early.execution), 128 + SIGTERM);
    EXPECT_FALSE(runsBesides("4321"));
}

TEST_F(Sessions, ACommandThatNobodyWaitsForIsKilled) {
    auto session = startShell("echo ready; sleep 4321");
    readAll(session.out, "ready\n");
    EXPECT_TRUE(runsBesides("4321"));
    session.execution.reset();
    EXPECT_FALSE(runsBesides("4321"));
    startShell("sleep 4321").execution.reset(); // in whatever step it is
}

TEST_F(Sessions, AProgramThatCannotBeRunIsSaidSoAsByAShell) {
    auto absent = start({"no-such-program"});
    EXPECT_EQ(readAll(absent.error), "'no-such-program' was not found in the container\n");
    EXPECT_EQ(finish(*absent.execution), 127);
    auto folder = start({"/bin"});
    EXPECT_TRUE(readAll(folder.error).starts_with("'/bin' cannot be executed in the container"));
    EXPECT_EQ(finish(*folder.execution), 126);
}

TEST_F(Sessions, EndWithTheirContainerAndDoNotBeginAfterIt) {
    auto session = startShell("echo ready; sleep 1000");
    readAll(session.out, "ready\n");
    ASSERT_TRUE(m_runtime->signal(m_task.id, SIGKILL));
    EXPECT_EQ(finish(*session.execution), 128 + SIGKILL);
    waitFor(m_task.id);
    auto late = startShell("true");
    const auto said = readAll(late.error);
    EXPECT_NE(said.find("is not running"), std::string::npos) << said;
    EXPECT_EQ(finish(*late.execution), 126);
}

} // namespace
} // namespace muster::container::docker
