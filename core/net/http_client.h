// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/io_context.hpp>

#include "core/kernel/base/result.h"
#include "core/kernel/base/time.h"
#include "core/net/address.h"
#include "core/net/http.h"

namespace muster::net {

struct HttpClientOptions {
    Endpoint master; // its path is not used
    std::string token; // empty: none. Never sent in the clear to another machine
    std::string caFile; // trusted instead of the system's authorities
    Duration connectTimeout = std::chrono::seconds(10); // name, TCP and TLS together
};

struct ClientRequest {
    std::string method = "GET";
    std::string target; // "/files/read?path=%2Fx": encoded by the caller
    std::vector<Header> headers{};
    std::string body{};
    bool streams = false; // the body follows by write() and finish(), in chunks
};

struct HttpClientEvents {
    std::function<void(unsigned status)> onHead;
    std::function<void(std::string_view piece)> onData; // of the answer's body; any length
    // Once: the answer is whole, or why it will not be, in words with a remedy. The client may be
    // destroyed within it.
    std::function<void(const Status&)> onEnd;
    std::function<void()> onDrained; // all that was written is on its way
};

// One request on a connection of its own, and its answer, which may begin before the request's body
// has ended. Dials from its construction on. Runs on the caller's io_context and is used from its
// thread only. Nothing is called after the destructor, which cuts the connection. While a callback
// blocks nothing is read: TCP holds the other side back.
class HttpClient {
public:
    HttpClient(boost::asio::io_context& io, HttpClientOptions options, ClientRequest request,
        HttpClientEvents events);
    ~HttpClient();
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;

    // REQUIRES: a request that streams, before finish(). Both may be called before there is a
    // connection.
    void write(std::string_view piece);
    void finish();
    std::size_t queuedBytes() const;

private:
    struct State;
    std::shared_ptr<State> m_state;
};

struct HttpReply {
    unsigned status = 0;
    std::string body;
};

// One small request and its whole answer. Blocks; on an io_context of its own.
Result<HttpReply> askHttp(const HttpClientOptions& options, ClientRequest request,
    std::size_t maximumBody, Duration limit = std::chrono::seconds(60));

// For a query: what is not a letter, a digit or one of "-._~/" becomes "%20".
std::string percentEncoded(std::string_view text);

} // namespace muster::net
