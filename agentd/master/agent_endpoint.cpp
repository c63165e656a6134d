// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/agent_endpoint.h"

#include <boost/asio/ip/address.hpp>
#include <spdlog/spdlog.h>

#include "agentd/master/wire.h"
#include "core/proto/agent.h"

namespace muster::agentd {

std::string agentIp(const std::string& remote, const std::string& own) {
    boost::system::error_code error;
    const auto address = boost::asio::ip::make_address(remote, error);
    const bool here = error || address.is_loopback(); // an error: a socket of this machine
    if (here) {
        const auto mine = boost::asio::ip::make_address(own, error);
        return error || mine.is_unspecified() ? "127.0.0.1" : own;
    }
    const bool mapped = address.is_v6() && address.to_v6().is_v4_mapped();
    return mapped
        ? boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, address.to_v6()).to_string()
        : address.to_string();
}

AgentEndpoint::AgentEndpoint(
    Control& control, TelemetryHub& telemetry, Publisher& publisher, std::string ip)
    : m_control(control), m_telemetry(telemetry), m_publisher(publisher), m_ip(std::move(ip)) { }

net::WebSocketEndpoint AgentEndpoint::endpoint() {
    net::WebSocketEndpoint out;
    out.path = "/ws/agent";
    out.subprotocols = {std::string(proto::kBinarySubprotocol)};
    out.limits.maximumMessage = proto::kMaximumMessage;
    out.onOpen = [this](const net::SessionPtr& session) { open(session); };
    out.onMessage = [this](const net::SessionPtr& session, std::string_view bytes, bool) {
        receive(session, bytes);
    };
    out.onClose = [this](const net::SessionPtr& session, const Error&) { closed(session); };
    return out;
}

void AgentEndpoint::open(const net::SessionPtr& session) {
    const auto peer = std::make_shared<Peer>();
    peer->session = session;
    peer->ip = agentIp(session->remote(), m_ip);
    peer->link = m_control.addAgent({
        .send = [this, peer](const cluster::AgentCommand& out) { command(*peer, out); },
        .close = [session](const std::string& reason) { session->close(kPolicyViolation, reason); },
    });
    m_peers.emplace(session, peer);
}

void AgentEndpoint::command(Peer& peer, const cluster::AgentCommand& command) {
    if (const auto* registered = std::get_if<cluster::Registered>(&command)) {
        peer.id = registered->id;
        m_registered[peer.id] = m_peers.at(peer.session);
        m_telemetry.setGpus(peer.id.value, peer.gpus);
        spdlog::info("Agent {} registered from {} with {} GPUs", peer.id.value,
            peer.session->remote(), peer.gpus.size());
    }
    agentd::send(*peer.session, proto::toProto(command), proto::Encoding::Binary);
}

void AgentEndpoint::receive(const net::SessionPtr& session, std::string_view bytes) {
    const auto peer = m_peers.find(session);
    if (peer == m_peers.end()) {
        return;
    }
    muster::v1::AgentMessage message;
    if (auto status = proto::decode(bytes, proto::Encoding::Binary, message); !status) {
        spdlog::warn("Agent at {}: {}", session->remote(), status.error().message);
        session->close(kPolicyViolation, status.error().message);
        return;
    }
    handle(*peer->second, std::move(message));
}

void AgentEndpoint::handle(Peer& peer, muster::v1::AgentMessage message) {
    switch (message.message_case()) {
    case muster::v1::AgentMessage::kTelemetry:
        if (!peer.id.empty() && m_telemetry.take(peer.id.value, *message.mutable_telemetry())) {
            m_publisher.onTelemetry(message.telemetry());
        }
        return;
    case muster::v1::AgentMessage::kProcesses:
        m_publisher.onProcesses(message.processes());
        return;
    case muster::v1::AgentMessage::kLog:
        if (onLog) {
            onLog(message.log());
        }
        return;
    case muster::v1::AgentMessage::kAnswer:
        if (onAnswer) {
            onAnswer(peer.id, std::move(*message.mutable_answer()));
        }
        return;
    case muster::v1::AgentMessage::kStream:
        if (onStream) {
            onStream(peer.id, message.stream());
        }
        return;
    case muster::v1::AgentMessage::kImages:
        if (onImages) {
            onImages(peer.id, message.images());
        }
        return;
    case muster::v1::AgentMessage::kRegister:
        noteGpus(peer, message.register_().facts());
        break;
    case muster::v1::AgentMessage::kUpdate:
        noteGpus(peer, message.update());
        break;
    case muster::v1::AgentMessage::kStatus:
    case muster::v1::AgentMessage::kFromExecutor:
    case muster::v1::AgentMessage::kExecutorEnded:
    case muster::v1::AgentMessage::MESSAGE_NOT_SET:
        break;
    }
    auto value = proto::fromProto(message);
    if (!value) {
        spdlog::warn("Agent at {}: {}", peer.session->remote(), value.error().message);
        peer.session->close(kPolicyViolation, value.error().message);
        return;
    }
    if (auto* registration = std::get_if<cluster::Register>(&*value)) {
        registration->info.ip = peer.ip;
    } else if (auto* update = std::get_if<cluster::AgentUpdate>(&*value)) {
        update->info.ip = peer.ip;
    }
    m_control.fromAgent(peer.link, std::move(*value));
}

void AgentEndpoint::noteGpus(Peer& peer, const muster::v1::AgentFacts& facts) {
    peer.gpus.clear();
    for (const auto& gpu : facts.gpus()) {
        peer.gpus.push_back({gpu.uuid()});
    }
    if (!peer.id.empty()) {
        m_telemetry.setGpus(peer.id.value, peer.gpus);
    }
}

void AgentEndpoint::closed(const net::SessionPtr& session) {
    auto peer = m_peers.extract(session);
    if (!peer) {
        return;
    }
    const auto& gone = peer.mapped();
    const auto registered = m_registered.find(gone->id);
    if (registered != m_registered.end() && registered->second == gone) {
        m_registered.erase(registered);
        m_telemetry.forget(gone->id.value);
        spdlog::warn("Agent {} disconnected", gone->id.value);
        for (const auto& tell : onGone) {
            tell(gone->id);
        }
    }
    m_control.removeLink(gone->link);
}

bool AgentEndpoint::send(const AgentId& agent, const muster::v1::AgentCommand& command) {
    const auto peer = m_registered.find(agent);
    if (peer == m_registered.end()) {
        return false;
    }
    agentd::send(*peer->second->session, command, proto::Encoding::Binary);
    return true;
}

} // namespace muster::agentd
