// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/core/net/http_world.h"

namespace muster::net {

namespace {

using namespace std::chrono_literals;

class SlowClient : public Http { };

TEST_F(SlowClient, CutsOffAHeadThatComesTooSlowly) {
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

TEST_F(SlowClient, ClosesAnIdleConnectionAfterItsTime) {
    options.idleTimeout = 50ms;
    serve({route("GET", "/a")});
    RawSocket socket(port());
    socket.send(get("/a", port()));
    EXPECT_EQ(statusOf(socket.untilClosed()), 200U);
}

TEST_F(SlowClient, CutsOffABodyThatNeverComes) {
    options.bodyTimeout = 50ms;
    serve({route("POST", "/p", 100)});
    RawSocket socket(port());
    socket.send(post("/p", "Content-Length: 10\r\n", "abc"));
    EXPECT_EQ(socket.untilClosed().find("TIMEOUT"), std::string::npos);
}

// A connection that is served for as long as the test likes.
Route endless() {
    Route row{"GET", "/endless", false, Access::Public, 0, nullptr};
    row.handler = [](const HttpRequest&) {
        HttpResponse response;
        response.stream = [](const std::shared_ptr<BodyStream>&) {};
        return response;
    };
    return row;
}

TEST_F(SlowClient, LimitsTheConnectionsOfOneAddress) {
    options.maximumPerAddress = 2;
    serve({endless()});
    RawSocket first(port()), second(port());
    first.send(get("/endless", port()));
    second.send(get("/endless", port()));
    ASSERT_EQ(statusOf(first.response()), 200U);
    ASSERT_EQ(statusOf(second.response()), 200U);
    RawSocket third(port());
    EXPECT_EQ(third.untilClosed(), "");
    onServer([&] {
        ASSERT_EQ(problems.size(), 1U);
        EXPECT_EQ(problems[0],
            "A connection from 127.0.0.1 was refused: it has 2 open, the maximum for one address");
    });
}

TEST_F(SlowClient, LimitsAllConnections) {
    options.maximumConnections = 1;
    serve({endless(), route("GET", "/a")});
    {
        RawSocket first(port());
        first.send(get("/endless", port()));
        ASSERT_EQ(statusOf(first.response()), 200U);
        RawSocket second(port());
        EXPECT_EQ(second.untilClosed(), "");
    }
    ASSERT_TRUE(eventually([&] { return server->connectionCount() == 0; }));
    EXPECT_EQ(statusOf(ask(get("/a", port()))), 200U);
}

TEST_F(SlowClient, MakesRoomWhenItHasWaitedLongest) {
    for (const bool perAddress : {false, true}) {
        (perAddress ? options.maximumPerAddress : options.maximumConnections) = 3;
        serve({endless(), route("GET", "/a")});
        RawSocket served(port()), halfOpen(port()), idle(port());
        served.send(get("/endless", port()));
        ASSERT_EQ(statusOf(served.response()), 200U);
        halfOpen.send("GET /a HT");
        ASSERT_TRUE(eventually([&] { return server->connectionCount() == 3; }));
        idle.send(get("/a", port()));
        ASSERT_EQ(statusOf(idle.response()), 200U);
        EXPECT_EQ(statusOf(ask(get("/a", port()))), 200U);
        EXPECT_EQ(halfOpen.untilClosed(), "");
        idle.send(get("/a", port()));
        EXPECT_EQ(statusOf(idle.response()), 200U);
        onServer([&] {
            EXPECT_TRUE(problems.empty());
            server.reset();
        });
    }
}

// Slowloris and stuck consoles (doc/features.md S9); tests/bench has the large one with figures.
TEST_F(SlowClient, IsClosedWhileTheOthersAreServed) {
    constexpr std::size_t halfOpen = 200;
    constexpr std::size_t stuck = 20;
    options.headTimeout = 500ms;
    std::vector<SessionPtr> sessions;
    std::vector<std::string> reasons;
    WebSocketEndpoint events;
    events.path = "/ws";
    events.limits.maximumQueue = 1 << 20;
    events.onOpen = [&](const SessionPtr& session) { sessions.push_back(session); };
    events.onClose = [&](const SessionPtr&, const Error& why) { reasons.push_back(why.message); };
    serve({route("GET", "/a")}, {events});
    std::vector<RawSocket> readers;
    for (std::size_t i = 0; i < stuck; ++i) {
        readers.emplace_back(port(), 4096);
        readers.back().send(upgrade(port(), "/ws", bearer(kToken)));
        ASSERT_EQ(statusOf(readers.back().response()), 101U);
    }
    std::vector<RawSocket> dribblers;
    for (std::size_t i = 0; i < halfOpen; ++i) {
        dribblers.emplace_back(port());
        dribblers.back().send("GET /a HT");
    }
    ASSERT_TRUE(eventually([&] { return server->connectionCount() == halfOpen + stuck; }));
    const auto block = payload(std::string(64 << 10, 'x'));
    for (int round = 0; round < 64; ++round) {
        onServer([&] {
            for (const auto& session : sessions)
                session->send(block, true);
        });
        EXPECT_EQ(statusOf(ask(get("/a", port()))), 200U);
    }
    EXPECT_TRUE(eventually([&] { return reasons.size() == stuck; }));
    onServer([&] {
        for (const auto& reason : reasons)
            EXPECT_NE(reason.find("the client is too slow"), std::string::npos) << reason;
        sessions.clear();
    });
    for (auto& dribbler : dribblers)
        ASSERT_EQ(dribbler.untilClosed(), "");
    EXPECT_TRUE(eventually([&] { return server->connectionCount() == 0; }));
}

} // namespace

} // namespace muster::net
