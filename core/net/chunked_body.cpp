// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/chunked_body.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <fmt/format.h>

#include "core/net/transport_write.h"

namespace muster::net {

namespace {

constexpr std::size_t kMaximumQueue = 8 << 20; // behind the chunk that is being sent

} // namespace

ChunkedBody::ChunkedBody(std::shared_ptr<Transport> transport, Duration writeTimeout)
    : m_transport(std::move(transport)), m_writeTimeout(writeTimeout),
      m_wake(m_transport->get_executor()) { }

void ChunkedBody::send(Payload chunk) {
    // An empty chunk would end the body.
    if (m_ended || m_finishing || chunk->empty())
        return;
    m_queuedBytes += chunk->size();
    m_queue.push_back(std::move(chunk));
    if (m_queuedBytes - m_queue.front()->size() > kMaximumQueue)
        end();
    m_wake.cancel();
}

void ChunkedBody::finish() {
    m_finishing = true;
    m_wake.cancel();
}

void ChunkedBody::end() {
    m_ended = true;
    m_transport->close();
    m_wake.cancel();
}

Task<> ChunkedBody::run() {
    const auto self = shared_from_this();
    asio::co_spawn(m_transport->get_executor(), watch(), asio::detached);
    while (!m_ended && !(m_finishing && m_queue.empty())) {
        error_code error;
        if (m_queue.empty()) {
            m_wake.expires_at(Timer::time_point::max());
            co_await m_wake.async_wait(asio::redirect_error(kAwait, error));
            continue;
        }
        error = co_await writeFront();
        if (error)
            break;
        if (const auto callback = m_onDrained; callback && m_queue.empty() && m_transport->isOpen())
            callback();
    }
    if (!m_ended) {
        const std::array<asio::const_buffer, 1> last{asio::buffer("0\r\n\r\n", 5)};
        co_await writeAll(*m_transport, last, m_writeTimeout);
    }
    end();
    m_queue.clear();
    m_onDrained = nullptr;
}

void ChunkedBody::tellClosed() {
    if (const auto callback = std::exchange(m_onClosed, nullptr))
        callback();
}

Task<error_code> ChunkedBody::writeFront() {
    const Payload chunk = m_queue.front();
    const std::string size = fmt::format("{:x}\r\n", chunk->size());
    const std::array<asio::const_buffer, 3> buffers{
        asio::buffer(size), asio::buffer(*chunk), asio::buffer("\r\n", 2)};
    const error_code error = co_await writeAll(*m_transport, buffers, m_writeTimeout);
    m_queue.pop_front();
    m_queuedBytes -= chunk->size();
    co_return error;
}

// A client that is gone, or that sends more, ends the stream.
Task<> ChunkedBody::watch() {
    const auto self = shared_from_this();
    char byte = 0;
    error_code error;
    co_await m_transport->async_read_some(
        asio::buffer(&byte, 1), asio::redirect_error(kAwait, error));
    end();
}

} // namespace muster::net
