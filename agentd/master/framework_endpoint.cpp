// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/framework_endpoint.h"

#include <spdlog/spdlog.h>

#include "agentd/master/framework_permissions.h"
#include "agentd/master/wire.h"
#include "core/proto/scheduler.h"

namespace muster::agentd {

FrameworkEndpoint::FrameworkEndpoint(Control& control, Gate gate)
    : m_control(control), m_gate(std::move(gate)) { }

net::WebSocketEndpoint FrameworkEndpoint::endpoint() {
    net::WebSocketEndpoint out;
    out.path = rowOf(Endpoint::FrameworkSocket).paths.front();
    out.subprotocols
        = {std::string(proto::kBinarySubprotocol), std::string(proto::kJsonSubprotocol)};
    out.limits.maximumMessage = proto::kMaximumMessage;
    out.onOpen = [this](const net::SessionPtr& session) { open(session); };
    out.onMessage = [this](const net::SessionPtr& session, std::string_view bytes, bool) {
        receive(session, bytes);
    };
    out.onClose = [this](const net::SessionPtr& session, const Error&) {
        if (auto peer = m_peers.extract(session)) {
            m_control.removeLink(peer.mapped().link);
        }
    };
    return out;
}

void FrameworkEndpoint::open(const net::SessionPtr& session) {
    const auto encoding = proto::encodingOf(session->subprotocol());
    const auto link = m_control.addFramework({
        .send =
            [this, session, encoding](const cluster::FrameworkEvent& event) {
                if (const auto* subscribed = std::get_if<cluster::Subscribed>(&event)) {
                    m_peers.at(session).framework = subscribed->framework;
                }
                send(*session, proto::toProto(event), encoding);
            },
        .close = [session](const std::string& reason) { session->close(kPolicyViolation, reason); },
    });
    m_peers.emplace(session, Peer{link, encoding});
}

void FrameworkEndpoint::receive(const net::SessionPtr& session, std::string_view bytes) {
    const auto peer = m_peers.find(session);
    if (peer == m_peers.end()) {
        return;
    }
    if (auto status = handle(peer->second, session->principal(), bytes); !status) {
        spdlog::warn("Framework at {}: {}", session->remote(), status.error().message);
        send(*session, proto::toProto(cluster::FrameworkError{status.error().message}),
            peer->second.encoding);
        session->close(kPolicyViolation, "The call was refused");
    }
}

Status FrameworkEndpoint::handle(Peer& peer, const std::string& principal, std::string_view bytes) {
    mesos::v1::scheduler::Call message;
    if (auto status = proto::decode(bytes, peer.encoding, message); !status) {
        return status;
    }
    const auto type = message.type();
    auto call = proto::fromProto(std::move(message));
    if (!call) {
        return failure("Failed to validate scheduler::Call", call.error());
    }
    const Who who{.principal = principal, .registered = peer.subscribed};
    const bool subscribes = std::holds_alternative<cluster::Subscribe>(*call);
    if (!subscribes && !m_gate.permits(rightOf(type), who)) {
        return failure("Framework is not subscribed");
    }
    if (auto status = permit(peer, principal, *call); !status) {
        return status;
    }
    if (const auto* why = m_control.admission().whyNot(*call)) {
        if (subscribes) {
            return tl::unexpected(*why);
        }
        // Its link stays: it runs tasks.
        spdlog::warn("A call of a framework was refused: {}", why->message);
        return {};
    }
    peer.subscribed = true;
    m_control.fromFramework(peer.link, std::move(*call));
    return {};
}

Status FrameworkEndpoint::permit(
    const Peer& peer, const std::string& principal, cluster::FrameworkCall& call) {
    if (auto* subscribe = std::get_if<cluster::Subscribe>(&call)) {
        return admit(m_gate, principal, subscribe->info);
    }
    if (auto* update = std::get_if<cluster::UpdateFramework>(&call)) {
        update->denied = registrationRefusal(m_gate, update->info, principal);
    } else if (auto* accept = std::get_if<cluster::Accept>(&call)) {
        const auto* framework = m_control.master().framework(peer.framework);
        if (framework == nullptr) {
            return failure("Framework is not subscribed");
        }
        markDenied(m_gate, framework->info, principal, *accept);
    }
    return {};
}

} // namespace muster::agentd
