// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/websocket_link.h"

#include <deque>

#include <boost/asio/redirect_error.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/websocket/stream.hpp>

namespace muster::net {

namespace {

namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;

// A reader that got one large message does not keep its buffer for ever.
constexpr std::size_t kKeptBuffer = 64 << 10;

// Who is sent away has so long to answer before the connection is cut: what stands behind it, such
// as a terminal, ends with it.
constexpr std::chrono::steady_clock::duration kFarewell = std::chrono::seconds(3);

class Link final : public Session, public std::enable_shared_from_this<Link> {
public:
    Link(std::shared_ptr<Transport> transport, LinkInfo info, SessionLimits limits,
        LinkEvents events, beast::role_type role);

    Task<error_code> accept(const std::string& requestHead);
    Task<tl::expected<void, UpgradeFailure>> ask(UpgradeRequest request);
    Task<> run();

    void send(Payload message, bool binary) override;
    std::size_t queuedBytes() const override { return m_queuedBytes; }
    void onDrained(std::function<void()> callback) override { m_onDrained = std::move(callback); }
    void close(unsigned code, std::string_view reason) override;
    const std::string& subprotocol() const override { return m_info.subprotocol; }
    const std::string& remote() const override { return m_info.remote; }
    const std::string& principal() const override { return m_info.principal; }

private:
    struct Outgoing {
        Payload message;
        bool binary;
    };

    void writeNext();
    void written(error_code error);
    void sendClose();
    void fail(std::string why);
    Error whyClosed(error_code error) const;

