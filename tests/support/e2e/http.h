// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/e2e/process.h"

// A plain HTTP/1.1 client on raw sockets, so that the bytes of an answer are seen as they came. Not
// thread-safe.
namespace muster::e2e {

// Media types and the path of Mesos' scheduler API.
inline constexpr const char* kJson = "application/json";
inline constexpr const char* kProtobuf = "application/x-protobuf";
inline constexpr const char* kSchedulerPath = "/api/v1/scheduler";

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

struct HttpAnswer {
    unsigned status = 0; // 0: no answer came
    std::map<std::string, std::string> headers; // names in lower case
    std::string body;
};

// Where a server listens: a port of 127.0.0.1 or a unix socket.
struct Place {
    Place(std::uint16_t number) : port(number) { }
    Place(std::string path) : unixSocket(std::move(path)) { }

    std::uint16_t port = 0;
    std::string unixSocket;
};

// A connection that is kept for the next request.
class HttpConnection {
public:
    explicit HttpConnection(const Place& place);
    ~HttpConnection();
    HttpConnection(const HttpConnection&) = delete;
    HttpConnection& operator=(const HttpConnection&) = delete;

    HttpAnswer request(const std::string& method, const std::string& target,
        const HttpHeaders& headers = {}, const std::string& body = "");

    void send(const std::string& method, const std::string& target, const HttpHeaders& headers,
        const std::string& body);
    void sendRaw(const std::string& bytes);
    HttpAnswer readAnswer(Patience patience = 8s);
    HttpAnswer readHead(Patience patience = 8s); // without the body
    // The next chunk of a chunked body; nothing when none came in time or the body has ended.
    std::optional<std::string> readChunk(Patience patience = 8s);
    bool ended() const { return m_ended; } // of the chunked body, or of the connection

private:
    bool fill(std::chrono::steady_clock::time_point end); // more bytes into m_buffer
    std::optional<std::string> readLine(std::chrono::steady_clock::time_point end);
    bool readBytes(std::size_t count, std::chrono::steady_clock::time_point end);

    Place m_place;
    int m_socket = -1;
    std::string m_buffer;
    bool m_ended = false;
};

HttpAnswer http(const Place& place, const std::string& method, const std::string& target,
    const HttpHeaders& headers = {}, const std::string& body = "");

// A RecordIO stream: the records of an answer that goes on. Each must come as one chunk.
class RecordStream {
public:
    RecordStream(const Place& place, const std::string& target, const HttpHeaders& headers,
        const std::string& body);

    const HttpAnswer& head() const { return m_head; }
    std::optional<std::string> next(Patience patience = 8s);
    bool ended() const { return m_connection.ended(); }

private:
    HttpConnection m_connection;
    HttpAnswer m_head;
};

} // namespace muster::e2e
