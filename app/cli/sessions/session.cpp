// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/sessions/session.h"

#include <csignal>
#include <ostream>

#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include "app/cli/conversation.h"
#include "app/cli/sessions/detach_keys.h"
#include "app/cli/sessions/end_of_container.h"
#include "app/cli/sessions/input_reader.h"
#include "app/cli/terminal.h"
#include "core/proto/encoding.h"
#include "core/proto/recordio.h"

namespace muster::cli {

namespace {

namespace asio = boost::asio;
using Call = mesos::v1::agent::Call;
using mesos::v1::agent::ProcessIO;

constexpr auto kHeartbeat = std::chrono::seconds(60); // the server takes silence for the end
constexpr std::size_t kMaximumRefusal = 1 << 20;

class Session {
public:
    Session(const AgentApi& agent, const SessionPlan& plan, const CliContext& here)
        : m_agent(agent), m_plan(plan), m_here(here) { }

    ExitCode run();

private:
    // A request on its way with what came of its answer.
    struct Request {
        unsigned status = 0;
        std::string body;
        std::unique_ptr<net::HttpClient> client;
    };

    void openOutput();
    void opened();
    void outputCame(std::string_view bytes);
    void outputEnded(const Status& status);
    void openInput();
    void inputEnded(const Request& request);
    void typed(const std::string& piece);
    void sendInput(std::string data);
    void sendSize();
    void sendSize(unsigned rows, unsigned columns);
    void send(const ProcessIO& io);
    void beat();
    void awaitSignal();
    void signalled(int number);
    void kill(int number);
    void askForEnd();
    void endWhenAllIsKnown();
    void end(ExitCode code);
    void fail(const Error& error);

    const AgentApi& m_agent;
    const SessionPlan& m_plan;
    const CliContext& m_here;
    asio::io_context m_io{1};
    asio::signal_set m_signals{m_io};
    asio::steady_timer m_heartbeat{m_io};
    proto::RecordDecoder m_records{proto::kMaximumMessage};
    std::optional<RawTerminal> m_raw;
    std::optional<InputReader> m_reader;
    DetachKeys m_keys;
    Request m_output;
    Request m_input;
    Request m_kill;
    std::optional<EndOfContainer> m_wait;
    std::optional<Result<ExitCode>> m_end;
    bool m_isOpen = false;
    bool m_allRead = false;
    bool m_inputOpen = false;
    bool m_interrupted = false;
    std::optional<ExitCode> m_code;
};

ExitCode Session::run() {
    // SIGPIPE: whoever reads our output has gone; the terminal has to be restored all the same.
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGWINCH})
        m_signals.add(number);
    awaitSignal();
    if (!m_plan.container.has_parent())
        askForEnd(); // afterwards nobody remembers
    openOutput();
    m_io.run();
    m_reader.reset();
    m_raw.reset();
    return m_code.value_or(ExitCode::Failed);
}

void Session::end(ExitCode code) {
    if (!m_code)
        m_code = code;
    m_io.stop();
}

void Session::fail(const Error& error) {
    m_raw.reset(); // a raw terminal would not go back to the line's beginning
    const auto code = cli::fail(m_here, error, exitCodeOf(error.kind));
    if (m_isOpen && code == ExitCode::Unreachable)
        m_here.err << m_plan.again << std::flush;
    end(code);
}

void Session::openOutput() {
    net::HttpClientEvents events;
    events.onHead = [this](unsigned status) {
        m_output.status = status;
        if (status == 200)
            opened();
    };
    events.onData = [this](std::string_view bytes) { outputCame(bytes); };
    events.onEnd = [this](const Status& status) { outputEnded(status); };
    m_output.client = std::make_unique<net::HttpClient>(
        m_io, m_agent.options(), m_agent.streamRequest(m_plan.open), std::move(events));
}

void Session::opened() {
    m_isOpen = true;
    if (m_plan.terminal)
        m_raw.emplace(m_here.input);
    // Input that nobody types still ends; a terminal or a command of others keeps its own open.
    if (m_plan.input || m_plan.terminal || !m_plan.attached)
        openInput();
}

void Session::outputCame(std::string_view bytes) {
    if (m_output.status != 200) {
        m_output.body += bytes.substr(0, kMaximumRefusal - m_output.body.size());
        return;
    }
    const auto records = m_records.decode(bytes);
    if (!records)
        return fail(records.error());
    for (const auto& record : *records) {
        ProcessIO io;
        if (!io.ParseFromString(record) || io.type() != ProcessIO::DATA)
            continue;
        auto& out = io.data().type() == ProcessIO::Data::STDERR ? m_here.err : m_here.out;
        out << io.data().data() << std::flush;
    }
}

void Session::outputEnded(const Status& status) {
    if (!status)
        return fail(status.error());
    if (m_output.status != 200)
        return fail(AgentApi::errorOf(m_output.status, m_output.body));
    m_allRead = true;
    if (!m_wait)
        askForEnd();
    endWhenAllIsKnown();
}

