// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <unistd.h>

#include "core/container/driver/linker_cache.h"
#include "core/container/driver/placed_folder.h"

namespace muster::container::driver {

Result<std::vector<CachedLibrary>> readLinkerCache(const Fd& root) {
    const Fd file = openBelow(root, kLinkerCache);
    if (!file)
        return failure(
            "The driver's root has no /etc/ld.so.cache: run ldconfig", Error::Kind::NotFound);
    std::string text;
    std::array<char, 65536> buffer{};
    for (;;) {
        const auto count = read(file.number(), buffer.data(), buffer.size());
        if (count < 0)
            return systemFailure("read /etc/ld.so.cache");
        if (count == 0)
            return parseLinkerCache(text);
        text.append(buffer.data(), static_cast<std::size_t>(count));
        if (text.size() > kLargestLinkerCache)
            return failure(
                fmt::format("/etc/ld.so.cache is larger than {} bytes", kLargestLinkerCache));
    }
}

} // namespace muster::container::driver
