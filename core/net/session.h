// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/base/result.h"
#include "core/kernel/base/time.h"
#include "core/net/http.h"

namespace muster::net {

// Where messages go: one open WebSocket, of a server or of a client, or what stands for one. Lives
// on its io_context; use it from that thread only. It may be kept after it is closed: it then drops
// what it is given.
class Session {
public:
    virtual ~Session() = default;

    // Queues the bytes without copying them: one buffer may be in many queues. A session whose
    // queue passes its limit is closed; onClose follows, never from within send().
    virtual void send(Payload message, bool binary) = 0;
    virtual std::size_t queuedBytes() const = 0;
    // Each time the queue has become empty: the moment to send the newest state to a slow reader.
    virtual void onDrained(std::function<void()> callback) = 0;
    // Sends what is queued, then the close frame. Codes of RFC 6455: 1000 normal, 1001 going away,
    // 1008 policy, 1011 our error.
    virtual void close(unsigned code, std::string_view reason) = 0;

    virtual const std::string& subprotocol() const = 0; // empty: none agreed
    virtual const std::string& remote() const = 0; // "127.0.0.1"
    virtual const std::string& principal() const = 0; // empty when nobody was asked
};

using SessionPtr = std::shared_ptr<Session>;

struct SessionLimits {
    std::size_t maximumMessage = 4 << 20; // a longer one closes the session with code 1009
    // That may wait behind the message that is being sent, which may be of any length: beyond that
    // the session is closed, its peer is too slow.
    std::size_t maximumQueue = 8 << 20;
    Duration handshake = std::chrono::seconds(10);
    // Silence after which the peer is taken for dead; it is pinged after half of it.
    Duration idle = std::chrono::seconds(30);
};

// One row of the server's table of WebSockets.
struct WebSocketEndpoint {
    std::string path;
    // Not empty: a client must offer one of them, and its first that is known is agreed on.
    std::vector<std::string> subprotocols;
    Access access = Access::Authenticated;
    // Also the cookie of a browser's session shows who asks: with an own Origin and a ticket.
    bool byCookie = false;
    SessionLimits limits;
    std::function<void(const SessionPtr&)> onOpen;
    // The view is valid during the call.
    std::function<void(const SessionPtr&, std::string_view message, bool text)> onMessage;
    // Once for every onOpen.
    std::function<void(const SessionPtr&, const Error& why)> onClose;
};

} // namespace muster::net
