// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
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
    std::string cookie; // the name of that of sessions of browsers
    struct WebLink {
        std::uint64_t session = 0;
        std::weak_ptr<Session> link;
    };
    mutable std::unordered_map<const Session*, WebLink> webLinks; // WebSockets by cookie

    // The row for the request, or the refusal that says why there is none (404, 405, 426, 401,
    // 403, 413).
    tl::expected<const Route*, Refusal> findRoute(RequestHead& head) const;
    // The same for a request to upgrade (404, 401, 403, 400); the subprotocol agreed on goes to
    // `agreed`.
    tl::expected<const WebSocketEndpoint*, Refusal> findEndpoint(
        RequestHead& head, std::string& agreed) const;

    // Whom a token or password belongs to, or why it is refused, and when that is to be said.
    tl::expected<std::string, Refusal> logIn(
        const std::string& remote, const Login& shown, std::string_view realm) const;

    // A WebSocket that came by cookie is there until it is closed. One whose session has ended
    // since the upgrade was asked for is sent away.
    void addWebLink(const WebSession& session, const SessionPtr& link) const;

    void problem(std::string message) const;

private:
    struct Door {
        Access access = Access::Authenticated;
        std::string_view realm{};
        bool byCookie = false;
    };
    // Fills in the principal, or says why not.
    std::optional<Refusal> checkAccess(const Door& door, RequestHead& head) const;
    std::optional<WebSession> sessionOf(const RequestHead& head) const;
    // Whether a request that came by cookie was meant by a page of this server.
    std::optional<Refusal> checkPage(const WebSession& session, const RequestHead& head) const;
    Refusal failedLogin(
        const std::string& remote, const Login& shown, std::string_view realm) const;
};

} // namespace muster::net
