// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/agent_endpoint.h"

#include <algorithm>

#include <boost/asio/ip/address.hpp>
#include <spdlog/spdlog.h>

#include "agentd/clock.h"
#include "agentd/master/wire.h"
#include "core/kernel/base/audit_kind.h"
#include "core/kernel/base/text.h"
#include "core/proto/agent.h"
#include "core/proto/protocol.h"

namespace muster::agentd {
namespace {

constexpr std::size_t kMostRefusals = 1000; // of an older journal, in the log and the audit

} // namespace

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

AgentEndpoint::AgentEndpoint(Control& control, TelemetryHub& telemetry, Publisher& publisher,
    std::string ip, Gate gate, AgentIds ids)
    : m_control(control), m_telemetry(telemetry), m_publisher(publisher), m_ip(std::move(ip)),
      m_gate(std::move(gate)), m_ids(std::move(ids)) { }

net::WebSocketEndpoint AgentEndpoint::endpoint() {
    net::WebSocketEndpoint out;
    out.path = rowOf(Endpoint::AgentSocket).paths.front();
    out.subprotocols = {std::string(proto::kBinarySubprotocol)};
    out.limits.maximumMessage = proto::kMaximumOfAgent;
    out.onOpen = [this](const net::SessionPtr& session) { open(session); };
    out.onMessage = [this](const net::SessionPtr& session, std::string_view bytes, bool) {
        receive(session, bytes);
    };
    out.onClose = [this](const net::SessionPtr& session, const Error&) { closed(session); };
    return out;
}

// The secret goes with its agent, also with one that never settled: otherwise whoever may register
// could fill the journal. One that has registered again within the batch keeps it.
void AgentEndpoint::onEvents(const BatchEvents& events) {
    const auto& master = m_control.master();
    for (const auto& event : events.cluster) {
        const auto* moved = std::get_if<cluster::AgentMoved>(&event);
        if (moved == nullptr || moved->after != cluster::Presence::Unknown
            || master.agent(moved->agent) != nullptr || master.agentRecord(moved->agent)) {
            continue;
        }
        if (auto change = m_ids.forget(moved->agent); !change.empty()) {
            m_control.keep(std::move(change));
        }
    }
}

void AgentEndpoint::open(const net::SessionPtr& session) {
    const auto peer = std::make_shared<Peer>();
    peer->session = session;
    peer->ip = agentIp(session->remote(), m_ip);
    peer->link = m_control.addAgent({
        .send = [this, peer](const cluster::AgentCommand& out) { command(*peer, out); },
        .close = [session](const std::string& reason) { session->close(kPolicyViolation, reason); },
        .proof = [this, peer](const AgentId& id) { return m_ids.take(id, peer->secret); },
    });
    m_peers.emplace(session, peer);
}

void AgentEndpoint::command(Peer& peer, const cluster::AgentCommand& command) {
    if (const auto* registered = std::get_if<cluster::Registered>(&command)) {
        peer.id = registered->id;
        m_registered[peer.id] = m_peers.at(peer.session);
        m_claims[peer.id] = &peer;
        m_telemetry.setGpus(peer.id.value, peer.gpus);
        spdlog::info("Agent {} registered from {} with {}", peer.id.value, peer.session->remote(),
            counted(peer.gpus.size(), "GPU"));
    }
    auto message = proto::toProto(command);
    if (message.has_registered() || message.has_run() || message.has_run_group()) {
        auto& journal = *message.mutable_journal();
        journal.set_journal(m_control.mark().journal);
        journal.set_sequence(m_control.mark().sequence);
        journal.set_incarnation(m_control.mark().incarnation);
    }
    agentd::send(*peer.session, message, proto::Encoding::Binary);
}

// False: it was refused.
bool AgentEndpoint::fitsJournal(Peer& peer, const muster::v1::AgentMessage::Register& message) {
    const auto& known = message.journal();
    if (m_control.fits({known.journal(), known.sequence(), known.incarnation()})) {
        return true;
    }
    const auto& why = m_control.admission().olderCopy()->message;
    if (m_refused.size() < kMostRefusals && m_refused.insert(message.id()).second) {
        spdlog::error("Agent {} at {} was refused: {}", message.id(), peer.session->remote(), why);
        history::Change change;
        change.audit.push_back({now(), "master", std::string(actionOf(AuditKind::AgentRefused)),
            message.id(), fmt::format("{}: {}", message.facts().hostname(), why)});
        m_control.keep(std::move(change));
    }
    peer.session->close(kPolicyViolation, why);
    return false;
}

void AgentEndpoint::receive(const net::SessionPtr& session, std::string_view bytes) {
    const auto peer = m_peers.find(session);
    if (peer == m_peers.end()) {
        return;
    }
    muster::v1::AgentMessage message;
    auto status = proto::decodeRepaired(bytes, message, proto::kMaximumOfAgent);
    if (status) {
        status = proto::checkProtocol(message.protocol(), "agent");
    }
    if (!status) {
        spdlog::warn("Agent at {}: {}", session->remote(), status.error().message);
        session->close(kPolicyViolation, status.error().message);
        return;
    }
    handle(*peer->second, std::move(message));
}

Status AgentEndpoint::admit(Peer& peer, const muster::v1::AgentMessage::Register& message) {
    const AgentId id{message.id()};
    if (peer.admitted) { // once more, with news
        return id == peer.asked || id == peer.id
            ? Status()
            : failure(fmt::format("This connection belongs to another agent than {}", id.value),
                Error::Kind::Denied);
    }
    peer.asked = id;
    if (!id.empty()) {
        if (auto free = m_ids.check(id, message.secret(), m_claims.contains(id)); !free) {
            return free;
        }
        m_claims[id] = &peer;
    }
    peer.admitted = true;
    peer.secret = message.secret();
    return {};
}

void AgentEndpoint::handle(Peer& peer, muster::v1::AgentMessage message) {
    const Who who{.principal = peer.session->principal(), .registered = peer.admitted};
    auto admitted = m_gate.ask(rightOf(message.message_case()), who);
    if (admitted && message.has_register_()) {
        admitted = admit(peer, message.register_());
    }
    if (!admitted) {
        spdlog::warn("Agent at {}: {}", peer.session->remote(), admitted.error().message);
        peer.session->close(kPolicyViolation, admitted.error().message);
        return;
    }
    switch (message.message_case()) {
    case muster::v1::AgentMessage::kTelemetry:
        if (const auto* agent = m_control.master().agent(peer.id); agent != nullptr
            && m_telemetry.take(
                peer.id.value, *message.mutable_telemetry(), agent->claimedByOthers)) {
            m_publisher.onTelemetry(message.telemetry());
        }
        return;
    case muster::v1::AgentMessage::kProcesses:
        keepIf(*message.mutable_processes()->mutable_gpus(), [&](const auto& gpu) {
            const auto view = m_control.master().gpu({gpu.uuid()});
            return view && view->agent->id == peer.id;
        });
        m_publisher.onProcesses(message.processes());
        return;
    case muster::v1::AgentMessage::kLog:
        if (onLog) {
            onLog(peer.id, message.log());
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
    std::erase_if(m_claims, [&](const auto& claim) { return claim.second == gone.get(); });
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
