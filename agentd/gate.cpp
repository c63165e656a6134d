// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/gate.h"

#include <algorithm>

#include "agentd/content.h"

namespace muster::agentd {
namespace {

using Kind = Right::Kind;

// "as user 'root'": the names of Mesos' keys, of one.
std::string objectText(Acls::Action action, const Object& object) {
    const auto kind = Acls::objects(action);
    const auto of = [&](std::string_view one) {
        return object ? fmt::format(" of {} '{}'", one, *object)
                      : fmt::format(" of every {}, or it does not exist", one);
    };
    if (kind == "users") {
        return of("user");
    }
    if (kind == "roles") {
        return of("role");
    }
    return kind.ends_with("principals") ? of("principal") : std::string();
}

std::string nameOf(const Who& who) {
    return who.principal.empty() ? "An anonymous client"
                                 : fmt::format("Principal '{}'", who.principal);
}

} // namespace

Result<bool> Gate::decide(
    const Right& right, const Who& who, const Object& object, const Object& also) const {
    switch (right.kind) {
    case Kind::Public:
        return true;
    case Kind::Known:
    case Kind::Shown:
    case Kind::ByCall:
        return who.known;
    case Kind::Own:
        return who.known && who.registered;
    case Kind::Granted:
        if (!who.known || !right.action) {
            return false;
        }
        const auto decided = m_acls->decide(*right.action, who.principal, object);
        return right.also && decided.value_or(false)
            ? m_acls->decide(*right.also, who.principal, also)
            : decided;
    }
    return false;
}

Status Gate::ask(
    const Right& right, const Who& who, const Object& object, const Object& also) const {
    const auto decided = decide(right, who, object, also);
    if (!decided) {
        return tl::unexpected(decided.error());
    }
    if (*decided) {
        return {};
    }
    if (right.kind != Kind::Granted || !right.action) {
        return failure(
            fmt::format("{} may not make this request here: {}", nameOf(who), right.words),
            Error::Kind::Denied);
    }
    return failure(
        fmt::format("{} may not {}{}: a rule in the master's --acls must allow it ('{}')",
            nameOf(who), right.words, objectText(*right.action, object), Acls::key(*right.action)),
        Error::Kind::Denied);
}

GuardedRoutes Gate::routes(Endpoint endpoint, Handler handler, std::size_t maximumBody) const {
    using Place = EndpointRow::Place;
    const auto row = rowOf(endpoint);
    GuardedRoutes out;
    for (const auto path : row.paths) {
        // Of get_endpoints: the name that the rules use, without ".json".
        const Object object{std::string(row.paths.front())};
        const auto fixed = path.substr(0, path.find("/{")); // the handler reads what follows
        if (!out.empty() && out.back().route().path == fixed) {
            continue;
        }
        net::Route route{.method = std::string(row.method),
            .path = std::string(fixed),
            // The longest that matches answers, as in libprocess.
            .prefix = endpoint != Endpoint::Alive && endpoint != Endpoint::Page,
            .access
            = row.right.kind == Kind::Public ? net::Access::Public : net::Access::Authenticated,
            .maximumBody = maximumBody,
            .handler =
                [gate = *this, right = row.right, object, handler](
                    const net::HttpRequest& request) {
                    return gate.permits(right, {request.principal}, object) ? handler(request)
                                                                            : api::forbidden();
                },
            .realm = std::string(row.realm),
            .streamsBody = endpoint == Endpoint::AgentPosts,
            .byCookie = row.byCookie};
        if (endpoint == Endpoint::OperatorCalls) { // input for a container, of an agent's call
            route.streamsWhen = [](const net::HttpRequest& request) {
                return api::mediaTypeOf(request.header("Content-Type")) == api::kRecordIo;
            };
        }
        if (row.place == Place::Process) {
            auto alias = route;
            alias.path = fmt::format("/master{}", path);
            out.push_back(GuardedRoute(std::move(alias)));
        }
        out.push_back(GuardedRoute(std::move(route)));
    }
    return out;
}

bool Gate::mayPermit(const Right& right, const Who& who) const {
    if (right.kind != Kind::Granted || !who.known || !right.action) {
        return permits(right, who);
    }
    return m_acls->allowsSome(*right.action, who.principal)
        && (!right.also || m_acls->allowsSome(*right.also, who.principal));
}

bool covers(const EndpointRow& row, std::string_view path) {
    return std::ranges::any_of(row.paths, [&](std::string_view own) {
        return path.starts_with(own) && (path.size() == own.size() || path[own.size()] == '/');
    });
}

} // namespace muster::agentd
