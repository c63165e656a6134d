// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/driver/version_watch.h"

#include <algorithm>

#include <fcntl.h>
#include <sys/stat.h>

#include "core/container/driver/linker_cache.h"
#include "core/container/driver/module_version.h"
#include "core/container/driver/placed_folder.h"

namespace muster::container::driver {
namespace {

constexpr const char* soname = "libnvidia-ml.so.1";
constexpr std::string_view stem = "libnvidia-ml.so.";

// Another one has another; ldconfig writes a new file.
std::pair<std::uint64_t, std::int64_t> stampOf(const Fd& file) {
    struct stat info { };
    if (!file || fstat(file.number(), &info) != 0)
        return {};
    constexpr std::int64_t nanoseconds = 1'000'000'000;
    return {info.st_ino, info.st_mtim.tv_sec * nanoseconds + info.st_mtim.tv_nsec};
}

std::string findLibrary(const Fd& root) {
    const auto cache = readLinkerCache(root);
    if (!cache)
        return {};
    const auto found = std::find_if(cache->begin(), cache->end(),
        [](const CachedLibrary& library) { return library.is64 && library.soname == soname; });
    return found == cache->end() ? "" : found->path;
}

} // namespace

VersionWatch::VersionWatch(std::string root) : m_root(std::move(root)) { }

std::string VersionWatch::libraryVersion() {
    const Fd root(open(m_root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!root)
        return {};
    if (const auto cache = stampOf(openBelow(root, kLinkerCache)); cache != m_cache) {
        m_cache = cache;
        m_library = findLibrary(root);
    }
    if (m_library.empty())
        return {};
    const auto name = realName(openBelow(root, m_library));
    return name.starts_with(stem) ? parseModuleVersion(name.substr(stem.size())) : "";
}

std::optional<VersionWatch::News> VersionWatch::look() {
    const auto module = readModuleVersion(m_root);
    const auto library = libraryVersion();
    if (module.empty() || library.empty())
        return std::nullopt;
    const auto mismatch = versionMismatch(module, library);
    if (!m_first)
        m_first = mismatch ? "" : module;
    std::string trouble;
    if (mismatch)
        trouble = *mismatch;
    else if (module != *m_first)
        trouble = fmt::format("Kernel module and library of the NVIDIA driver are both {} now: "
                              "restart this agent, which was started with another version",
            module);
    if (trouble == m_told)
        return std::nullopt;
    m_told = trouble;
    if (!trouble.empty())
        return News{true, mismatch.has_value(), std::move(trouble)};
    return News{false, false,
        fmt::format("Kernel module and library of the NVIDIA driver are both {}", module)};
}

} // namespace muster::container::driver
