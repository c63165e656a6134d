// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include <boost/asio/any_completion_handler.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/role.hpp>

#include "core/kernel/base/time.h"

namespace muster::net {

namespace asio = boost::asio;
using boost::system::error_code;
using Executor = asio::io_context::executor_type;
using Socket = asio::basic_stream_socket<asio::generic::stream_protocol, Executor>;
using Timer = asio::basic_waitable_timer<std::chrono::steady_clock,
    asio::wait_traits<std::chrono::steady_clock>, Executor>;
template <typename T = void>
using Task = asio::awaitable<T, Executor>;
inline constexpr asio::use_awaitable_t<Executor> kAwait{};
inline constexpr std::size_t kPiece = 16 << 10; // of a body, read at once

// The address and port of a TCP endpoint.
asio::ip::tcp::endpoint ipEndpoint(const Socket::endpoint_type& endpoint);

// A connection's place among those of its server.
class Slot {
public:
    virtual ~Slot() = default;
    virtual void waits(bool forRequest) = 0;
    virtual void serves(const std::string& principal) = 0; // a session
    virtual void heard() = 0; // of such: the client said something
};

// A connection by TCP, with or without TLS, or by a unix socket behind one type, so that the HTTP
// and WebSocket code over it is compiled once. Its handlers are erased for the same reason. A model
// of Beast's AsyncStream. Always held by a shared_ptr.
class Transport : public std::enable_shared_from_this<Transport> {
public:
    using executor_type = Executor;
    using IoHandler = asio::any_completion_handler<void(error_code, std::size_t)>;
    using DoneHandler = asio::any_completion_handler<void(error_code)>;

    // `tls` null: plain.
    Transport(Socket socket, asio::ssl::context* tls);
    // Drops `slot` when the connection is closed (it counts connections).
    void hold(std::unique_ptr<Slot> slot) { m_slot = std::move(slot); }
    // Whether the connection has nothing to do but to wait for a request: it may make room.
    void waits(bool forRequest) {
        if (m_slot)
            m_slot->waits(forRequest);
    }

    void serves(const std::string& principal) {
        if (m_slot)
            m_slot->serves(principal);
    }
    void heard() {
        if (m_slot)
            m_slot->heard();
    }

    executor_type get_executor() { return m_socket.get_executor(); }
    Socket& socket() { return m_socket; }
    SSL* tls() { return m_tls ? m_tls->native_handle() : nullptr; }
    const std::string& remote() const { return m_remote; } // "127.0.0.1" or "uid 1000"
    std::uint16_t remotePort() const { return m_remotePort; } // 0: a unix socket
    std::optional<unsigned> uid() const { return m_uid; } // of the peer of a unix socket
    void readRemote(); // once the socket is connected

    Task<error_code> handshake(bool server);
    // Closes the connection unless deadline() or noDeadline() is called before that time is over.
    void deadline(Duration after);
    void noDeadline() { m_until = std::chrono::steady_clock::time_point::max(); }
    bool isOpen() const { return m_socket.is_open(); }
    bool timedOut() const { return m_timedOut; }
    bool wasClosed() const { return m_closed; }
    void close(); // at once; what waits ends with operation_aborted
    // Says that nothing more will be sent.
    void shutdownSend();

    template <typename Buffers, typename Token>
    auto async_read_some(const Buffers& buffers, Token&& token) {
        return asio::async_initiate<Token, void(error_code, std::size_t)>(
            [this](auto handler, asio::mutable_buffer buffer) {
                readSome(buffer, IoHandler(std::move(handler)));
            },
            token, firstOf(buffers));
    }

    template <typename Buffers, typename Token>
    auto async_write_some(const Buffers& buffers, Token&& token) {
        return asio::async_initiate<Token, void(error_code, std::size_t)>(
            [this](
                auto handler, Gather gather) { writeSome(gather, IoHandler(std::move(handler))); },
            token, gatherOf(buffers));
    }

    // What Beast calls at the end of a WebSocket; found by argument-dependent look-up.
    template <typename Handler>
    friend void async_teardown(boost::beast::role_type, Transport& transport, Handler&& handler) {
        transport.tearDown(DoneHandler(std::forward<Handler>(handler)));
    }
    friend void beast_close_socket(Transport& transport) { transport.close(); }

private:
    // As many buffers as a WebSocket frame or a response has; further ones wait for the next call.
    struct Gather {
        std::array<asio::const_buffer, 4> buffers;
    };

    template <typename Buffers>
    static asio::mutable_buffer firstOf(const Buffers& buffers) {
        for (auto it = asio::buffer_sequence_begin(buffers);
             it != asio::buffer_sequence_end(buffers); ++it) {
            if (const asio::mutable_buffer buffer(*it); buffer.size() > 0)
                return buffer;
        }
        return {};
    }

    template <typename Buffers>
    static Gather gatherOf(const Buffers& buffers) {
        Gather gather;
        std::size_t count = 0;
        for (auto it = asio::buffer_sequence_begin(buffers);
             it != asio::buffer_sequence_end(buffers) && count < gather.buffers.size(); ++it) {
            if (const asio::const_buffer buffer(*it); buffer.size() > 0)
                gather.buffers[count++] = buffer;
        }
        return gather;
    }

    void arm();
    void readSome(asio::mutable_buffer buffer, IoHandler handler);
    void writeSome(const Gather& gather, IoHandler handler);
    void tearDown(DoneHandler handler);

    Socket m_socket;
    std::optional<asio::ssl::stream<Socket&>> m_tls;
    Timer m_timer;
    std::unique_ptr<Slot> m_slot;
    std::string m_remote;
    std::uint16_t m_remotePort = 0;
    std::optional<unsigned> m_uid;
    // The pending wait may end before this time and is then repeated: moving the deadline of a busy
    // connection costs no timer operation.
    std::chrono::steady_clock::time_point m_until = std::chrono::steady_clock::time_point::max();
    bool m_waiting = false;
    bool m_timedOut = false;
    bool m_closed = false;
};

} // namespace muster::net
