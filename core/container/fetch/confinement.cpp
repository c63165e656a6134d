// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/fetch/confinement.h"

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <iterator>

#include <grp.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/container/files.h"

namespace muster::container::fetch {
namespace {

constexpr uid_t nobody = 65534;

#if defined(__x86_64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t architecture = 0; // no filter
#endif

constexpr sock_filter load(std::size_t offset) {
    return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}
constexpr sock_filter answer(std::uint32_t value) {
    return BPF_STMT(BPF_RET | BPF_K, value);
}
constexpr sock_filter skipUnless(std::uint32_t value, std::uint8_t count) {
    return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, count);
}

// Threads are needed, as names are resolved in one; programs and processes are not. clone3 has its
// flags in memory, where a filter cannot look: without it the C library uses clone.
bool forbidPrograms() {
    if (architecture == 0)
        return true;
    constexpr std::uint32_t denied = SECCOMP_RET_ERRNO | EPERM;
    const sock_filter filter[] = {
        load(offsetof(seccomp_data, arch)),
        skipUnless(architecture, 1),
        BPF_STMT(BPF_JMP | BPF_JA, 1),
        answer(SECCOMP_RET_KILL_PROCESS),
        load(offsetof(seccomp_data, nr)),
        // Numbers from here on are those of the x32 interface.
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
        answer(SECCOMP_RET_KILL_PROCESS),
        skipUnless(SYS_execve, 1),
        answer(denied),
        skipUnless(SYS_execveat, 1),
        answer(denied),
        skipUnless(SYS_ptrace, 1),
        answer(denied),
#ifdef SYS_fork
        skipUnless(SYS_fork, 1),
        answer(denied),
        skipUnless(SYS_vfork, 1),
        answer(denied),
#endif
        skipUnless(SYS_clone3, 1),
        answer(SECCOMP_RET_ERRNO | ENOSYS),
        skipUnless(SYS_clone, 3),
        load(offsetof(seccomp_data, args)),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0),
        answer(denied),
        answer(SECCOMP_RET_ALLOW),
    };
    sock_fprog program{
        static_cast<unsigned short>(std::size(filter)), const_cast<sock_filter*>(filter)};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

bool limit(__rlimit_resource resource, rlim_t value) {
    const rlimit both{value, value};
    return setrlimit(resource, &both) == 0;
}

} // namespace

Status confine(std::uint64_t maxBytes) {
    // A file that grows too long is an error of the write, not the end of the process.
    signal(SIGXFSZ, SIG_IGN);
    if (!limit(RLIMIT_CORE, 0) || !limit(RLIMIT_NOFILE, 64) || !limit(RLIMIT_FSIZE, maxBytes))
        return systemFailure("set the limits of a download");
    if (geteuid() == 0
        && (setgroups(0, nullptr) != 0 || setresgid(nobody, nobody, nobody) != 0
            || setresuid(nobody, nobody, nobody) != 0))
        return systemFailure("become the user nobody for a download");
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_DUMPABLE, 0) != 0
        || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) // last: a change of user takes it away
        return systemFailure("give up a download's privileges");
    if (!forbidPrograms())
        return systemFailure("forbid a download to start programs");
    return {};
}

} // namespace muster::container::fetch
