// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>

#include "agentd/gate.h"
#include "agentd/master/agent_ids.h"
#include "agentd/master/control.h"
#include "agentd/master/publisher.h"
#include "core/net/session.h"
#include "core/proto/muster/v1/agent.pb.h"

namespace muster::agentd {

// The WebSocket /ws/agent: registrations, status updates, samples, logs. A message that does not
// parse or does not fit closes that connection only. Before somebody has registered on its
// connection, nothing else from there counts; afterwards only what is its own. An id that is taken
// stays with whom it belongs to (AgentIds), who may replace a connection that is dead.
class AgentEndpoint {
public:
    // `ip`: the master's own, which an agent on its machine has too.
    AgentEndpoint(Control& control, TelemetryHub& telemetry, Publisher& publisher, std::string ip,
        Gate gate, AgentIds ids);

    net::WebSocketEndpoint endpoint();
    void onEvents(const BatchEvents& events); // each batch, before the next is applied

    // False: the agent is not connected.
    bool send(const AgentId& agent, const muster::v1::AgentCommand& command);
    std::function<void(const AgentId&, const muster::v1::AgentMessage::LogData&)> onLog;
    std::vector<std::function<void(const AgentId&)>> onGone;
    std::function<void(const AgentId&, muster::v1::AgentMessage::Answer)> onAnswer;
    std::function<void(const AgentId&, const muster::v1::Stream&)> onStream;
    std::function<void(const AgentId&, const muster::v1::AgentMessage::Images&)> onImages;

private:
    struct Peer {
        net::SessionPtr session;
        std::string ip;
        cluster::Link link;
        AgentId id; // empty until it is registered
        bool admitted = false; // it may register, and has asked to
        AgentId asked; // as which; empty: as a new one
        std::string secret;
        std::vector<GpuUuid> gpus;
    };
    using PeerPtr = std::shared_ptr<Peer>;

    void open(const net::SessionPtr& session);
    void receive(const net::SessionPtr& session, std::string_view bytes);
    void handle(Peer& peer, muster::v1::AgentMessage message);
    Status admit(Peer& peer, const muster::v1::AgentMessage::Register& message);
    void closed(const net::SessionPtr& session);
    void command(Peer& peer, const cluster::AgentCommand& command);
    bool fitsJournal(Peer& peer, const muster::v1::AgentMessage::Register& message);
    void noteGpus(Peer& peer, const muster::v1::AgentFacts& facts);

    Control& m_control;
    TelemetryHub& m_telemetry;
    Publisher& m_publisher;
    std::string m_ip;
    Gate m_gate;
    AgentIds m_ids;
    std::map<net::SessionPtr, PeerPtr> m_peers;
    std::map<AgentId, PeerPtr> m_registered;
    std::map<AgentId, const Peer*> m_claims; // who registers, or has, as it
    std::set<std::string> m_refused; // ids, logged and audited once each
};

// The address that operators know the machine of an agent by.
std::string agentIp(const std::string& remote, const std::string& own);

} // namespace muster::agentd
