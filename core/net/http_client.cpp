// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/http_client.h"

#include <algorithm>
#include <array>
#include <deque>
#include <iterator>
#include <optional>

#include <sys/socket.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <fmt/format.h>

#include "core/net/client_errors.h"
#include "core/net/dial.h"
#include "core/net/websocket_link.h"

namespace muster::net {

namespace {

namespace http = boost::beast::http;

constexpr std::uint32_t kMaximumAnswerHead = 64 << 10;

std::string requestHead(const HttpClientOptions& options, const ClientRequest& request) {
    std::string head;
    const auto out = std::back_inserter(head);
    fmt::format_to(out, "{} {} HTTP/1.1\r\nHost: {}\r\nUser-Agent: muster\r\nConnection: close\r\n",
        request.method, request.target, options.master.authority.text());
    if (!options.token.empty())
        fmt::format_to(out, "Authorization: Bearer {}\r\n", options.token);
    for (const auto& header : request.headers)
        fmt::format_to(out, "{}: {}\r\n", header.name, header.value);
    if (request.streams)
        head += "Transfer-Encoding: chunked\r\n";
    else if (request.method != "GET")
        fmt::format_to(out, "Content-Length: {}\r\n", request.body.size());
    return head + "\r\n" + request.body;
}

} // namespace

struct HttpClient::State : std::enable_shared_from_this<HttpClient::State> {
    State(
        asio::io_context& io, HttpClientOptions chosen, ClientRequest wanted, HttpClientEvents told)
        : executor(io.get_executor()), options(std::move(chosen)), events(std::move(told)),
          wake(executor, Timer::time_point::max()) {
        queue(requestHead(options, wanted));
        ended = !wanted.streams;
    }

    Task<> run();
    Task<Status> exchange();
    Task<Status> connect();
    Task<> send();
    Task<error_code> receive();
    Error whyCut(const error_code& error) const;
    void queue(std::string bytes);
    void stop();