void Session::openInput() {
    net::HttpClientEvents events;
    events.onHead = [this](unsigned status) { m_input.status = status; };
    events.onData = [this](std::string_view bytes) {
        m_input.body += bytes.substr(0, kMaximumRefusal - m_input.body.size());
    };
    events.onEnd = [this](const Status&) { inputEnded(m_input); };
    events.onDrained = [this] {
        if (m_reader)
            m_reader->next();
    };
    m_input.client = std::make_unique<net::HttpClient>(
        m_io, m_agent.options(), m_agent.inputRequest(), std::move(events));
    m_inputOpen = true;
    Call call;
    call.set_type(Call::ATTACH_CONTAINER_INPUT);
    call.mutable_attach_container_input()->set_type(Call::AttachContainerInput::CONTAINER_ID);
    *call.mutable_attach_container_input()->mutable_container_id() = m_plan.container;
    m_input.client->write(AgentApi::record(call));
    // Another size than it had makes a program draw its screen anew.
    if (const auto size = terminalSize(m_here.input); m_plan.terminal && m_plan.attached)
        sendSize(size.rows > 1 ? size.rows - 1 : size.rows + 1, size.columns);
    if (m_plan.terminal)
        sendSize();
    if (m_plan.input && m_here.input >= 0) {
        m_reader.emplace(m_io, m_here.input, [this](const std::string& piece) { typed(piece); });
        m_reader->next();
    } else if (!m_plan.terminal && !m_plan.attached) {
        sendInput("");
    }
    beat();
}

// That the command has ended meanwhile, and how, is told by its output.
void Session::inputEnded(const Request& request) {
    m_inputOpen = false;
    m_heartbeat.cancel();
    const bool refused = request.status == 403 || request.status == 409;
    if (refused && m_plan.input)
        m_here.err << "muster: Input is not passed on: "
                   << AgentApi::errorOf(request.status, request.body).message
                   << (m_raw ? "\r\n" : "\n") << std::flush;
}

void Session::typed(const std::string& piece) {
    if (!m_plan.attached)
        return sendInput(piece);
    if (piece.empty()) // our end is not the command's
        return;
    const auto [forCommand, detach] = m_keys.take(piece);
    if (!forCommand.empty())
        sendInput(forCommand);
    if (detach) {
        m_raw.reset();
        m_here.err << "\nDetached; the command keeps running\n" << std::flush;
        return end(ExitCode::Ok);
    }
    if (m_reader && (!m_inputOpen || forCommand.empty()))
        m_reader->next(); // nothing will be drained: the keys are still listened to
}

void Session::sendInput(std::string data) {
    if (!m_inputOpen)
        return;
    const bool isEnd = data.empty();
    ProcessIO io;
    io.set_type(ProcessIO::DATA);
    io.mutable_data()->set_type(ProcessIO::Data::STDIN);
    io.mutable_data()->set_data(std::move(data));
    send(io);
    if (isEnd && !m_plan.terminal) {
        m_inputOpen = false;
        m_heartbeat.cancel();
        m_input.client->finish();
    }
}

void Session::sendSize() {
    if (const auto size = terminalSize(m_here.input); size.rows > 0)
        sendSize(size.rows, size.columns);
}

void Session::sendSize(unsigned rows, unsigned columns) {
    ProcessIO io;
    io.set_type(ProcessIO::CONTROL);
    io.mutable_control()->set_type(ProcessIO::Control::TTY_INFO);
    auto& window = *io.mutable_control()->mutable_tty_info()->mutable_window_size();
    window.set_rows(rows);
    window.set_columns(columns);
    if (columns > 0)
        send(io);
}

void Session::send(const ProcessIO& io) {
    if (!m_inputOpen)
        return;
    Call call;
    call.set_type(Call::ATTACH_CONTAINER_INPUT);
    call.mutable_attach_container_input()->set_type(Call::AttachContainerInput::PROCESS_IO);
    *call.mutable_attach_container_input()->mutable_process_io() = io;
    m_input.client->write(AgentApi::record(call));
}

void Session::beat() {
    m_heartbeat.expires_after(kHeartbeat);
    m_heartbeat.async_wait([this](const auto& error) {
        if (error || !m_inputOpen)
            return;
        ProcessIO io;
        io.set_type(ProcessIO::CONTROL);
        io.mutable_control()->set_type(ProcessIO::Control::HEARTBEAT);
        send(io);
        beat();
    });
}

void Session::awaitSignal() {
    m_signals.async_wait([this](const auto& error, int number) {
        if (error)
            return;
        signalled(number);
        awaitSignal();
    });
}

void Session::signalled(int number) {
    if (number == SIGWINCH) {
        if (m_plan.terminal)
            sendSize();
        return;
    }
    const bool passesOn = m_isOpen && !m_plan.terminal && !m_plan.attached
        && (number == SIGINT || number == SIGTERM || number == SIGQUIT);
    if (!passesOn || std::exchange(m_interrupted, true))
        return end(static_cast<ExitCode>(128 + number));
    kill(number);
}

// Its output says what came of it.
void Session::kill(int number) {
    Call call;
    call.set_type(Call::KILL_NESTED_CONTAINER);
    *call.mutable_kill_nested_container()->mutable_container_id() = m_plan.container;
    call.mutable_kill_nested_container()->set_signal(number);
    net::HttpClientEvents events;
    events.onEnd = [this](const Status& status) {
        if (!status)
            fail(status.error());
    };
    m_kill.client = std::make_unique<net::HttpClient>(
        m_io, m_agent.options(), m_agent.request(call), std::move(events));
}

void Session::askForEnd() {
    m_wait.emplace(m_io, m_agent, m_plan.container, [this](auto how) {
        // What ended with its task is forgotten with it.
        const bool isForgotten = !how && how.error().kind == Error::Kind::NotFound;
        if (isForgotten && m_isOpen && m_plan.container.has_parent())
            m_end = failure("The task ended, and the command with it", Error::Kind::Conflict);
        else
            m_end = std::move(how);
        endWhenAllIsKnown();
    });
}

void Session::endWhenAllIsKnown() {
    if (m_allRead && m_end)
        *m_end ? end(**m_end) : fail(m_end->error());
}

} // namespace

ExitCode runSession(const AgentApi& agent, const SessionPlan& plan, const CliContext& here) {
    return Session(agent, plan, here).run();
}

} // namespace muster::cli
