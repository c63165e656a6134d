// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/links.h"

#include <cerrno>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>

namespace muster::container {
namespace {

constexpr unsigned folderMode = 0755;

// As a process whose root is `root` would open it.
Fd folderIn(const Fd& root, const std::string& path) {
    open_how how{};
    how.flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
    how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
    return Fd(
        static_cast<int>(syscall(SYS_openat2, root.number(), path.c_str(), &how, sizeof how)));
}

Result<Fd> makeFolders(const Fd& root, const std::string& path) {
    Fd folder = folderIn(root, "/");
    for (auto end = path.find('/', 1); folder; end = path.find('/', end + 1)) {
        const auto part = path.substr(0, end);
        Fd next = folderIn(root, part);
        if (!next && errno == ENOENT
            && mkdirat(folder.number(), part.substr(part.rfind('/') + 1).c_str(), folderMode) == 0)
            next = folderIn(root, part);
        if (!next)
            return systemFailure(fmt::format("make the folder {} in the image", part));
        folder = std::move(next);
        if (end == std::string::npos)
            return folder;
    }
    return systemFailure("open the image's root");
}

Status makeLink(const Fd& root, const SymbolicLink& link) {
    const auto slash = link.path.rfind('/');
    const auto name = link.path.substr(slash + 1);
    const auto folder = slash == 0 ? Result<Fd>(folderIn(root, "/"))
                                   : makeFolders(root, link.path.substr(0, slash));
    if (!folder)
        return tl::unexpected(folder.error());
    if (symlinkat(link.target.c_str(), folder->number(), name.c_str()) == 0)
        return {};
    struct stat info { };
    if (errno == EEXIST && fstatat(folder->number(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0
        && S_ISDIR(info.st_mode))
        return failure(fmt::format("{} is a folder of the image, a link to {} is wanted there",
                           link.path, link.target),
            Error::Kind::Conflict);
    unlinkat(folder->number(), name.c_str(), 0);
    if (symlinkat(link.target.c_str(), folder->number(), name.c_str()) != 0)
        return systemFailure(fmt::format("make the link {} in the image", link.path));
    return {};
}

} // namespace

Status makeTmpfsFolders(const Fd& root, const std::vector<Tmpfs>& all) {
    for (const Tmpfs& tmpfs : all) {
        const auto folder = makeFolders(root, tmpfs.path);
        if (!folder)
            return tl::unexpected(folder.error());
        const auto open = fmt::format("/proc/self/fd/{}", folder->number());
        if (chmod(open.c_str(), tmpfs.mode) != 0)
            return systemFailure(fmt::format("change the mode of {} in the image", tmpfs.path));
    }
    return {};
}

Status makeLinks(const Fd& root, const std::vector<SymbolicLink>& links) {
    for (const SymbolicLink& link : links) {
        if (auto made = makeLink(root, link); !made)
            return made;
    }
    return {};
}

} // namespace muster::container