    Executor executor;
    HttpClientOptions options;
    HttpClientEvents events;
    std::shared_ptr<Transport> transport;
    TlsContext tls;
    Timer wake; // there is something to send, or nothing more
    std::deque<std::string> outgoing;
    std::size_t queuedBytes = 0;
    bool ended = false; // nothing further will be queued
    bool over = false; // of the exchange
    bool stopped = false; // the client is gone
};

Task<> HttpClient::State::run() {
    const auto self = shared_from_this();
    const Status status = co_await exchange();
    over = true;
    wake.cancel();
    if (transport)
        transport->close();
    if (!stopped) {
        const auto tell = std::exchange(events, {}).onEnd;
        if (tell)
            tell(status);
    }
}

Task<Status> HttpClient::State::exchange() {
    if (auto connected = co_await connect(); !connected)
        co_return connected;
    asio::co_spawn(
        executor, [self = shared_from_this()] { return self->send(); }, [](std::exception_ptr) {});
    const error_code error = co_await receive();
    co_return error ? Status(tl::unexpected(whyCut(error))) : Status();
}

Task<Status> HttpClient::State::connect() {
    auto made = prepareDial(options.master, options.token, options.caFile);
    if (!made)
        co_return tl::unexpected(made.error());
    tls = std::move(*made);
    if (stopped)
        co_return failure("Stopped", Error::Kind::Unavailable);
    transport = std::make_shared<Transport>(Socket(executor), tls.get());
    auto dialed = co_await dial(transport, options.master, options.connectTimeout);
    if (!dialed)
        co_return dialed;
    transport->noDeadline();
    // An answer may be silent for hours; a master that is gone is noticed all the same.
    const int on = 1;
    ::setsockopt(transport->socket().native_handle(), SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    co_return Status();
}

// A failure to send is no news: what there is of an answer says why, or its end does.
Task<> HttpClient::State::send() {
    const auto self = shared_from_this();
    error_code error;
    while (!over && !error) {
        if (outgoing.empty()) {
            if (ended)
                break;
            error_code ignored;
            co_await wake.async_wait(asio::redirect_error(kAwait, ignored));
            continue;
        }
        co_await asio::async_write(
            *transport, asio::buffer(outgoing.front()), asio::redirect_error(kAwait, error));
        queuedBytes -= outgoing.front().size();
        outgoing.pop_front();
        if (outgoing.empty() && !stopped && events.onDrained)
            events.onDrained();
    }
}

Task<error_code> HttpClient::State::receive() {
    boost::beast::flat_buffer buffer;
    http::response_parser<http::buffer_body> parser;
    parser.header_limit(kMaximumAnswerHead);
    parser.body_limit(boost::none);
    error_code error;
    co_await http::async_read_header(
        *transport, buffer, parser, asio::redirect_error(kAwait, error));
    if (!error && !stopped && events.onHead)
        events.onHead(parser.get().result_int());
    std::array<char, kPiece> piece{};
    while (!error && !stopped && !parser.is_done()) {
        auto& body = parser.get().body();
        body.data = piece.data();
        body.size = piece.size();
        body.more = true;
        co_await http::async_read_some(
            *transport, buffer, parser, asio::redirect_error(kAwait, error));
        if (error == http::error::need_buffer)
            error = {};
        if (const auto count = piece.size() - body.size;
            !error && count > 0 && !stopped && events.onData)
            events.onData({piece.data(), count});
    }
    co_return error;
}

Error HttpClient::State::whyCut(const error_code& error) const {
    const auto where = options.master.authority.text();
    if (error == http::error::end_of_stream || error == http::error::partial_message
        || error == asio::error::eof || error == asio::error::connection_reset
        || error == asio::error::broken_pipe || error == asio::error::operation_aborted)
        return {fmt::format("The connection to the master at {} was lost", where),
            Error::Kind::Unavailable};
    UpgradeFailure cause;
    cause.error = error;
    return upgradeFailed(options.master, cause);
}

void HttpClient::State::queue(std::string bytes) {
    queuedBytes += bytes.size();
    outgoing.push_back(std::move(bytes));
    wake.cancel();
}

void HttpClient::State::stop() {
    stopped = true;
    wake.cancel();
    if (transport)
        transport->close();
}

HttpClient::HttpClient(
    asio::io_context& io, HttpClientOptions options, ClientRequest request, HttpClientEvents events)
    : m_state(
        std::make_shared<State>(io, std::move(options), std::move(request), std::move(events))) {
    asio::co_spawn(
        io.get_executor(), [state = m_state] { return state->run(); }, [](std::exception_ptr) {});
}

HttpClient::~HttpClient() {
    m_state->stop();
}

void HttpClient::write(std::string_view piece) {
    if (!piece.empty() && !m_state->ended) // an empty chunk would be the end
        m_state->queue(fmt::format("{:x}\r\n{}\r\n", piece.size(), piece));
}

void HttpClient::finish() {
    if (m_state->ended)
        return;
    m_state->ended = true;
    m_state->queue("0\r\n\r\n");
}

std::size_t HttpClient::queuedBytes() const {
    return m_state->queuedBytes;
}

Result<HttpReply> askHttp(const HttpClientOptions& options, ClientRequest request,
    std::size_t maximumBody, Duration limit) {
    asio::io_context io{1};
    HttpReply reply;
    std::optional<Status> end;
    HttpClientEvents events;
    events.onHead = [&](unsigned status) { reply.status = status; };
    events.onData = [&](std::string_view piece) {
        reply.body
            += piece.substr(0, maximumBody + 1 - std::min(reply.body.size(), maximumBody + 1));
        if (reply.body.size() > maximumBody) {
            end = failure(fmt::format(
                "The master's answer is larger than the {} bytes allowed", maximumBody));
            io.stop();
        }
    };
    events.onEnd = [&](const Status& status) {
        end = end.value_or(status);
        io.stop();
    };
    const HttpClient client(io, options, std::move(request), std::move(events));
    io.run_for(std::chrono::duration_cast<std::chrono::nanoseconds>(limit));
    if (!end)
        return failure(fmt::format("The master at {} did not answer within {}",
                           options.master.authority.text(), durationText(limit)),
            Error::Kind::Timeout);
    return *end ? Result<HttpReply>(std::move(reply)) : tl::unexpected(end->error());
}

std::string percentEncoded(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z')
            || (c >= 'A' && c <= 'Z')
            || std::string_view("-._~/").find(c) != std::string_view::npos;
        if (plain)
            out += c;
        else
            fmt::format_to(std::back_inserter(out), "%{:02X}", static_cast<unsigned char>(c));
    }
    return out;
}

} // namespace muster::net
