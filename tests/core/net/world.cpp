// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/net/world.h"

#include <charconv>
#include <future>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <boost/asio/post.hpp>

namespace muster::net {

using namespace std::chrono_literals;

RawSocket::RawSocket(std::uint16_t port, int receiveBuffer)
    : m_fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    bePatient();
    if (receiveBuffer > 0)
        ::setsockopt(m_fd, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, sizeof receiveBuffer);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(m_fd, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
}

RawSocket::RawSocket(const std::filesystem::path& unixSocket)
    : m_fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    bePatient();
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    unixSocket.string().copy(address.sun_path, sizeof address.sun_path - 1);
    EXPECT_EQ(::connect(m_fd, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
}

void RawSocket::bePatient() {
    const timeval patience{2, 0};
    ::setsockopt(m_fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(m_fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
}

RawSocket::~RawSocket() {
    if (m_fd >= 0)
        ::close(m_fd);
}

bool RawSocket::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::send(m_fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

bool RawSocket::receive() {
    char buffer[65536];
    const ssize_t count = ::recv(m_fd, buffer, sizeof buffer, 0);
    m_timedOut = count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
    if (count <= 0)
        return false;
    m_received.append(buffer, static_cast<std::size_t>(count));
    return true;
}

std::string RawSocket::response() {
    std::size_t end = 0;
    while ((end = m_received.find("\r\n\r\n")) == std::string::npos) {
        if (!receive())
            return {};
    }
    std::size_t length = 0;
    const std::string_view name = "Content-Length: ";
    if (const auto at = m_received.find(name); at < end)
        std::from_chars(m_received.data() + at + name.size(), m_received.data() + end, length);
    while (m_received.size() < end + 4 + length) {
        if (!receive())
            return {};
    }
    const std::string response = m_received.substr(0, end + 4 + length);
    m_received.erase(0, response.size());
    return response;
}

std::string RawSocket::piece() {
    receive();
    return std::exchange(m_received, {});
}

std::string RawSocket::untilClosed() {
    while (receive()) { }
    return m_received + (m_timedOut ? "TIMEOUT" : "");
}

void RawSocket::halfClose() {
    ::shutdown(m_fd, SHUT_WR);
}

unsigned statusOf(std::string_view response) {
    unsigned status = 0;
    if (response.starts_with("HTTP/1.1 "))
        std::from_chars(response.data() + 9, response.data() + response.size(), status);
    return status;
}

std::string bodyOf(const std::string& response) {
    const auto end = response.find("\r\n\r\n");
    return end == std::string::npos ? "" : response.substr(end + 4);
}

std::string get(std::string_view path, std::uint16_t port, std::string_view moreHeaders) {
    return fmt::format("GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{}\r\n", path, port, moreHeaders);
}

std::string upgrade(std::uint16_t port, std::string_view path, std::string_view moreHeaders) {
    return get(path, port,
        fmt::format("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{}",
            moreHeaders));
}

Payload payload(std::string text) {
    return std::make_shared<const std::string>(std::move(text));
}

World::World() : m_work(m_io.get_executor()) {
    options.port = 0;
    options.principalOf = [](std::string_view token) {
        return token == kToken ? std::optional<std::string>("alice") : std::nullopt;
    };
    options.onProblem = [this](const Error& error) { problems.push_back(error.message); };
}

World::~World() {
    stop();
    m_work.reset();
    // Not io_context::stop(): when the server is gone, nothing may keep the thread busy.
    if (m_thread.joinable())
        m_thread.join();
}

void World::serve(std::vector<Route> routes, std::vector<WebSocketEndpoint> endpoints) {
    auto made = Server::listen(m_io, options, std::move(routes), std::move(endpoints));
    ASSERT_TRUE(made.has_value()) << made.error().message;
    server = std::move(*made);
    m_port = server->port();
    if (!m_thread.joinable())
        m_thread = std::thread([this] { m_io.run(); });
}

void World::stop() {
    if (m_thread.joinable())
        onServer([&] { server.reset(); });
}

void World::onServer(const std::function<void()>& work) {
    std::promise<void> done;
    boost::asio::post(m_io, [&] {
        work();
        done.set_value();
    });
    done.get_future().wait();
}

bool World::eventually(const std::function<bool()>& condition) {
    const auto end = std::chrono::steady_clock::now() + 2s;
    bool holds = false;
    while (!holds && std::chrono::steady_clock::now() < end) {
        onServer([&] { holds = condition(); });
        if (!holds)
            std::this_thread::sleep_for(1ms);
    }
    return holds;
}

Dialer::Dialer(WebSocketClientOptions options) {
    WebSocketClientEvents events;
    events.onOpen = [this] { ++opened; };
    events.onMessage = [this](std::string_view message, bool) { messages.emplace_back(message); };
    events.onClosed = [this](const Error& error) { errors.push_back(error); };
    client.emplace(io, std::move(options), std::move(events));
}

bool Dialer::until(const std::function<bool()>& condition) {
    const auto end = std::chrono::steady_clock::now() + 2s;
    while (!condition() && std::chrono::steady_clock::now() < end) {
        if (io.stopped())
            io.restart();
        io.run_one_until(std::min(end, std::chrono::steady_clock::now() + 50ms));
    }
    return condition();
}

WebSocketClientOptions dial(std::uint16_t port, std::string_view path) {
    WebSocketClientOptions options;
    options.master = {{"127.0.0.1", port}, false, std::string(path)};
    options.token = kToken;
    return options;
}

} // namespace muster::net
