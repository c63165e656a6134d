// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "agentd/master/agent_endpoint.h"
#include "agentd/master/control.h"
#include "agentd/master/publisher.h"
#include "core/history/journal.h"
#include "core/history/telemetry.h"
#include "core/net/session.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::agentd {

// The WebSocket /ws/console: desktop console, web page, command line and scripts. Requests in,
// replies and the live view out; protobuf or its JSON by subprotocol. A message that does not parse
// closes that connection only; a request that cannot be carried out gets an Error in its reply.
class ConsoleEndpoint {
public:
    ConsoleEndpoint(Control& control, Publisher& publisher, AgentEndpoint& agents,
        history::Journal& journal, history::Telemetry& telemetry);

    net::WebSocketEndpoint endpoint();

private:
    // Where replies to one request go.
    struct Caller {
        net::SessionPtr session;
        proto::Encoding encoding;
        std::uint64_t id = 0;
    };
    struct LogStream {
        Caller caller;
        AgentId agent;
    };

    void receive(const net::SessionPtr& session, std::string_view bytes);
    void handle(const Caller& caller, const muster::v1::Request& request);
    void closed(const net::SessionPtr& session);

    void submit(const Caller& caller, const muster::v1::SubmitJob& request);
    void restrict(const Caller& caller, const muster::v1::RestrictGpu& request);
    void release(const Caller& caller, const muster::v1::ReleaseGpu& request);
    void queryHistory(const Caller& caller, const muster::v1::QueryHistory& request);
    void queryEnded(const Caller& caller, const muster::v1::QueryEnded& request);
    void queryAudit(const Caller& caller, const muster::v1::QueryAudit& request);
    void readLog(const Caller& caller, const muster::v1::ReadLog& request);
    void cancelLog(const Caller& caller, std::uint64_t request);
    void onLog(const muster::v1::AgentMessage::LogData& data);
    void endLogs(const AgentId& agent);

    Result<GpuUuid> findGpu(const std::string& beginning) const;
    Result<cluster::TaskKey> findTask(
        const std::string& framework, const std::string& task, AgentId& agent);

    void reply(const Caller& caller, muster::v1::Reply reply);
    void reply(const Caller& caller, const Status& status);

    Control& m_control;
    Publisher& m_publisher;
    AgentEndpoint& m_agents;
    history::Journal& m_journal;
    history::Telemetry& m_telemetry;
    std::uint64_t m_lastStream = 0;
    std::map<std::uint64_t, LogStream> m_logs;
};

} // namespace muster::agentd
