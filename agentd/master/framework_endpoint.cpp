// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/framework_endpoint.h"

#include <spdlog/spdlog.h>

#include "agentd/master/framework_permissions.h"
#include "agentd/master/wire.h"
#include "agentd/overloaded.h"
#include "core/proto/scheduler.h"

namespace muster::agentd {
namespace {

void sendError(net::Session& session, const Error& why, proto::Encoding encoding) {
    send(session, proto::toProto(cluster::FrameworkError{why.message}), encoding);
}

// None of its operations is carried out: its framework is told so, and its offers are given back.
void markRefused(cluster::Accept& call, const std::string& why) {
    const auto mark = [&why](std::vector<cluster::TaskInfo>& tasks) {
        for (auto& task : tasks) {
            task.defect = {cluster::Defect::Stage::Undecided, why};
        }
    };
    for (auto& operation : call.operations) {
        std::visit(Overloaded{
                       [&](cluster::LaunchTasks& launch) { mark(launch.tasks); },
                       [&](cluster::LaunchGroup& group) { mark(group.tasks); },
                       [&](cluster::ChangeReservations& change) { change.defect = why; },
                   },
            operation);
    }
}

} // namespace

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
    if (auto status = handle(session, peer->second, bytes); !status) {
        spdlog::warn("Framework at {}: {}", session->remote(), status.error().message);
        sendError(*session, status.error(), peer->second.encoding);
        session->close(kPolicyViolation, "The call was refused");
    }
}

Status FrameworkEndpoint::handle(
    const net::SessionPtr& session, Peer& peer, std::string_view bytes) {
    const auto& principal = session->principal();
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
        refuse(*session, peer, std::move(*call), *why);
        return {};
    }
    if (auto* update = std::get_if<cluster::UpdateFramework>(&*call)) {
        m_control.updateFramework(peer.link, std::move(*update),
            [session, encoding = peer.encoding](const Status& status) {
                if (!status) {
                    sendError(*session, status.error(), encoding);
                }
            });
        return {};
    }
    peer.subscribed = true;
    m_control.fromFramework(peer.link, std::move(*call));
    return {};
}

// Its link stays: it runs tasks. Schedulers take an ERROR for their end, so only those get one who
// would wait in vain. To drop tasks takes a batch: while none is run, what repeats its call would
// fill the memory.
void FrameworkEndpoint::refuse(
    net::Session& session, const Peer& peer, cluster::FrameworkCall call, const Error& why) {
    spdlog::warn("A call of a framework was refused: {}", why.message);
    auto* accept = std::get_if<cluster::Accept>(&call);
    if (accept != nullptr && !m_control.admission().whyNotEnd()) {
        markRefused(*accept, why.message);
        m_control.fromFramework(peer.link, std::move(*accept));
    } else if (Admission::isAwaited(call)) {
        sendError(session, why, peer.encoding);
    }
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
