// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/unpack/tree.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>

namespace muster::unpack {
namespace {

using container::Fd;

constexpr std::size_t mostFolderNames = 96U << 20;
constexpr char opaqueMark[] = "trusted.overlay.opaque";
constexpr char impliedMark[] = "trusted.muster.implied";

enum class Existing { Nothing, Folder, Whiteout, Other };

Existing existing(int folder, const std::string& name) {
    struct stat found { };
    if (fstatat(folder, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0)
        return Existing::Nothing;
    if (S_ISDIR(found.st_mode))
        return Existing::Folder;
    return S_ISCHR(found.st_mode) && found.st_rdev == makedev(0, 0) ? Existing::Whiteout
                                                                    : Existing::Other;
}

Fd openAt(int folder, const std::string& path, std::uint64_t flags, std::uint64_t resolve) {
    open_how how{};
    how.flags = flags | O_CLOEXEC;
    how.mode = (flags & O_CREAT) != 0 ? 0600 : 0;
    how.resolve = resolve | RESOLVE_NO_MAGICLINKS;
    // EAGAIN: somebody renamed something, anywhere, while ".." in a link was followed.
    long number = -1;
    for (int tries = 0; tries < 100; ++tries) {
        number = syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how);
        if (number >= 0 || (errno != EAGAIN && errno != EINTR))
            break;
    }
    return Fd(static_cast<int>(number));
}

constexpr std::uint64_t strictly = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS;

// REQUIRES: errno.
tl::unexpected<Error> entryFailure(const char* what, const std::string& path) {
    const int error = errno;
    return failure(
        fmt::format("Failed to {} '{}': {}", what, printable(path), std::strerror(error)),
        Error::Kind::Internal);
}

Status makeOpaqueFolder(int folder, const std::string& path) {
    if (fsetxattr(folder, opaqueMark, "y", 1, 0) != 0)
        return entryFailure("make opaque", path);
    return {};
}

// If it was marked: as it is now is how the layer wants it.
void unmarkImplied(int folder) {
    fsetxattr(folder, impliedMark, "n", 1, XATTR_REPLACE);
}

} // namespace

Fd Tree::openFolder(const std::string& path) const {
    return openAt(m_root, path.empty() ? "." : path, O_RDONLY | O_DIRECTORY,
        m_linked == LinkedFolders::Followed ? RESOLVE_IN_ROOT : strictly);
}

Result<int> Tree::folderOf(const Place& place) {
    if (m_folderPath == place.folder)
        return m_folder.number();
    m_folderPath.reset();
    m_folder = openFolder(place.folder);
    if (!m_folder) {
        const auto made = makeFolders(place);
        if (!made)
            return made;
    }
    m_folderPath = place.folder;
    return m_folder.number();
}

// From the top, each folder that is not there yet; m_folder becomes the last.
Result<int> Tree::makeFolders(const Place& place) {
    Fd above = openFolder("");
    for (std::size_t start = 0; start < place.folder.size();) {
        const auto end = std::min(place.folder.find('/', start), place.folder.size());
        const auto path = place.folder.substr(0, end);
        const auto name = place.folder.substr(start, end - start);
        start = end + 1;
        Fd folder = openFolder(path);
        if (!folder && (errno == ENOENT || errno == ENOTDIR)) {
            const bool whitedOut = existing(above.number(), name) == Existing::Whiteout;
            if (whitedOut)
                unlinkat(above.number(), name.c_str(), 0);
            if (mkdirat(above.number(), name.c_str(), 0755) == 0) {
                folder = openFolder(path);
                if (folder && !whitedOut)
                    noteImplied(folder.number());
            }
            if (folder && fchown(folder.number(), m_owner.user, m_owner.group) != 0)
                return entryFailure("change the owner of", path);
            if (folder && whitedOut)
                if (const auto opaque = makeOpaqueFolder(folder.number(), path); !opaque)
                    return tl::unexpected(opaque.error());
        }
        if (!folder && (errno == ELOOP || errno == EEXIST || errno == ENOTDIR || errno == EXDEV))
            return failure(fmt::format("entry '{}' lies below '{}', which is no folder",
                printable(place.path()), printable(path)));
        if (!folder)
            return entryFailure("make the folder of", place.path());
        above = std::move(folder);
    }
    m_folder = std::move(above);
    return m_folder.number();
}

// A file system without such attributes shows the folder as it is made here.
void Tree::noteImplied(int folder) {
    if (m_linked == LinkedFolders::Followed && fsetxattr(folder, impliedMark, "y", 1, 0) == 0)
        m_implied = true;
}

Status Tree::makeRoom(int folder, const Place& place) {
    m_folderPath.reset(); // what is removed may be a folder's link
    const bool isFolder = existing(folder, place.name) == Existing::Folder;
    if (unlinkat(folder, place.name.c_str(), isFolder ? AT_REMOVEDIR : 0) == 0)
        return {};
    if (errno == ENOTEMPTY || errno == EEXIST)
        return failure(fmt::format(
            "entry '{}' would replace a folder that is not empty", printable(place.path())));
    return entryFailure("replace", place.path());
}

Result<int> Tree::clearedFolderOf(const Place& place) {
    const auto folder = folderOf(place);
    if (folder && existing(*folder, place.name) != Existing::Nothing)
        if (const auto room = makeRoom(*folder, place); !room)
            return tl::unexpected(room.error());
    return folder;
}

Status Tree::makeFolder(const Place& place, const Attributes& attributes) {
    Fd made;
    if (place.isRoot()) {
        made = openFolder("");
    } else {
        const auto folder = folderOf(place);
        if (!folder)
            return tl::unexpected(folder.error());
        const auto before = existing(*folder, place.name);
        if (before == Existing::Whiteout || before == Existing::Other)
            if (const auto room = makeRoom(*folder, place); !room)
                return room;
        if (before != Existing::Folder && mkdirat(*folder, place.name.c_str(), 0700) != 0)
            return entryFailure("create", place.path());
        made = openAt(*folder, place.name, O_RDONLY | O_DIRECTORY, strictly);
        if (before == Existing::Folder && made)
            unmarkImplied(made.number());
        if (before == Existing::Whiteout && made)
            if (const auto opaque = makeOpaqueFolder(made.number(), place.path()); !opaque)
                return opaque;
    }
    if (!made)
        return entryFailure("open", place.path());
    m_timesSize += sizeof(FolderTime) + place.path().size();
    if (m_timesSize > mostFolderNames)
        return failure(fmt::format("the folders' names take more than {}; {} folders were made",
            sizeText(mostFolderNames), m_times.size()));
    m_times.push_back({place.path(), attributes.modified});
    return setAttributes(made.number(), place, attributes);
}

Result<Fd> Tree::createFile(const Place& place) {
    const auto folder = folderOf(place);
    if (!folder)
        return tl::unexpected(folder.error());
    const auto create
        = [&] { return openAt(*folder, place.name, O_WRONLY | O_CREAT | O_EXCL, strictly); };
    Fd file = create();
    if (!file && errno == EEXIST) {
        if (const auto room = makeRoom(*folder, place); !room)
            return tl::unexpected(room.error());
        file = create();
    }
    if (!file)
        return entryFailure("create", place.path());
    return file;
}

Status Tree::setAttributes(int file, const Place& place, const Attributes& attributes) {
    // In this order: a change of owner clears the set-user-id bit and the capabilities.
    if (fchown(file, attributes.owner.user, attributes.owner.group) != 0)
        return entryFailure("change the owner of", place.path());
    if (fchmod(file, attributes.mode) != 0)
        return entryFailure("change the mode of", place.path());
    for (const auto& [name, value] : attributes.extended) {
        if (fsetxattr(file, name.c_str(), value.data(), value.size(), 0) != 0
            && errno != ENOTSUP) // a file system without them, as with other tools
            return entryFailure(fmt::format("set {} of", printable(name)).c_str(), place.path());
    }
    const timespec times[2]{{0, UTIME_OMIT}, attributes.modified};
    if (futimens(file, times) != 0)
        return entryFailure("change the time of", place.path());
    return {};
}

Status Tree::setNameAttributes(int folder, const Place& place, const Attributes& attributes) {
    const char* name = place.name.c_str();
    if (fchownat(folder, name, attributes.owner.user, attributes.owner.group, AT_SYMLINK_NOFOLLOW)
        != 0)
        return entryFailure("change the owner of", place.path());
    const timespec times[2]{{0, UTIME_OMIT}, attributes.modified};
    if (utimensat(folder, name, times, AT_SYMLINK_NOFOLLOW) != 0)
        return entryFailure("change the time of", place.path());
    return {};
}

Status Tree::makeLink(const Place& place, const std::string& target, const Attributes& attributes) {
    const auto folder = clearedFolderOf(place);
    if (!folder)
        return tl::unexpected(folder.error());
    if (symlinkat(target.c_str(), *folder, place.name.c_str()) != 0)
        return entryFailure("create the link", place.path());
    return setNameAttributes(*folder, place, attributes);
}

Status Tree::makeHardLink(const Place& place, const Place& target) {
    if (place == target)
        return failure(fmt::format("entry '{}' is a hard link to itself", printable(place.path())));
    const Fd from = openFolder(target.folder);
    const auto kind = from ? existing(from.number(), target.name) : Existing::Nothing;
    if (kind != Existing::Other)
        return failure(fmt::format("entry '{}' is a hard link to '{}', which is no file here",
            printable(place.path()), printable(target.path())));
    const auto folder = folderOf(place);
    if (!folder)
        return tl::unexpected(folder.error());
    const auto link = [&] {
        return linkat(from.number(), target.name.c_str(), *folder, place.name.c_str(), 0) == 0;
    };
    if (link())
        return {};
    if (errno == EEXIST) {
        if (const auto room = makeRoom(*folder, place); !room)
            return room;
        if (link())
            return {};
    }
    return entryFailure("create the hard link", place.path());
}

Status Tree::makeFifo(const Place& place, const Attributes& attributes) {
    const auto folder = clearedFolderOf(place);
    if (!folder)
        return tl::unexpected(folder.error());
    if (mknodat(*folder, place.name.c_str(), S_IFIFO | attributes.mode, 0) != 0)
        return entryFailure("create", place.path());
    return setNameAttributes(*folder, place, attributes);
}

Status Tree::whiteOut(const Place& place) {
    const auto folder = folderOf(place);
    if (!folder)
        return tl::unexpected(folder.error());
    // What this layer has itself stays, and hides what is below; but folders would be merged.
    switch (existing(*folder, place.name)) {
    case Existing::Folder: {
        const Fd made = openAt(*folder, place.name, O_RDONLY | O_DIRECTORY, strictly);
        unmarkImplied(made.number());
        return makeOpaqueFolder(made.number(), place.path());
    }
    case Existing::Whiteout:
    case Existing::Other:
        return {};
    case Existing::Nothing:
        break;
    }
    if (mknodat(*folder, place.name.c_str(), S_IFCHR, makedev(0, 0)) != 0)
        return entryFailure("create the whiteout of", place.path());
    return {};
}

Status Tree::makeOpaque(const Place& mark) {
    const auto folder = folderOf(mark);
    if (!folder)
        return tl::unexpected(folder.error());
    return makeOpaqueFolder(*folder, mark.folder);
}

Status Tree::finish() {
    for (const auto& [path, modified] : m_times) {
        const Fd folder = openFolder(path);
        const timespec times[2]{{0, UTIME_OMIT}, modified};
        if (folder && futimens(folder.number(), times) != 0)
            return entryFailure("change the time of", path);
    }
    if (m_implied && fsetxattr(openFolder("").number(), impliedMark, "y", 1, 0) != 0)
        return entryFailure("mark", "/");
    return {};
}

} // namespace muster::unpack
