// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/base/result.h"
#include "core/kernel/base/time.h"
#include "core/net/web_session.h"

namespace muster::net {

struct Header {
    std::string name;
    std::string value;
};

// The body of a request that comes in pieces, of a route with `streamsBody`. Lives on the server's
// io_context; use it from that thread only. The handler sets both callbacks before it returns; they
// are dropped after onEnd, and when the response was sent before that.
class BodyReader {
public:
    virtual ~BodyReader() = default;
    // Each piece as it arrives, at most 16 KiB; the view is valid during the call. Pieces follow
    // the network: they are not the client's chunks.
    virtual void onData(std::function<void(std::string_view piece)> callback) = 0;
    // Once: the body is whole, or why it will not be (cut, malformed, over the limit, silence).
    virtual void onEnd(std::function<void(const Status&)> callback) = 0;
    // No further piece until resume(): the client is held back by TCP, without a time limit.
    virtual void pause() = 0;
    virtual void resume() = 0;
};

// A request that has passed every check of the server: framing, Host, Origin, access, size.
struct HttpRequest {
    std::string method; // "GET"
    std::string path; // "/api/v1": decoded once, no dot segments, no control characters
    std::string query; // "limit=5": as sent, without the question mark
    std::vector<Header> headers; // as sent, in order
    std::string body;
    std::string remote; // "127.0.0.1"
    std::uint16_t remotePort = 0; // 0 at a unix socket
    std::string principal; // who asks, by token, password or cookie; empty: nobody was asked
    std::optional<unsigned> uid; // of the process at the other end of a unix socket
    // A script or picture of another site's page may have caused it: neither does it say that it
    // comes from a page of this server (Sec-Fetch-Site, which pages cannot set; where a browser
    // sends none, Origin or Referer), nor does it show a bearer token, which no browser adds by
    // itself.
    bool mayBeForeign = false;
    std::shared_ptr<BodyReader> reader; // in place of `body` where the route streams it
    // By whose cookie it came, to a route that takes it (Route::byCookie).
    std::optional<WebSession> webSession;

    // The first value of that name in any case, or an empty text.
    std::string_view header(std::string_view name) const;
    // All values of that name, one list: "Accept: a" and "Accept: b" are "a, b" (RFC 9110, 5.3).
    std::string headerList(std::string_view name) const;
};

// A page of another site, or of another port of this host, has sent it: by what browsers say.
bool isForeign(const HttpRequest& request);

using Payload = std::shared_ptr<const std::string>;

// The body of a response that goes on: chunks for as long as both sides live (event streams, logs).
// Lives on the server's io_context; use it from that thread only.
class BodyStream {
public:
    virtual ~BodyStream() = default;
    // Queues one chunk without copying it. Its length is not limited, but what waits behind the
    // one that is being sent: a stream over 8 MiB there is cut off, its client is too slow.
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

    // Set: the head above is sent and the body follows in chunks. Called also when the client has
    // gone meanwhile: then the body is closed soon.
    std::function<void(std::shared_ptr<BodyStream>)> stream;
    // Set: the rest of this response is ignored; the callback gets a function to be called once,
    // on the server's thread, with the real one. The connection waits without a time limit.
    std::function<void(std::function<void(HttpResponse)>)> later;
    // Before it is sent; its connection may make room for others meanwhile.
    Duration delay{};

    static HttpResponse text(unsigned status, std::string body); // as it is, no newline added
    static HttpResponse json(std::string body);
};

HttpResponse badRequest(std::string text); // 400

enum class Access { Public, Authenticated };

inline constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

// One row of the server's table. A GET row answers HEAD too, and a slash at the end of a request's
// path is ignored.
struct Route {
    std::string method;
    std::string path;
    // Also everything below `path`, or everything that starts with it when it ends in '/' or '(':
    // "/slave(" covers "/slave(7)/state". The longest match wins.
    bool prefix = false;
    Access access = Access::Authenticated;
    std::size_t maximumBody = 0;
    std::function<HttpResponse(const HttpRequest&)> handler;
    // "mesos-master-readonly": what a 401 asks a name and a password for. Empty: it asks for a
    // token.
    std::string realm{};
    // The handler is called before the body has come and reads it through HttpRequest::reader. It
    // answers at once or later; what comes of the body after that is thrown away. A `stream` may
    // only follow the end of the body.
    bool streamsBody = false;
    // Whether this request is one of those, by its head; such a body has no limit.
    std::function<bool(const HttpRequest&)> streamsWhen{};
    // Also the cookie of a browser's session shows who asks. What is no GET then needs
    // X-Muster-CSRF, unless the row is public: its handler finds the session and decides.
    bool byCookie = false;
};

// Whether the body of that request comes in pieces, and how long it may be.
inline bool streamed(const Route& route, const HttpRequest& request) {
    return route.streamsBody || (route.streamsWhen && route.streamsWhen(request));
}
inline std::size_t limitOf(const Route& route, const HttpRequest& request) {
    return route.streamsWhen && route.streamsWhen(request) ? kUnlimited : route.maximumBody;
}

// The rows, each under its own path and under "/<process><path>": "/state" and "/master/state", as
// Mesos names what a process serves.
std::vector<Route> withAliases(std::string_view process, std::vector<Route> rows);

} // namespace muster::net
