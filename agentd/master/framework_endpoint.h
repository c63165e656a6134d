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
// the connection is closed.
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
    Status handle(Peer& peer, const std::string& principal, std::string_view bytes);
    Status permit(const Peer& peer, const std::string& principal, cluster::FrameworkCall& call);

    Control& m_control;
    Gate m_gate;
    std::map<net::SessionPtr, Peer> m_peers;
};

} // namespace muster::agentd
