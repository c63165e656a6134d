// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/transport.h"

#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>

namespace muster::net {

namespace {

// A closure without associations runs on the socket's own executor, which is asio's fast path.
template <typename Handler>
auto onOwnExecutor(Handler handler) {
    return
        [handler = std::move(handler)](auto... results) mutable { std::move(handler)(results...); };
}

} // namespace

Transport::Transport(Socket socket, asio::ssl::context* tls, std::shared_ptr<void> slot)
    : m_socket(std::move(socket)), m_timer(m_socket.get_executor()), m_slot(std::move(slot)) {
    if (tls)
        m_tls.emplace(m_socket, *tls);
    readRemote();
}

void Transport::readRemote() {
    error_code error;
    const auto endpoint = m_socket.remote_endpoint(error);
    if (error)
        return;
    m_remote = endpoint.address().to_string();
    // A small message must not wait for the answer to the one before.
    m_socket.set_option(asio::ip::tcp::no_delay(true), error);
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
    m_timer.cancel();
    m_socket.close(ignored);
}

void Transport::shutdownSend() {
    error_code ignored;
    m_socket.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
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
