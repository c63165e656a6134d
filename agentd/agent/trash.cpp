// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/trash.h"

#include <cerrno>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>

namespace muster::agentd {
namespace {

using container::Fd;
using Listing = std::unique_ptr<DIR, int (*)(DIR*)>;

// A folder directly below; what is mounted there is another file system's.
Listing list(int folder, const char* name) {
    open_how how{};
    how.flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV;
    Fd opened(static_cast<int>(::syscall(SYS_openat2, folder, name, &how, sizeof how)));
    DIR* const listing = opened ? ::fdopendir(opened.number()) : nullptr;
    if (listing != nullptr) {
        opened.release();
    }
    return {listing, ::closedir};
}

bool isDots(std::string_view name) {
    return name == "." || name == "..";
}

} // namespace

Trash::Trash(Trash&& other) noexcept
    : m_folder(std::move(other.m_folder)), m_last(other.m_last.load()),
      m_stuck(std::move(other.m_stuck)) { }

Result<Trash> Trash::open(const std::string& path) {
    if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) {
        return container::systemFailure("create " + path);
    }
    Fd folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder) {
        return container::systemFailure("open " + path);
    }
    return Trash(std::move(folder));
}

Status Trash::take(int folder, const std::string& name) {
    if (moveHere(folder, name.c_str())) {
        return {};
    }
    return container::systemFailure("take away " + name);
}

bool Trash::moveHere(int folder, const char* name) {
    for (;;) {
        const auto fresh = std::to_string(++m_last);
        if (::renameat2(folder, name, m_folder.number(), fresh.c_str(), RENAME_NOREPLACE) == 0) {
            return true;
        }
        if (errno != EEXIST) { // left by an earlier agent
            return false;
        }
    }
}

bool Trash::step(std::size_t entries) {
    std::size_t budget = entries;
    const auto listing = list(m_folder.number(), ".");
    while (const auto* entry = listing && budget > 0 ? ::readdir(listing.get()) : nullptr) {
        const std::string name = entry->d_name;
        if (isDots(name) || m_stuck.contains(name)) {
            continue;
        }
        if (::unlinkat(m_folder.number(), name.c_str(), 0) == 0) {
            --budget;
        } else if (errno != ENOENT) {
            empty(name, budget);
        }
    }
    return budget < entries;
}

void Trash::empty(const std::string& name, std::size_t& budget) {
    if (const auto listing = list(m_folder.number(), name.c_str())) {
        const int folder = ::dirfd(listing.get());
        while (const auto* entry = budget > 0 ? ::readdir(listing.get()) : nullptr) {
            if (!isDots(entry->d_name)
                && (::unlinkat(folder, entry->d_name, 0) == 0 || moveHere(folder, entry->d_name))) {
                --budget;
            }
        }
    }
    if (budget == 0) {
        return;
    }
    if (::unlinkat(m_folder.number(), name.c_str(), AT_REMOVEDIR) == 0) {
        --budget;
    } else if (errno != ENOENT) {
        m_stuck.insert(name);
    }
}

} // namespace muster::agentd
