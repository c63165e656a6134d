// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/agent_endpoint.h"
#include "agentd/master/alerts.h"
#include "agentd/master/api_calls.h"
#include "agentd/master/cluster_queries.h"
#include "agentd/master/console_commands.h"
#include "agentd/master/console_queries.h"
#include "agentd/master/control.h"
#include "agentd/master/image_relay.h"
#include "agentd/master/log_relay.h"
#include "agentd/master/publisher.h"
#include "core/spec/template_files.h"

namespace muster::agentd {

// The WebSocket /ws/console: desktop console, web page, command line and scripts. Requests in,
// replies and the live view out; protobuf or its JSON by subprotocol. A message that does not parse
// closes that connection only; a request that cannot be carried out gets an Error in its reply.
class ConsoleEndpoint {
public:
    ConsoleEndpoint(Control& control, Alerts& alerts, Publisher& publisher, AgentEndpoint& agents,
        history::Journal& journal, history::Telemetry& telemetry, Gate gate);

    net::WebSocketEndpoint endpoint();

    // One request of a session that need not be a WebSocket: with the checks, the gate and the
    // replies of one. Requests that are answered by a stream are not for a session that never ends
    // with closed().
    void ask(const Caller& caller, const muster::v1::Request& request);
    // The same of a client that goes on asking: one that speaks another protocol is closed.
    void ask(const net::SessionPtr& session, const muster::v1::Request& request);
    void closed(const net::SessionPtr& session);
    // What consoles may call on their connection; before the first of them asks.
    void serve(const GuardedRoutes& routes) { m_calls.serve(routes); }
    // Rows of one kind (a field's number in Rows) that are shown to that principal, as a Snapshot
    // has them: all, or those with that id. Unavailable: a user could not be looked up yet.
    Result<muster::v1::Rows> rows(
        const std::string& principal, int kind, const std::optional<std::string>& id = {}) const {
        return m_publisher.rows(kind, id, {m_gate, principal, m_control});
    }

private:
    void receive(const net::SessionPtr& session, std::string_view bytes);
    void handle(const Caller& caller, const muster::v1::Request& request);
    // What the ACLs let whoever asks see.
    ConsoleView viewOf(const Caller& caller) const;

    void subscribe(
        const Caller& caller, const muster::v1::Subscribe& request, const ConsoleView& view);
    void submit(const Caller& caller, const muster::v1::SubmitJob& request);
    Result<muster::v1::Reply> explain(const muster::v1::Explain& request) const;
    Result<muster::v1::Reply> refusals(
        const muster::v1::QueryRefusals& request, const ConsoleView& view) const;
    Result<muster::v1::Reply> jobSpec(const muster::v1::QueryJobSpec& request);
    Result<muster::v1::Reply> jobDraft(const muster::v1::ReadJob& request) const;
    void readLog(const Caller& caller, const muster::v1::ReadLog& request);

    Control& m_control;
    Publisher& m_publisher;
    history::Journal& m_journal;
    Gate m_gate;
    ConsoleQueries m_queries;
    ClusterQueries m_clusterQueries;
    ConsoleCommands m_commands;
    LogRelay m_logs;
    ImageRelay m_images;
    ApiCalls m_calls;
    spec::KnownTemplates m_templates;
};

} // namespace muster::agentd
