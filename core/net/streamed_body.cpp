// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/streamed_body.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <fmt/format.h>

namespace muster::net {

namespace {

namespace http = boost::beast::http;

} // namespace

StreamedBody::StreamedBody(std::shared_ptr<const Service> service,
    std::shared_ptr<Transport> transport, boost::beast::flat_buffer buffer, std::string head,
    std::size_t maximum)
    : m_service(std::move(service)), m_transport(std::move(transport)), m_buffer(std::move(buffer)),
      m_head(std::move(head)), m_maximum(maximum),
      m_wake(m_transport->get_executor(), Timer::time_point::max()) { }

void StreamedBody::onData(std::function<void(std::string_view)> callback) {
    if (!m_dropped && !m_finished)
        m_onData = std::move(callback);
}

void StreamedBody::onEnd(std::function<void(const Status&)> callback) {
    if (!m_dropped && !m_finished)
        m_onEnd = std::move(callback);
}

void StreamedBody::resume() {
    m_paused = false;
    m_wake.cancel();
}

void StreamedBody::drop() {
    m_dropped = true;
    m_onData = nullptr;
    m_onEnd = nullptr;
    resume();
}

void StreamedBody::start() {
    asio::co_spawn(
        m_transport->get_executor(), run(), [self = shared_from_this()](std::exception_ptr) {
            self->m_finished = true;
            self->m_wake.cancel();
        });
}

Task<> StreamedBody::untilFinished() {
    error_code ignored;
    while (!m_finished)
        co_await m_wake.async_wait(asio::redirect_error(kAwait, ignored));
}

Task<> StreamedBody::untilResumed() {
    if (m_paused)
        m_transport->noDeadline();
    error_code ignored;
    while (m_paused)
        co_await m_wake.async_wait(asio::redirect_error(kAwait, ignored));
    if (!m_dropped)
        m_transport->deadline(m_service->options.pieceTimeout);
}

Task<> StreamedBody::run() {
    const Status status = co_await pump();
    if (!m_dropped)
        m_transport->noDeadline();
    m_whole = status.has_value();
    m_finished = true;
    m_onData = nullptr;
    const auto callback = std::exchange(m_onEnd, nullptr);
    if (callback && !m_service->stopped)
        callback(status);
}

Task<Status> StreamedBody::pump() {
    http::request_parser<http::buffer_body> parser;
    parser.header_limit(kMaximumHead);
    parser.body_limit(m_maximum);
    error_code error;
    parser.put(asio::buffer(m_head), error);
    std::array<char, kPiece> piece{};
    while (!error && !parser.is_done()) {
        co_await untilResumed();
        auto& body = parser.get().body();
        body.data = piece.data();
        body.size = piece.size();
        body.more = true;
        co_await http::async_read_some(
            *m_transport, m_buffer, parser, asio::redirect_error(kAwait, error));
        if (error == http::error::need_buffer)
            error = {};
        if (const auto count = piece.size() - body.size; !error && count > 0)
            deliver({piece.data(), count});
        if (m_thrownAway > kLingerLimit)
            error = asio::error::operation_aborted;
    }
    if (error)
        co_return tl::unexpected(whyCut(error));
    co_return Status();
}

void StreamedBody::deliver(std::string_view piece) {
    if (m_service->stopped)
        return;
    if (m_dropped) {
        m_thrownAway += piece.size();
        return;
    }
    try {
        // A copy: the handler may set another one from within.
        if (const auto callback = m_onData)
            callback(piece);
    } catch (const std::exception& exception) {
        m_service->problem(fmt::format("Reading a body failed: {}", exception.what()));
        m_transport->close();
    }
}

Error StreamedBody::whyCut(const error_code& error) const {
    if (m_transport->timedOut())
        return {fmt::format("Nothing of the body was received for {}",
                    durationText(m_service->options.pieceTimeout)),
            Error::Kind::Timeout};
    if (error == http::error::body_limit)
        return {fmt::format("The body is larger than the {} bytes allowed", m_maximum)};
    if (error == http::error::partial_message || error == http::error::end_of_stream
        || error.category() != error_code(http::error::end_of_stream).category())
        return {"The connection was closed before the end of the body", Error::Kind::Unavailable};
    return {"Malformed body: " + error.message()};
}

} // namespace muster::net
