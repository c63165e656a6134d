// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/unpack/confine.h"

#include <array>
#include <cerrno>
#include <clocale>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <initializer_list>

#include <fcntl.h>
#include <iconv.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/container/files.h"

namespace muster::unpack {
namespace {

using container::Fd;
using container::systemFailure;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr rlim_t memory = RLIM_INFINITY; // their shadow alone takes terabytes of addresses
#else
constexpr rlim_t memory = rlim_t{512} << 20;
#endif

// All that the C library and libarchive would look up in files later: below the new root these
// would be the archive's. Zip's local times are taken as UTC.
void loadLazyParts(Options::Mode mode) {
    clearenv();
    setenv("TZ", "UTC0", 1);
    tzset();
    // In the C locale libarchive leaves the names in a layer as they are, byte for byte. Of a zip
    // it would then give none beyond ASCII.
    const bool utf8 = mode == Options::Mode::Archive && setlocale(LC_CTYPE, "C.UTF-8") != nullptr;
    if (const auto converter = iconv_open(utf8 ? "UTF-8" : "ANSI_X3.4-1968", "UTF-8");
        converter != iconv_t(-1))
        iconv_close(converter);
}

// The folder as the only mount of a namespace of its own. False where the kernel or the container
// around us does not let: then it is just the root directory.
bool moveIntoNamespaces() {
    const Fd mount(
        open_tree(rootDescriptor, "", OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_EMPTY_PATH));
    if (unshare(CLONE_NEWNET | CLONE_NEWIPC) != 0 || !mount || unshare(CLONE_NEWNS) != 0)
        return false;
    // Private first: nothing below is to happen in the namespace we came from.
    if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0
        || move_mount(mount.number(), "", AT_FDCWD, "/", MOVE_MOUNT_F_EMPTY_PATH) != 0
        || fchdir(mount.number()) != 0 || syscall(SYS_pivot_root, ".", ".") != 0
        || umount2(".", MNT_DETACH) != 0) // the host's mounts; keeping them would keep them busy
        return false;
    return dup3(mount.number(), rootDescriptor, O_CLOEXEC) == rootDescriptor;
}

Status changeRoot() {
    moveIntoNamespaces();
    if (fchdir(rootDescriptor) != 0 || chroot(".") != 0)
        return systemFailure("change the root directory");
    return {};
}

Status setLimits(const Options& options) {
    const rlim_t seconds = options.maxSeconds + 1; // SIGALRM comes first and says why
    struct Limit {
        __rlimit_resource resource;
        rlim_t value;
    };
    for (const auto& [resource, value] :
        {Limit{RLIMIT_AS, memory}, Limit{RLIMIT_CPU, seconds}, Limit{RLIMIT_NOFILE, 64},
            Limit{RLIMIT_NPROC, 0}, Limit{RLIMIT_CORE, 0}, Limit{RLIMIT_MEMLOCK, 0}}) {
        const rlimit limit{value, value};
        if (setrlimit(resource, &limit) != 0)
            return systemFailure("limit resources");
    }
    return {};
}

Status dropCapabilities(Options::Mode mode) {
    std::uint64_t kept = 0;
    for (const int capability : {CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_FOWNER, CAP_FSETID})
        kept |= std::uint64_t{1} << capability;
    if (mode == Options::Mode::Layer) // whiteouts, file capabilities, and trusted.overlay.opaque
        for (const int capability : {CAP_MKNOD, CAP_SETFCAP, CAP_SYS_ADMIN})
            kept |= std::uint64_t{1} << capability;
    for (int capability = 0; prctl(PR_CAPBSET_READ, capability) >= 0; ++capability)
        if ((kept >> capability & 1) == 0 && prctl(PR_CAPBSET_DROP, capability) != 0)
            return systemFailure("drop capabilities");
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    std::array<__user_cap_data_struct, 2> sets{};
    if (syscall(SYS_capget, &header, sets.data()) != 0)
        return systemFailure("ask for capabilities");
    for (std::size_t i = 0; i < sets.size(); ++i) {
        sets[i].permitted &= static_cast<std::uint32_t>(kept >> (32 * i));
        sets[i].effective = sets[i].permitted;
        sets[i].inheritable = 0;
    }
    if (syscall(SYS_capset, &header, sets.data()) != 0)
        return systemFailure("drop capabilities");
    return {};
}

} // namespace

Status confine(const Options& options) {
    if (syscall(SYS_close_range, rootDescriptor + 1, ~0U, 0) != 0)
        return systemFailure("close descriptors");
    loadLazyParts(options.mode);
    umask(0);
    prctl(PR_SET_DUMPABLE, 0);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return systemFailure("renounce new privileges");
    return changeRoot()
        .and_then([&] { return setLimits(options); })
        .and_then([&] { return dropCapabilities(options.mode); })
        .and_then([] { return filterSystemCalls(); });
}

} // namespace muster::unpack
