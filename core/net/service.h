// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/net/host_rules.h"
#include "core/net/http.h"
#include "core/net/login_guard.h"
#include "core/net/request_head.h"
#include "core/net/server.h"
#include "core/net/session.h"

namespace muster::net {

// What is read, at most, behind a refused request before its connection is closed.
inline constexpr std::size_t kLingerLimit = 256 << 10;

// What all connections of a server share: the tables and the rules. It outlives the server while
// a connection ends; `stopped` then keeps every handler quiet.
struct Service {
    ServerOptions options;
    HostRules rules;
    std::vector<Route> routes;
    std::vector<WebSocketEndpoint> endpoints;
    bool stopped = false;
    mutable LoginGuard logins;

    // The row for the request, or the refusal that says why there is none (404, 405, 426, 401,
    // 413).
    tl::expected<const Route*, Refusal> findRoute(RequestHead& head) const;
    // The same for a request to upgrade (404, 401, 400); the subprotocol agreed on goes to
    // `agreed`.
    tl::expected<const WebSocketEndpoint*, Refusal> findEndpoint(
        RequestHead& head, std::string& agreed) const;

    void problem(std::string message) const;

private:
    // Fills in the principal, or says why not.
    std::optional<Refusal> checkAccess(
        Access access, std::string_view realm, RequestHead& head) const;
    Refusal failedLogin(std::string_view realm, const RequestHead& head) const;
};

} // namespace muster::net
