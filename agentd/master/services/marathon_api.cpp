// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/services/marathon_api.h"

#include <iterator>

#include "agentd/master/marathon/app_json.h"
#include "core/kernel/base/text.h"

namespace muster::agentd::marathon {
namespace {

using net::HttpResponse;

constexpr std::size_t kLongestShown = 255;

// What follows `beginning` in the path, if it begins so.
std::optional<std::string> below(const std::string& path, std::string_view beginning) {
    return path.starts_with(beginning) ? std::optional(path.substr(beginning.size()))
                                       : std::nullopt;
}

// "a/b/", "//a/b" -> "/a/b"; nothing -> "/"
std::string absolute(std::string_view text) {
    while (text.starts_with('/')) {
        text.remove_prefix(1);
    }
    while (text.ends_with('/')) {
        text.remove_suffix(1);
    }
    return '/' + std::string(text);
}

// What is asked of an app: "/a/b/versions/2026-..." is of "/a/b", its "versions", "2026-...". The
// last of these words counts, as names of apps may be such words.
struct OfApp {
    std::string id;
    std::string what; // "", "restart", "tasks", "versions"
    std::string item; // empty: none
};
OfApp split(const std::string& path) {
    const auto id = absolute(path);
    for (const std::string_view what : {"/restart", "/tasks", "/versions"}) {
        if (id.ends_with(what) && id.size() > what.size()) {
            return {id.substr(0, id.size() - what.size()), std::string(what.substr(1)), ""};
        }
        const auto last = id.rfind('/');
        if (last != std::string::npos && last > what.size()
            && std::string_view(id).substr(0, last).ends_with(what)) {
            return {
                id.substr(0, last - what.size()), std::string(what.substr(1)), id.substr(last + 1)};
        }
    }
    return {id, "", ""};
}

HttpResponse unknownCall(const net::HttpRequest& request, const std::string& path) {
    return answerOf(refusal(404,
        fmt::format("There is no {} {}", request.method, escaped(path.substr(0, kLongestShown)))));
}

} // namespace

MarathonApi::MarathonApi(Sources sources)
    : m_from(std::move(sources)), m_reads(m_from.control, m_from.facts),
      m_orders({m_from.control, m_from.gate, m_reads, m_from.settings}),
      m_events(m_from.io, m_from.control) {
    m_orders.onPosted = [this](const Request& request, const services::Revision& app) {
        m_events.onPosted(request, app);
    };
}

GuardedRoutes MarathonApi::routes() {
    GuardedRoutes out;
    for (const auto endpoint : {Endpoint::MarathonGets, Endpoint::MarathonPosts,
             Endpoint::MarathonPuts, Endpoint::MarathonPatches, Endpoint::MarathonDeletes}) {
        std::ranges::move(m_from.gate.routes(
                              endpoint, [this](const Request& request) { return answer(request); },
                              rowOf(endpoint).hasBody ? kLargestBody : 0),
            std::back_inserter(out));
    }
    return out;
}

HttpResponse MarathonApi::answer(const Request& request) {
    auto path = below(request.path, "/marathon").value_or(request.path);
    while (path.size() > 1 && path.ends_with('/')) {
        path.pop_back();
    }
    auto out = request.method == "GET" || request.method == "HEAD" ? read(path, request)
                                                                   : order(path, request);
    const auto leader = fmt::format("http://{}:{}", m_from.facts.ip, m_from.facts.port);
    if (!out.later) {
        out.headers.push_back({"X-Marathon-Leader", leader});
        return out;
    }
    out.later = [later = std::move(out.later), leader](const auto& send) {
        later([send, leader](Response answer) {
            answer.headers.push_back({"X-Marathon-Leader", leader});
            send(std::move(answer));
        });
    };
    return out;
}

HttpResponse MarathonApi::read(const std::string& path, const Request& request) {
    if (path == "/ping") {
        return Response::text(200, "pong");
    }
    if (path == "/v2/events") {
        return m_events.subscribe(request, m_from.gate);
    }
    if (path == "/v2/info") {
        return m_reads.info();
    }
    if (path == "/v2/leader") {
        return m_reads.leader();
    }
    if (path == "/v2/plugins") {
        return Response::json(R"({"plugins":[]})");
    }
    return m_from.answers.answer(request.principal, [this, path, request](Viewer& viewer) {
        if (path == "/v2/apps") {
            return m_reads.apps(request, viewer);
        }
        if (path == "/v2/tasks") {
            return m_reads.tasks(request, viewer);
        }
        if (path == "/v2/deployments") {
            return m_reads.deployments(viewer);
        }
        if (path == "/v2/queue") {
            return m_reads.queue(request, viewer);
        }
        if (path == "/haproxy") {
            return m_reads.haproxy(request, viewer);
        }
        if (path == "/v2/groups") {
            return m_reads.groups("/", request, viewer);
        }
        if (const auto group = below(path, "/v2/groups/")) {
            return m_reads.groups(absolute(*group), request, viewer);
        }
        if (const auto rest = below(path, "/v2/apps/")) {
            const auto asked = split(*rest);
            if (asked.what == "tasks" && asked.item.empty()) {
                return m_reads.tasksOf(asked.id, request, viewer);
            }
            if (asked.what == "versions") {
                return asked.item.empty() ? m_reads.versions(asked.id, viewer)
                                          : m_reads.version(asked.id, asked.item, viewer);
            }
            if (asked.what.empty()) {
                return m_reads.app(asked.id, request, viewer);
            }
        }
        return unknownCall(request, path);
    });
}

HttpResponse MarathonApi::order(const std::string& path, const Request& request) {
    const auto& method = request.method;
    const bool changes = method == "PUT" || method == "PATCH";
    if (path == "/v2/apps") {
        return method == "POST" ? m_orders.create(request)
            : changes           ? m_orders.changeAll(request)
                                : unknownCall(request, path);
    }
    if (const auto rest = below(path, "/v2/apps/")) {
        return orderOfApp(*rest, request);
    }
    if (path == "/v2/tasks/delete" && method == "POST") {
        return m_orders.killListed(request);
    }
    if (path == "/v2/groups" || path.starts_with("/v2/groups/")) {
        const auto id = absolute(path.substr(std::string_view("/v2/groups").size()));
        return method == "DELETE"                 ? m_orders.removeGroup(id, request)
            : method == "POST" || method == "PUT" ? m_orders.putGroup(id, request)
                                                  : unknownCall(request, path);
    }
    if (const auto deployment = below(path, "/v2/deployments/"); deployment && method == "DELETE") {
        return m_orders.cancel(*deployment, request);
    }
    if (const auto rest = below(path, "/v2/queue/"); rest && method == "DELETE") {
        constexpr std::string_view kDelay = "/delay";
        if (rest->ends_with(kDelay)) {
            return m_orders.resetDelay(
                absolute(rest->substr(0, rest->size() - kDelay.size())), request);
        }
    }
    return unknownCall(request, path);
}

HttpResponse MarathonApi::orderOfApp(const std::string& path, const Request& request) {
    const auto asked = split(path);
    const auto& method = request.method;
    if (asked.what == "restart" && method == "POST") {
        return m_orders.restart(asked.id, request);
    }
    if (asked.what == "tasks" && method == "DELETE") {
        return asked.item.empty() ? m_orders.killInstances(asked.id, request)
                                  : m_orders.killInstance(asked.id, asked.item, request);
    }
    if (asked.what.empty() && method == "DELETE") {
        return m_orders.remove(asked.id, request);
    }
    if (asked.what.empty() && (method == "PUT" || method == "PATCH")) {
        return m_orders.change(asked.id, request);
    }
    return unknownCall(request, path);
}

} // namespace muster::agentd::marathon
