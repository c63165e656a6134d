// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/core/net/http_world.h"

namespace muster::net {

namespace {

using namespace std::chrono_literals;

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
    struct {
        std::string bytes;
        unsigned status;
    } const rows[] = {
        {"\x16\x03\x01\x02nonsense\r\n\r\n", 400},
        {"GET /a HTTP/1.1\nHost: x\n\n", 400},
        {get("/a", port(), "X: a\r\n folded\r\n"), 400},
        {get("/a", port(), "X: " + std::string(20'000, 'x') + "\r\n"), 431},
        {post("/p", "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n"), 400},
        {post("/p", "Transfer-Encoding: chunked\r\n", "zz\r\nabc\r\n"), 400},
        {post("/p", "Transfer-Encoding: chunked\r\n", "-1\r\nabc\r\n"), 400},
        {post("/p", "Transfer-Encoding: chunked\r\n", "ffffffffffffffffff\r\nabc\r\n"), 400},
        {post("/p", "Transfer-Encoding: chunked\r\n", "fffffff\r\nabc\r\n"), 413},
        {post("/p", "Transfer-Encoding: chunked\r\n", "1;" + std::string(100'000, 'x')), 400},
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

TEST_F(HostileClient, StopsAnEndlessChunkedBodyAtTheRoutesLimit) {
    serve({route("POST", "/p", 1000)});
    RawSocket socket(port());
    socket.send(post("/p", "Transfer-Encoding: chunked\r\n", ""));
    unsigned chunks = 0;
    while (chunks < 100'000 && socket.send("64\r\n" + std::string(100, 'x') + "\r\n"))
        ++chunks;
    EXPECT_LT(chunks, 100'000U);
}

TEST_F(HostileClient, CutsOffAHeadThatComesTooSlowly) {
    options.headTimeout = 100ms;
    serve({route("GET", "/a")});
    RawSocket silent(port());
    RawSocket dribbling(port());
    EXPECT_EQ(silent.untilClosed(), "");
    const auto start = std::chrono::steady_clock::now();
    while (dribbling.send("G") && std::chrono::steady_clock::now() - start < 1s)
        std::this_thread::sleep_for(5ms);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 500ms);
}

TEST_F(HostileClient, ClosesAnIdleConnectionAfterItsTime) {
    options.idleTimeout = 50ms;
    serve({route("GET", "/a")});
    RawSocket socket(port());
    socket.send(get("/a", port()));
    EXPECT_EQ(statusOf(socket.untilClosed()), 200U);
}

TEST_F(HostileClient, CutsOffABodyThatNeverComes) {
    options.bodyTimeout = 50ms;
    serve({route("POST", "/p", 100)});
    RawSocket socket(port());
    socket.send(post("/p", "Content-Length: 10\r\n", "abc"));
    EXPECT_EQ(socket.untilClosed().find("TIMEOUT"), std::string::npos);
}

TEST_F(HostileClient, AnswersWhile500ConnectionsAreHalfOpen) {
    serve({route("GET", "/a")});
    std::vector<RawSocket> halfOpen;
    for (int i = 0; i < 500; ++i) {
        halfOpen.emplace_back(port());
        halfOpen.back().send("GET /a HT");
    }
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(statusOf(ask(get("/a", port()))), 200U);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 200ms);
    EXPECT_TRUE(eventually([&] { return server->connectionCount() == 500; }));
}

TEST_F(HostileClient, LimitsTheConnectionsOfOneAddress) {
    options.maximumPerAddress = 2;
    serve({route("GET", "/a")});
    RawSocket first(port()), second(port());
    first.send(get("/a", port()));
    second.send(get("/a", port()));
    ASSERT_EQ(statusOf(first.response()), 200U);
    ASSERT_EQ(statusOf(second.response()), 200U);
    RawSocket third(port());
    EXPECT_EQ(third.untilClosed(), "");
    onServer([&] {
        ASSERT_EQ(problems.size(), 1U);
        EXPECT_EQ(problems[0],
            "A connection from 127.0.0.1 is refused: it has 2 open, the most "
            "allowed for one address");
    });
}

TEST_F(HostileClient, LimitsAllConnections) {
    options.maximumConnections = 1;
    serve({route("GET", "/a")});
    {
        RawSocket first(port());
        first.send(get("/a", port()));
        ASSERT_EQ(statusOf(first.response()), 200U);
        RawSocket second(port());
        EXPECT_EQ(second.untilClosed(), "");
    }
    ASSERT_TRUE(eventually([&] { return server->connectionCount() == 0; }));
    EXPECT_EQ(statusOf(ask(get("/a", port()))), 200U);
}

} // namespace

} // namespace muster::net
