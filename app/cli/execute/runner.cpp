// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/execute/runner.h"

#include <ostream>

#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include "app/cli/execute/session.h"
#include "app/cli/text.h"
#include "core/proto/encoding.h"

namespace muster::cli {

namespace asio = boost::asio;

namespace {

// After so long without an offer that fits, one line says what is missing.
constexpr Duration kPatience = std::chrono::seconds(10);
// For the last acknowledgement to leave and the close frame to be answered.
constexpr Duration kFarewell = std::chrono::seconds(1);

class Runner {
public:
    Runner(ExecutePlan plan, net::WebSocketClientOptions master, const CliContext& here);
    ExitCode run();

private:
    void received(std::string_view message);
    void closed(const Error& why);
    void apply(const ExecuteSession::Outcome& outcome);
    void finish(ExitCode code);
    void awaitInterrupt();
    void after(asio::steady_timer& timer, Duration delay,
        ExecuteSession::Outcome (ExecuteSession::*then)());

    const CliContext& m_here;
    ExecuteSession m_session;
    asio::io_context m_io{1};
    asio::signal_set m_signals{m_io, SIGINT, SIGTERM};
    asio::steady_timer m_patience{m_io};
    asio::steady_timer m_kill{m_io};
    asio::steady_timer m_farewell{m_io};
    std::optional<ExitCode> m_code;
    net::WebSocketClient m_client; // last: its callbacks use the rest
};

Runner::Runner(ExecutePlan plan, net::WebSocketClientOptions master, const CliContext& here)
    : m_here(here), m_session(std::move(plan)),
      m_client(m_io, std::move(master),
          {.onOpen = [this] { apply(m_session.opened()); },
              .onMessage = [this](std::string_view message, bool) { received(message); },
              .onClosed = [this](const Error& why) { closed(why); }}) { }

ExitCode Runner::run() {
    awaitInterrupt();
    after(m_patience, kPatience, &ExecuteSession::waited);
    m_io.run();
    return m_code.value_or(ExitCode::Failed);
}

void Runner::received(std::string_view message) {
    if (m_code)
        return;
    mesos::v1::scheduler::Event event;
    if (const auto read
        = proto::parseBytes(message, proto::Encoding::Binary, event, proto::kMaximumOfMaster);
        !read) {
        m_here.err << "muster: Cannot parse an event from the master: " << read.error().message
                   << '\n';
        return finish(ExitCode::Failed);
    }
    apply(m_session.apply(event));
}

void Runner::closed(const Error& why) {
    if (!m_code) {
        m_here.err << "muster: " << escaped(why.message) << '\n';
        if (m_session.isLaunched())
            m_here.err << "The master kills the task because its framework has left\n";
        m_code = exitCodeOfConnection(why.kind);
    }
    m_io.stop();
}

void Runner::apply(const ExecuteSession::Outcome& outcome) {
    for (const auto& call : outcome.calls)
        m_client.send(std::make_shared<std::string>(proto::encode(call, proto::Encoding::Binary)));
    if (!outcome.out.empty())
        m_here.out << outcome.out << std::flush;
    if (!outcome.err.empty())
        m_here.err << outcome.err << std::flush;
    if (outcome.running && m_session.killAfter())
        after(m_kill, *m_session.killAfter(), &ExecuteSession::killDue);
    if (outcome.done)
        finish(*outcome.done);
}

void Runner::finish(ExitCode code) {
    m_code = code;
    if (!m_client.isOpen())
        return m_io.stop();
    m_client.close();
    m_farewell.expires_after(kFarewell);
    m_farewell.async_wait([this](auto) { m_io.stop(); });
}

void Runner::awaitInterrupt() {
    m_signals.async_wait([this](const auto& error, int) {
        if (error)
            return;
        if (m_code)
            return m_io.stop();
        apply(m_session.interrupted());
        awaitInterrupt();
    });
}

void Runner::after(
    asio::steady_timer& timer, Duration delay, ExecuteSession::Outcome (ExecuteSession::*then)()) {
    timer.expires_after(delay);
    timer.async_wait([this, then](const auto& error) {
        if (!error && !m_code)
            apply((m_session.*then)());
    });
}

} // namespace

ExitCode runExecute(ExecutePlan plan, net::WebSocketClientOptions master, const CliContext& here) {
    return Runner(std::move(plan), std::move(master), here).run();
}

} // namespace muster::cli
