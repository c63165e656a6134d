// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/links.h"

#include <array>
#include <cerrno>
#include <climits>
#include <optional>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "core/container/split.h"

namespace muster::container {
namespace {

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
            && mkdirat(folder.number(), part.substr(part.rfind('/') + 1).c_str(), publicFolder)
                == 0)
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

void putInFront(std::vector<std::string>& rest, std::string_view path) {
    const auto parts = splitWords(path, '/');
    for (auto part = parts.rbegin(); part != parts.rend(); ++part)
        rest.emplace_back(*part);
}

// As a process in `root` would walk; what is not there is no link. Nothing: links without an end.
std::optional<std::string> resolved(const Fd& root, const std::string& path) {
    constexpr int mostLinks = 40; // the kernel's
    std::vector<std::string> rest; // the next one last
    putInFront(rest, path);
    std::string here;
    for (int links = 0; !rest.empty();) {
        const auto part = std::exchange(rest.back(), {});
        rest.pop_back();
        if (part == ".")
            continue;
        if (part == "..") {
            here.resize(here.empty() ? 0 : here.rfind('/'));
            continue;
        }
        const auto next = here + '/' + part;
        std::array<char, PATH_MAX> target{};
        const auto size = readlinkat(root.number(), next.c_str() + 1, target.data(), target.size());
        if (size < 0) {
            here = next;
            continue;
        }
        if (++links > mostLinks)
            return std::nullopt;
        const std::string_view to(target.data(), static_cast<std::size_t>(size));
        if (to.starts_with('/'))
            here.clear();
        putInFront(rest, to);
    }
    return here.empty() ? "/" : here;
}

Result<std::string> placeOf(const Fd& root, const std::string& path, const char* what,
    Status (*check)(const std::string&)) {
    const auto place = resolved(root, path);
    if (!place)
        return failure(fmt::format(
            "{} cannot be at '{}': the image has links without an end there", what, path));
    if (const auto fine = check(*place); !fine)
        return failure(*place == path
                ? fmt::format("{} cannot be at '{}'", what, path)
                : fmt::format(
                    "{} cannot be at '{}', which leads to '{}' in the image", what, path, *place),
            fine.error());
    return *place;
}

// Where the runtime mounts them, whatever the image says.
Status checkOwnPlaces(const Fd& root) {
    for (const char* own : {"/proc", "/sys", "/dev"}) {
        if (resolved(root, own) != own)
            return failure(fmt::format("The image cannot be run: its {0} is a link, and the "
                                       "container's own {0} has to be there",
                own));
    }
    for (const char* own : {kInitInside, kAgentFolder, kImageSandbox, "/etc/resolv.conf",
             "/etc/hosts", "/etc/hostname"}) {
        const auto place = resolved(root, own);
        if (!place || isKernels(*place))
            return failure(fmt::format("The image cannot be run: its {} leads to {}, and files are "
                                       "mounted there: remove the link from the image",
                own, place.value_or("nowhere")));
    }
    return {};
}

} // namespace

Status resolvePlaces(const Fd& root, ImageRoot& image) {
    if (auto own = checkOwnPlaces(root); !own)
        return own;
    for (BindMount& mount : image.mounts) {
        auto place = placeOf(root, mount.target, "A volume", checkVolumePlace);
        if (!place)
            return tl::unexpected(place.error());
        mount.target = std::move(*place);
    }
    for (Tmpfs& tmpfs : image.tmpfs) {
        auto place = placeOf(root, tmpfs.path, "A tmpfs", checkTmpfsPlace);
        if (!place)
            return tl::unexpected(place.error());
        tmpfs.path = std::move(*place);
    }
    return {};
}

bool has32BitLoader(const Fd& root) {
    for (const char* loader : {"/lib/ld-linux.so.2", "/lib/ld-musl-i386.so.1",
             "/lib/ld-linux-armhf.so.3", "/lib/ld-musl-armhf.so.1"}) {
        open_how how{};
        how.flags = O_PATH | O_CLOEXEC;
        how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
        const Fd file(
            static_cast<int>(syscall(SYS_openat2, root.number(), loader, &how, sizeof how)));
        if (file)
            return true;
    }
    return false;
}

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
