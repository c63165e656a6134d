// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/child.h"

#include <csignal>
#include <cstdlib>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace muster::gpu {
namespace {

std::string everythingFrom(Child& child) {
    std::string text;
    for (;;) {
        pollfd event{child.fd(), POLLIN, 0};
        char buffer[4096];
        const auto size
            = poll(&event, 1, 5000) == 1 ? recv(child.fd(), buffer, sizeof(buffer), 0) : -1;
        if (size <= 0) {
            return text;
        }
        text.append(buffer, static_cast<std::size_t>(size));
    }
}

TEST(Child, GetsOurEnvironmentWithItsOwnOnTop) {
    setenv("MUSTER_TEST_A", "ours", 1);
    setenv("MUSTER_TEST_AB", "kept", 1);
    auto child = Child::spawn({"/usr/bin/env"}, {"MUSTER_TEST_A=theirs"});
    const auto text = everythingFrom(*child);
    EXPECT_NE(text.find("MUSTER_TEST_A=theirs\n"), std::string::npos);
    EXPECT_EQ(text.find("MUSTER_TEST_A=ours\n"), std::string::npos);
    EXPECT_NE(text.find("MUSTER_TEST_AB=kept\n"), std::string::npos);
}

TEST(Child, InheritsNoOpenFile) {
    const int leak = open("/dev/null", O_RDONLY);
    auto child = Child::spawn({"/bin/ls", "/proc/self/fd"}, {});
    EXPECT_EQ(everythingFrom(*child), "0\n1\n2\n3\n"); // 3 is the folder that ls reads
    close(leak);
}

TEST(Child, ThatCannotBeStartedIsAnErrorWithTheReason) {
    const auto child = Child::spawn({"/nowhere/muster-nvml"}, {});
    ASSERT_FALSE(child);
    EXPECT_EQ(
        child.error().message, "Failed to start /nowhere/muster-nvml: No such file or directory");
}

TEST(Child, IsKilledWhenItIsDropped) {
    pid_t pid = -1;
    {
        auto child = Child::spawn({"/bin/sleep", "1000"}, {});
        pid = child->pid();
    }
    int status = 0;
    const pid_t reaped = waitpid(pid, &status, 0); // ECHILD when the destructor was in time
    EXPECT_TRUE(reaped == -1 || (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL));
    EXPECT_EQ(kill(pid, 0), -1);
}

TEST(Child, ThatHasEndedRefusesBytesWithoutASignal) {
    auto child = Child::spawn({"/bin/true"}, {});
    everythingFrom(*child);
    EXPECT_FALSE(child->send("x"));
}

} // namespace
} // namespace muster::gpu
