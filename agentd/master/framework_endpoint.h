// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "agentd/gate.h"
#include "agentd/master/control.h"
#include "core/net/session.h"
#include "core/proto/encoding.h"

namespace muster::agentd {

// The WebSocket /ws/framework: mesos.v1.scheduler Calls in, Events out, binary or JSON by
// subprotocol. The first call must be SUBSCRIBE. A wrong call is answered with an ERROR event, and
// the connection is closed. An UPDATE_FRAMEWORK that does not fit is answered with an ERROR event,
// too, and so is what a master does not take on at the moment if its sender would wait for it; of
// an ACCEPT each task is dropped instead, as long as the master still ends things. The connection
// then stays.
class FrameworkEndpoint {
public:
    FrameworkEndpoint(Control& control, Gate gate);

    net::WebSocketEndpoint endpoint();

private:
    struct Peer {
        cluster::Link link;
        proto::Encoding encoding;
        bool subscribed = false;
        FrameworkId framework{}; // known once the master has answered
    };

    void open(const net::SessionPtr& session);
    void receive(const net::SessionPtr& session, std::string_view bytes);
    Status handle(const net::SessionPtr& session, Peer& peer, std::string_view bytes);
    void refuse(
        net::Session& session, const Peer& peer, cluster::FrameworkCall call, const Error& why);
    Status permit(const Peer& peer, const std::string& principal, cluster::FrameworkCall& call);

    Control& m_control;
    Gate m_gate;
    std::map<net::SessionPtr, Peer> m_peers;
};

} // namespace muster::agentd
