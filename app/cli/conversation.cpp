// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/conversation.h"

#include <ostream>

#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include "app/cli/text.h"
#include "core/proto/encoding.h"
#include "core/proto/error.h"
#include "core/proto/protocol.h"

namespace muster::cli {

namespace asio = boost::asio;
using muster::v1::Message;
using muster::v1::Request;

namespace {

constexpr Duration kFarewell = std::chrono::milliseconds(200); // for the close frame

} // namespace

struct Conversation::State {
    net::WebSocketClientOptions master;
    asio::io_context io{1};
    asio::signal_set signals{io, SIGINT, SIGTERM};
    asio::steady_timer farewell{io};
    std::optional<net::WebSocketClient> client;
};

Conversation::Conversation(net::WebSocketClientOptions master, const CliContext& here)
    : m_here(here), m_state(std::make_unique<State>()) {
    m_state->master = std::move(master);
}

Conversation::~Conversation() = default;

ExitCode Conversation::run(const std::vector<Request>& first, Answer answer) {
    m_answer = std::move(answer);
    State& state = *m_state;
    state.signals.async_wait([this](const auto& error, int) {
        if (!error)
            end(ExitCode::Interrupted);
    });
    net::WebSocketClientEvents events;
    events.onOpen = [this, &first] {
        m_opened = true;
        for (const auto& request : first)
            send(request);
    };
    events.onMessage = [this](std::string_view message, bool) { received(message); };
    events.onClosed = [this](const Error& why) {
        if (!m_code && (m_opened || m_keepLosses))
            m_cut = why;
        if (!m_code)
            m_code = m_cut && m_keepCuts ? exitCodeOfConnection(why.kind)
                                         : fail(m_here, why, exitCodeOfConnection(why.kind));
        m_state->io.stop();
    };
    state.client.emplace(state.io, state.master, std::move(events));
    state.io.run();
    state.client.reset();
    state.signals.clear(); // whatever is done now, Ctrl+C ends it
    return m_code.value_or(ExitCode::Failed);
}

void Conversation::send(Request request) {
    request.set_protocol(proto::kProtocol);
    m_state->client->send(
        std::make_shared<std::string>(proto::encode(request, proto::Encoding::Binary)));
}

asio::io_context& Conversation::io() {
    return m_state->io;
}

void Conversation::received(std::string_view bytes) {
    if (m_code)
        return;
    Message message;
    if (const auto read
        = proto::parseBytes(bytes, proto::Encoding::Binary, message, proto::kMaximumOfMaster);
        !read)
        return end(fail(m_here, Error{"Cannot parse the master's message: " + read.error().message},
            ExitCode::Failed));
    if (message.has_reply() && message.reply().has_error() && !m_keepErrors)
        return end(fail(m_here, message.reply().error()));
    if (const auto code = m_answer(*this, message))
        end(*code);
}

void Conversation::end(ExitCode code) {
    m_code = code;
    if (!m_state->client->isOpen())
        return m_state->io.stop();
    m_state->client->close();
    m_state->farewell.expires_after(kFarewell);
    m_state->farewell.async_wait([this](auto) { m_state->io.stop(); });
}

ExitCode fail(const CliContext& here, const muster::v1::Error& error) {
    const auto why = proto::fromProto(error);
    return fail(here, why, exitCodeOf(why.kind));
}

ExitCode fail(const CliContext& here, const Error& error, ExitCode code) {
    here.err << "muster: " << escaped(error.message) << std::endl;
    return code;
}

ExitCode askMaster(const MasterFlags& flags, const CliContext& here, Request request,
    const std::function<ExitCode(const muster::v1::Reply&)>& answer) {
    auto master = findMaster(flags, here, "/ws/console");
    if (!master)
        return fail(here, master.error(), ExitCode::Usage);
    request.set_id(1);
    return Conversation(std::move(*master), here)
        .run({request}, [&](Conversation&, const Message& message) {
            return message.has_reply() ? std::optional(answer(message.reply())) : std::nullopt;
        });
}

} // namespace muster::cli
