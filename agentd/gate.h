// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "agentd/rights.h"
#include "core/net/http.h"
#include "core/net/session.h"

namespace muster::agentd {

// Who asks.
struct Who {
    std::string_view principal; // empty: nobody in particular (--no-authenticate)
    bool known = true; // has shown who it is, or nobody is asked
    bool registered = false; // as what it speaks for, on this connection
};

// What a right is asked for: a user, a role, a path or a principal; nothing: all of them, or what
// nobody knows the owner of.
using Object = std::optional<std::string>;

// A route that the gate has made: the master's server takes no other.
class GuardedRoute {
public:
    const net::Route& route() const { return m_route; }

private:
    friend class Gate;
    explicit GuardedRoute(net::Route route) : m_route(std::move(route)) { }
    net::Route m_route;
};
using GuardedRoutes = std::vector<GuardedRoute>;

// The one gate: every route, console request, agent message, framework call, executor call and file
// path is asked here, by its row of the table of rights. It keeps nothing between two questions.
// Copies share their ACLs. Any thread.
class Gate {
public:
    Gate() : Gate(Acls()) { }
    Gate(Acls acls) : m_acls(std::make_shared<const Acls>(std::move(acls))) { }

    // Whether it is known to be permitted: where a user matters, ask() tells apart what is refused
    // and what nobody knows now.
    bool permits(const Right& right, const Who& who, const Object& object = {}) const {
        return decide(right, who, object, object).value_or(false);
    }
    // The same with the words of a refusal, Error::Kind::Denied: who, what, on which object, and
    // the rule that decides. Unavailable: an account of it could not be looked up yet.
    Status ask(const Right& right, const Who& who, const Object& object = {}) const {
        return ask(right, who, object, object);
    }
    // `also`: the object of the right's second action.
    Status ask(const Right& right, const Who& who, const Object& object, const Object& also) const;

    // What a list may show; an error as ask()'s Unavailable. `all`: every object there may be.
    Result<bool> decide(Acls::Action action, std::string_view principal,
        std::optional<std::string_view> object) const {
        return m_acls->decide(action, principal, object);
    }
    bool shows(Acls::Action action, std::string_view principal,
        std::optional<std::string_view> object) const {
        return m_acls->allows(action, principal, object);
    }
    bool showsAll(Acls::Action action, std::string_view principal) const {
        return m_acls->allowsAll(action, principal);
    }
    // Whether there may be an object for which the right is granted: to offer it at all.
    bool mayPermit(const Right& right, const Who& who) const;

    // The rows of an endpoint, one a path; a request that is not permitted is answered with 403.
    using Handler = std::function<net::HttpResponse(const net::HttpRequest&)>;
    GuardedRoutes routes(Endpoint endpoint, Handler handler, std::size_t maximumBody = 0) const;

private:
    Result<bool> decide(
        const Right& right, const Who& who, const Object& object, const Object& also) const;

    std::shared_ptr<const Acls> m_acls;
};

// Whether an endpoint below /slave(N) answers for this path of it: its own, and what is below.
bool covers(const EndpointRow& row, std::string_view path);

} // namespace muster::agentd
