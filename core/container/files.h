// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/types.h>
#include <unistd.h>

#include "core/kernel/base/result.h"

namespace muster::container {

// Owns one descriptor. Every descriptor of the agent is close-on-exec.
class Fd {
public:
    explicit Fd(int number = -1) : m_number(number) { }
    Fd(Fd&& other) noexcept : m_number(std::exchange(other.m_number, -1)) { }
    Fd& operator=(Fd&& other) noexcept {
        std::swap(m_number, other.m_number);
        return *this;
    }
    ~Fd() {
        if (m_number >= 0)
            close(m_number);
    }

    int number() const { return m_number; }
    int release() { return std::exchange(m_number, -1); } // the caller closes it
    explicit operator bool() const { return m_number >= 0; }

private:
    int m_number;
};

// "Failed to <what>: <text of errno>"; call it before anything else can change errno.
tl::unexpected<Error> systemFailure(std::string_view what);

// A kernel file or one of ours, up to 4 MiB.
Result<std::string> readFile(const std::string& path);
// Mode 0600, under a temporary name first: readers see all of it or nothing.
Status writeFileAtomically(const std::string& path, std::string_view text);
// Directories with all parents; what exists is left as it is.
Status makeDirectories(const std::string& path, unsigned mode);
inline constexpr mode_t publicFolder = 0755; // the mode of what every container's user may read
std::optional<std::uint64_t> fileSize(int file); // of an open one
// What is in a folder, in order; nothing if it cannot be read.
std::vector<std::string> namesIn(const std::string& folder);
// Removes the plain files and fifos directly in `path`, then `path`; follows no symbolic link, and
// an inner directory is an error. Success when it does not exist.
Status removeFlatDirectory(const std::string& path);

} // namespace muster::container
