// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// What a root task may ask of the kernel, asked of it: no way out of its limits, and ordinary
// programs as before.
#include <csignal>
#include <filesystem>

#include "tests/core/container/world.h"

namespace muster::container {
namespace {

class SystemCallFilter : public World {
protected:
    // "EPERM" or what else the kernel says to that call with zeros.
    static std::string perl(const char* calls) {
        return fmt::format(
            "exec perl -e 'use Errno; for my $n ({}) {{ $! = 0; "
            "my $r = syscall($n, 0, 0, 0, 0, 0); "
            "print $r == -1 ? ($!{{EPERM}} ? \"EPERM\" : $!{{ENOSYS}} ? \"ENOSYS\" : "
            "0 + $!) : \"done\", \"\\n\"; }}'",
            calls);
    }
};

TEST_F(SystemCallFilter, KeepsARootTaskInItsNamespacesAndLimits) {
    auto task = shell("escape",
        "unshare -UrmC sh -c 'echo out'; unshare -m true; unshare -U true; "
        "mkdir m; mount -t tmpfs none m; mount -t cgroup -o memory none m; mount --bind / m; "
        "nsenter -t 1 -m true; ls m");
    task.memory = Bytes::mebi(64);
    EXPECT_EQ(run(task).exitCode, 0);
    EXPECT_EQ(fileIn(task, "stdout"), "");
    const auto errors = fileIn(task, "stderr");
    EXPECT_NE(errors.find("unshare: unshare failed: Operation not permitted"), std::string::npos)
        << errors;
    ASSERT_TRUE(m_runtime->destroy(task.id));
}

TEST_F(SystemCallFilter, RefusesWhatTheKernelsOwnSecretsAndCodeAreFor) {
#if defined(__x86_64__)
    // keyctl, add_key, request_key, bpf, kexec_load, finit_module, setns, unshare, mount,
    // open_by_handle_at, perf_event_open, io_uring_setup, clone3
    EXPECT_EQ(outputOf(shell("calls",
                  perl("250, 248, 249, 321, 246, 313, 308, 272, 165, 304, 298, 425, 435"))),
        "EPERM\nEPERM\nEPERM\nEPERM\nEPERM\nEPERM\nEPERM\nEPERM\nEPERM\nEPERM\nEPERM\nENOSYS\n"
        "ENOSYS\n");
#else
    GTEST_SKIP() << "the numbers are those of x86-64";
#endif
}

TEST_F(SystemCallFilter, HoldsForACommandBesideTheTasksOwn) {
    const auto task = shell("host", "echo up; exec sleep 1000");
    ASSERT_TRUE(m_runtime->launch(task));
    ASSERT_TRUE(waitForOutput(task, "up"));
    auto beside = m_runtime->execute(task.id, {"unshare", "-m", "true"}, {}, "beside");
    ASSERT_TRUE(beside);
    EXPECT_NE((*beside)->finish(), 0);
    auto sound = m_runtime->execute(task.id, {"sh", "-c", "ls / | wc -l"}, {}, "sound");
    ASSERT_TRUE(sound);
    EXPECT_EQ((*sound)->finish(), 0);
    ASSERT_TRUE(m_runtime->destroy(task.id));
}

TEST_F(SystemCallFilter, LeavesOrdinaryProgramsAlone) {
    EXPECT_EQ(
        outputOf(shell("ordinary",
            "perl -e 'my @all; for (1..8) { my $p = fork; exit 0 if !$p; push @all, $p } "
            "waitpid $_, 0 for @all; print \"forked\\n\"'; "
            "dd if=/dev/zero of=f bs=64k count=16 oflag=dsync 2>/dev/null && echo io; "
            "seq 100000 | sort -n --parallel=4 | tail -n 1; "
            "timeout 5 sh -c 'sleep 0.01' && echo time; kill -0 $$ && echo signals; "
            "setpriv --no-new-privs true && echo privileges; df . > /dev/null && echo disks")),
        "forked\nio\n100000\ntime\nsignals\nprivileges\ndisks\n");
    if (!std::filesystem::exists("/usr/bin/python3"))
        return;
    EXPECT_EQ(
        outputOf(spec("python",
            {"/usr/bin/python3", "-c",
                "import threading, socket, subprocess, mmap, asyncio\n"
                "ts = [threading.Thread(target=lambda: sum(range(1000))) for _ in range(20)]\n"
                "[t.start() for t in ts]; [t.join() for t in ts]\n"
                "a, b = socket.socketpair(); a.send(b'x'); b.recv(1)\n"
                "mmap.mmap(-1, 4096)\n"
                "asyncio.run(asyncio.sleep(0))\n"
                "print(subprocess.run(['echo', 'child'], capture_output=True, "
                "text=True).stdout.strip())"})),
        "child\n");
}

TEST_F(SystemCallFilter, OpensWhatACapabilityIsFor) {
    auto task
        = shell("admin", "unshare -m true && mkdir m && mount -t tmpfs none m && echo mounted");
    task.capabilities = defaultCapabilities();
    task.capabilities->push_back("CAP_SYS_ADMIN");
    EXPECT_EQ(outputOf(task), "mounted\n");
}

// The runtime makes the filter in the container's own memory.
TEST_F(SystemCallFilter, IsMadeInTheLeastMemoryThatATaskMayHave) {
    for (int i = 0; i < 5; ++i) {
        auto task = shell(fmt::format("least-{}", i), "echo begun");
        task.memory = kLeastMemory;
        EXPECT_EQ(outputOf(task), "begun\n");
    }
}

TEST_F(SystemCallFilter, LetsNobodyGainPrivileges) {
    auto task = shell("su", "grep -E 'NoNewPrivs|Seccomp:' /proc/self/status");
    task.user = {1234, 1234, {}};
    EXPECT_EQ(outputOf(task), "NoNewPrivs:\t1\nSeccomp:\t2\n");
}

TEST_F(SystemCallFilter, ComesWithAMonitorThatIsTheLastToGoWithoutMemory) {
    const auto task = shell("scores", "echo up; exec sleep 1000");
    ASSERT_TRUE(m_runtime->launch(task));
    ASSERT_TRUE(waitForOutput(task, "up"));
    const auto record = Bundle(options().stateDirectory, options().mountPlace, task.id).record();
    ASSERT_TRUE(record);
    const auto score = [](pid_t pid) {
        return std::stoi(readFile(fmt::format("/proc/{}/oom_score_adj", pid)).value_or("1001"));
    };
    // Only with CAP_SYS_RESOURCE, bit 24, may a score be lowered.
    const auto status = readFile("/proc/self/status").value_or("");
    const auto own = std::stoull(status.substr(status.find("CapEff:") + 7), nullptr, 16);
    EXPECT_EQ(score(record->monitor.pid), (own >> 24 & 1) != 0 ? -998 : score(getpid()));
    EXPECT_EQ(score(record->init.pid), 300);
    for (const pid_t pid : cgroup(task.id).members()) {
        if (pid != record->init.pid) {
            EXPECT_EQ(score(pid), 400) << "the command goes before its init";
        }
    }
    ASSERT_TRUE(m_runtime->destroy(task.id));
}

} // namespace
} // namespace muster::container
