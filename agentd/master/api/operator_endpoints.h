// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/api/command_endpoints.h"
#include "agentd/master/api/info_endpoints.h"
#include "agentd/master/api/operator_api.h"
#include "agentd/master/api/state_endpoints.h"

namespace muster::agentd::api {

// All that operators and their older tools ask of the master, as one part of the daemon. It takes
// Control's onInput and onOutputs. Lives on the io_context's thread.
class OperatorEndpoints {
public:
    // `facts`, `gate`, `answers` and `flags` outlive it.
    OperatorEndpoints(boost::asio::io_context& io, Control& control, const MasterFacts& facts,
        const Gate& gate, WholeAnswers& answers, const std::map<std::string, std::string>& flags);

    GuardedRoutes routes();
    // After each batch, when it is durable.
    void flush() { m_events.flush(); }

    FileTree files; // mount here what else may be read
    AgentCalls agents; // set it to what agents answer
    Metrics& metrics() { return m_metrics; }

private:
    Logging m_logging;
    Metrics m_metrics;
    OperatorEvents m_events;
    ApiServices m_services;
    OperatorApi m_operatorApi;
    StateEndpoints m_state;
    InfoEndpoints m_info;
    CommandEndpoints m_commands;
};

} // namespace muster::agentd::api
