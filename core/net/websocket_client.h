// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <boost/asio/io_context.hpp>

#include "core/kernel/base/result.h"
#include "core/kernel/base/time.h"
#include "core/net/address.h"
#include "core/net/session.h"

namespace muster::net {

// 0.2 s, 0.4 s ... 10 s, each plus up to a quarter, so that a thousand agents that lost their
// master do not come back in the same instant. It starts anew when the master has said something:
// one that only closes is left in peace.
struct Reconnect {
    std::uint64_t seed = 0; // of the jitter
    Duration first = std::chrono::milliseconds(200);
    Duration longest = std::chrono::seconds(10);
};

struct WebSocketClientOptions {
    Endpoint master; // with the path of the WebSocket
    std::string subprotocol;
    std::string token; // empty: none. Never sent in the clear to another machine
    // While there is none, asked before each attempt: it may be made later. Empty: still none.
    std::function<std::string()> findToken{};
    std::string caFile; // trusted instead of the system's authorities
    Duration connectTimeout = std::chrono::seconds(10); // name, TCP, TLS and upgrade together
    SessionLimits limits;
    std::optional<Reconnect> reconnect;
};

struct WebSocketClientEvents {
    std::function<void()> onOpen;
    std::function<void(std::string_view message, bool text)> onMessage;
    // Each time a connection could not be made or was lost, in words with a remedy.
    std::function<void(const Error&)> onClosed;
};

// Dials from its construction on. Runs on the caller's io_context and is used from its thread only.
// Nothing is called after the destructor, which drops the connection.
class WebSocketClient {
public:
    WebSocketClient(
        boost::asio::io_context& io, WebSocketClientOptions options, WebSocketClientEvents events);
    ~WebSocketClient();
    WebSocketClient(const WebSocketClient&) = delete;
    WebSocketClient& operator=(const WebSocketClient&) = delete;

    // False, and nothing is queued, when no connection is open.
    bool send(Payload message, bool binary = true);
    bool isOpen() const;
    std::size_t queuedBytes() const;
    void close(); // normally, for good: no reconnect

private:
    struct State;
    std::shared_ptr<State> m_state;
};

} // namespace muster::net
