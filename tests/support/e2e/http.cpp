// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/e2e/http.h"

#include <algorithm>

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace muster::e2e {
namespace {

using Clock = std::chrono::steady_clock;

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

template <typename Address>
bool connected(int socket, const Address& address) {
    return ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

bool connected(int socket, const Place& place) {
    if (place.unixSocket.empty()) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(place.port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        return connected(socket, address);
    }
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    place.unixSocket.copy(address.sun_path, sizeof address.sun_path - 1);
    return connected(socket, address);
}

} // namespace

HttpConnection::HttpConnection(const Place& place)
    : m_place(place), m_socket(::socket(place.unixSocket.empty() ? AF_INET : AF_UNIX,
                          SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    m_ended = !connected(m_socket, place);
}

HttpConnection::~HttpConnection() {
    ::close(m_socket);
}

void HttpConnection::sendRaw(const std::string& bytes) {
    std::size_t sent = 0;
    while (sent < bytes.size()) {
        const auto count = ::send(m_socket, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (count <= 0) {
            return;
        }
        sent += static_cast<std::size_t>(count);
    }
}

void HttpConnection::send(const std::string& method, const std::string& target,
    const HttpHeaders& headers, const std::string& body) {
    std::string out
        = fmt::format("{} {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n", method, target, m_place.port);
    for (const auto& [name, value] : headers) {
        out += fmt::format("{}: {}\r\n", name, value);
    }
    if (!body.empty() || method == "POST") {
        out += fmt::format("Content-Length: {}\r\n", body.size());
    }
    sendRaw(out + "\r\n" + body);
}

bool HttpConnection::fill(Clock::time_point end) {
    const auto left
        = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd ready{m_socket, POLLIN, 0};
    if (m_ended || ::poll(&ready, 1, static_cast<int>(std::max<long>(left, 0))) <= 0) {
        return false;
    }
    char bytes[65536];
    const auto count = ::recv(m_socket, bytes, sizeof bytes, 0);
    if (count <= 0) {
        m_ended = true;
        return false;
    }
    m_buffer.append(bytes, static_cast<std::size_t>(count));
    return true;
}

std::optional<std::string> HttpConnection::readLine(Clock::time_point end) {
    std::size_t at = 0;
    while ((at = m_buffer.find("\r\n")) == std::string::npos) {
        if (!fill(end)) {
            return std::nullopt;
        }
    }
    auto line = m_buffer.substr(0, at);
    m_buffer.erase(0, at + 2);
    return line;
}

bool HttpConnection::readBytes(std::size_t count, Clock::time_point end) {
    while (m_buffer.size() < count) {
        if (!fill(end)) {
            return false;
        }
    }
    return true;
}

HttpAnswer HttpConnection::readHead(Patience patience) {
    const auto end = Clock::now() + patience;
    HttpAnswer answer;
    const auto status = readLine(end);
    if (!status || status->size() < 12) {
        return answer;
    }
    while (const auto line = readLine(end)) {
        if (line->empty()) {
            answer.status = static_cast<unsigned>(std::stoul(status->substr(9, 3)));
            break;
        }
        const auto colon = line->find(": ");
        if (colon != std::string::npos) {
            answer.headers[lower(line->substr(0, colon))] = line->substr(colon + 2);
        }
    }
    return answer;
}

HttpAnswer HttpConnection::readAnswer(Patience patience) {
    auto answer = readHead(patience);
    if (answer.headers.contains("transfer-encoding")) {
        while (const auto chunk = readChunk()) {
            answer.body += *chunk;
        }
    } else if (answer.headers.contains("content-length")) {
        const auto size = std::stoul(answer.headers["content-length"]);
        readBytes(size, Clock::now() + 8s);
        answer.body = m_buffer.substr(0, size);
        m_buffer.erase(0, size);
    }
    return answer;
}

std::optional<std::string> HttpConnection::readChunk(Patience patience) {
    const auto end = Clock::now() + patience;
    const auto line = readLine(end);
    if (!line) {
        return std::nullopt;
    }
    const auto size = std::stoul(*line, nullptr, 16);
    if (!readBytes(size + 2, end)) {
        return std::nullopt;
    }
    auto chunk = m_buffer.substr(0, size);
    m_buffer.erase(0, size + 2);
    if (size == 0) {
        m_ended = true;
        return std::nullopt;
    }
    return chunk;
}

HttpAnswer HttpConnection::request(const std::string& method, const std::string& target,
    const HttpHeaders& headers, const std::string& body) {
    send(method, target, headers, body);
    return method == "HEAD" ? readHead() : readAnswer();
}

HttpAnswer http(const Place& place, const std::string& method, const std::string& target,
    const HttpHeaders& headers, const std::string& body) {
    return HttpConnection(place).request(method, target, headers, body);
}

RecordStream::RecordStream(const Place& place, const std::string& target,
    const HttpHeaders& headers, const std::string& body)
    : m_connection(place) {
    m_connection.send("POST", target, headers, body);
    m_head = m_connection.readHead();
}

std::optional<std::string> RecordStream::next(Patience patience) {
    const auto chunk = m_connection.readChunk(patience);
    if (!chunk) {
        return std::nullopt;
    }
    const auto newline = chunk->find('\n');
    EXPECT_NE(newline, std::string::npos) << *chunk;
    auto record = chunk->substr(newline + 1);
    EXPECT_EQ(std::to_string(record.size()), chunk->substr(0, newline))
        << "the record is not the chunk";
    return record;
}

} // namespace muster::e2e
