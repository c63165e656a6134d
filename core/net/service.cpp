// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/service.h"

#include <fmt/format.h>

#include "core/net/text.h"

namespace muster::net {

namespace {

tl::unexpected<Refusal> refuse(unsigned status, std::string text) {
    return tl::unexpected<Refusal>(Refusal{status, std::move(text), {}});
}

bool covers(const Route& route, std::string_view path) {
    if (path == route.path)
        return true;
    return route.prefix && path.starts_with(route.path)
        && (route.path.ends_with('/') || path[route.path.size()] == '/');
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

} // namespace

std::string allowedMethods(const std::vector<Route>& routes, std::string_view path) {
    const std::size_t length = longestMatch(routes, path);
    std::vector<std::string> methods;
    for (const Route& route : routes) {
        if (length == 0 || !covers(route, path) || route.path.size() != length)
            continue;
        methods.push_back(route.method);
        if (route.method == "GET")
            methods.push_back("HEAD");
    }
    return joined(methods);
}

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
        if (length > 0) {
            const std::string allowed = allowedMethods(routes, request.path);
            return tl::unexpected(Refusal{405,
                fmt::format("{} is not taken here: use {}", request.method, allowed), allowed});
        }
        if (std::any_of(endpoints.begin(), endpoints.end(), webSocket))
            return refuse(426, "This is a WebSocket: ask with Upgrade: websocket");
        return refuse(404, "Nothing is here");
    }
    if (auto refusal = checkAccess(found->access, head))
        return tl::unexpected(*refusal);
    if (head.contentLength.value_or(0) > found->maximumBody)
        return refuse(413,
            fmt::format("The body has {} bytes, {} are allowed here", *head.contentLength,
                found->maximumBody));
    return &*found;
}

tl::expected<const WebSocketEndpoint*, Refusal> Service::findEndpoint(
    RequestHead& head, std::string& agreed) const {
    const auto found = std::find_if(endpoints.begin(), endpoints.end(),
        [&](const WebSocketEndpoint& row) { return row.path == head.request.path; });
    if (found == endpoints.end())
        return refuse(404, "No WebSocket is here");
    if (auto refusal = checkAccess(found->access, head))
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
            fmt::format("No known Sec-WebSocket-Protocol is offered: offer one of {}",
                joined(found->subprotocols)));
    return &*found;
}

std::optional<Refusal> Service::checkAccess(Access access, RequestHead& head) const {
    if (access == Access::Public || !options.authenticate)
        return std::nullopt;
    if (head.token.empty())
        return Refusal{401,
            "A token is needed: send 'Authorization: Bearer <token>'. The master's token is in its "
            "token file"};
    auto principal = options.principalOf(head.token);
    if (!principal)
        return Refusal{
            401, "This token is not valid here: take the one in the master's token file"};
    head.request.principal = std::move(*principal);
    return std::nullopt;
}

void Service::problem(std::string message) const {
    if (!stopped && options.onProblem)
        options.onProblem(Error{std::move(message), Error::Kind::Internal});
}

} // namespace muster::net
