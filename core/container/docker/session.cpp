// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/docker/session.h"

#include <algorithm>
#include <array>
#include <csignal>

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <termios.h>

#include <nlohmann/json.hpp>

#include "core/container/program_lookup.h"

namespace muster::container::docker {
namespace {

constexpr int kTryAgain = 10; // milliseconds
constexpr int kLongestPause = 320;
constexpr int kTries = 1000; // of what the engine refuses as long as the command does not run

Fd copyOf(int descriptor) {
    return Fd(descriptor >= 0 ? fcntl(descriptor, F_DUPFD_CLOEXEC, 0) : -1);
}

Fd outletTo(int descriptor) {
    Fd copy = copyOf(descriptor);
    if (copy)
        fcntl(copy.number(), F_SETFL, fcntl(copy.number(), F_GETFL) | O_NONBLOCK);
    return copy;
}

// Unlike runc, the engine leaves it to the container's terminal to end the lines.
Result<Fd> openTerminal(const std::string& path) {
    Fd terminal(::open(path.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
    termios modes{};
    if (!terminal || tcgetattr(terminal.number(), &modes) != 0)
        return systemFailure("open " + path);
    cfmakeraw(&modes);
    tcsetattr(terminal.number(), TCSANOW, &modes);
    return terminal;
}

} // namespace

void Session::Outlet::flush() {
    while (!waiting.empty()) {
        const auto count = write(fd.number(), waiting.data(), waiting.size());
        if (count < 0 && errno == EAGAIN)
            return;
        waiting.erase(0, count < 0 ? waiting.size() : static_cast<std::size_t>(count));
    }
}

Session::Session(Engine engine, Exec exec, const Descriptors& io)
    : m_engine(std::move(engine)), m_exec(std::move(exec)), m_end(eventfd(0, EFD_CLOEXEC)),
      m_wake(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    m_taken = take(io);
    m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

Session::~Session() {
    m_thread.request_stop();
}

Status Session::take(const Descriptors& io) {
    m_exec.terminal = !io.terminal.empty();
    m_exec.input = m_exec.terminal || io.in >= 0;
    if (m_exec.terminal) {
        auto terminal = openTerminal(io.terminal);
        if (!terminal)
            return tl::unexpected(terminal.error());
        m_in = copyOf(terminal->number());
        m_out.fd = std::move(*terminal);
        m_asked.resize = true;
        return {};
    }
    m_in = copyOf(io.in);
    m_out.fd = outletTo(io.out);
    m_error.fd = outletTo(io.error);
    return {};
}

int Session::finish() {
    m_thread.join();
    return m_code;
}

bool Session::signal(int number) {
    ask({.signals = {number}});
    return true;
}

void Session::resized() {
    ask({.resize = true});
}

void Session::ask(const Requests& requests) {
    const std::lock_guard lock(m_mutex);
    m_asked.signals.insert(m_asked.signals.end(), requests.signals.begin(), requests.signals.end());
    m_asked.resize |= requests.resize;
    eventfd_write(m_wake.number(), 1);
}

void Session::run(const std::stop_token& stop) {
    sigset_t brokenPipe; // a reader that left is no reason to die
    sigemptyset(&brokenPipe);
    sigaddset(&brokenPipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &brokenPipe, nullptr);
    const std::stop_callback wake(stop, [this] { eventfd_write(m_wake.number(), 1); });
    const auto code = perform(stop);
    if (code) {
        m_code = *code;
    } else {
        if (!m_id.empty())
            signalExec(m_engine, m_id, SIGKILL);
        complain(code.error().message);
    }
    m_in = Fd();
    m_out.fd = Fd();
    m_error.fd = Fd();
    m_toEngine.fd = Fd();
    eventfd_write(m_end.number(), 1);
}

Result<int> Session::perform(const std::stop_token& stop) {
    if (!m_taken)
        return tl::unexpected(m_taken.error());
    if (const auto found = findProgram(m_engine, m_exec, stop); !found) {
        m_code = exitStatusOf(found.error());
        return tl::unexpected(found.error());
    }
    const auto id = createExec(m_engine, m_exec, stop);
    if (!id)
        return tl::unexpected(id.error());
    m_id = *id;
    auto connection = m_engine.upgrade(
        {.method = "POST", .path = "/exec/" + m_id + "/start", .body = startBody(m_exec)}, stop);
    if (!connection)
        return tl::unexpected(connection.error());
    m_toEngine.fd = std::move(*connection);
    if (const auto carried = carry(stop); !carried)
        return tl::unexpected(carried.error());
    return awaitEnd(stop);
}

Status Session::carry(const std::stop_token& stop) {
    for (bool open = true; open || m_out.isFull() || m_error.isFull();) {
        if (stop.stop_requested())
            return failure("The command was given up");
        fulfil();
        const bool mayRead = open && !m_out.isFull() && !m_error.isFull();
        const auto events
            = static_cast<short>((mayRead ? POLLIN : 0) | (m_toEngine.isFull() ? POLLOUT : 0));
        std::array<pollfd, 5> ready{{{m_wake.number(), POLLIN, 0},
            {open && events != 0 ? m_toEngine.fd.number() : -1, events, 0},
            {open && !m_toEngine.isFull() ? m_in.number() : -1, POLLIN, 0},
            {m_out.isFull() ? m_out.fd.number() : -1, POLLOUT, 0},
            {m_error.isFull() ? m_error.fd.number() : -1, POLLOUT, 0}}};
        wait(ready, m_pending.any() ? kTryAgain : -1);
        if (mayRead && (ready[1].revents & ~POLLOUT) != 0) {
            const auto more = readEngine();
            if (!more)
                return tl::unexpected(more.error());
            open = *more;
        }
        if (ready[2].revents != 0)
            readInput();
        m_toEngine.flush();
        m_out.flush();
        m_error.flush();
    }
    return {};
}

void Session::wait(std::span<pollfd> ready, int limit) {
    poll(ready.data(), ready.size(), limit);
    eventfd_t count = 0;
    eventfd_read(m_wake.number(), &count);
}

Result<bool> Session::readEngine() {
    std::array<char, 16384> buffer{};
    const auto count = read(m_toEngine.fd.number(), buffer.data(), buffer.size());
    if (count <= 0)
        return count < 0 && (errno == EAGAIN || errno == EINTR);
    const std::string_view piece(buffer.data(), static_cast<std::size_t>(count));
    if (m_exec.terminal) {
        m_out.waiting = piece;
        return true;
    }
    const bool framed = m_frames.take(piece, [this](int stream, std::string_view text) {
        (stream == 2 ? m_error : m_out).waiting += text;
    });
    if (!framed)
        return failure(
            "The Docker Engine's copy of the command's output is damaged", Error::Kind::Internal);
    return true;
}

void Session::readInput() {
    std::array<char, 16384> buffer{};
    const auto count = read(m_in.number(), buffer.data(), buffer.size());
    if (count > 0) {
        m_toEngine.waiting.assign(buffer.data(), static_cast<std::size_t>(count));
    } else if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
        m_in = Fd();
        shutdown(m_toEngine.fd.number(), SHUT_WR); // what the engine takes for the input's end
    }
}

// Signals and sizes: the engine takes them once the command runs.
void Session::fulfil() {
    {
        const std::lock_guard lock(m_mutex);
        auto& signals = m_asked.signals;
        m_pending.signals.insert(m_pending.signals.end(), signals.begin(), signals.end());
        m_pending.resize |= m_asked.resize;
        m_tries = m_asked.any() ? 0 : m_tries;
        m_asked = {};
    }
    std::erase_if(
        m_pending.signals, [this](int number) { return signalExec(m_engine, m_id, number); });
    m_pending.resize = m_pending.resize && !resize();
    if (m_pending.any() && ++m_tries > kTries)
        m_pending = {};
}

bool Session::resize() {
    winsize size{};
    ioctl(m_out.fd.number(), TIOCGWINSZ, &size);
    return size.ws_row == 0
        || m_engine
               .ask({.method = "POST",
                   .path
                   = fmt::format("/exec/{}/resize?h={}&w={}", m_id, size.ws_row, size.ws_col)})
               .has_value();
}

// A command can close its output long before it ends.
Result<int> Session::awaitEnd(const std::stop_token& stop) {
    int pause = kTryAgain;
    for (int tries = 0; tries < kTries && !stop.stop_requested();) {
        const auto state = inspectExec(m_engine, m_id, stop);
        if (!state)
            return tl::unexpected(state.error());
        if (state->code)
            return *state->code;
        tries = state->pid == 0 ? tries + 1 : 0;
        fulfil();
        pollfd woken{m_wake.number(), POLLIN, 0};
        wait({&woken, 1}, pause);
        pause = std::min(pause * 2, kLongestPause);
    }
    return failure("The Docker Engine does not say how the command ended", Error::Kind::Internal);
}

void Session::complain(const std::string& message) {
    auto& outlet = m_exec.terminal ? m_out : m_error;
    outlet.waiting = message + (m_exec.terminal ? "\r\n" : "\n");
    outlet.flush();
}

} // namespace muster::container::docker
