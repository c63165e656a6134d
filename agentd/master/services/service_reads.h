// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "agentd/master/api/master_facts.h"
#include "agentd/master/marathon/app_answers.h"
#include "agentd/master/services/service_access.h"
#include "core/net/http.h"

namespace muster::agentd::marathon {

// What GET answers: of the apps that somebody may see, as they are now. Lives on the io_context's
// thread.
class ServiceReads {
public:
    // Both outlive it.
    ServiceReads(const Control& control, const api::MasterFacts& facts)
        : m_control(control), m_facts(facts) { }

    using Request = net::HttpRequest;
    using Response = net::HttpResponse;

    Response apps(const Request& request, const Viewer& viewer) const;
    // "/a/b", or with "/*" at its end all apps of a group.
    Response app(const std::string& id, const Request& request, const Viewer& viewer) const;
    Response tasksOf(const std::string& id, const Request& request, const Viewer& viewer) const;
    Response versions(const std::string& id, const Viewer& viewer) const;
    Response version(const std::string& id, const std::string& version, const Viewer& viewer) const;
    Response tasks(const Request& request, const Viewer& viewer) const;
    Response deployments(const Viewer& viewer) const;
    Response queue(const Request& request, const Viewer& viewer) const;
    Response groups(const std::string& id, const Request& request, const Viewer& viewer) const;
    Response haproxy(const Request& request, const Viewer& viewer) const;
    Response info() const;
    Response leader() const;

    // The app as POST answers it.
    std::string appText(const services::App& app) const;

private:
    class Views;
    const services::App* find(const std::string& id, const Viewer& viewer) const;

    const Control& m_control;
    const api::MasterFacts& m_facts;
};

} // namespace muster::agentd::marathon
