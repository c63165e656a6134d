// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Tasks on a terminal, and who comes to it from outside.
#include <csignal>

#include <sys/ioctl.h>

#include "tests/core/container/world.h"

namespace muster::container {
namespace {

class Terminals : public World {
protected:
    ContainerSpec onTerminal(const std::string& name, const std::string& script) const {
        auto out = shell(name, script);
        out.terminal = TerminalSize{.rows = 30, .columns = 90};
        return out;
    }
    void type(const ContainerId& id, const std::string& keys) const {
        const auto terminal = m_runtime->openTerminal(id);
        ASSERT_TRUE(terminal) << terminal.error().message;
        EXPECT_EQ(write(terminal->number(), keys.data(), keys.size()), ssize_t(keys.size()));
    }
};

TEST_F(Terminals, AreTheContainersOwn) {
    const auto task = onTerminal("own", "tty; stty size; echo $TERM; ls /dev/pts; exit 6");
    EXPECT_EQ(run(task).exitCode, 6);
    EXPECT_EQ(fileIn(task, "stdout"), "/dev/pts/0\r\n30 90\r\nxterm\r\n0  ptmx\r\n");
    EXPECT_EQ(fileIn(task, "stderr"), "");
}

TEST_F(Terminals, BelongToAPlainUserToo) {
    auto task = onTerminal("alice", "id -u; echo again > $(tty); ls /proc/self/fd | wc -l");
    task.user = {1234, 2345, {}};
    EXPECT_EQ(run(task).exitCode, 0);
    EXPECT_EQ(fileIn(task, "stdout"), "1234\r\nagain\r\n4\r\n") << "0, 1, 2 and ls' own";
}

TEST_F(Terminals, AreReachedByEveryLaterAgent) {
    const auto task = onTerminal("reached",
        "trap 'stty size' WINCH; echo ready; "
        "while :; do read x && echo got $x && test $x = end && exit 9; done");
    ASSERT_TRUE(m_runtime->launch(task));
    ASSERT_TRUE(waitForOutput(task, "ready"));
    EXPECT_TRUE(m_runtime->hasTerminal(task.id));
    type(task.id, "one\n");
    EXPECT_TRUE(waitForOutput(task, "got one"));
    reopen();
    ASSERT_TRUE(m_runtime->recover());
    EXPECT_TRUE(m_runtime->hasTerminal(task.id));
    type(task.id, "two\n");
    EXPECT_TRUE(waitForOutput(task, "got two"));
    const winsize size{.ws_row = 31, .ws_col = 91, .ws_xpixel = 0, .ws_ypixel = 0};
    EXPECT_EQ(ioctl(m_runtime->openTerminal(task.id)->number(), TIOCSWINSZ, &size), 0);
    type(task.id, "end\n");
    EXPECT_EQ(waitFor(task.id).exitCode, 9);
    EXPECT_NE(fileIn(task, "stdout").find("31 91"), std::string::npos) << fileIn(task, "stdout");
    EXPECT_EQ(m_runtime->openTerminal(task.id).error().kind, Error::Kind::NotFound);
}

TEST_F(Terminals, TakeATerminationLikeAnyTask) {
    const auto task = onTerminal("polite",
        "trap 'echo bye; exit 3' TERM; echo ready; "
        "while :; do sleep 0.05; done");
    ASSERT_TRUE(m_runtime->launch(task));
    ASSERT_TRUE(waitForOutput(task, "ready"));
    EXPECT_TRUE(m_runtime->signal(task.id, SIGTERM, false));
    EXPECT_EQ(waitFor(task.id).exitCode, 3);
}

TEST_F(Terminals, ATaskWithoutOneHasNoneToOpen) {
    const auto task = shell("plain", "echo ready; sleep 1000");
    ASSERT_TRUE(m_runtime->launch(task));
    EXPECT_FALSE(m_runtime->hasTerminal(task.id));
    EXPECT_EQ(m_runtime->openTerminal(task.id).error().message, "Container plain has no terminal");
    EXPECT_EQ(m_runtime->openTerminal({"never"}).error().message, "Container never does not exist");
}

} // namespace
} // namespace muster::container
