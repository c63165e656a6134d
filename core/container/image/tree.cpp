// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/tree.h"

#include <cerrno>
#include <memory>
#include <optional>

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>

namespace muster::container::image {
namespace {

constexpr std::size_t mostLevels = 64;

using Listing = std::unique_ptr<DIR, int (*)(DIR*)>;

// A directory on the way down, and what it is called in the one before.
struct Level {
    Listing listing;
    std::string name;

    int number() const { return dirfd(listing.get()); }
};

Result<Level> enter(int parent, const std::string& name) {
    open_how how{};
    how.flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_XDEV;
    const int number
        = static_cast<int>(syscall(SYS_openat2, parent, name.c_str(), &how, sizeof how));
    if (number < 0)
        return systemFailure("open the directory " + name);
    Level level{Listing(fdopendir(number), closedir), name};
    if (!level.listing) {
        const auto error = systemFailure("list the directory " + name);
        close(number);
        return error;
    }
    return level;
}

// The next name of a directory; nothing at its end.
std::optional<std::string> nextName(DIR* listing) {
    while (const dirent* entry = readdir(listing)) {
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..")
            return std::string(name);
    }
    return std::nullopt;
}

// True if it is gone now, false if it is a directory.
Result<bool> removePlain(int parent, const std::string& name) {
    if (unlinkat(parent, name.c_str(), 0) == 0 || errno == ENOENT)
        return true;
    if (errno == EISDIR)
        return false;
    return systemFailure("remove " + name);
}

Status removeEmpty(int parent, const std::string& name) {
    if (unlinkat(parent, name.c_str(), AT_REMOVEDIR) != 0 && errno != ENOENT)
        return systemFailure("remove the directory " + name);
    return {};
}

} // namespace

// Each level holds a descriptor, and the depth is the choice of whoever made the tree: what is too
// deep is first moved up to its top.
Status removeTree(const Fd& parent, const std::string& name) {
    const auto plain = removePlain(parent.number(), name);
    if (!plain || *plain)
        return plain ? Status() : tl::unexpected(plain.error());
    std::vector<Level> levels;
    const auto above
        = [&] { return levels.size() > 1 ? levels[levels.size() - 2].number() : parent.number(); };
    auto first = enter(parent.number(), name);
    if (!first)
        return tl::unexpected(first.error());
    levels.push_back(std::move(*first));
    unsigned moved = 0;
    bool again = false;
    while (!levels.empty()) {
        const int here = levels.back().number();
        const auto next = nextName(levels.back().listing.get());
        if (!next && levels.size() == 1 && std::exchange(again, false)) {
            rewinddir(levels.back().listing.get());
            continue;
        }
        if (!next) {
            if (const auto removed = removeEmpty(above(), levels.back().name); !removed)
                return removed;
            levels.pop_back();
            continue;
        }
        const auto gone = removePlain(here, *next);
        if (!gone)
            return tl::unexpected(gone.error());
        if (*gone)
            continue;
        if (levels.size() == mostLevels) {
            const auto name = fmt::format(".moved-up-{}", moved++);
            if (renameat(here, next->c_str(), levels.front().number(), name.c_str()) != 0)
                return systemFailure("move the directory " + *next);
            again = true;
            continue;
        }
        auto inner = enter(here, *next);
        if (!inner)
            return tl::unexpected(inner.error());
        levels.push_back(std::move(*inner));
    }
    return {};
}

Result<Fd> openDirectory(const std::string& path) {
    Fd directory(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
    if (!directory)
        return systemFailure("open " + path);
    return directory;
}

Result<std::vector<std::string>> namesIn(const Fd& directory) {
    const int number = openat(directory.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const Listing listing(number < 0 ? nullptr : fdopendir(number), closedir);
    if (!listing)
        return systemFailure("list a directory");
    std::vector<std::string> names;
    while (auto name = nextName(listing.get()))
        names.push_back(std::move(*name));
    return names;
}

Status syncDirectory(const std::string& path) {
    const auto directory = openDirectory(path);
    if (!directory)
        return tl::unexpected(directory.error());
    return fsync(directory->number()) == 0 ? Status() : systemFailure("sync " + path);
}

Status writeDurably(const std::string& directory, const std::string& name, std::string_view text) {
    const auto path = directory + "/" + name;
    const auto temporary = directory + "/.new-" + name;
    {
        const Fd file(
            open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
        if (!file)
            return systemFailure("create " + temporary);
        while (!text.empty()) {
            const auto count = write(file.number(), text.data(), text.size());
            if (count < 0 && errno != EINTR)
                return systemFailure("write " + temporary);
            text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        }
        if (fsync(file.number()) != 0)
            return systemFailure("sync " + temporary);
    }
    if (rename(temporary.c_str(), path.c_str()) != 0)
        return systemFailure("rename " + temporary);
    return syncDirectory(directory);
}

} // namespace muster::container::image
