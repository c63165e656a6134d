// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/connection.h"

#include <ctime>

#include <boost/asio/redirect_error.hpp>
#include <boost/beast/core/flat_buffer.hpp>

#include "core/net/chunked_body.h"
#include "core/net/pending_response.h"
#include "core/net/request_body.h"
#include "core/net/response_head.h"
#include "core/net/streamed_body.h"
#include "core/net/transport_write.h"
#include "core/net/websocket_link.h"

namespace muster::net {

namespace {

constexpr std::size_t kBufferLimit = 64 << 10;
constexpr Duration kLingerTime = std::chrono::seconds(1);
constexpr const char* kFailed = "The master failed to process this request: see its log";

class Connection {
public:
    Connection(std::shared_ptr<const Service> service, std::shared_ptr<Transport> transport)
        : m_service(std::move(service)), m_transport(std::move(transport)), m_buffer(kBufferLimit) {
    }

    Task<> run();

private:
    Task<bool> serveOne(bool first);
    Task<bool> serve(RequestHead head, const Route& route);
    Task<tl::expected<std::size_t, Refusal>> awaitHead(bool first);
    Task<bool> serveStreamed(RequestHead head, const Route& route);
    Task<> sayContinue(const RequestHead& head);
    std::shared_ptr<PendingResponse> call(const Route& route, const HttpRequest& request) const;
    Task<> upgrade(RequestHead head);
    Task<> stream(const HttpResponse& response);
    Task<bool> respond(const HttpResponse& response, bool keepAlive, bool headOnly);
    Task<> pause(Duration delay);
    Task<bool> refuse(Refusal refusal, bool keepAlive, bool headOnly);
    Task<> linger();

    std::string_view received() const {
        return {static_cast<const char*>(m_buffer.cdata().data()), m_buffer.size()};
    }
    const ServerOptions& options() const { return m_service->options; }

