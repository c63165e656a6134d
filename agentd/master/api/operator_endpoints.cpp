// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/api/operator_endpoints.h"

#include <iterator>

namespace muster::agentd::api {

OperatorEndpoints::OperatorEndpoints(boost::asio::io_context& io, Control& control,
    const MasterFacts& facts, const Gate& gate, WholeAnswers& answers,
    const std::map<std::string, std::string>& flags)
    : m_logging(io), m_metrics(control, facts.started),
      m_events(io, control, facts, answers.patience()), m_services{control, facts, gate, flags,
                                                            files, m_logging, m_metrics, m_events,
                                                            answers, agents},
      m_operatorApi(m_services), m_state(m_services), m_info(m_services), m_commands(m_services) {
    m_metrics.operatorSubscribers = [this] { return m_events.subscribers(); };
    control.onWritten = [this](Duration took) { m_metrics.countWritten(took); };
    control.onInput = [this](const cluster::MasterInput& input) { m_metrics.onInput(input); };
    control.onOutputs = [this](const std::vector<cluster::MasterOutput>& outputs) {
        m_metrics.onOutputs(outputs);
        m_events.onOutputs(outputs);
    };
}

GuardedRoutes OperatorEndpoints::routes() {
    auto out = m_operatorApi.routes();
    for (auto more : {m_state.routes(), m_info.routes(), m_commands.routes()}) {
        std::move(more.begin(), more.end(), std::back_inserter(out));
    }
    return out;
}

} // namespace muster::agentd::api
