// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/service.h"

#include <fmt/format.h>

#include "core/net/text.h"

namespace muster::net {

namespace {

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

std::vector<std::string_view> offeredProtocols(const HttpRequest& request) {
    std::vector<std::string_view> offered;
    for (const Header& header : request.headers) {
        if (!equalNoCase(header.name, "Sec-WebSocket-Protocol"))
            continue;
        std::string_view rest = header.value;
        while (!rest.empty()) {
            const auto comma = std::min(rest.find(','), rest.size());
            offered.push_back(trimmed(rest.substr(0, comma)));
            rest.remove_prefix(std::min(comma + 1, rest.size()));
        }
    }
    return offered;
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
    if (auto refusal = checkAccess(found->access, found->realm, head))
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
    if (auto refusal = checkAccess(found->access, {}, head))
        return tl::unexpected(*refusal);
    for (const std::string_view offered : offeredProtocols(head.request)) {
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

std::optional<Refusal> Service::checkAccess(
    Access access, std::string_view realm, RequestHead& head) const {
    if (access == Access::Public || !options.authenticate)
        return std::nullopt;
    if (head.token.empty() && !head.password)
        return unauthorized(realm,
            "This master requires a token: send 'Authorization: Bearer <token>'. The master's "
            "token is in its token file; for a principal and its secret use 'Authorization: "
            "Basic'");
    const auto& remote = head.request.remote;
    // A token is too long to be guessed: who shows the right one never waits. Clients that know
    // only names and passwords send it as the password of anybody.
    const auto owner = head.password ? options.principalOf(head.password->secret)
                                     : options.principalOf(head.token);
    if (owner) {
        head.request.principal = *owner;
        return std::nullopt;
    }
    if (!head.password)
        return failedLogin(realm, head);
    const auto held = logins.held(remote, head.password->principal, LoginGuard::Time::clock::now());
    if (held > Duration::zero())
        return Refusal{429,
            fmt::format("Too many failed logins of this principal from {}: try again in {}", remote,
                durationText(std::chrono::ceil<std::chrono::seconds>(held))),
            {"Retry-After", std::to_string(std::chrono::ceil<std::chrono::seconds>(held).count())}};
    auto principal = options.credentials.principalOf(*head.password);
    if (!principal)
        return failedLogin(realm, head);
    logins.succeeded(remote, *principal);
    head.request.principal = std::move(*principal);
    return std::nullopt;
}

// The log says who and from where, never the secret.
Refusal Service::failedLogin(std::string_view realm, const RequestHead& head) const {
    const auto& remote = head.request.remote;
    const auto name = head.password ? head.password->principal : std::string();
    const auto verdict = logins.failed(remote, name, LoginGuard::Time::clock::now());
    if (verdict.isNews)
        problem(fmt::format("A login from {} {} failed: {} in a row", remote,
            head.password ? fmt::format("as '{}'", name) : "by token",
            verdict.failures == 1 ? "the first" : std::to_string(verdict.failures)));
    auto out = unauthorized(realm,
        head.password ? "Wrong principal or secret: use one of the master's --credentials"
                      : "Wrong token: use the one in the master's token file");
    out.delay = verdict.delay;
    return out;
}

void Service::problem(std::string message) const {
    if (!stopped && options.onProblem)
        options.onProblem(Error{std::move(message), Error::Kind::Internal});
}

} // namespace muster::net
