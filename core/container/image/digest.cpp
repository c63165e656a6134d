// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/digest.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <vector>

#include <openssl/evp.h>

namespace muster::container::image {
namespace {

class Sha256 {
public:
    Sha256() { EVP_DigestInit_ex(m_context.get(), EVP_sha256(), nullptr); }
    void add(const void* data, std::size_t size) { EVP_DigestUpdate(m_context.get(), data, size); }
    std::string text() {
        std::array<unsigned char, 32> bytes{};
        EVP_DigestFinal_ex(m_context.get(), bytes.data(), nullptr);
        return fmt::format("sha256:{:02x}", fmt::join(bytes, ""));
    }

private:
    std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> m_context{EVP_MD_CTX_new(), EVP_MD_CTX_free};
};

} // namespace

bool isSha256(std::string_view digest) {
    return digest.size() == 71 && digest.starts_with("sha256:")
        && std::ranges::all_of(digest.substr(7),
            [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

std::string sha256Of(std::string_view bytes) {
    Sha256 hash;
    hash.add(bytes.data(), bytes.size());
    return hash.text();
}

Result<std::string> sha256Of(const Fd& file, std::uint64_t size) {
    Sha256 hash;
    std::vector<char> buffer(1U << 18);
    off_t at = 0;
    while (static_cast<std::uint64_t>(at) <= size) {
        const auto wanted
            = std::min<std::uint64_t>(buffer.size(), size + 1 - static_cast<std::uint64_t>(at));
        const auto count
            = pread(file.number(), buffer.data(), static_cast<std::size_t>(wanted), at);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return systemFailure("read a part of the image");
        if (count == 0)
            break;
        hash.add(buffer.data(), static_cast<std::size_t>(count));
        at += count;
    }
    return hash.text();
}

} // namespace muster::container::image
