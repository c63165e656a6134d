// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/fetch/confinement.h"

#include <cerrno>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace muster::container::fetch {
namespace {

// The number of the first wrong answer of the system, 0 if all are right. Runs in a child, where
// the confinement holds for ever.
int firstGap() {
    const int file = memfd_create("file", MFD_CLOEXEC);
    if (!confine(4096))
        return 1;
    const pid_t child = fork();
    if (child == 0)
        _exit(0);
    if (child > 0 || errno != EPERM)
        return 2;
    char* const argv[] = {const_cast<char*>("/bin/true"), nullptr};
    if (execv(argv[0], argv) == 0 || errno != EPERM)
        return 3;
    if (setuid(0) == 0 || open("/etc/shadow", O_RDONLY) >= 0)
        return 4;
    bool hasRun = false;
    std::thread([&] { hasRun = true; }).join();
    if (!hasRun)
        return 5;
    char page[4096] = "";
    if (write(file, page, sizeof page) != sizeof page || write(file, page, 1) >= 0
        || errno != EFBIG)
        return 6;
    return 0;
}

TEST(Confinements, LeaveThreadsAndSmallFilesOnly) {
    if (geteuid() != 0)
        GTEST_SKIP() << "needs root to have something to lose";
    EXPECT_EXIT(_exit(firstGap()), testing::ExitedWithCode(0), "");
}

} // namespace
} // namespace muster::container::fetch
