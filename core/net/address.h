// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/kernel/base/result.h"

namespace muster::net {

// "name:port" of a Host header, an Origin or an address, in one canonical form.
struct Authority {
    std::string host; // lower case; an IPv6 address keeps its brackets
    std::uint16_t port = 0;

    bool operator==(const Authority&) const = default;
    std::string text() const { return host + ":" + std::to_string(port); }
};

// Strict: letters, digits, '-', '_' and '.', or an address in brackets; a port of 1 to 65535
// without signs or blanks. Nothing for everything else, so that no two parsers can read it
// differently.
std::optional<Authority> parseAuthority(std::string_view text, std::uint16_t defaultPort);

// "127.0.0.1", "::1", "[::1]", "localhost" and the rest of 127.0.0.0/8 in its four-part form.
bool isLoopback(std::string_view host);

// Where a master is: "host:port", "http(s)://host:port/path" or "ws(s)://host:port/path".
// A bare address means TLS unless it is loopback, as the server has it.
struct Endpoint {
    Authority authority;
    bool tls = false;
    std::string path; // "/" when none was given

    static Result<Endpoint> parse(std::string_view text);
};

// Whether a daemon may listen there: no public address without TLS and a token, and no daemon
// without authentication but on loopback. The message holds the remedy.
Status checkListen(
    std::string_view address, bool tlsConfigured, bool tokenConfigured, bool authenticate = true);

} // namespace muster::net
