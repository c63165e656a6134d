// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/files.h"

#include <algorithm>
#include <memory>
#include <set>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "core/container/beneath.h"

namespace muster::agentd {
namespace {

using container::Fd;

// Below the sandboxes' folder: "<framework>/<task>[/...]"; nothing for what is in no sandbox.
std::optional<std::string> beneath(const std::string& path, const std::string& sandboxes) {
    std::vector<std::string> parts;
    if (path.starts_with(sandboxes + "/")) {
        parts = partsOf(std::string_view(path).substr(sandboxes.size()));
    } else if (path.starts_with("/framework/")) {
        parts = partsOf(path);
        if (parts.size() < 4 || parts[2] != "task") {
            return std::nullopt;
        }
        parts.erase(parts.begin() + 2);
        parts.erase(parts.begin());
    }
    if (parts.size() < 2 || std::ranges::find(parts, "..") != parts.end()) {
        return std::nullopt;
    }
    return fmt::format("{}", fmt::join(parts, "/"));
}

} // namespace

std::optional<std::pair<std::string, std::string>> SandboxFiles::sandboxOf(
    const std::string& path) const {
    const auto inside = beneath(path, m_sandboxes);
    if (!inside) {
        return std::nullopt;
    }
    const auto parts = partsOf(*inside);
    return std::pair(parts[0], parts[1]);
}

Result<Fd> SandboxFiles::open(const std::string& path) const {
    const auto inside = beneath(path, m_sandboxes);
    const Fd folder(::open(m_sandboxes.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!inside || !folder) {
        return fileNotFound();
    }
    // Looked at before it is opened for reading: opening a device or a fifo can have effects.
    struct stat facts { };
    const Fd seen(container::openBeneath(folder.number(), *inside, O_PATH));
    if (!seen || ::fstat(seen.number(), &facts) != 0
        || !(S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode))) {
        return fileNotFound();
    }
    Fd file(container::openBeneath(folder.number(), *inside, O_RDONLY | O_NONBLOCK | O_NOCTTY));
    struct stat opened { };
    if (!file || ::fstat(file.number(), &opened) != 0 || opened.st_ino != facts.st_ino
        || opened.st_dev != facts.st_dev) {
        return fileNotFound();
    }
    return file;
}

Result<SandboxFiles::Listing> SandboxFiles::list(
    const std::string& path, const std::string& after) const {
    const auto file = open(path);
    if (!file) {
        return tl::unexpected(file.error());
    }
    Listing out;
    struct stat facts { };
    ::fstat(file->number(), &facts);
    if (S_ISREG(facts.st_mode)) {
        FileOwners owners;
        out.files.push_back(fileInfo(path, facts, owners));
        return out;
    }
    const std::unique_ptr<DIR, int (*)(DIR*)> entries(
        ::fdopendir(::dup(file->number())), ::closedir);
    if (!entries) {
        return fileNotFound();
    }
    std::set<std::string> names; // the first ones
    bool more = false;
    while (const auto* entry = ::readdir(entries.get())) {
        const std::string_view name = entry->d_name;
        if (name == "." || name == ".." || name <= after) {
            continue;
        }
        if (names.size() == kMostEntries && name > *names.rbegin()) {
            more = true; // as most of them do in a large directory
            continue;
        }
        names.emplace(name);
        if (names.size() > kMostEntries) {
            names.erase(std::prev(names.end()));
            more = true;
        }
    }
    if (more) {
        out.last = *names.rbegin();
    }
    FileOwners owners;
    const auto prefix = path.ends_with('/') ? path : path + "/";
    for (const auto& name : names) {
        if (::fstatat(file->number(), name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) {
            continue;
        }
        // A link is named, and never followed.
        if (S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode) || S_ISLNK(facts.st_mode)) {
            out.files.push_back(fileInfo(prefix + name, facts, owners));
        }
    }
    return out;
}

Result<FilePiece> SandboxFiles::read(
    const std::string& path, std::uint64_t offset, std::optional<std::uint64_t> length) const {
    const auto file = open(path);
    if (!file) {
        return tl::unexpected(file.error());
    }
    struct stat facts { };
    ::fstat(file->number(), &facts);
    if (S_ISDIR(facts.st_mode)) {
        return failure("Cannot read a directory.\n");
    }
    FilePiece out{.size = static_cast<std::uint64_t>(facts.st_size), .data = {}};
    if (offset < out.size) {
        const auto most
            = std::min<std::uint64_t>(length.value_or(kMaximumFileRead), kMaximumFileRead);
        out.data.resize(std::min<std::uint64_t>(most, out.size - offset));
        const auto count
            = ::pread(file->number(), out.data.data(), out.data.size(), static_cast<off_t>(offset));
        out.data.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    }
    return out;
}

} // namespace muster::agentd
