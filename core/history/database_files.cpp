// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/database_files.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace muster::history {

namespace fs = std::filesystem;

void removeDatabase(const fs::path& path) {
    std::error_code ignored;
    for (const auto* suffix : {"", "-wal", "-shm", "-journal"}) {
        fs::remove(path.string() + suffix, ignored);
    }
}

Error cannot(std::string_view what, const fs::path& path, int error) {
    return {fmt::format("Cannot {} {}: {}", what, path.string(), std::strerror(error)),
        Error::Kind::Unavailable};
}

Status flushFolder(const fs::path& folder) {
    const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool flushed = fd >= 0 && ::fsync(fd) == 0;
    const int error = errno;
    if (fd >= 0) {
        ::close(fd);
    }
    return flushed ? Status() : Status(tl::unexpected(cannot("flush", folder, error)));
}

Result<fs::path> replaceDatabase(
    const fs::path& path, const fs::path& fresh, std::string_view why, Instant now) {
    const auto aside = fmt::format("{}.{}-{}", path.string(), why,
        std::chrono::floor<std::chrono::seconds>(now).time_since_epoch().count());
    fs::path kept;
    for (const auto* suffix : {"", "-wal", "-journal"}) {
        std::error_code error;
        if (fs::exists(path.string() + suffix, error)) {
            fs::create_hard_link(path.string() + suffix, aside + suffix, error);
            kept = aside;
        }
        if (error) {
            return tl::unexpected(cannot("move aside", path, error.value()));
        }
    }
    auto flushed = flushFolder(path.parent_path());
    // The old one without its log would be an earlier state, and `fresh` would be spoilt by it: so
    // the old one goes before its log, and a crash before the rename leaves none, which is noticed.
    if (flushed && (fs::exists(aside + "-wal") || fs::exists(aside + "-journal"))) {
        removeDatabase(path);
        flushed = flushFolder(path.parent_path());
    }
    if (!flushed) {
        return tl::unexpected(flushed.error());
    }
    if (::rename(fresh.c_str(), path.c_str()) != 0) {
        return tl::unexpected(cannot("make", path, errno));
    }
    return flushFolder(path.parent_path()).map([&] { return kept; });
}

} // namespace muster::history
