// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/websocket_client.h"

#include <random>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>

#include "core/net/client_errors.h"
#include "core/net/dial.h"
#include "core/net/websocket_link.h"

namespace muster::net {

struct WebSocketClient::State : std::enable_shared_from_this<WebSocketClient::State> {
    State(asio::io_context& io, WebSocketClientOptions chosen, WebSocketClientEvents wanted)
        : executor(io.get_executor()), options(std::move(chosen)), events(std::move(wanted)),
          pause(executor), random(options.reconnect ? options.reconnect->seed : 0) { }

    Task<> run();
    Task<Error> connectOnce();
    Task<Error> hold();
    LinkEvents linkEvents();
    Duration nextPause();
    void stop();

    Executor executor;
    WebSocketClientOptions options;
    WebSocketClientEvents events;
    Timer pause;
    std::mt19937_64 random;
    unsigned attempts = 0; // since the master last said something
    std::shared_ptr<Transport> transport;
    SessionPtr session; // while open
    TlsContext tls;
    bool ready = false; // to dial
    Error lost;
    bool leaving = false; // close() was called
    bool stopped = false; // the client is gone
};

Task<> WebSocketClient::State::run() {
    const auto self = shared_from_this();
    while (!stopped) {
        const Error error = co_await connectOnce();
        session.reset();
        transport.reset();
        if (!stopped && events.onClosed)
            events.onClosed(error);
        if (stopped || leaving || !options.reconnect)
            break;
        pause.expires_after(nextPause());
        error_code ignored;
        co_await pause.async_wait(asio::redirect_error(kAwait, ignored));
        if (leaving)
            break;
    }
}

Task<Error> WebSocketClient::State::connectOnce() {
    const Endpoint& master = options.master;
    if (options.token.empty() && options.findToken) {
        options.token = options.findToken();
        ready = ready && options.token.empty();
    }
    if (!ready) {
        auto made = prepareDial(master, options.token, options.caFile);
        if (!made)
            co_return made.error();
        tls = std::move(*made);
        ready = true;
    }
    transport = std::make_shared<Transport>(Socket(executor), tls.get());
    if (const auto dialed = co_await dial(transport, master, options.connectTimeout); !dialed)
        co_return dialed.error();
    co_return co_await hold();
}

// From the upgrade to the end of the session.
Task<Error> WebSocketClient::State::hold() {
    const Endpoint& master = options.master;
    UpgradeRequest request{master.authority.text(), master.path, options.token};
    LinkInfo info{options.subprotocol, transport->remote(), {}};
    const auto opened = co_await openWebSocket(
        transport, std::move(request), std::move(info), options.limits, linkEvents());
    if (opened)
        co_return lost;
    if (transport->timedOut())
        co_return connectTimedOut(master, options.connectTimeout);
    co_return upgradeFailed(master, opened.error());
}

LinkEvents WebSocketClient::State::linkEvents() {
    LinkEvents link;
    const auto self = shared_from_this();
    link.onOpen = [self](const SessionPtr& opened) {
        if (self->stopped)
            return;
        self->session = opened;
        if (self->leaving)
            opened->close(1000, "");
        else if (self->events.onOpen)
            self->events.onOpen();
    };
    link.onMessage = [self](const SessionPtr&, std::string_view message, bool text) {
        self->attempts = 0;
        if (!self->stopped && self->events.onMessage)
            self->events.onMessage(message, text);
    };
    link.onClosed = [self](const SessionPtr&, const Error& why) {
        self->session.reset();
        self->lost = {fmt::format("The connection to the master at {} ended: {}",
                          self->options.master.authority.text(), why.message),
            why.kind};
    };
    return link;
}

Duration WebSocketClient::State::nextPause() {
    const Reconnect& plan = *options.reconnect;
    const auto factor = std::int64_t(1) << std::min(attempts++, 20U);
    const Duration base = std::min(plan.longest, plan.first * factor);
    std::uniform_int_distribution<std::int64_t> jitter(0, base.count() / 4);
    return base + Duration(jitter(random));
}

void WebSocketClient::State::stop() {
    stopped = true;
    pause.cancel();
    if (transport)
        transport->close();
}

WebSocketClient::WebSocketClient(
    asio::io_context& io, WebSocketClientOptions options, WebSocketClientEvents events)
    : m_state(std::make_shared<State>(io, std::move(options), std::move(events))) {
    asio::co_spawn(io.get_executor(), m_state->run(), [](std::exception_ptr) {});
}

WebSocketClient::~WebSocketClient() {
    m_state->stop();
}

bool WebSocketClient::send(Payload message, bool binary) {
    if (!m_state->session)
        return false;
    m_state->session->send(std::move(message), binary);
    return true;
}

bool WebSocketClient::isOpen() const {
    return m_state->session != nullptr;
}

std::size_t WebSocketClient::queuedBytes() const {
    return m_state->session ? m_state->session->queuedBytes() : 0;
}

void WebSocketClient::close() {
    m_state->leaving = true;
    m_state->pause.cancel();
    if (m_state->session)
        m_state->session->close(1000, "");
}

} // namespace muster::net
