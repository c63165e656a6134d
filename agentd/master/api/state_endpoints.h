// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/api/operator_api.h"

namespace muster::agentd::api {

// /state, /state-summary, /slaves, /frameworks, /tasks and /roles: what Mesos' web UI and older
// tools poll. Facts: doc/wire.md, "Old endpoints". Lives on the io_context's thread.
class StateEndpoints {
public:
    explicit StateEndpoints(ApiServices services) : m_services(services) { }

    GuardedRoutes routes();

private:
    using Handler = std::string (StateEndpoints::*)(const net::HttpRequest&, const Viewer&) const;

    std::string state(const net::HttpRequest& request, const Viewer& viewer) const;
    std::string summary(const net::HttpRequest& request, const Viewer& viewer) const;
    std::string slaves(const net::HttpRequest& request, const Viewer& viewer) const;
    std::string frameworks(const net::HttpRequest& request, const Viewer& viewer) const;
    std::string tasks(const net::HttpRequest& request, const Viewer& viewer) const;
    std::string roles(const net::HttpRequest& request, const Viewer& viewer) const;

    ApiServices m_services;
};

} // namespace muster::agentd::api
