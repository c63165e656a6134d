// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/base/result.h"
#include "core/net/token.h"

namespace muster::net {

// What a client shows as "Authorization: Basic".
struct Password {
    std::string principal;
    std::string secret;

    bool operator==(const Password&) const = default;
};

// "YTpi" -> {"a", "b"}. Nothing for what is not base64 of a name, a colon and a secret.
std::optional<Password> decodePassword(std::string_view base64);

// The principals of Mesos' --credentials file and hashes of their secrets. Immutable.
class Credentials {
public:
    // Mesos' two forms: {"credentials":[{"principal":"a","secret":"b"}]}, or "principal secret" on
    // each line. `name` is the file's, for messages, which say line and remedy and hold no secret.
    static Result<Credentials> parse(std::string_view text, std::string_view name);
    // A file that others can read is refused.
    static Result<Credentials> read(const std::filesystem::path& path);

    // Takes the same time for every principal, known or not, and for every secret of one length.
    std::optional<std::string> principalOf(const Password& shown) const;
    // Of that principal's name and secret; nothing: it is not known.
    std::optional<TokenHash> hashOf(std::string_view principal) const;
    std::size_t size() const { return m_rows.size(); }

private:
    struct Row {
        std::string principal;
        TokenHash hash; // of principal and secret
    };

    Status add(const Password& password);

    std::vector<Row> m_rows;
};

} // namespace muster::net
