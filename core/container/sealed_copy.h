// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include <sys/stat.h>

#include "core/container/files.h"

namespace muster::container {

// A program in memory, where nothing can change it any more. runc runs inside containers for a
// moment, so it makes such a copy of itself for each of them, unless it was started from one (its
// libcontainer/nsenter/cloned_binary.c). Thread-safe.
class SealedCopy {
public:
    explicit SealedCopy(std::string program) : m_program(std::move(program)) { }

    // What this process and others of root start it by, while this object lives: of the program as
    // it is on disk now, for it may have been updated. The program itself where no copy can be had.
    std::string path() const;

private:
    Status copy(const struct stat& facts) const;

    const std::string m_program;
    mutable std::mutex m_mutex; // guards the two below
    mutable Fd m_copy;
    mutable std::optional<struct stat> m_copied; // the file that it is a copy of
};

} // namespace muster::container
