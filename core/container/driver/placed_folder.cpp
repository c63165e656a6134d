// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/driver/placed_folder.h"

#include <array>
#include <cerrno>
#include <climits>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>

namespace muster::container::driver {
namespace {

constexpr unsigned folderMode = 0755;
constexpr std::size_t copyChunk = 16U << 20;

std::string ownPath(const Fd& file) {
    return fmt::format("/proc/self/fd/{}", file.number());
}

bool sendAll(const Fd& source, const Fd& target, off_t size) {
    off_t offset = 0;
    while (offset < size) {
        const auto sent = sendfile(target.number(), source.number(), &offset, copyChunk);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0) {
            errno = sent == 0 ? EIO : errno; // shorter than it was
            return false;
        }
    }
    return true;
}

} // namespace

Result<PlacedFolder> PlacedFolder::in(const Fd& parent, const std::string& name) {
    if (mkdirat(parent.number(), name.c_str(), folderMode) != 0 && errno != EEXIST)
        return systemFailure("create " + name + " in the driver's volume");
    Fd folder(
        openat(parent.number(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    // Whatever our umask took away: containers' users read it.
    if (!folder || fchmod(folder.number(), folderMode) != 0)
        return systemFailure("open " + name + " in the driver's volume");
    return PlacedFolder(std::move(folder));
}

Status PlacedFolder::place(const Fd& source, const std::string& name) const {
    struct stat there { };
    if (fstatat(m_folder.number(), name.c_str(), &there, AT_SYMLINK_NOFOLLOW) == 0)
        return {};
    struct stat info { };
    if (fstat(source.number(), &info) != 0 || !S_ISREG(info.st_mode))
        return failure(fmt::format("{} is not a plain file", name));
    // A link keeps the mode; one that only root could read would be of no use inside.
    if ((info.st_mode & 0444) == 0444
        && linkat(AT_FDCWD, ownPath(source).c_str(), m_folder.number(), name.c_str(),
               AT_SYMLINK_FOLLOW)
            == 0)
        return {};
    return copy(source, name, (info.st_mode & 0111) != 0 ? 0755 : 0644);
}

Status PlacedFolder::copy(const Fd& source, const std::string& name, unsigned mode) const {
    const std::string temporary = '.' + name + ".new";
    unlinkat(m_folder.number(), temporary.c_str(), 0);
    const Fd target(openat(m_folder.number(), temporary.c_str(),
        O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    struct stat info { };
    if (!target || fstat(source.number(), &info) != 0 || !sendAll(source, target, info.st_size)
        || fchmod(target.number(), mode) != 0
        || renameat(m_folder.number(), temporary.c_str(), m_folder.number(), name.c_str()) != 0) {
        auto error = systemFailure("copy " + name + " to the driver's volume");
        unlinkat(m_folder.number(), temporary.c_str(), 0);
        return error;
    }
    return {};
}

Status PlacedFolder::link(const std::string& name, const std::string& target) const {
    if (symlinkat(target.c_str(), m_folder.number(), name.c_str()) != 0 && errno != EEXIST)
        return systemFailure("link " + name + " in the driver's volume");
    return {};
}

Fd openBelow(const Fd& root, const std::string& path) {
    open_how how{};
    how.flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
    how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
    Fd file(static_cast<int>(syscall(SYS_openat2, root.number(), path.c_str(), &how, sizeof how)));
    struct stat info { };
    if (file && (fstat(file.number(), &info) != 0 || !S_ISREG(info.st_mode)))
        return Fd();
    return file;
}

std::string realName(const Fd& file) {
    std::array<char, PATH_MAX> path{};
    const auto size = readlink(ownPath(file).c_str(), path.data(), path.size());
    if (size <= 0 || static_cast<std::size_t>(size) >= path.size())
        return {};
    const std::string whole(path.data(), static_cast<std::size_t>(size));
    return whole.substr(whole.rfind('/') + 1);
}

} // namespace muster::container::driver
