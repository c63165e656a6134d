// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/transport.h"

#include <cstring>

#include <netinet/tcp.h>
#include <sys/socket.h>

#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <fmt/format.h>

namespace muster::net {

namespace {

// A closure without associations runs on the socket's own executor, which is asio's fast path.
template <typename Handler>
auto onOwnExecutor(Handler handler) {
    return
        [handler = std::move(handler)](auto... results) mutable { std::move(handler)(results...); };
}

} // namespace

asio::ip::tcp::endpoint ipEndpoint(const Socket::endpoint_type& endpoint) {
    asio::ip::tcp::endpoint out;
    std::memcpy(out.data(), endpoint.data(), std::min(endpoint.size(), out.capacity()));
    return out;
}

Transport::Transport(Socket socket, asio::ssl::context* tls)
    : m_socket(std::move(socket)), m_timer(m_socket.get_executor()) {
    if (tls)
        m_tls.emplace(m_socket, *tls);
    readRemote();
}

void Transport::readRemote() {
    error_code error;
    const auto endpoint = m_socket.remote_endpoint(error);
    if (error)
        return;
    if (endpoint.protocol().family() == AF_UNIX) {
        ucred peer{};
        socklen_t size = sizeof peer;
        if (::getsockopt(m_socket.native_handle(), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0) {
            m_uid = peer.uid;
            m_remote = fmt::format("uid {}", peer.uid);
        }
        return;
    }
    m_remote = ipEndpoint(endpoint).address().to_string();
    m_remotePort = ipEndpoint(endpoint).port();
    // A small message must not wait for the answer to the one before.
    m_socket.set_option(asio::ip::tcp::no_delay(true), error);
    // Bytes that the kernel holds unsent for a slow reader are state that grows old.
    const int unsent = 128 << 10;
    ::setsockopt(m_socket.native_handle(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
}

Task<error_code> Transport::handshake(bool server) {
    error_code error;
    if (m_tls)
        co_await m_tls->async_handshake(
            server ? asio::ssl::stream_base::server : asio::ssl::stream_base::client,
            asio::redirect_error(kAwait, error));
    co_return error;
}

void Transport::deadline(Duration after) {
    m_until = std::chrono::steady_clock::now() + after;
    if (!m_waiting || m_timer.expiry() > m_until)
        arm();
}

void Transport::arm() {
    m_waiting = true;
    m_timer.expires_at(m_until);
    m_timer.async_wait([weak = weak_from_this()](error_code error) {
        const auto self = weak.lock();
        if (error || !self)
            return;
        self->m_waiting = false;
        if (std::chrono::steady_clock::now() >= self->m_until) {
            self->m_timedOut = true;
            self->close();
        } else if (self->m_until != std::chrono::steady_clock::time_point::max()) {
            self->arm();
        }
    });
}

void Transport::close() {
    error_code ignored;
    m_closed = true;
    m_timer.cancel();
    m_socket.close(ignored);
    m_slot.reset(); // whoever still holds this holds no connection
}

void Transport::shutdownSend() {
    error_code ignored;
    m_socket.shutdown(asio::socket_base::shutdown_send, ignored);
}

void Transport::readSome(asio::mutable_buffer buffer, IoHandler handler) {
    if (m_tls)
        m_tls->async_read_some(buffer, onOwnExecutor(std::move(handler)));
    else
        m_socket.async_read_some(buffer, onOwnExecutor(std::move(handler)));
}

void Transport::writeSome(const Gather& gather, IoHandler handler) {
    if (m_tls)
        m_tls->async_write_some(gather.buffers, onOwnExecutor(std::move(handler)));
    else
        m_socket.async_write_some(gather.buffers, onOwnExecutor(std::move(handler)));
}

void Transport::tearDown(DoneHandler handler) {
    // No wait for the peer's TLS close_notify: the WebSocket's close frames already say that
    // nothing was cut off.
    shutdownSend();
    close();
    asio::post(get_executor(),
        [handler = std::move(handler)]() mutable { std::move(handler)(error_code()); });
}

} // namespace muster::net
