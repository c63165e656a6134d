// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/log_files.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>

#include "agentd/agent/files.h"
#include "core/container/beneath.h"
#include "core/container/init/output_mark.h"

namespace muster::agentd {
namespace {

using container::Fd;

constexpr int kMostOlder = 100; // as many as --max_log_files allows
constexpr int kTriesInLook = 3; // within one look
constexpr int kPatience = 5; // looks; then a mark that fits no file is one of a killed init
constexpr off_t kMostBytes = off_t{1} << 61; // a sparse file can claim any size

std::int64_t startOf(const container::OutputMark& mark, std::uint64_t inode, std::int64_t size) {
    const auto start = static_cast<std::int64_t>(mark.start);
    return mark.inode == inode ? start : std::max<std::int64_t>(start - size, 0);
}

} // namespace

Result<LogFiles> LogFiles::open(Fd sandbox, std::string name) {
    const Fd file(container::openBeneath(sandbox.number(), name, O_PATH));
    const int error = errno;
    LogFiles out(std::move(sandbox), std::move(name));
    if (out.part(out.m_name) || (!file && error == ENOENT && !out.mark().empty())) {
        return out;
    }
    if (file) {
        return failure("is not a regular file");
    }
    return failure(error == ENOENT ? "no such file in the sandbox" : std::strerror(error),
        Error::Kind::NotFound);
}

std::optional<LogFiles::Extent> LogFiles::extent() {
    const auto parts = look();
    if (!parts) {
        return std::nullopt;
    }
    return parts->empty() ? Extent{}
                          : Extent{parts->back().start, parts->front().start + parts->front().size};
}

std::optional<std::size_t> LogFiles::read(std::int64_t& offset, char* buffer, std::size_t size) {
    for (int i = 0; i < kTriesInLook; ++i) {
        if (m_file && offset >= m_part.start) {
            const auto count = ::pread(m_file.number(), buffer, size, offset - m_part.start);
            if (count > 0) {
                return static_cast<std::size_t>(count);
            }
            if (isAtEnd(offset)) {
                return 0;
            }
        }
        const auto parts = look();
        if (!parts) {
            return std::nullopt;
        }
        if (parts->empty()) {
            return 0;
        }
        offset = std::max(offset, parts->back().start);
        const auto holds = [&](const Part& part) { return part.start <= offset; };
        const auto found = std::find_if(parts->begin(), parts->end(), holds);
        if (offset >= found->start + found->size) {
            return 0;
        }
        if (!take(*found)) {
            return std::nullopt;
        }
    }
    return std::nullopt;
}

// The usual case of a reader that waits for more: nothing was renamed, nothing added.
bool LogFiles::isAtEnd(std::int64_t offset) const {
    const auto now = part(m_name);
    return now && now->inode == m_part.inode && m_part.start + now->size == offset;
}

// Opened by its name, which may be another file's by now; even of its inode's number, which is free
// again once that many files were begun. Then the mark is another one.
bool LogFiles::take(const Part& part) {
    Fd file(
        container::openBeneath(m_sandbox.number(), part.name, O_RDONLY | O_NONBLOCK | O_NOCTTY));
    struct stat facts { };
    if (!file || ::fstat(file.number(), &facts) != 0 || facts.st_ino != part.inode
        || mark() != m_mark) {
        return false;
    }
    m_file = std::move(file);
    m_part = part;
    return true;
}

// Looked at without opening it: that can have effects.
std::optional<LogFiles::Part> LogFiles::part(const std::string& name) const {
    const Fd file(container::openBeneath(m_sandbox.number(), name, O_PATH));
    struct stat facts { };
    if (!file || ::fstat(file.number(), &facts) != 0 || !S_ISREG(facts.st_mode)
        || facts.st_size > kMostBytes) {
        return std::nullopt;
    }
    return Part{name, facts.st_ino, facts.st_size, 0};
}

std::string LogFiles::mark() const {
    const auto name = "." + m_name + ".base";
    if (m_name.find('/') != std::string::npos || !part(name)) {
        return {};
    }
    const Fd file(
        container::openBeneath(m_sandbox.number(), name, O_RDONLY | O_NONBLOCK | O_NOCTTY));
    char text[container::kLongestMark];
    const auto count = file ? ::pread(file.number(), text, sizeof text, 0) : -1;
    return count > 0 ? std::string(text, static_cast<std::size_t>(count)) : std::string();
}

// The newest first: once it is what the mark says, the older ones have their names. A kill amid
// the renaming leaves one number out.
LogFiles::Parts LogFiles::list(bool rotated) const {
    Parts out;
    if (auto newest = part(m_name)) {
        out.push_back(std::move(*newest));
    }
    for (int number = 1, missing = 0; rotated && number <= kMostOlder && missing < 2; ++number) {
        auto older = part(fmt::format("{}.{}", m_name, number));
        missing = older ? 0 : missing + 1;
        if (older) {
            out.push_back(std::move(*older));
        }
    }
    return out;
}

// An init that was only slow may go on amid the list, which then has a file under two names. That
// moved file is gone from its first one.
bool LogFiles::isStill(const Parts& parts) const {
    const auto same
        = [](const Part& a, const Part& b) { return a.name == b.name && a.inode == b.inode; };
    return std::ranges::equal(parts, list(true), same);
}

std::optional<LogFiles::Parts> LogFiles::look() {
    for (int i = 0; i < kTriesInLook; ++i) {
        const auto text = mark();
        const auto known = container::parseMark(text);
        auto parts = list(known.has_value());
        if (mark() != text) {
            m_unsettled = 0;
            continue;
        }
        const bool fits = !known || (!parts.empty() && parts.front().inode == known->inode);
        if (!fits && (i + 1 < kTriesInLook || ++m_unsettled < kPatience || !isStill(parts))) {
            continue;
        }
        m_unsettled = fits ? 0 : m_unsettled;
        m_mark = text;
        auto next = known && !parts.empty()
            ? startOf(*known, parts.front().inode, parts.front().size) + parts.front().size
            : (parts.empty() ? 0 : parts.front().size);
        for (auto part = parts.begin(); part != parts.end(); ++part) {
            part->start = next - part->size;
            if (part->start < 0) {
                parts.erase(part, parts.end());
                break;
            }
            next = part->start;
        }
        return parts;
    }
    return std::nullopt;
}

} // namespace muster::agentd
