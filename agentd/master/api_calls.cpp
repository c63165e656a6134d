// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api_calls.h"

#include <algorithm>

#include "core/kernel/base/text.h"
#include "core/net/request_head.h"
#include "core/proto/json_text.h"
#include "core/proto/protocol.h"

namespace muster::agentd {
namespace {

constexpr std::size_t kLongestShown = 255;
constexpr std::size_t kLargestAnswer = 4 << 20; // a session's queue takes twice that

bool covers(const net::Route& route, const net::HttpRequest& request) {
    return route.method == request.method
        && (request.path == route.path || request.path.starts_with(route.path + '/'));
}

void answer(const Caller& caller, const net::HttpResponse& response) {
    muster::v1::Reply reply;
    auto& out = *reply.mutable_api_answer();
    out.set_status(response.status);
    if (response.body && response.body->size() > kLargestAnswer) {
        return caller.reply(failure(
            fmt::format("The answer has {} bytes: ask for it over HTTP", response.body->size())));
    }
    if (response.body && !proto::isUtf8(*response.body)) {
        return caller.reply(failure("The answer is not UTF-8"));
    }
    out.set_body(response.body ? *response.body : std::string());
    caller.reply(std::move(reply));
}

} // namespace

void ApiCalls::serve(const GuardedRoutes& routes) {
    for (const auto& route : routes) {
        m_routes.push_back(route.route());
    }
}

void ApiCalls::call(const Caller& caller, const muster::v1::CallApi& call) const {
    const auto& target = call.target();
    const auto query = std::min(target.find('?'), target.size());
    auto path = net::decodePath(std::string_view(target).substr(0, query));
    if (!path || target.size() > net::kMaximumHead || hasUnsafe(target)) {
        return caller.reply(failure("The target of the call is no path: \"/marathon/v2/apps\""));
    }
    net::HttpRequest request{.method = call.method(),
        .path = std::move(*path),
        .query = target.substr(std::min(query + 1, target.size())),
        .headers = {{"Accept", "application/json"}, {"Content-Type", "application/json"}},
        .body = call.body(),
        .remote = caller.session->remote(),
        .principal = caller.session->principal()};
    if (!call.author().empty()) {
        request.headers.push_back({std::string(proto::kAuthorHeader), call.author()});
    }
    const auto route
        = std::ranges::find_if(m_routes, [&](const auto& one) { return covers(one, request); });
    if (route == m_routes.end()) {
        return caller.reply(failure(
            fmt::format("There is no call {} {}: those below /marathon and /chronos can be made",
                escaped(request.method.substr(0, kLongestShown)),
                escaped(request.path.substr(0, kLongestShown))),
            Error::Kind::NotFound));
    }
    if (request.body.size() > route->maximumBody) {
        return caller.reply(failure(fmt::format(
            "The body has {} bytes, the maximum is {}", request.body.size(), route->maximumBody)));
    }
    auto response = route->handler(request);
    if (response.later) {
        return response.later([caller](const net::HttpResponse& later) { answer(caller, later); });
    }
    if (response.stream) {
        return caller.reply(failure("A stream of events cannot be had by such a call"));
    }
    answer(caller, response);
}

} // namespace muster::agentd