    std::shared_ptr<const Service> m_service;
    std::shared_ptr<Transport> m_transport;
    boost::beast::flat_buffer m_buffer;
    std::string m_head; // of the request that is served
};

Task<> Connection::run() {
    m_transport->deadline(options().headTimeout);
    m_transport->waits(true);
    // No word to a client that speaks plain HTTP to a TLS port: there is no way down from TLS.
    const error_code failed = co_await m_transport->handshake(true);
    bool goOn = !failed;
    for (bool first = true; goOn; first = false)
        goOn = co_await serveOne(first);
    m_transport->close();
}

Task<bool> Connection::serveOne(bool first) {
    m_transport->waits(true);
    const auto length = co_await awaitHead(first);
    m_transport->waits(false);
    if (!length)
        co_return co_await refuse(length.error(), false, false);
    if (*length == 0)
        co_return false;
    m_head.assign(received().substr(0, *length));
    m_buffer.consume(*length);
    auto head = parseHead(m_head, m_service->rules);
    if (!head)
        co_return co_await refuse(head.error(), false, false);
    head->request.remote = m_transport->remote();
    head->request.remotePort = m_transport->remotePort();
    head->request.uid = m_transport->uid();
    if (head->webSocket) {
        co_await upgrade(std::move(*head));
        co_return false;
    }
    const auto route = m_service->findRoute(*head);
    if (!route) {
        const bool bodyFollows = head->chunked || head->contentLength.value_or(0) > 0;
        co_return co_await refuse(
            route.error(), head->keepAlive && !bodyFollows, head->request.method == "HEAD");
    }
    co_return co_await serve(std::move(*head), **route);
}

// 0: the connection ended.
Task<tl::expected<std::size_t, Refusal>> Connection::awaitHead(bool first) {
    const bool idle = !first && m_buffer.size() == 0;
    m_transport->deadline(idle ? options().idleTimeout : options().headTimeout);
    std::size_t scanned = 0;
    for (;;) {
        auto length = findHead(received(), scanned);
        if (!length || *length > 0)
            co_return length;
        scanned = m_buffer.size();
        error_code error;
        const auto space = m_buffer.prepare(std::min<std::size_t>(4096, kMaximumHead - scanned));
        const std::size_t count = co_await m_transport->async_read_some(
            asio::mutable_buffer(space), asio::redirect_error(kAwait, error));
        if (error)
            co_return tl::expected<std::size_t, Refusal>(0);
        m_buffer.commit(count);
        if (idle && scanned == 0)
            m_transport->deadline(options().headTimeout);
    }
}

Task<bool> Connection::serve(RequestHead head, const Route& route) {
    if (streamed(route, head.request))
        co_return co_await serveStreamed(std::move(head), route);
    const bool headOnly = head.request.method == "HEAD";
    if (head.chunked || head.contentLength.value_or(0) > 0) {
        co_await sayContinue(head);
        m_transport->deadline(options().bodyTimeout);
        auto body = co_await readRequestBody(*m_transport, m_buffer, m_head, route.maximumBody);
        if (!body)
            co_return co_await refuse(body.error(), false, headOnly);
        head.request.body = std::move(*body);
    }
    m_transport->noDeadline();
    const HttpResponse response = co_await call(route, head.request)->wait();
    if (m_service->stopped)
        co_return false;
    if (response.delay > Duration::zero())
        co_await pause(response.delay);
    if (!response.stream || headOnly)
        co_return co_await respond(response, head.keepAlive, headOnly);
    co_await stream(response);
    co_return false;
}

Task<bool> Connection::serveStreamed(RequestHead head, const Route& route) {
    co_await sayContinue(head);
    const auto body = std::make_shared<StreamedBody>(
        m_service, m_transport, std::move(m_buffer), m_head, limitOf(route, head.request));
    head.request.reader = body;
    const auto pending = call(route, head.request);
    head.request.reader = nullptr;
    body->start();
    HttpResponse response = co_await pending->wait();
    const bool whole = body->isWhole();
    body->drop();
    if (m_service->stopped)
        co_return false;
    if (response.stream && whole) {
        co_await stream(response);
        co_return false;
    }
    if (response.stream) {
        m_service->problem(
            fmt::format("{} streams a response before the request has ended", head.request.path));
        response = HttpResponse::text(500, kFailed);
    }
    const bool goOn = co_await respond(response, head.keepAlive && whole, false);
    if (whole) {
        m_buffer = body->takeBuffer();
        co_return goOn;
    }
    // As in linger(): the body is the one that reads.
    m_transport->shutdownSend();
    m_transport->deadline(kLingerTime);
    co_await body->untilFinished();
    co_return false;
}

Task<> Connection::sayContinue(const RequestHead& head) {
    if (!head.expectsContinue || m_buffer.size() > 0)
        co_return;
    const std::string_view go = "HTTP/1.1 100 Continue\r\n\r\n";
    const std::array<asio::const_buffer, 1> buffers{asio::buffer(go.data(), go.size())};
    co_await writeAll(*m_transport, buffers, options().writeTimeout);
}

std::shared_ptr<PendingResponse> Connection::call(
    const Route& route, const HttpRequest& request) const {
    auto pending = std::make_shared<PendingResponse>(m_transport->get_executor());
    try {
        HttpResponse response = route.handler(request);
        if (const auto later = std::exchange(response.later, nullptr))
            later(PendingResponse::setter(pending));
        else
            pending->set(std::move(response));
    } catch (const std::exception& error) {
        m_service->problem(
            fmt::format("{} {} failed: {}", request.method, request.path, error.what()));
        pending->set(HttpResponse::text(500, kFailed));
    }
    return pending;
}

Task<bool> Connection::respond(const HttpResponse& response, bool keepAlive, bool headOnly) {
    const std::string head = responseHead(response, Framing::Length, keepAlive, std::time(nullptr));
    const bool hasBody
        = response.body && !headOnly && response.status != 204 && response.status != 304;
    const std::array<asio::const_buffer, 2> buffers{
        asio::buffer(head), hasBody ? asio::buffer(*response.body) : asio::const_buffer()};
    const error_code error = co_await writeAll(*m_transport, buffers, options().writeTimeout);
    co_return keepAlive && !error;
}

// It may make room meanwhile for others, like one that waits for a request.
Task<> Connection::pause(Duration delay) {
    m_transport->noDeadline();
    m_transport->waits(true);
    Timer timer(m_transport->get_executor(), delay);
    error_code ignored;
    co_await timer.async_wait(asio::redirect_error(kAwait, ignored));
    m_transport->waits(false);
}

Task<bool> Connection::refuse(Refusal refusal, bool keepAlive, bool headOnly) {
    if (refusal.delay > Duration::zero())
        co_await pause(refusal.delay);
    HttpResponse response = HttpResponse::text(refusal.status, std::move(refusal.text));
    if (!refusal.header.name.empty())
        response.headers.push_back(std::move(refusal.header));
    const bool goOn = co_await respond(response, keepAlive, headOnly);
    if (!goOn)
        co_await linger();
    co_return goOn;
}

// Closing with unread bytes would reset the connection and could take the answer with it.
Task<> Connection::linger() {
    m_transport->shutdownSend();
    m_transport->deadline(kLingerTime);
    m_buffer.clear();
    error_code error;
    for (std::size_t total = 0; !error && total < kLingerLimit;) {
        const asio::mutable_buffer space = m_buffer.prepare(4096);
        total += co_await m_transport->async_read_some(space, asio::redirect_error(kAwait, error));
    }
}

Task<> Connection::stream(const HttpResponse& response) {
    const std::string head = responseHead(response, Framing::Chunked, false, std::time(nullptr));
    const std::array<asio::const_buffer, 1> buffers{asio::buffer(head)};
    const error_code error = co_await writeAll(*m_transport, buffers, options().writeTimeout);
    const auto body = std::make_shared<ChunkedBody>(m_transport, options().writeTimeout);
    response.stream(body);
    if (!error)
        co_await body->run();
    if (!m_service->stopped)
        body->tellClosed();
}

Task<> Connection::upgrade(RequestHead head) {
    std::string agreed;
    const auto endpoint = m_service->findEndpoint(head, agreed);
    if (!endpoint || m_buffer.size() > 0) {
        const Refusal early{400, "Nothing may follow the request to upgrade before its answer"};
        co_await refuse(endpoint ? early : endpoint.error(), false, false);
        co_return;
    }
    const WebSocketEndpoint& row = **endpoint;
    const auto service = m_service;
    LinkEvents events;
    // Every client of ours speaks first; one that never does only holds a place.
    events.onOpen = [service, &row, transport = m_transport, web = head.request.webSession](
                        const SessionPtr& session) {
        transport->serves(session->principal());
        transport->deadline(service->options.silentTimeout);
        if (web && !service->stopped)
            service->addWebLink(*web, session);
        if (!service->stopped && row.onOpen)
            row.onOpen(session);
    };
    events.onMessage = [service, &row, transport = m_transport](
                           const SessionPtr& session, std::string_view message, bool text) {
        transport->noDeadline();
        transport->heard();
        if (!service->stopped && row.onMessage)
            row.onMessage(session, message, text);
    };
    events.onClosed = [service, &row](const SessionPtr& session, const Error& why) {
        service->webLinks.erase(session.get());
        if (!service->stopped && row.onClose)
            row.onClose(session, why);
    };
    LinkInfo info{std::move(agreed), m_transport->remote(), head.request.principal};
    m_buffer = boost::beast::flat_buffer();
    co_await acceptWebSocket(
        m_transport, std::move(m_head), std::move(info), row.limits, std::move(events));
}

} // namespace

Task<> serveConnection(
    std::shared_ptr<const Service> service, std::shared_ptr<Transport> transport) {
    Connection connection(std::move(service), std::move(transport));
    co_await connection.run();
}

} // namespace muster::net
