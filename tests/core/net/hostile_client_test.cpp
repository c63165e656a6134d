// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/core/net/http_world.h"

namespace muster::net {

namespace {

class HostileClient : public Http { };

TEST_F(HostileClient, SurvivesAClientThatPipelinesAndLeaves) {
    serve({route("GET", "/a")});
    for (int i = 0; i < 20; ++i) {
        RawSocket socket(port());
        std::string all;
        for (int k = 0; k < 200; ++k)
            all += get("/a", port());
        socket.send(all);
    }
    EXPECT_EQ(statusOf(ask(get("/a", port()))), 200U);
    EXPECT_TRUE(eventually([&] { return server->connectionCount() == 0; }));
}

TEST_F(HostileClient, ClosesAMalformedConnectionAndNoOther) {
    serve({route("GET", "/a"), route("POST", "/p", 100)});
    RawSocket good(port());
    good.send(get("/a", port()));
    ASSERT_EQ(statusOf(good.response()), 200U);
    const std::string chunked = "Transfer-Encoding: chunked\r\n";
    struct {
        std::string bytes;
        unsigned status;
    } const rows[] = {
        {"\x16\x03\x01\x02nonsense\r\n\r\n", 400},
        // CVE-2017-7687 and 2017-9790: a malformed and an empty path
        {get("/%", port()), 400},
        {get("/%zz", port()), 400},
        {get("/a%00b", port()), 400},
        {get("/../a", port()), 400},
        {get("", port()), 400},
        {"GET HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        {"GET \r\n\r\n", 400},
        {get("http://", port()), 403},
        {get("http:///a", port()), 403},
        {get("a", port()), 400},
        {get("/a?\x01", port()), 400},
        {"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", 403},
        // Heads that two parsers could read differently
        {"GET /a HTTP/1.1\nHost: x\n\n", 400},
        {get("/a", port(), "X: a\r\n folded\r\n"), 400},
        {get("/a", port(), "X: " + std::string(20'000, 'x') + "\r\n"), 431},
        {get("/a", port(), "X: a\rb\r\n"), 400},
        {get("/a", port(), std::string("X: \0\r\n", 6)), 400},
        {get("/a", port(), "X : a\r\n"), 400},
        // Bodies of no or of two lengths; CVE-2018-1330: bad chunk trailers
        {post("/p", "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n"), 400},
        {post("/p", chunked, "zz\r\nabc\r\n"), 400},
        {post("/p", chunked, "-1\r\nabc\r\n"), 400},
        {post("/p", chunked, "ffffffffffffffffff\r\nabc\r\n"), 400},
        {post("/p", chunked, "fffffff\r\nabc\r\n"), 413},
        {post("/p", chunked, "1;" + std::string(100'000, 'x')), 400},
        {post("/p", chunked, "0\r\n: x\r\n\r\n"), 400},
        {post("/p", chunked, "0\r\nX\r\n\r\n"), 400},
        {post("/p", chunked, "0\r\nX\x01: y\r\n\r\n"), 400},
        {post("/p", chunked, "0\r\nX: y\n\n"), 400},
        {post("/p", chunked, "0\r\nX: " + std::string(100'000, 'x') + "\r\n\r\n"), 400},
        {post("/p", chunked, "1\nabc"), 400},
        {post("/p", chunked, "1\r\nabc\r\n"), 400},
        {post("/p", "Content-Length: 101\r\n", ""), 413},
        {post("/p", "Content-Length: 5\r\nContent-Encoding: gzip\r\n", "abcde"), 415},
    };
    for (const auto& row : rows) {
        RawSocket bad(port());
        bad.send(row.bytes);
        bad.halfClose();
        const auto response = bad.untilClosed();
        EXPECT_EQ(statusOf(response), row.status) << row.bytes.substr(0, 120) << "\n" << response;
        EXPECT_EQ(response.find("TIMEOUT"), std::string::npos);
    }
    good.send(get("/a", port()));
    EXPECT_EQ(statusOf(good.response()), 200U);
}

// Whatever has no end: it is cut off after a few buffers, not when the client is done.
TEST_F(HostileClient, IsCutOffWhenItNeverEnds) {
    serve({route("GET", "/a"), route("POST", "/p", 1000)});
    const std::string chunked = post("/p", "Transfer-Encoding: chunked\r\n", "");
    struct {
        const char* what;
        std::string start;
        std::string again;
    } const rows[] = {
        {"a path", "GET /", std::string(1000, 'a')},
        {"a header", "GET /a HTTP/1.1\r\nX: ", std::string(1000, 'a')},
        {"headers", "GET /a HTTP/1.1\r\n", "X: y\r\n"},
        {"small chunks", chunked, "64\r\n" + std::string(100, 'x') + "\r\n"},
        {"one chunk", chunked + "fffffff\r\n", std::string(1000, 'x')},
        {"a chunk extension", chunked + "1;", std::string(1000, 'x')},
        {"trailers", chunked + "0\r\n", "X: y\r\n"},
        {"a trailer", chunked + "0\r\nX: ", std::string(1000, 'x')},
        {"a line of no kind", "", std::string(1000, 'x')},
    };
    constexpr std::size_t enough = 1 << 30; // a client that means it
    for (const auto& row : rows) {
        RawSocket socket(port());
        socket.send(row.start);
        std::string block = row.again;
        while (block.size() < 64'000)
            block += row.again;
        std::size_t sent = 0;
        while (sent < enough && socket.send(block))
            sent += block.size();
        EXPECT_LT(sent, 16U << 20) << row.what;
    }
    EXPECT_EQ(statusOf(ask(get("/a", port()))), 200U);
    EXPECT_TRUE(eventually([&] { return server->connectionCount() == 0; }));
}

// permessage-deflate is never agreed on, and a frame that claims to be compressed ends its session.
TEST_F(HostileClient, HasNoWayToSendCompressedMessages) {
    std::vector<std::string> reasons;
    WebSocketEndpoint row;
    row.path = "/ws";
    row.onClose = [&](const SessionPtr&, const Error& why) { reasons.push_back(why.message); };
    serve({}, {row});
    RawSocket socket(port());
    socket.send(upgrade(port(), "/ws",
        bearer(kToken)
            + "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"));
    const auto agreed = socket.response();
    EXPECT_EQ(statusOf(agreed), 101U);
    EXPECT_EQ(agreed.find("Sec-WebSocket-Extensions"), std::string::npos) << agreed;
    socket.send(std::string("\xc1\x81\0\0\0\0a", 7)); // FIN, RSV1, text; masked, 1 byte
    EXPECT_EQ(socket.untilClosed().find("TIMEOUT"), std::string::npos);
    EXPECT_TRUE(eventually([&] { return reasons.size() == 1; }));
}

} // namespace

} // namespace muster::net
