// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <boost/asio/executor_work_guard.hpp>

#include "core/net/server.h"
#include "core/net/websocket_client.h"

namespace muster::net {

inline constexpr std::string_view kToken = "the-right-token";

// A blocking client that sends exactly what it is told. Reads give up after 2 s.
class RawSocket {
public:
    explicit RawSocket(std::uint16_t port, int receiveBuffer = 0);
    explicit RawSocket(const std::filesystem::path& unixSocket);
    ~RawSocket();
    RawSocket(RawSocket&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) { }
    RawSocket(const RawSocket&) = delete;

    bool send(std::string_view bytes); // false: the server has closed
    std::string response(); // one, by its Content-Length; "" at the end
    std::string piece(); // what one recv gives
    std::string untilClosed(); // "TIMEOUT" at its end when the server did not close
    void halfClose();

private:
    void bePatient();
    bool receive();
    int m_fd = -1;
    std::string m_received;
    bool m_timedOut = false;
};

unsigned statusOf(std::string_view response);
std::string bodyOf(const std::string& response);
std::string get(std::string_view path, std::uint16_t port, std::string_view moreHeaders = "");
// To a WebSocket.
std::string upgrade(std::uint16_t port, std::string_view path, std::string_view moreHeaders);

Payload payload(std::string text);

// A server on a thread of its own; the test talks to it over loopback.
class World : public testing::Test {
protected:
    World();
    ~World() override;
    void TearDown() override { stop(); } // while what the handlers refer to still lives

    void serve(std::vector<Route> routes, std::vector<WebSocketEndpoint> endpoints = {});
    std::uint16_t port() const { return m_port; }
    void stop();
    // Runs on the server's thread and waits for it.
    void onServer(const std::function<void()>& work);
    // Waits until it holds, asked on the server's thread; false after 2 s.
    bool eventually(const std::function<bool()>& condition);

    ServerOptions options;
    std::unique_ptr<Server> server;
    std::vector<std::string> problems; // read them on the server's thread

private:
    boost::asio::io_context m_io;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> m_work;
    std::thread m_thread;
    std::uint16_t m_port = 0;
};

// A client and what it has seen, driven by the test's own thread.
struct Dialer {
    explicit Dialer(WebSocketClientOptions options);

    bool until(const std::function<bool()>& condition); // false after 2 s
    bool untilOpen() {
        return until([&] { return client->isOpen(); });
    }

    boost::asio::io_context io;
    unsigned opened = 0;
    std::vector<std::string> messages;
    std::vector<Error> errors;
    std::optional<WebSocketClient> client;
};

WebSocketClientOptions dial(std::uint16_t port, std::string_view path = "/ws");

} // namespace muster::net
