// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/web_session.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/net/http.h"
#include "core/net/text.h"

namespace muster::net {

namespace {

// The trimmed parts of all headers of that name.
std::vector<std::string_view> partsOf(
    const HttpRequest& request, std::string_view name, char separator) {
    std::vector<std::string_view> parts;
    for (const Header& header : request.headers) {
        if (!equalNoCase(header.name, name))
            continue;
        std::string_view rest = header.value;
        while (!rest.empty()) {
            const auto end = std::min(rest.find(separator), rest.size());
            parts.push_back(trimmed(rest.substr(0, end)));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    return parts;
}

} // namespace

std::string sessionCookieName(bool tls, std::uint16_t port) {
    return tls ? "__Host-muster" : fmt::format("muster_{}", port);
}

std::string sessionCookie(bool tls, std::uint16_t port, std::string_view secret, Duration keep) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(keep).count();
    const bool hasAge = secret.empty() || seconds > 0;
    return fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict{}{}", sessionCookieName(tls, port),
        secret, tls ? "; Secure" : "", hasAge ? fmt::format("; Max-Age={}", seconds) : "");
}

std::optional<std::string_view> cookieOf(const HttpRequest& request, std::string_view name) {
    std::optional<std::string_view> found;
    for (const auto part : partsOf(request, "Cookie", ';')) {
        if (part.size() <= name.size() || part[name.size()] != '=' || !part.starts_with(name))
            continue;
        if (found)
            return std::nullopt;
        found = part.substr(name.size() + 1);
    }
    return found;
}

std::vector<std::string_view> offeredSubprotocols(const HttpRequest& request) {
    return partsOf(request, "Sec-WebSocket-Protocol", ',');
}

} // namespace muster::net
