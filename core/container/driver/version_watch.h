// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace muster::container::driver {

// Whether the loaded kernel module and the installed library (libnvidia-ml.so.1, by the name of its
// file) are of one version, and of that with which the agent began: a driver can be upgraded under
// a running agent. A look opens three files and reads one; the linker cache is read again only
// after ldconfig has run. One thread.
class VersionWatch {
public:
    explicit VersionWatch(std::string root = "/");

    struct News {
        bool trouble = false; // else it is over
        bool mismatch = false; // no new task can use a GPU
        std::string message; // with both versions and the remedy
    };
    // Nothing while it is as at the last look, or one of the two is unknown: no driver, or one that
    // is just being replaced.
    std::optional<News> look();

private:
    std::string libraryVersion();

    std::string m_root;
    std::string m_library; // where the loader finds it, below the root; "": nowhere
    std::pair<std::uint64_t, std::int64_t> m_cache{}; // the linker cache that says so
    std::optional<std::string> m_first; // of both at the first look; "" if they differed
    std::string m_told;
};

} // namespace muster::container::driver
