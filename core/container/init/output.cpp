// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/init/output.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace muster::container {
namespace {

constexpr std::size_t smallPipe = 64 << 10; // the kernel's own size
constexpr std::size_t largePipe = 256 << 10; // for those who write a lot; a user's sum is limited
constexpr std::size_t mostInTerminal = 1 << 20; // more than the kernel keeps of unread output

char buffer[largePipe]; // shared: one thread

struct Name {
    char text[64];

    Name(const char* format, const char* name) { std::snprintf(text, sizeof text, format, name); }
    Name(const char* name, unsigned number) {
        std::snprintf(text, sizeof text, "%s.%u", name, number);
    }
};

bool isPlainFile(const struct stat& facts) {
    return S_ISREG(facts.st_mode) && facts.st_nlink == 1;
}

int openPlainFile(int folder, const char* name, int flags) {
    const int file = openat(folder, name, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct stat facts { };
    if (file >= 0 && fstat(file, &facts) == 0 && isPlainFile(facts))
        return file;
    close(file);
    return -1;
}

} // namespace

OutputFiles::OutputFiles(int folder, const char* name, std::uint64_t size, unsigned files)
    : m_folder(folder), m_name(name), m_limit(size), m_files(files) {
    if (adopt(openPlainFile(m_folder, m_name, O_WRONLY | O_APPEND)))
        resume();
}

void OutputFiles::append(const char* data, std::size_t size) {
    while (size > 0) {
        const std::size_t written = write(data, size);
        if (written == 0) {
            m_error = errno;
            m_dropped += size;
            return;
        }
        data += written;
        size -= written;
    }
}

void OutputFiles::tellDropped() {
    if (m_dropped > 0 && ready())
        writeNote();
}

// 0: errno says why.
std::size_t OutputFiles::write(const char* data, std::size_t size) {
    if (!ready() || !writeNote() || (m_size >= m_limit && !begin(/*keepOld=*/true)))
        return 0;
    const auto most = std::min<std::uint64_t>(size, m_limit - m_size);
    const auto count = ::write(m_file, data, most);
    if (count <= 0)
        return 0;
    m_size += static_cast<std::uint64_t>(count);
    return static_cast<std::size_t>(count);
}

// The task may have removed, replaced, linked, cut or lengthened the file meanwhile.
bool OutputFiles::ready() {
    struct stat facts { };
    if (m_file < 0 || fstatat(m_folder, m_name, &facts, AT_SYMLINK_NOFOLLOW) != 0
        || !isPlainFile(facts) || facts.st_dev != m_device || facts.st_ino != m_inode)
        return begin(/*keepOld=*/false);
    const auto size = static_cast<std::uint64_t>(facts.st_size);
    if (size < m_size) {
        m_start += m_size - size;
        saveMark(m_inode, m_start);
    }
    m_size = size;
    return true;
}

// A fresh file takes the stream's name. The step that counts is the last one; after a kill between
// any two the mark and the names still fit together.
bool OutputFiles::begin(bool keepOld) {
    if (keepOld)
        discardOldest();
    const int fresh = createFresh();
    struct stat facts { };
    const Name temporary(".%s.new", m_name);
    const auto start = m_start + m_size;
    bool done = fresh >= 0 && fstat(fresh, &facts) == 0 && saveMark(facts.st_ino, start);
    if (done) {
        if (keepOld)
            shift();
        done = renameat(m_folder, temporary.text, m_folder, m_name) == 0;
    }
    if (!done) {
        const int error = errno;
        unlinkat(m_folder, temporary.text, 0);
        close(fresh);
        errno = error;
        return false;
    }
    m_start = start;
    return adopt(fresh);
}

int OutputFiles::createFresh() const {
    const Name name(".%s.new", m_name);
    constexpr int flags = O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    const int file = openat(m_folder, name.text, flags, 0644);
    if (file >= 0 || errno != EEXIST || unlinkat(m_folder, name.text, 0) != 0)
        return file;
    return openat(m_folder, name.text, flags, 0644);
}

// Emptied first: the monitor and readers of the log may have it open, and would keep its blocks.
void OutputFiles::discardOldest() const {
    const Name name(m_name, m_files);
    const int file = openPlainFile(m_folder, name.text, O_WRONLY);
    if (file >= 0) {
        [[maybe_unused]] const int emptied = ftruncate(file, 0);
        close(file);
    }
    unlinkat(m_folder, name.text, 0);
}

// What the task put in the way is its own loss: the fresh file then takes the old one's place.
void OutputFiles::shift() const {
    for (unsigned number = m_files; number > 1; --number)
        renameat(m_folder, Name(m_name, number - 1).text, m_folder, Name(m_name, number).text);
    renameat(m_folder, m_name, m_folder, Name(m_name, 1).text);
}

bool OutputFiles::adopt(int file) {
    struct stat facts { };
    if (file < 0 || fstat(file, &facts) != 0)
        return false;
    close(m_file);
    m_file = file;
    m_device = facts.st_dev;
    m_inode = facts.st_ino;
    m_size = static_cast<std::uint64_t>(facts.st_size);
    return true;
}

void OutputFiles::resume() {
    const int file = openPlainFile(m_folder, Name(".%s.base", m_name).text, O_RDONLY);
    char text[kLongestMark];
    const auto count = file < 0 ? -1 : read(file, text, sizeof text);
    close(file);
    const auto mark = count > 0 ? parseMark({text, static_cast<std::size_t>(count)}) : std::nullopt;
    if (mark)
        m_start
            = mark->inode == m_inode ? mark->start : mark->start - std::min(mark->start, m_size);
}

bool OutputFiles::saveMark(std::uint64_t inode, std::uint64_t start) const {
    const Name name(".%s.base", m_name);
    const Name temporary(".%s.base.new", m_name);
    char text[kLongestMark];
    const auto size = static_cast<std::size_t>(std::snprintf(text, sizeof text, "%llu %llu\n",
        static_cast<unsigned long long>(inode), static_cast<unsigned long long>(start)));
    unlinkat(m_folder, temporary.text, 0);
    const int file = openat(
        m_folder, temporary.text, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
    errno = file < 0 ? errno : ENOSPC;
    const bool written = file >= 0 && ::write(file, text, size) == static_cast<ssize_t>(size);
    const int error = errno;
    close(file);
    if (written && renameat(m_folder, temporary.text, m_folder, name.text) == 0)
        return true;
    errno = written ? errno : error;
    return false;
}

bool OutputFiles::writeNote() {
    if (m_dropped == 0)
        return true;
    char text[160];
    const auto size = static_cast<std::size_t>(
        std::snprintf(text, sizeof text, "\n[muster: %llu bytes of output were dropped here: %s]\n",
            static_cast<unsigned long long>(m_dropped), std::strerror(m_error)));
    const auto count = ::write(m_file, text, size);
    if (count == static_cast<ssize_t>(size)) {
        m_size += size;
        m_dropped = 0;
        return true;
    }
    const int error = count < 0 ? errno : ENOSPC;
    if (count > 0 && ftruncate(m_file, static_cast<off_t>(m_size)) != 0)
        m_size += static_cast<std::uint64_t>(count);
    errno = error;
    return false;
}

Output::Output(int folder, const char* name, std::uint64_t size, unsigned files)
    : m_files(folder, name, size, files) { }

bool Output::openPipe() {
    return pipe2(m_ends, O_CLOEXEC) == 0 && fcntl(m_ends[0], F_SETFL, O_NONBLOCK) == 0;
}

void Output::useTerminal(int outer, int inner) {
    m_ends[0] = outer;
    m_ends[1] = inner;
    m_isTerminal = true;
}

void Output::closeCommandEnd() {
    if (m_isTerminal)
        return;
    close(m_ends[1]);
    m_ends[1] = -1;
}

void Output::copy() {
    copyUpTo(sizeof buffer);
}

// How much is on its way through a terminal is only known by reading it.
void Output::drain() {
    int waiting = m_isTerminal ? mostInTerminal : 0;
    if (m_ends[0] >= 0 && !m_isTerminal)
        ioctl(m_ends[0], FIONREAD, &waiting);
    for (auto left = static_cast<std::size_t>(waiting); left > 0;) {
        const auto count = copyUpTo(std::min(left, sizeof buffer));
        if (count == 0)
            break;
        left -= count;
    }
    m_files.tellDropped();
}

std::size_t Output::copyUpTo(std::size_t most) {
    const auto count = read(m_ends[0], buffer, most);
    if (count < 0)
        return 0;
    if (count == 0) {
        close(m_ends[0]);
        m_ends[0] = -1;
        return 0;
    }
    m_files.append(buffer, static_cast<std::size_t>(count));
    if (static_cast<std::size_t>(count) >= smallPipe && !m_isLarge) {
        fcntl(m_ends[0], F_SETPIPE_SZ, static_cast<int>(largePipe));
        m_isLarge = true;
    }
    return static_cast<std::size_t>(count);
}

} // namespace muster::container
