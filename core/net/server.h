// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "core/kernel/base/result.h"
#include "core/kernel/base/time.h"
#include "core/net/http.h"
#include "core/net/session.h"

namespace muster::net {

struct TlsFiles {
    std::string certificate; // PEM, the whole chain
    std::string key; // PEM
};

struct ServerOptions {
    std::string address = "127.0.0.1";
    std::uint16_t port = 5050; // 0: any free one
    std::optional<TlsFiles> tls;
    std::vector<std::string> names; // that Host and Origin may have, beside loopback and `address`
    bool authenticate = true; // false: loopback only, everybody may do everything
    // Who a bearer token belongs to, or nobody. REQUIRED when `authenticate` is set.
    std::function<std::optional<std::string>(std::string_view token)> principalOf;

    Duration headTimeout = std::chrono::seconds(10); // TLS handshake, and to send a request head
    Duration bodyTimeout = std::chrono::seconds(60); // to send a whole body
    Duration idleTimeout = std::chrono::seconds(60); // between two requests of one connection
    Duration writeTimeout = std::chrono::seconds(30); // without any byte taken by the client
    std::size_t maximumConnections = 4096;
    std::size_t maximumPerAddress = 1024;

    // For the log: accepting failed, a limit was reached, a handler threw.
    std::function<void(const Error&)> onProblem;
};

// HTTP/1.1 and WebSocket on one port. Runs on the caller's io_context, which one thread runs; every
// handler is called there and must not block. Nothing is called after the destructor, which closes
// all connections. Destroy it before the io_context.
class Server {
public:
    // An error when checkListen refuses the address, it is taken, or the TLS files do not fit.
    static Result<std::unique_ptr<Server>> listen(boost::asio::io_context& io,
        ServerOptions options, std::vector<Route> routes, std::vector<WebSocketEndpoint> endpoints);
    ~Server();

    std::uint16_t port() const;
    std::size_t connectionCount() const;

private:
    struct State;
    explicit Server(std::shared_ptr<State> state);
    std::shared_ptr<State> m_state;
};

} // namespace muster::net