    std::shared_ptr<Transport> m_transport;
    // Without permessage-deflate: no memory for windows, and no secret beside text that an attacker
    // chooses in one compressed message.
    websocket::stream<Transport&, false> m_stream;
    LinkInfo m_info;
    SessionLimits m_limits;
    LinkEvents m_events;
    beast::flat_buffer m_buffer;
    std::deque<Outgoing> m_queue;
    std::size_t m_queuedBytes = 0;
    std::function<void()> m_onDrained;
    std::string m_failure;
    websocket::close_reason m_closeReason;
    bool m_writing = false;
    bool m_closing = false; // close() was called
    bool m_closed = false;
};

Link::Link(std::shared_ptr<Transport> transport, LinkInfo info, SessionLimits limits,
    LinkEvents events, beast::role_type role)
    : m_transport(std::move(transport)), m_stream(*m_transport), m_info(std::move(info)),
      m_limits(limits), m_events(std::move(events)) {
    websocket::stream_base::timeout timeout = websocket::stream_base::timeout::suggested(role);
    timeout.handshake_timeout
        = std::chrono::duration_cast<std::chrono::nanoseconds>(limits.handshake);
    timeout.idle_timeout = std::chrono::duration_cast<std::chrono::nanoseconds>(limits.idle);
    timeout.keep_alive_pings = true;
    m_stream.set_option(timeout);
    m_stream.read_message_max(limits.maximumMessage);
    m_stream.auto_fragment(false); // one frame: header and payload leave in one call, uncopied
}

Task<error_code> Link::accept(const std::string& requestHead) {
    http::request_parser<http::empty_body> parser;
    error_code error;
    parser.put(asio::buffer(requestHead), error);
    m_stream.set_option(
        websocket::stream_base::decorator([this](websocket::response_type& response) {
            if (!m_info.subprotocol.empty())
                response.set(http::field::sec_websocket_protocol, m_info.subprotocol);
        }));
    if (!error)
        co_await m_stream.async_accept(parser.get(), asio::redirect_error(kAwait, error));
    co_return error;
}

Task<tl::expected<void, UpgradeFailure>> Link::ask(UpgradeRequest request) {
    m_stream.set_option(websocket::stream_base::decorator([&](websocket::request_type& fields) {
        fields.set(http::field::user_agent, "muster");
        if (!m_info.subprotocol.empty())
            fields.set(http::field::sec_websocket_protocol, m_info.subprotocol);
        if (!request.token.empty())
            fields.set(http::field::authorization, "Bearer " + request.token);
    }));
    websocket::response_type response;
    error_code error;
    co_await m_stream.async_handshake(
        response, request.host, request.path, asio::redirect_error(kAwait, error));
    if (!error && response[http::field::sec_websocket_protocol] != m_info.subprotocol)
        error = websocket::error::upgrade_declined;
    if (!error)
        co_return tl::expected<void, UpgradeFailure>();
    // Only an error of the upgrade itself comes with an answer; else the response is a blank.
    const bool answered
        = error.category() == error_code(websocket::error::upgrade_declined).category();
    co_return tl::unexpected(UpgradeFailure{
        error, answered ? response.result_int() : 0, answered ? response.body() : std::string()});
}

Task<> Link::run() {
    const auto self = shared_from_this();
    m_events.onOpen(self);
    error_code error;
    for (;;) {
        co_await m_stream.async_read(m_buffer, asio::redirect_error(kAwait, error));
        if (error)
            break;
        if (!m_closing) { // nobody listens to one that was sent away
            const auto data = m_buffer.cdata();
            m_events.onMessage(
                self, {static_cast<const char*>(data.data()), data.size()}, m_stream.got_text());
        }
        m_buffer.consume(m_buffer.size());
        if (m_buffer.capacity() > kKeptBuffer)
            m_buffer.shrink_to_fit();
    }
    m_closed = true;
    const Error why = whyClosed(error);
    m_transport->close();
    if (!m_writing)
        m_queue.clear();
    m_onDrained = nullptr;
    m_events.onClosed(self, why);
    m_events = {};
}

void Link::send(Payload message, bool binary) {
    if (m_closed || m_closing)
        return;
    m_queuedBytes += message->size();
    m_queue.push_back({std::move(message), binary});
    if (const auto waiting = m_queuedBytes - m_queue.front().message->size();
        waiting > m_limits.maximumQueue)
        return fail(fmt::format(
            "{} bytes were waiting to be sent, more than the {} allowed: the client is too slow",
            waiting, m_limits.maximumQueue));
    if (!m_writing)
        writeNext();
}

void Link::writeNext() {
    m_writing = true;
    m_stream.binary(m_queue.front().binary);
    m_stream.async_write(asio::buffer(*m_queue.front().message),
        [self = shared_from_this()](error_code error, std::size_t) { self->written(error); });
}

void Link::written(error_code error) {
    m_writing = false;
    // A write that had ended when the connection was closed is no news for its owner.
    if (error || m_closed || !m_transport->isOpen()) {
        m_queue.clear();
        m_transport->close(); // the read ends and reports it
        return;
    }
    m_queuedBytes -= m_queue.front().message->size();
    m_queue.pop_front();
    if (!m_queue.empty())
        return writeNext();
    if (m_closing)
        return sendClose();
    if (const auto callback = m_onDrained)
        callback();
}

void Link::close(unsigned code, std::string_view reason) {
    if (m_closed || m_closing)
        return;
    m_closing = true;
    // A control frame has room for 123 bytes of reason.
    m_closeReason = websocket::close_reason(
        static_cast<websocket::close_code>(code), beast::string_view(reason.substr(0, 123)));
    if (!m_writing)
        sendClose();
}

void Link::sendClose() {
    websocket::stream_base::timeout timeout;
    m_stream.get_option(timeout);
    timeout.handshake_timeout = std::min(timeout.handshake_timeout, kFarewell);
    m_stream.set_option(timeout);
    m_stream.async_close(
        m_closeReason, [self = shared_from_this()](error_code) { self->m_transport->close(); });
}

void Link::fail(std::string why) {
    m_failure = std::move(why);
    m_closing = true;
    m_transport->close();
}

Error Link::whyClosed(error_code error) const {
    if (!m_failure.empty())
        return {m_failure, Error::Kind::Unavailable};
    if (m_closing)
        return {fmt::format("Closed by this side with code {}", m_closeReason.code),
            Error::Kind::Unavailable};
    if (error == websocket::error::closed) {
        const auto& reason = m_stream.reason();
        return {fmt::format("Closed by the other side with code {}{}{}", reason.code,
                    reason.reason.empty() ? "" : ": ", reason.reason.c_str()),
            Error::Kind::Unavailable};
    }
    if (error == websocket::error::message_too_big)
        return {fmt::format("A message is larger than {} bytes", m_limits.maximumMessage)};
    if (error == beast::error::timeout)
        return {fmt::format("No data was received for {}", durationText(m_limits.idle)),
            Error::Kind::Timeout};
    if (error == asio::error::eof || error == asio::error::connection_reset)
        return {"The connection was lost", Error::Kind::Unavailable};
    return {"The connection failed: " + error.message(), Error::Kind::Unavailable};
}

} // namespace

Task<> acceptWebSocket(std::shared_ptr<Transport> transport, std::string requestHead, LinkInfo info,
    SessionLimits limits, LinkEvents events) {
    const auto link = std::make_shared<Link>(
        transport, std::move(info), limits, std::move(events), beast::role_type::server);
    transport->noDeadline();
    if (const error_code error = co_await link->accept(requestHead); !error)
        co_await link->run();
}

Task<tl::expected<void, UpgradeFailure>> openWebSocket(std::shared_ptr<Transport> transport,
    UpgradeRequest request, LinkInfo info, SessionLimits limits, LinkEvents events) {
    const auto link = std::make_shared<Link>(
        transport, std::move(info), limits, std::move(events), beast::role_type::client);
    auto asked = co_await link->ask(std::move(request));
    if (!asked)
        co_return asked;
    transport->noDeadline();
    co_await link->run();
    co_return asked;
}

} // namespace muster::net
