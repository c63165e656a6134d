// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "agentd/content.h"
#include "agentd/master/api/file_tree.h"
#include "agentd/master/api/logging.h"
#include "agentd/master/api/metrics.h"
#include "agentd/master/api/operator_events.h"
#include "agentd/master/api/operator_models.h"
#include "agentd/master/api/whole_answers.h"

namespace muster::agentd::api {

// What agents answer of what the master is asked (AgentApi::claim).
using AgentCalls = std::function<std::optional<net::HttpResponse>(const net::HttpRequest&)>;

inline constexpr std::size_t kMaximumBody = 4 << 20; // of an operator's call

// What the endpoints of operators answer from. All of it outlives them.
struct ApiServices {
    Control& control;
    const MasterFacts& facts;
    const Gate& gate;
    const std::map<std::string, std::string>& flags; // by name
    FileTree& files;
    Logging& logging;
    Metrics& metrics;
    OperatorEvents& events;
    WholeAnswers& answers;
    const AgentCalls& agents; // may be empty

    std::optional<net::HttpResponse> ofAgent(const net::HttpRequest& request) const {
        return agents ? agents(request) : std::nullopt;
    }
};

// POST /api/v1, Mesos' operator API of the master. Facts: doc/wire.md, "Order of checks" and
// "Operator API". What Muster has not is refused with 501: volumes. Lives on the io_context's
// thread.
class OperatorApi {
public:
    explicit OperatorApi(ApiServices services) : m_services(services) { }

    GuardedRoutes routes();

private:
    using Call = mesos::v1::master::Call;
    using Response = mesos::v1::master::Response;

    net::HttpResponse handle(const net::HttpRequest& request);
    // The calls that only ask, but for files; nothing for any other.
    std::optional<Response> answer(const Call& call, const Viewer& viewer) const;
    // Of what there may be very many.
    std::optional<proto::MessageWriter> list(
        Call::Type type, const Viewer& viewer, Media media) const;
    net::HttpResponse listFiles(const Call& call, Media media) const;
    net::HttpResponse readFile(const Call& call, Media media) const;

    ApiServices m_services;
};

mesos::v1::VersionInfo versionInfo();

// The answer to a call that changes the cluster: 200 or 202 without a body, 403, or why not.
net::HttpResponse runCommand(
    const ApiServices& services, const mesos::v1::master::Call& call, const std::string& principal);

} // namespace muster::agentd::api
