// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/service.h"

#include <fmt/format.h>
#include <openssl/crypto.h>

#include "core/net/text.h"

namespace muster::net {

namespace {

constexpr std::size_t kShownName = 64; // bytes of a name in the log

bool covers(const Route& route, std::string_view path) {
    if (!path.starts_with(route.path))
        return false;
    const auto rest = path.substr(route.path.size());
    if (rest.empty() || rest == "/")
        return true;
    return route.prefix
        && (rest.starts_with('/') || route.path.ends_with('/') || route.path.ends_with('('));
}

bool takes(const Route& route, std::string_view method) {
    return method == route.method || (method == "HEAD" && route.method == "GET");
}

// An exact row is longer than every prefix row that also covers the path, or as long.
std::size_t longestMatch(const std::vector<Route>& routes, std::string_view path) {
    std::size_t longest = 0;
    for (const Route& route : routes) {
        if (covers(route, path))
            longest = std::max(longest, route.path.size());
    }
    return longest;
}

std::string joined(const std::vector<std::string>& texts) {
    std::string all;
    for (const std::string& text : texts)
        all += (all.empty() ? "" : ", ") + text;
    return all;
}

// In Mesos' words. HEAD comes with GET, which only the header says.
Refusal wrongMethod(
    const std::vector<Route>& routes, const HttpRequest& request, std::size_t longest) {
    std::vector<std::string> named;
    std::vector<std::string> allowed;
    for (const Route& route : routes) {
        if (route.path.size() != longest || !covers(route, request.path))
            continue;
        named.push_back(fmt::format("'{}'", route.method));
        allowed.push_back(route.method);
        if (route.method == "GET")
            allowed.push_back("HEAD");
    }
    return {405,
        fmt::format("405 Method Not Allowed. Expecting one of {{ {} }}, but received '{}'.",
            joined(named), request.method),
        {"Allow", joined(allowed)}};
}

Refusal unauthorized(std::string_view realm, std::string text) {
    return {401, std::move(text),
        {"WWW-Authenticate",
            realm.empty() ? "Bearer realm=\"muster\"" : fmt::format("Basic realm=\"{}\"", realm)}};
}

bool changesSomething(const HttpRequest& request) {
    return request.method != "GET" && request.method != "HEAD";
}

// The ticket that an upgrade offers; empty: none, or more than one.
std::string_view ticketOf(const HttpRequest& request) {
    std::string_view found;
    for (auto offered : offeredSubprotocols(request)) {
        if (!offered.starts_with(kTicketSubprotocol))
            continue;
        if (!found.empty())
            return {};
        found = offered.substr(kTicketSubprotocol.size());
    }
    return found;
}

} // namespace

tl::expected<const Route*, Refusal> Service::findRoute(RequestHead& head) const {
    const HttpRequest& request = head.request;
    const std::size_t length = longestMatch(routes, request.path);
    const auto found = std::find_if(routes.begin(), routes.end(), [&](const Route& route) {
        return route.path.size() == length && covers(route, request.path)
            && takes(route, request.method);
    });
    if (found == routes.end()) {
        const auto webSocket
            = [&](const WebSocketEndpoint& row) { return row.path == request.path; };
        if (length > 0)
            return tl::unexpected(wrongMethod(routes, request, length));
        if (std::any_of(endpoints.begin(), endpoints.end(), webSocket))
            return tl::unexpected(Refusal{426,
                "This endpoint is a WebSocket: use Upgrade: websocket", {"Upgrade", "websocket"}});
        return refuse(404, "No such endpoint");
    }
    if (auto refusal = checkAccess({found->access, found->realm, found->byCookie}, head))
        return tl::unexpected(*refusal);
    if (head.contentLength.value_or(0) > limitOf(*found, request))
        return refuse(413,
            fmt::format("The body has {} bytes, the maximum is {}", *head.contentLength,
                found->maximumBody));
    return &*found;
}

tl::expected<const WebSocketEndpoint*, Refusal> Service::findEndpoint(
    RequestHead& head, std::string& agreed) const {
    const auto found = std::find_if(endpoints.begin(), endpoints.end(),
        [&](const WebSocketEndpoint& row) { return row.path == head.request.path; });
    if (found == endpoints.end())
        return refuse(404, "No WebSocket at this path");
    if (auto refusal = checkAccess({found->access, {}, found->byCookie}, head))
        return tl::unexpected(*refusal);
    for (const std::string_view offered : offeredSubprotocols(head.request)) {
        const auto known
            = std::find(found->subprotocols.begin(), found->subprotocols.end(), offered);
        if (known != found->subprotocols.end()) {
            agreed = *known;
            return &*found;
        }
    }
    if (!found->subprotocols.empty())
        return refuse(400,
            fmt::format(
                "Unknown Sec-WebSocket-Protocol: use one of {}", joined(found->subprotocols)));
    return &*found;
}

std::optional<Refusal> Service::checkAccess(const Door& door, RequestHead& head) const {
    if (!options.authenticate)
        return std::nullopt;
    auto& request = head.request;
    request.webSession = door.byCookie ? sessionOf(head) : std::nullopt;
    if (door.access == Access::Public)
        return std::nullopt;
    if (request.webSession) {
        request.principal = request.webSession->principal;
        return checkPage(*request.webSession, head);
    }
    if (head.token.empty() && !head.password)
        return unauthorized(door.realm,
            "This master requires a token: send 'Authorization: Bearer <token>'. The master's "
            "token is in its token file; for a principal and its secret use 'Authorization: "
            "Basic'");
    auto principal = logIn(request.remote, {head.token, head.password}, door.realm);
    if (!principal)
        return std::move(principal.error());
    request.principal = std::move(*principal);
    return std::nullopt;
}

// Who shows a bearer token was not sent here by a page. A password may be one that the browser has
// remembered and adds by itself.
std::optional<WebSession> Service::sessionOf(const RequestHead& head) const {
    if (!options.webSessions.find || !head.token.empty())
        return std::nullopt;
    const auto secret = cookieOf(head.request, cookie);
    return secret ? options.webSessions.find(*secret) : std::nullopt;
}

// What Origin says is one of ours where there is one: that was checked with the head.
std::optional<Refusal> Service::checkPage(
    const WebSession& session, const RequestHead& head) const {
    const auto& request = head.request;
    if (head.webSocket) {
        if (request.header("Origin").empty())
            return Refusal{403, "A WebSocket by cookie needs the Origin of a page of this master"};
        const auto ticket = ticketOf(request);
        if (ticket.empty() || !options.webSessions.takeTicket(session.id, ticket))
            return Refusal{403,
                fmt::format("A WebSocket by cookie needs a new ticket as subprotocol {}<ticket>: "
                            "POST web/ticket gives one",
                    kTicketSubprotocol)};
        return std::nullopt;
    }
    if (!changesSomething(request))
        return std::nullopt;
    const auto site = request.headerList("Sec-Fetch-Site");
    if (!site.empty() && site != "same-origin")
        return Refusal{403, "Pages of other sites may not change anything here"};
    const auto shown = request.header(kCsrfHeader);
    if (shown.size() != session.csrf.size()
        || CRYPTO_memcmp(shown.data(), session.csrf.data(), shown.size()) != 0)
        return Refusal{403,
            fmt::format("A change by cookie needs the header {}: GET web/session says its value",
                kCsrfHeader)};
    return std::nullopt;
}

void Service::addWebLink(const WebSession& session, const SessionPtr& link) const {
    webLinks[link.get()] = {session.id, link};
    if (!options.webSessions.lives(session.id))
        link->close(kSessionEnded, "The session has ended: sign in again");
}

tl::expected<std::string, Refusal> Service::logIn(
    const std::string& remote, const Login& shown, std::string_view realm) const {
    const auto& password = shown.password;
    // A token is too long to be guessed: who shows the right one never waits. Clients that know
    // only names and passwords send it as the password of anybody.
    if (auto owner = options.principalOf(password ? password->secret : shown.token))
        return std::move(*owner);
    if (!password)
        return tl::unexpected(failedLogin(remote, shown, realm));
    const auto held = logins.held(remote, password->principal, LoginGuard::Time::clock::now());
    if (held > Duration::zero())
        return tl::unexpected(Refusal{429,
            fmt::format("Too many failed logins of this principal from {}: try again in {}", remote,
                durationText(std::chrono::ceil<std::chrono::seconds>(held))),
            {"Retry-After",
                std::to_string(std::chrono::ceil<std::chrono::seconds>(held).count())}});
    auto principal = options.credentials.principalOf(*password);
    if (!principal)
        return tl::unexpected(failedLogin(remote, shown, realm));
    logins.succeeded(remote, *principal);
    return std::move(*principal);
}

// The log says who and from where, never the secret.
Refusal Service::failedLogin(
    const std::string& remote, const Login& shown, std::string_view realm) const {
    const auto& password = shown.password;
    const auto name = password ? password->principal : std::string();
    const auto verdict = logins.failed(remote, name, LoginGuard::Time::clock::now());
    if (verdict.isNews)
        problem(fmt::format("A login from {} {} failed: {} in a row", remote,
            password ? fmt::format("as '{}'", name.substr(0, kShownName)) : "by token",
            verdict.failures == 1 ? "the first" : std::to_string(verdict.failures)));
    auto out = unauthorized(realm,
        password ? "Wrong principal or secret: use one of the master's --credentials"
                 : "Wrong token: use the one in the master's token file");
    out.delay = verdict.delay;
    return out;
}

void Service::problem(std::string message) const {
    if (!stopped && options.onProblem)
        options.onProblem(Error{std::move(message), Error::Kind::Internal});
}

} // namespace muster::net
