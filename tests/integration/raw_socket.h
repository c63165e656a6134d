// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/e2e/http.h"

namespace muster::e2e {

// A WebSocket on a plain socket, which shows whatever headers it is given.
class RawSocket {
public:
    RawSocket(std::uint16_t port, const std::string& path, const std::string& subprotocol,
        const HttpHeaders& headers)
        : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        EXPECT_EQ(::connect(m_socket, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
        auto head = fmt::format("GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nUpgrade: websocket\r\n"
                                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                                "Sec-WebSocket-Protocol: {}\r\n",
            path, port, subprotocol);
        for (const auto& [name, value] : headers) {
            head += name + ": " + value + "\r\n";
        }
        write(head + "\r\n");
        const auto end = [this] { return m_bytes.find("\r\n\r\n"); };
        while (end() == std::string::npos && fill()) { }
        if (m_bytes.size() > 12) {
            status = static_cast<unsigned>(std::stoi(m_bytes.substr(9, 3)));
            m_bytes.erase(0, end() + 4);
        }
    }
    ~RawSocket() { ::close(m_socket); }
    RawSocket(const RawSocket&) = delete;
    RawSocket& operator=(const RawSocket&) = delete;

    void send(const std::string& message, bool binary) {
        std::string frame{static_cast<char>(binary ? 0x82 : 0x81)};
        if (message.size() < 126) {
            frame += static_cast<char>(0x80 | message.size());
        } else {
            frame += static_cast<char>(0x80 | 126);
            frame += static_cast<char>(message.size() >> 8);
            frame += static_cast<char>(message.size() & 0xff);
        }
        write(frame + std::string(4, '\0') + message); // masked with zeros
    }
    // The next message; of a closing one its reason. Nothing when none comes.
    std::optional<std::string> next() {
        for (;;) {
            const auto header = take(2);
            if (header.size() < 2) {
                return std::nullopt;
            }
            std::uint64_t length = static_cast<unsigned char>(header[1]) & 0x7fu;
            const unsigned more = length == 126 ? 2 : length == 127 ? 8 : 0;
            length = more > 0 ? 0 : length;
            for (const char byte : take(more)) {
                length = length << 8 | static_cast<unsigned char>(byte);
            }
            auto payload = take(length);
            const int type = header[0] & 0x0f;
            if (type == 8) {
                closed = true;
                return payload.size() > 2 ? payload.substr(2) : "";
            }
            if (type == 1 || type == 2) {
                return payload;
            }
        }
    }

    unsigned status = 0;
    bool closed = false;

private:
    void write(const std::string& bytes) {
        EXPECT_EQ(::send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(bytes.size()));
    }
    bool fill() {
        pollfd ready{m_socket, POLLIN, 0};
        char piece[4096];
        const auto count
            = ::poll(&ready, 1, 8000) > 0 ? ::recv(m_socket, piece, sizeof piece, 0) : 0;
        m_bytes.append(piece, static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        return count > 0;
    }
    std::string take(std::size_t count) {
        while (m_bytes.size() < count && fill()) { }
        auto out = m_bytes.substr(0, count);
        m_bytes.erase(0, count);
        return out;
    }

    int m_socket;
    std::string m_bytes;
};

} // namespace muster::e2e
