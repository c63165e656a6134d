// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <functional>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "core/container/docker/engine_errors.h"

// libcurl has no connection that it gives away: this is HTTP by hand, as little as it takes.
namespace muster::container::docker {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kLongestAnswer = 64U << 10; // what is not taken over: a head, a refusal
constexpr std::string_view kStatusLine = "HTTP/1.1 ";
constexpr std::string_view kEndOfHead = "\r\n\r\n";
constexpr long kSwitchingProtocols = 101;

Result<Fd> connectTo(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path)
        return unreachable(path, ENAMETOOLONG);
    path.copy(address.sun_path, path.size());
    Fd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!socket
        || connect(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address)
            != 0)
        return unreachable(path, errno);
    return socket;
}

std::string textOf(const EngineRequest& request, const std::string& version) {
    return fmt::format("{} /v{}{} HTTP/1.1\r\nHost: docker\r\nConnection: Upgrade\r\n"
                       "Upgrade: tcp\r\nContent-Type: {}\r\nContent-Length: {}\r\n\r\n{}",
        request.method, version, request.path, request.type, request.body.size(), request.body);
}

tl::unexpected<Error> brokenOff(const EngineRequest& request) {
    return failure(fmt::format("The Docker Engine broke off its answer to {}", nameOf(request)),
        Error::Kind::Unavailable);
}

// Reads an answer and nothing behind it.
class Answer {
public:
    Answer(const Fd& socket, const EngineRequest& request, const std::stop_token& stop)
        : m_socket(socket), m_request(request), m_stop(stop), m_wake(eventfd(0, EFD_CLOEXEC)),
          m_stopped(stop, [this] { eventfd_write(m_wake.number(), 1); }) { }

    Result<std::string> head() {
        std::string text;
        while (!text.ends_with(kEndOfHead)) {
            auto byte = read(1);
            if (!byte)
                return byte;
            text += *byte;
            if (text.size() > kLongestAnswer)
                return brokenOff(m_request);
        }
        return text;
    }
    // What there is of it within the limit.
    std::string body(std::size_t size) {
        std::string text;
        while (text.size() < size) {
            const auto piece = read(size - text.size());
            if (!piece)
                break;
            text += *piece;
        }
        return text;
    }

private:
    Result<std::string> read(std::size_t most) {
        std::array<char, 4096> buffer{};
        for (;;) {
            const auto count
                = recv(m_socket.number(), buffer.data(), std::min(most, buffer.size()), 0);
            if (count > 0)
                return std::string(buffer.data(), static_cast<std::size_t>(count));
            if (count == 0 || (errno != EAGAIN && errno != EINTR))
                return brokenOff(m_request);
            if (m_stop.stop_requested())
                return failure(nameOf(m_request) + " was given up", Error::Kind::Unavailable);
            const auto left
                = std::chrono::ceil<std::chrono::milliseconds>(m_deadline - Clock::now());
            if (left.count() <= 0)
                return late(m_request, m_request.limit);
            pollfd ready[]{{m_socket.number(), POLLIN, 0}, {m_wake.number(), POLLIN, 0}};
            poll(ready, 2, static_cast<int>(left.count()));
        }
    }

    const Fd& m_socket;
    const EngineRequest& m_request;
    const std::stop_token m_stop;
    const Fd m_wake;
    const Clock::time_point m_deadline = Clock::now() + m_request.limit;
    const std::stop_callback<std::function<void()>> m_stopped; // last: the others are there for it
};

std::size_t lengthIn(const std::string& head) {
    const std::string name = "\r\nContent-Length: ";
    const auto found = head.find(name);
    const auto length = found == std::string::npos
        ? 0
        : std::strtoul(head.c_str() + found + name.size(), nullptr, 10);
    return std::min<std::size_t>(length, kLongestAnswer);
}

} // namespace

Result<Fd> Engine::upgrade(const EngineRequest& request, const std::stop_token& stop) const {
    auto socket = connectTo(m_options.socket);
    if (!socket)
        return socket;
    const auto text = textOf(request, m_options.version);
    const auto sent = send(socket->number(), text.data(), text.size(), MSG_NOSIGNAL);
    if (sent != static_cast<ssize_t>(text.size()))
        return brokenOff(request);
    Answer answer(*socket, request, stop);
    const auto head = answer.head();
    if (!head)
        return tl::unexpected(head.error());
    const long status
        = head->starts_with(kStatusLine) ? std::atol(head->c_str() + kStatusLine.size()) : 0;
    if (status == kSwitchingProtocols)
        return socket;
    return status >= firstError ? refused(request, status, answer.body(lengthIn(*head)))
                                : brokenOff(request);
}

} // namespace muster::container::docker
