// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/token.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include "core/net/private_file.h"
#include "core/net/text.h"

namespace muster::net {

namespace {

constexpr std::string_view kPrefix = "mst_";
constexpr std::size_t kSecretDigits = 64;
constexpr std::size_t kChecksumDigits = 8;

std::string hex(const std::uint8_t* bytes, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
        text += fmt::format("{:02x}", bytes[i]);
    return text;
}

std::string checksum(std::string_view secret) {
    return hex(hashToken(secret).bytes.data(), kChecksumDigits / 2);
}

} // namespace

Result<std::string> createSecret() {
    std::array<std::uint8_t, kSecretDigits / 2> random{};
    if (RAND_bytes(random.data(), static_cast<int>(random.size())) != 1)
        return failure("The system gave no random numbers for a token", Error::Kind::Internal);
    return hex(random.data(), random.size());
}

Result<std::string> createToken() {
    return createSecret().map(
        [](const std::string& secret) { return std::string(kPrefix) + secret + checksum(secret); });
}

bool isTokenText(std::string_view text) {
    if (text.size() != kPrefix.size() + kSecretDigits + kChecksumDigits
        || !text.starts_with(kPrefix))
        return false;
    const auto secret = text.substr(kPrefix.size(), kSecretDigits);
    return secret.find_first_not_of("0123456789abcdef") == std::string_view::npos
        && text.substr(kPrefix.size() + kSecretDigits) == checksum(secret);
}

Status writeToken(const std::filesystem::path& path, std::string_view token) {
    return writePrivateFile(path, std::string(token) + "\n");
}

Result<TokenFile> readToken(const std::filesystem::path& path) {
    auto file = readPrivateFile(path);
    if (!file)
        return failure("No token", file.error());
    auto token = file->content;
    while (!token.empty() && (token.back() == '\n' || token.back() == '\r'))
        token.pop_back();
    if (!isTokenText(token))
        return failure(
            fmt::format("{} holds no valid token: it must be one line that starts with {} "
                        "and ends with its checksum",
                path.string(), kPrefix));
    return TokenFile{std::move(token), std::move(file->warnings)};
}

TokenHash hashToken(std::string_view token) {
    // Fetched once: each request has its token checked, and to look an algorithm up by its name
    // costs more than to run it.
    static const EVP_MD* const kSha256 = EVP_MD_fetch(nullptr, "SHA256", nullptr);
    TokenHash hash;
    EVP_Digest(token.data(), token.size(), hash.bytes.data(), nullptr, kSha256, nullptr);
    return hash;
}

std::string digits(const TokenHash& hash) {
    return hex(hash.bytes.data(), hash.bytes.size());
}

Result<TokenHash> hashSlowly(std::string_view secret, std::string_view salt) {
    constexpr std::uint64_t kRounds = 1 << 14, kBlock = 8, kParallel = 1, kMostMemory = 32 << 20;
    TokenHash hash;
    if (EVP_PBE_scrypt(secret.data(), secret.size(),
            reinterpret_cast<const unsigned char*>(salt.data()), salt.size(), kRounds, kBlock,
            kParallel, kMostMemory, hash.bytes.data(), hash.bytes.size())
        != 1)
        return failure("The system could not hash a password", Error::Kind::Internal);
    return hash;
}

bool matches(const TokenHash& expected, std::string_view presented) {
    const TokenHash hash = hashToken(presented);
    return CRYPTO_memcmp(expected.bytes.data(), hash.bytes.data(), hash.bytes.size()) == 0;
}

} // namespace muster::net
