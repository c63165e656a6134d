// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/file_rights.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/fsuid.h>
#include <sys/syscall.h>

namespace muster::container {
namespace {

Fd openWithLinks(int folder, const std::string& path) {
    open_how how{};
    how.flags = O_PATH | O_CLOEXEC;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    for (int tries = 0;; ++tries) {
        const int number
            = static_cast<int>(syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how));
        // A rename somewhere on the way: the kernel could not be sure.
        if (number >= 0 || errno != EAGAIN || tries == 32)
            return Fd(number);
    }
}

} // namespace

// By the system calls themselves: the C library would change the groups of all threads.
FileRights::FileRights(const UserIds& user) {
    if (geteuid() != 0)
        return; // who is not root has no more rights to give up
    const int count = static_cast<int>(syscall(SYS_getgroups, 0, nullptr));
    m_groups.resize(static_cast<std::size_t>(std::max(count, 0)));
    if (count < 0 || syscall(SYS_getgroups, m_groups.size(), m_groups.data()) < 0
        || syscall(SYS_setgroups, user.groups.size(), user.groups.data()) != 0) {
        m_isOurs = false;
        return;
    }
    m_isChanged = true;
    setfsgid(user.gid);
    setfsuid(user.uid);
    // They tell of no error: asking for an impossible id gives the one that holds.
    m_isOurs = setfsgid(static_cast<gid_t>(-1)) == static_cast<int>(user.gid)
        && setfsuid(static_cast<uid_t>(-1)) == static_cast<int>(user.uid);
}

FileRights::~FileRights() {
    if (!m_isChanged)
        return;
    setfsuid(geteuid());
    setfsgid(getegid());
    // With the wrong groups this thread could not go on safely.
    if (syscall(SYS_setgroups, m_groups.size(), m_groups.data()) != 0)
        std::abort();
}

Result<Fd> openAllowed(const std::string& folder, const std::string& path, const UserIds& user) {
    const Fd top(open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!top)
        return systemFailure("open the allowed folder " + folder);
    const FileRights rights(user);
    if (!rights)
        return failure("Failed to take the task user's rights", Error::Kind::Internal);
    Fd found = openWithLinks(top.number(), path);
    if (!found && errno == EXDEV)
        return failure(fmt::format("it leads out of {}, the directory that is allowed", folder),
            Error::Kind::Denied);
    if (!found)
        return systemFailure(fmt::format("open it as user {}", user.uid));
    return found;
}

} // namespace muster::container
