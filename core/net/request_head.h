// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "core/kernel/base/time.h"
#include "core/net/credentials.h"
#include "core/net/host_rules.h"
#include "core/net/http.h"

namespace muster::net {

// What a client did wrong, for its eyes: a status and one line with the remedy.
struct Refusal {
    unsigned status = 400;
    std::string text;
    Header header{}; // that the status needs: Allow of a 405, WWW-Authenticate of a 401
    Duration delay{}; // before it is answered
};
inline tl::unexpected<Refusal> refuse(unsigned status, std::string text) {
    return tl::unexpected<Refusal>(Refusal{status, std::move(text)});
}

inline constexpr std::size_t kMaximumHead = 16 << 10;

// The length of the head at the start of `bytes`, its empty line included; 0 while more is needed.
// `scanned` bytes were looked at before. Refuses what parsers are known to disagree on: a bare LF
// or CR, NUL, a folded line, a blank before the colon's name; and a head over 16 KiB.
tl::expected<std::size_t, Refusal> findHead(std::string_view bytes, std::size_t scanned);

struct RequestHead {
    HttpRequest request; // without body, remote and principal
    bool keepAlive = true;
    bool webSocket = false; // a well-formed request to upgrade
    bool expectsContinue = false;
    std::optional<std::uint64_t> contentLength;
    bool chunked = false;
    std::string token; // of "Authorization: Bearer", or empty
    std::optional<Password> password; // of "Authorization: Basic"
};

// Everything that is decided before a route is known: framing, Host, Origin, target, encoding.
// Pure; `head` is what findHead found.
tl::expected<RequestHead, Refusal> parseHead(std::string_view head, const HostRules& rules);

// "/a%20b" -> "/a b". Nothing for a bad escape, a control character, a backslash or a dot segment.
std::optional<std::string> decodePath(std::string_view path);

} // namespace muster::net
