// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/base/time.h"

// How a browser shows who it is: by the cookie of a session that its user has signed in to. A
// browser sends cookies along with whatever another site's page asks of this server, so a cookie
// alone proves nothing: what changes something needs the text that only pages of this server know
// (X-Muster-CSRF), a WebSocket its own Origin and a ticket (doc/features.md S4, S5).
namespace muster::net {

struct HttpRequest;

struct WebSession {
    std::uint64_t id = 0; // of nobody else for as long as the server lives
    std::string principal;
    std::string csrf; // that X-Muster-CSRF must have

    bool operator==(const WebSession&) const = default;
};

// The sessions that a server asks for: all of these, or none. Called on its thread.
struct WebSessionHooks {
    // Whose cookie has that value, or nobody's. The session counts as used.
    std::function<std::optional<WebSession>(std::string_view secret)> find;
    // Whether the ticket is one of that session and was not used before.
    std::function<bool(std::uint64_t session, std::string_view ticket)> takeTicket;
    // Whether that session has not ended.
    std::function<bool(std::uint64_t session)> lives;
};

inline constexpr std::string_view kCsrfHeader = "X-Muster-CSRF";
// Offered as "muster.ticket.<ticket>" beside the real subprotocols; never agreed on.
inline constexpr std::string_view kTicketSubprotocol = "muster.ticket.";

// "__Host-muster" over TLS, else "muster_5050": cookies know hosts, not ports.
std::string sessionCookieName(bool tls, std::uint16_t port);
// The value of a Set-Cookie header. An empty `secret` removes the cookie; without `keep` it goes
// when the browser ends.
std::string sessionCookie(
    bool tls, std::uint16_t port, std::string_view secret, Duration keep = {});
// The value of the request's cookie of that name. Nothing where there are two: one of them is
// somebody else's.
std::optional<std::string_view> cookieOf(const HttpRequest& request, std::string_view name);

// What an upgrade offers, in order.
std::vector<std::string_view> offeredSubprotocols(const HttpRequest& request);

} // namespace muster::net
