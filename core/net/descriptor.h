// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include <unistd.h>

namespace muster::net {

// Closes a file descriptor at the end of its scope; -1 is none.
class Descriptor {
public:
    explicit Descriptor(int fd = -1) : m_fd(fd) { }
    Descriptor(Descriptor&& other) noexcept : m_fd(other.release()) { }
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(m_fd, other.m_fd);
        return *this;
    }
    ~Descriptor() {
        if (m_fd >= 0)
            ::close(m_fd);
    }

    int get() const { return m_fd; }
    bool valid() const { return m_fd >= 0; }
    int release() { return std::exchange(m_fd, -1); }

private:
    int m_fd;
};

} // namespace muster::net
