// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/container/files.h"
#include "core/kernel/base/result.h"

namespace muster::container::driver {

// One library as the host's loader finds it.
struct CachedLibrary {
    std::string soname; // "libcuda.so.1"
    std::string path; // "/usr/lib/x86_64-linux-gnu/libcuda.so.1", below the cache's root
    bool is64 = true;
    std::uint32_t abi
        = 0; // lowest kernel as major << 16 | minor << 8 | patch: libnvidia-tls has two

    bool operator==(const CachedLibrary&) const = default;
};

// Reads /etc/ld.so.cache (ldconfig's format "glibc-ld.so.cache1.1", alone or behind the old one's
// table), in its order. Libraries of a third kind (x32, other C libraries) and names that are no
// plain file name or absolute path are left out. At most 16 MiB, 65536 libraries, 4096 bytes a
// name. O(bytes). Pure.
Result<std::vector<CachedLibrary>> parseLinkerCache(std::string_view bytes);

inline constexpr const char* kLinkerCache = "/etc/ld.so.cache";
inline constexpr std::size_t kLargestLinkerCache = 16U << 20; // bytes; a larger one is refused
// That of a root folder. NotFound if it has none.
Result<std::vector<CachedLibrary>> readLinkerCache(const Fd& root);

} // namespace muster::container::driver
