// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/remove_tree.h"

#include <cerrno>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>

#include "core/container/files.h"

namespace muster::container {
namespace {

constexpr int mostDepth = 64; // of open folders; what is deeper is moved up first

Fd openFolder(int parent, const char* name) {
    open_how how{.flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC,
        .mode = 0,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_XDEV};
    return Fd(static_cast<int>(syscall(SYS_openat2, parent, name, &how, sizeof how)));
}

class Removal {
public:
    // Everything in the folder `top`; true when nothing hindered, though more may be there by then.
    bool empty(Fd top) {
        m_top = Fd(fcntl(top.number(), F_DUPFD_CLOEXEC, 3));
        return empty(std::move(top), 0);
    }

private:
    bool empty(Fd folder, int depth) {
        const int number = folder.number();
        const std::unique_ptr<DIR, int (*)(DIR*)> listing(fdopendir(folder.release()), closedir);
        if (!listing)
            return false;
        bool emptied = true;
        while (const dirent* entry = readdir(listing.get())) {
            const std::string_view name = entry->d_name;
            if (name != "." && name != "..")
                emptied = removeOne(number, entry->d_name, depth) && emptied;
        }
        return emptied;
    }

    bool removeOne(int parent, const char* name, int depth) {
        if (unlinkat(parent, name, 0) == 0 || errno == ENOENT)
            return true;
        if (errno != EISDIR && errno != EPERM) // what Linux says of a folder
            return false;
        if (depth >= mostDepth)
            return moveUp(parent, name);
        Fd folder = openFolder(parent, name);
        if (!folder || !empty(std::move(folder), depth + 1))
            return false;
        return unlinkat(parent, name, AT_REMOVEDIR) == 0 || errno == ENOENT;
    }

    bool moveUp(int parent, const char* name) {
        const std::string fresh = fmt::format(".deep-{}", m_moved++);
        return renameat(parent, name, m_top.number(), fresh.c_str()) == 0 || errno == ENOENT;
    }

    Fd m_top;
    unsigned m_moved = 0;
};

} // namespace

Status removeTree(int folder, const std::string& name) {
    constexpr int rounds = 1 << 16; // each takes 64 levels off, or what came meanwhile
    Removal removal;
    for (int round = 0; round < rounds; ++round) {
        Fd top = openFolder(folder, name.c_str());
        if (!top && errno == ENOENT)
            return {};
        if (!top) {
            if ((errno == ENOTDIR || errno == ELOOP) && unlinkat(folder, name.c_str(), 0) == 0)
                return {};
            return systemFailure("open " + name);
        }
        const bool emptied = removal.empty(std::move(top));
        const int cause = errno;
        if (unlinkat(folder, name.c_str(), AT_REMOVEDIR) == 0 || errno == ENOENT)
            return {};
        if (!emptied || errno != ENOTEMPTY) {
            errno = emptied ? errno : cause;
            return systemFailure("remove " + name);
        }
    }
    return failure(fmt::format("Failed to remove {}: it is filled again and again", name),
        Error::Kind::Internal);
}

Status removeTree(const std::string& path) {
    const auto slash = path.rfind('/');
    const Fd parent(open(path.substr(0, std::max<std::size_t>(slash, 1)).c_str(),
        O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!parent)
        return errno == ENOENT ? Status() : systemFailure("open the folder of " + path);
    return removeTree(parent.number(), path.substr(slash + 1));
}

} // namespace muster::container
