// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cerrno>
#include <cstring>
#include <initializer_list>
#include <memory>

#include <seccomp.h>
#include <sys/mman.h>

#include "core/container/unpack/confine.h"

namespace muster::unpack {
namespace {

// Reading, writing and naming files below descriptors, memory, time, and the end. No open() and no
// openat(): every file is opened by openat2(), which says how far links may lead.
constexpr std::array allowed{SCMP_SYS(read), SCMP_SYS(write), SCMP_SYS(pwrite64), SCMP_SYS(lseek),
    SCMP_SYS(close), SCMP_SYS(fstat), SCMP_SYS(newfstatat), SCMP_SYS(openat2), SCMP_SYS(mkdirat),
    SCMP_SYS(mknodat), SCMP_SYS(symlinkat), SCMP_SYS(linkat), SCMP_SYS(unlinkat), SCMP_SYS(fchown),
    SCMP_SYS(fchownat), SCMP_SYS(fchmod), SCMP_SYS(fchmodat), SCMP_SYS(utimensat),
    SCMP_SYS(fsetxattr), SCMP_SYS(ftruncate), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(brk),
    SCMP_SYS(madvise), SCMP_SYS(futex), SCMP_SYS(getrandom), SCMP_SYS(clock_gettime),
    SCMP_SYS(gettimeofday), SCMP_SYS(time), SCMP_SYS(rt_sigreturn), SCMP_SYS(restart_syscall),
    SCMP_SYS(exit), SCMP_SYS(exit_group)};

// What the sanitizers' own run-time library does now and then.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::initializer_list<int> tolerated{SCMP_SYS(pipe2), SCMP_SYS(sigaltstack),
    SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(sched_yield)};
#else
constexpr std::initializer_list<int> tolerated{};
#endif

int allow(scmp_filter_ctx filter, int call) {
    const int error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, 0);
    return error == -EDOM ? 0 : error; // this architecture does not have it (time, newfstatat)
}

int addRules(scmp_filter_ctx filter) {
    for (const int call : allowed)
        if (const int error = allow(filter, call); error != 0)
            return error;
    for (const int call : tolerated)
        if (const int error = allow(filter, call); error != 0)
            return error;
    // Nothing becomes code: a library that an archive brings along cannot be loaded.
    for (const int call : {SCMP_SYS(mmap), SCMP_SYS(mprotect)}) {
        if (const int error = seccomp_rule_add(
                filter, SCMP_ACT_ALLOW, call, 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
            error != 0)
            return error;
    }
    return 0;
}

} // namespace

Status filterSystemCalls() {
    const std::unique_ptr<void, void (*)(void*)> filter(
        seccomp_init(SCMP_ACT_KILL_PROCESS), seccomp_release);
    int error = filter ? addRules(filter.get()) : -ENOMEM;
    if (error == 0)
        error = seccomp_load(filter.get());
    if (error != 0)
        return failure(fmt::format("Failed to filter system calls: {}", std::strerror(-error)),
            Error::Kind::Denied);
    return {};
}

} // namespace muster::unpack
