// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace muster::net {

struct Header {
    std::string name;
    std::string value;
};

// A request that has passed every check of the server: framing, Host, Origin, access, size.
struct HttpRequest {
    std::string method; // "GET"
    std::string path; // "/api/v1": decoded once, no dot segments, no control characters
    std::string query; // "limit=5": as sent, without the question mark
    std::vector<Header> headers; // as sent, in order
    std::string body;
    std::string remote; // "127.0.0.1"
    std::string principal; // who the token belongs to; empty when nobody was asked

    // The first value of that name in any case, or an empty text.
    std::string_view header(std::string_view name) const;
};

using Payload = std::shared_ptr<const std::string>;

// The body of a response that goes on: chunks for as long as both sides live (event streams, logs).
// Lives on the server's io_context; use it from that thread only.
class BodyStream {
public:
    virtual ~BodyStream() = default;
    // Queues one chunk without copying it. A stream over its limit (8 MiB) is cut off.
    virtual void send(Payload chunk) = 0;
    virtual std::size_t queuedBytes() const = 0;
    virtual void finish() = 0; // after what is queued
    virtual void onDrained(std::function<void()> callback) = 0;
    // Once, when the client is gone or finish() is done; never from within send().
    virtual void onClosed(std::function<void()> callback) = 0;
};

// The answer of a handler: at once, later, or as an endless stream.
struct HttpResponse {
    unsigned status = 200;
    std::string contentType = "text/plain; charset=utf-8";
    std::vector<Header> headers;
    Payload body;

    // Set: the head above is sent and the body follows in chunks.
    std::function<void(std::shared_ptr<BodyStream>)> stream;
    // Set: the rest of this response is ignored; the callback gets a function to be called once,
    // on the server's thread, with the real one. The connection waits without a time limit.
    std::function<void(std::function<void(HttpResponse)>)> later;

    static HttpResponse text(unsigned status, std::string body);
    static HttpResponse json(std::string body);
};

enum class Access { Public, Authenticated };

// One row of the server's table. A GET row answers HEAD too.
struct Route {
    std::string method;
    std::string path;
    bool prefix = false; // also everything below `path`; the longest match wins
    Access access = Access::Authenticated;
    std::size_t maximumBody = 0;
    std::function<HttpResponse(const HttpRequest&)> handler;
};

} // namespace muster::net
