// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/sealed_copy.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/sendfile.h>

namespace muster::container {
namespace {

constexpr unsigned executable = 0x10; // MFD_EXEC, which older headers do not name
// Exactly those that runc looks for.
constexpr int seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;

bool isSame(const struct stat& a, const struct stat& b) {
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino && a.st_size == b.st_size
        && a.st_mtim.tv_sec == b.st_mtim.tv_sec && a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

} // namespace

std::string SealedCopy::path() const {
    const std::lock_guard lock(m_mutex);
    struct stat facts { };
    if (stat(m_program.c_str(), &facts) != 0)
        return m_program;
    if ((!m_copied || !isSame(*m_copied, facts)) && !copy(facts))
        return m_program;
    return fmt::format("/proc/{}/fd/{}", getpid(), m_copy.number());
}

// A copy takes the number of the one before: who was told of that one may be about to use it.
Status SealedCopy::copy(const struct stat& facts) const {
    const Fd from(open(m_program.c_str(), O_RDONLY | O_CLOEXEC));
    Fd to(memfd_create("sealed", MFD_CLOEXEC | MFD_ALLOW_SEALING | executable));
    if (!to && errno == EINVAL) // before Linux 6.3
        to = Fd(memfd_create("sealed", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!from || !to)
        return systemFailure("copy " + m_program);
    for (auto left = facts.st_size; left > 0;) {
        const auto count
            = sendfile(to.number(), from.number(), nullptr, static_cast<std::size_t>(left));
        if (count <= 0)
            return systemFailure("copy " + m_program);
        left -= count;
    }
    if (fcntl(to.number(), F_ADD_SEALS, seals) != 0
        || (m_copy && dup3(to.number(), m_copy.number(), O_CLOEXEC) < 0))
        return systemFailure("seal the copy of " + m_program);
    if (!m_copy)
        m_copy = std::move(to);
    m_copied = facts;
    return {};
}

} // namespace muster::container
