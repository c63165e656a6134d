// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <tl/expected.hpp>

#include "core/kernel/base/result.h"
#include "core/kernel/base/time.h"
#include "core/net/credentials.h"
#include "core/net/http.h"
#include "core/net/session.h"
#include "core/net/web_session.h"

namespace muster::net {

struct TlsFiles {
    std::string certificate; // PEM, the whole chain
    std::string key; // PEM
};

// A socket file, mode 0600, of that owner. Whoever may open it may ask; who that is, the handler
// finds in HttpRequest::uid.
struct UnixSocket {
    std::string path; // its last part must have room beside /proc/self/fd/N/ in 107 bytes
    unsigned uid = 0;
    unsigned gid = 0;
};

struct ServerOptions {
    std::string address = "127.0.0.1";
    std::uint16_t port = 5050; // 0: any free one
    // Listens here, without TLS, in place of `address` and `port`. Host and Origin are not checked
    // and `authenticate` may be false.
    std::optional<UnixSocket> unixSocket;
    std::optional<TlsFiles> tls;
    // That Host and Origin may have, beside loopback, `address` and the machine's own addresses.
    std::vector<std::string> names;
    bool authenticate = true; // false: loopback only, everybody may do everything
    // Who a bearer token belongs to, or nobody. REQUIRED when `authenticate` is set.
    std::function<std::optional<std::string>(std::string_view token)> principalOf;
    Credentials credentials; // further principals, who show a password (HTTP Basic)
    WebSessionHooks webSessions; // of browsers; without `find` there are none

    Duration headTimeout = std::chrono::seconds(10); // TLS handshake, and to send a request head
    Duration bodyTimeout = std::chrono::seconds(60); // to send a whole body
    Duration pieceTimeout = std::chrono::minutes(5); // between two pieces of a streamed body
    Duration idleTimeout = std::chrono::seconds(60); // between two requests of one connection
    Duration writeTimeout = std::chrono::seconds(30); // without any byte taken by the client
    Duration silentTimeout = std::chrono::seconds(60); // of a WebSocket, until its first message
    // When they are reached, the connection that has waited longest for a request makes room; when
    // none waits, a session or endless answer whose client has said nothing for `silence`: of the
    // principal that has most of them those first that never said anything, then the one that is
    // silent for longest. When there is none either, the new one is closed.
    Duration silence = std::chrono::seconds(30);
    std::size_t maximumConnections = 4096;
    std::size_t maximumPerAddress = 1024;

    // For the log: accepting failed, a limit was reached, a handler threw.
    std::function<void(const Error&)> onProblem;
};

// What somebody shows to log in: a token, or a name and a password.
struct Login {
    std::string token;
    std::optional<Password> password;
};

// A WebSocket's close code when the session of its browser has ended: sign in again.
inline constexpr unsigned kSessionEnded = 4001;

// HTTP/1.1 and WebSocket on one port or unix socket. Runs on the caller's io_context, which one
// thread runs; every handler is called there and must not block. Nothing is called after the
// destructor, which closes all connections. Destroy it before the io_context.
class Server {
public:
    // An error when checkListen refuses the address, it is taken, or the TLS files do not fit.
    static Result<std::unique_ptr<Server>> listen(boost::asio::io_context& io,
        ServerOptions options, std::vector<Route> routes, std::vector<WebSocketEndpoint> endpoints);
    ~Server();

    std::uint16_t port() const; // 0 for a unix socket
    std::size_t connectionCount() const;

    // Who that is, by the rules and at the pace of the Authorization header, for a handler that is
    // shown a token or a password in a body; else the answer (401, 429), to be sent as it is: it
    // may have a delay. Nobody where nobody is asked.
    tl::expected<std::string, HttpResponse> logIn(
        const HttpRequest& from, const Login& shown) const;

    // The sessions of browsers that have a WebSocket open.
    std::set<std::uint64_t> openWebSessions() const;
    // Closes the WebSockets of a session that has ended with kSessionEnded.
    void endWebSession(std::uint64_t session);

private:
    struct State;
    explicit Server(std::shared_ptr<State> state);
    std::shared_ptr<State> m_state;
};

} // namespace muster::net
