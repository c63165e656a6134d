// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace muster::container::driver {

struct CacheRow {
    std::uint32_t flags;
    std::string name;
    std::string path;
    std::uint32_t abi = 0;
};

inline constexpr std::uint32_t x86_64 = 0x0303;
inline constexpr std::uint32_t i386 = 0x0003;
inline constexpr std::uint32_t x32 = 0x0803;

inline void put(std::string& bytes, std::uint32_t value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// What ldconfig writes.
inline std::string cacheOf(const std::vector<CacheRow>& rows) {
    std::string table;
    std::string strings;
    const auto start = static_cast<std::uint32_t>(48 + 24 * rows.size());
    for (const CacheRow& row : rows) {
        put(table, row.flags);
        put(table, start + static_cast<std::uint32_t>(strings.size()));
        strings += row.name + '\0';
        put(table, start + static_cast<std::uint32_t>(strings.size()));
        strings += row.path + '\0';
        put(table, row.abi);
        put(table, 0);
        put(table, 0);
    }
    std::string bytes = "glibc-ld.so.cache1.1";
    put(bytes, static_cast<std::uint32_t>(rows.size()));
    put(bytes, static_cast<std::uint32_t>(strings.size()));
    bytes.resize(48);
    return bytes + table + strings;
}

inline std::string textOf(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

} // namespace muster::container::driver
