// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/agent_endpoint.h"

#include <spdlog/spdlog.h>

#include "agentd/clock.h"
#include "agentd/master/journal_guard.h"
#include "agentd/master/wire.h"
#include "core/proto/agent.h"

namespace muster::agentd {

AgentEndpoint::AgentEndpoint(Control& control, TelemetryHub& telemetry, Publisher& publisher)
    : m_control(control), m_telemetry(telemetry), m_publisher(publisher) { }

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
    auto message = proto::toProto(command);
    if (message.has_registered() || message.has_run() || message.has_run_group()) {
        message.mutable_journal()->set_journal(m_control.mark().journal);
        message.mutable_journal()->set_sequence(m_control.mark().sequence);
    }
    agentd::send(*peer.session, message, proto::Encoding::Binary);
}

// False: it was refused.
bool AgentEndpoint::fitsJournal(Peer& peer, const muster::v1::AgentMessage::Register& message) {
    const auto& known = message.journal();
    const auto fits = checkMark({known.journal(), known.sequence()}, m_control.mark());
    if (!fits) {
        spdlog::error("Agent {} at {} is refused: {}", message.id(), peer.session->remote(),
            fits.error().message);
        if (m_refused.insert(message.id()).second) {
            history::Change change;
            change.audit.push_back({now(), "master", "agent refused", message.id(),
                fmt::format("{}: {}", message.facts().hostname(), fits.error().message)});
            m_control.keep(std::move(change));
        }
        peer.session->close(kPolicyViolation, fits.error().message);
    }
    return fits.has_value();
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
        if (!fitsJournal(peer, message.register_())) {
            return;
        }
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
