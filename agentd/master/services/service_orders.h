// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "agentd/master/marathon/app_rules.h"
#include "agentd/master/marathon/service_ports.h"
#include "agentd/master/services/service_reads.h"

namespace muster::agentd::marathon {

// What people order of services: read, asked at the gate for the users whose instances they are,
// decided by the kernel, and answered when it is durable. Lives on the io_context's thread.
class ServiceOrders {
public:
    // All of it outlives the orders.
    struct Sources {
        Control& control;
        const Gate& gate;
        const ServiceReads& reads;
        AppSettings settings;
    };
    explicit ServiceOrders(Sources sources) : m_from(std::move(sources)) { }

    using Request = net::HttpRequest;
    using Response = net::HttpResponse;

    Response create(const Request& request);
    Response change(const std::string& id, const Request& request); // PUT, PATCH
    Response changeAll(const Request& request);
    Response remove(const std::string& id, const Request& request);
    Response restart(const std::string& id, const Request& request);
    Response killInstances(const std::string& id, const Request& request);
    Response killInstance(
        const std::string& id, const std::string& instance, const Request& request);
    Response killListed(const Request& request); // POST /v2/tasks/delete
    Response cancel(const std::string& deployment, const Request& request);
    Response resetDelay(const std::string& id, const Request& request);
    Response putGroup(const std::string& id, const Request& request);
    Response removeGroup(const std::string& id, const Request& request);

    // An app was taken on from a client, for the stream of events.
    std::function<void(const Request& request, const services::Revision& app)> onPosted;

private:
    using Done = std::function<Response(const services::Accepted& accepted)>;

    // What the gate refuses of these apps, or nothing.
    std::optional<Response> whyNot(
        ServiceCall call, const std::vector<services::AppId>& apps, const Request& request) const;
    // With the service ports that they lack, none of which two apps have.
    OrRefusal<std::vector<services::AppSpec>> prepared(std::vector<services::AppSpec> apps) const;
    Response put(std::vector<services::AppSpec> apps, std::set<services::AppId> removed,
        const Request& request, CommandKind kind, std::string object, Done done);
    Response kill(std::vector<const services::Instance*> instances, const Request& request,
        std::string object, Done done);
    template <typename Command>
    Response execute(Command command, const Request& request, CommandKind kind, std::string object,
        std::string detail, Done done);

    Sources m_from;
};

net::HttpResponse answerOf(const Refusal& refusal);
// Of what the kernel or the gate refused.
net::HttpResponse answerOf(
    const Error& error, const std::vector<services::DeploymentId>& lockedBy = {});

} // namespace muster::agentd::marathon
