// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/driver/linker_cache.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

namespace muster::container::driver {
namespace {

// glibc's sysdeps/generic/dl-cache.h.
constexpr std::string_view oldMagic = "ld.so-1.7.0";
constexpr std::string_view newMagic = "glibc-ld.so.cache1.1";
constexpr std::size_t oldHeader = 16;
constexpr std::size_t oldEntry = 12;
constexpr std::size_t newHeader = 48;
constexpr std::size_t newEntry = 24;
constexpr std::size_t alignment = 8;

constexpr std::uint32_t mostLibraries = 65536;
constexpr std::size_t longestName = 4096;

constexpr unsigned char bigEndian = 3; // of the header's flags; 0 is "not said"
constexpr std::uint32_t elfLibc6 = 3;

std::uint32_t numberAt(std::string_view bytes, std::size_t offset) {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return value;
}

// NUL-terminated, from the strings' table; nothing if it is no such text.
std::optional<std::string_view> textAt(std::string_view bytes, std::uint32_t offset) {
    if (offset >= bytes.size())
        return std::nullopt;
    const auto rest = bytes.substr(offset, longestName + 1);
    const auto end = rest.find('\0');
    if (end == std::string_view::npos || end == 0)
        return std::nullopt;
    return rest.substr(0, end);
}

// 64 or 32 bit of an architecture that NVIDIA has drivers for.
std::optional<bool> is64Bit(std::uint32_t flags) {
    if ((flags & 0xff) != elfLibc6)
        return std::nullopt;
    switch (flags & 0xff00) {
    case 0x0300: // x86-64
    case 0x0500: // POWER
    case 0x0a00: // AArch64
        return true;
    case 0x0000: // i386
    case 0x0900: // Arm with hardware floating point
        return false;
    default:
        return std::nullopt;
    }
}

bool isPlain(std::string_view path) {
    const std::string whole = std::string(path) + '/';
    return path.starts_with('/') && !path.ends_with('/') && whole.find("/../") == std::string::npos;
}

// Where the new format begins in a file that may have the old one in front.
std::optional<std::size_t> startOfNew(std::string_view bytes) {
    std::size_t start = 0;
    if (bytes.starts_with(oldMagic) && bytes.size() >= oldHeader) {
        const std::size_t count = numberAt(bytes, oldHeader - sizeof(std::uint32_t));
        start = oldHeader + count * oldEntry;
        start = (start + alignment - 1) / alignment * alignment;
    }
    if (start > bytes.size() || !bytes.substr(start).starts_with(newMagic))
        return std::nullopt;
    return start;
}

} // namespace

Result<std::vector<CachedLibrary>> parseLinkerCache(std::string_view bytes) {
    if (bytes.size() > kLargestLinkerCache)
        return failure(fmt::format(
            "The linker cache has {} bytes, {} are allowed", bytes.size(), kLargestLinkerCache));
    const auto start = startOfNew(bytes);
    if (!start)
        return failure("The linker cache is not of the format glibc-ld.so.cache1.1: run ldconfig");
    bytes.remove_prefix(*start);
    if (bytes.size() < newHeader)
        return failure("The linker cache is cut short: run ldconfig");
    const bool big = (static_cast<unsigned char>(bytes[28]) & 3) == bigEndian;
    if (big != (std::endian::native == std::endian::big))
        return failure("The linker cache is of another byte order");
    const auto count = numberAt(bytes, newMagic.size());
    if (count > mostLibraries || newHeader + count * newEntry > bytes.size())
        return failure(fmt::format(
            "The linker cache counts {} libraries in {} bytes: run ldconfig", count, bytes.size()));
    std::vector<CachedLibrary> result;
    for (std::size_t i = 0; i < count; ++i) {
        const auto at = newHeader + i * newEntry;
        const auto wide = is64Bit(numberAt(bytes, at));
        const auto name = textAt(bytes, numberAt(bytes, at + 4));
        const auto path = textAt(bytes, numberAt(bytes, at + 8));
        if (!wide || !name || !path || name->find('/') != std::string_view::npos || *name == "."
            || *name == ".." || !isPlain(*path))
            continue;
        result.push_back({std::string(*name), std::string(*path), *wide, numberAt(bytes, at + 12)});
    }
    return result;
}

} // namespace muster::container::driver
