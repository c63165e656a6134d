// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include "core/container/spec.h"
#include "core/container/system_calls.h"

namespace muster::container {
namespace {

bool may(const std::vector<std::string>& capabilities, std::string_view call) {
    const auto calls = systemCalls(capabilities).allowed;
    return std::find(calls.begin(), calls.end(), call) != calls.end();
}

TEST(SystemCalls, AreNamedOnce) {
    std::vector<std::string> all;
    for (const char* name : {"CAP_SYS_ADMIN", "CAP_BPF", "CAP_PERFMON", "CAP_SYSLOG"})
        all.emplace_back(name);
    auto calls = systemCalls(all).allowed;
    std::sort(calls.begin(), calls.end());
    EXPECT_EQ(std::adjacent_find(calls.begin(), calls.end()), calls.end());
}

TEST(SystemCalls, OfATaskAreWhatProgramsNeed) {
    for (const char* call : {"read", "openat", "mmap", "execve", "fork", "vfork", "futex", "ioctl",
             "ptrace", "epoll_pwait2", "io_submit", "memfd_create", "set_mempolicy", "shmget",
             "getrandom", "rseq", "faccessat2", "sched_setaffinity", "process_vm_readv"})
        EXPECT_TRUE(may(defaultCapabilities(), call)) << call;
}

// What Docker's default denies, or opens to a capability that no task has by default.
TEST(SystemCalls, OfATaskAreNoneThatReachBeyondItsContainer) {
    for (const char* call : {"mount", "umount2", "pivot_root", "move_mount", "open_tree", "fsopen",
             "fsmount", "mount_setattr", "unshare", "setns", "clone", "clone3", "bpf", "keyctl",
             "add_key", "request_key", "kexec_load", "kexec_file_load", "init_module",
             "finit_module", "delete_module", "reboot", "swapon", "perf_event_open", "iopl",
             "ioperm", "settimeofday", "clock_settime", "quotactl", "acct", "chroot", "userfaultfd",
             "open_by_handle_at", "syslog", "sethostname", "io_uring_setup", "personality"})
        EXPECT_FALSE(may(defaultCapabilities(), call)) << call;
    EXPECT_FALSE(systemCalls(defaultCapabilities()).newNamespaces);
}

TEST(SystemCalls, AreOpenedByTheCapabilityThatTheyAreFor) {
    EXPECT_TRUE(may({"CAP_SYS_ADMIN"}, "mount"));
    EXPECT_TRUE(systemCalls({"CAP_SYS_ADMIN"}).newNamespaces);
    EXPECT_TRUE(may({"CAP_SYS_CHROOT"}, "chroot"));
    EXPECT_FALSE(may({"CAP_SYS_CHROOT"}, "mount"));
    EXPECT_TRUE(may({"CAP_PERFMON"}, "perf_event_open"));
    EXPECT_TRUE(may({"CAP_SYS_TIME"}, "settimeofday"));
    EXPECT_FALSE(may({"CAP_SYS_ADMIN"}, "keyctl"));
}

} // namespace
} // namespace muster::container
