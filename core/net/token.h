// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/base/result.h"

namespace muster::net {

// 64 hexadecimal digits of randomness.
Result<std::string> createSecret();

// A bearer token: "mst_" + 64 hex digits of randomness + 8 of a checksum, so that scanners for
// leaked secrets can find it and a slip of the pen is told from a wrong token.
Result<std::string> createToken();

bool isTokenText(std::string_view text);

Status writeToken(const std::filesystem::path& path, std::string_view token);

struct TokenFile {
    std::string token;
    std::vector<std::string> warnings; // for the log: mode or owner is not what it should be
};

Result<TokenFile> readToken(const std::filesystem::path& path);

// What a server keeps of a token: its SHA-256.
struct TokenHash {
    std::array<std::uint8_t, 32> bytes{};
};

TokenHash hashToken(std::string_view token);
std::string digits(const TokenHash& hash); // 64 hexadecimal ones

// A hash of what people choose themselves: slow (50 ms, 16 MiB), so that guessing is, too.
Result<TokenHash> hashSlowly(std::string_view secret, std::string_view salt);

// Takes the same time for every presented text of one length.
bool matches(const TokenHash& expected, std::string_view presented);

} // namespace muster::net
