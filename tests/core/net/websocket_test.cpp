// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/core/net/world.h"

namespace muster::net {

namespace {

using namespace std::chrono_literals;

class WebSocket : public World {
protected:
    // Echoes; keeps what it has seen, to be read on the server's thread.
    WebSocketEndpoint endpoint(std::string path = "/ws") {
        WebSocketEndpoint row;
        row.path = std::move(path);
        row.onOpen = [this](const SessionPtr& session) { sessions.push_back(session); };
        row.onMessage = [this](const SessionPtr& session, std::string_view message, bool text) {
            received.emplace_back(message);
            session->send(payload(std::string(message)), !text);
        };
        row.onClose
            = [this](const SessionPtr&, const Error& why) { closed.push_back(why.message); };
        return row;
    }
    // The client may know of its session before the server's handler does.
    bool hasSessions(std::size_t count) {
        return eventually([&] { return sessions.size() == count; });
    }
    std::string upgrade(std::string_view more, std::string_view path = "/ws") {
        return net::upgrade(port(), path, more);
    }
    std::string authorised(std::string_view more = "") {
        return upgrade(fmt::format("Authorization: Bearer {}\r\n{}", kToken, more));
    }
    std::string answerTo(const std::string& request) {
        RawSocket socket(port());
        socket.send(request);
        return socket.response();
    }

    std::vector<SessionPtr> sessions;
    std::vector<std::string> received;
    std::vector<std::string> closed;
};

TEST_F(WebSocket, CarriesMessagesBothWays) {
    serve({}, {endpoint()});
    Dialer dialer(dial(port()));
    ASSERT_TRUE(dialer.untilOpen());
    EXPECT_TRUE(dialer.client->send(payload("hello"), false));
    EXPECT_TRUE(dialer.client->send(payload(std::string("\0\xff", 2)), true));
    EXPECT_TRUE(dialer.client->send(payload(""), true));
    ASSERT_TRUE(dialer.until([&] { return dialer.messages.size() == 3; }));
    EXPECT_EQ(dialer.messages, (std::vector<std::string>{"hello", std::string("\0\xff", 2), ""}));
    onServer([&] {
        EXPECT_EQ(sessions.at(0)->principal(), "alice");
        EXPECT_EQ(sessions.at(0)->remote(), "127.0.0.1");
    });
}

TEST_F(WebSocket, NeedsATokenAnEndpointAndAnAllowedOrigin) {
    auto open = endpoint("/open");
    open.access = Access::Public;
    serve({{"GET", "/page", false, Access::Public, 0, nullptr}}, {endpoint(), open});
    EXPECT_EQ(statusOf(answerTo(upgrade(""))), 401U);
    EXPECT_EQ(statusOf(answerTo(upgrade("Authorization: Bearer wrong\r\n"))), 401U);
    EXPECT_EQ(statusOf(answerTo(upgrade("", "/none"))), 404U);
    EXPECT_EQ(statusOf(answerTo(upgrade("", "/page"))), 404U);
    EXPECT_EQ(statusOf(answerTo(get("/ws", port()))), 426U);
    EXPECT_EQ(statusOf(answerTo(upgrade("", "/open"))), 101U);
    EXPECT_EQ(statusOf(answerTo(authorised())), 101U);
    EXPECT_EQ(
        statusOf(answerTo(authorised(fmt::format("Origin: http://localhost:{}\r\n", port())))),
        101U);
    for (const auto* origin :
        {"null", "http://evil.org", "http://localhost", "https://localhost:{}"})
        EXPECT_EQ(statusOf(answerTo(
                      authorised("Origin: " + fmt::format(fmt::runtime(origin), port()) + "\r\n"))),
            403U)
            << origin;
    EXPECT_TRUE(hasSessions(3));
}

TEST_F(WebSocket, AgreesOnTheFirstKnownSubprotocolOfTheClient) {
    auto row = endpoint();
    row.subprotocols = {"muster.v1.proto", "muster.v1.json"};
    serve({}, {row});
    const auto agreed = answerTo(
        authorised("Sec-WebSocket-Protocol: other, muster.v1.json ,muster.v1.proto\r\n"));
    EXPECT_NE(agreed.find("Sec-WebSocket-Protocol: muster.v1.json\r\n"), std::string::npos)
        << agreed;
    ASSERT_TRUE(hasSessions(1));
    onServer([&] { EXPECT_EQ(sessions.at(0)->subprotocol(), "muster.v1.json"); });
    EXPECT_EQ(statusOf(answerTo(authorised("Sec-WebSocket-Protocol: muster.v2\r\n"))), 400U);
    const auto none = answerTo(authorised());
    EXPECT_EQ(
        bodyOf(none), "Unknown Sec-WebSocket-Protocol: use one of muster.v1.proto, muster.v1.json");
}

TEST_F(WebSocket, RefusesBytesBehindTheUpgradeRequest) {
    serve({}, {endpoint()});
    EXPECT_EQ(statusOf(answerTo(authorised() + "early")), 400U);
}

TEST_F(WebSocket, ClosesOnlyTheSessionWithTheOversizeMessage) {
    auto row = endpoint();
    row.limits.maximumMessage = 1000;
    serve({}, {row});
    Dialer bad(dial(port()));
    Dialer good(dial(port()));
    ASSERT_TRUE(bad.untilOpen());
    ASSERT_TRUE(good.untilOpen());
    bad.client->send(payload(std::string(1001, 'x')));
    ASSERT_TRUE(bad.until([&] { return bad.errors.size() == 1; }));
    EXPECT_NE(bad.errors[0].message.find("code 1009"), std::string::npos) << bad.errors[0].message;
    EXPECT_TRUE(eventually(
        [&] { return closed == std::vector<std::string>{"A message is larger than 1000 bytes"}; }));
    good.client->send(payload(std::string(1000, 'x')));
    EXPECT_TRUE(good.until([&] { return good.messages.size() == 1; }));
}

TEST_F(WebSocket, FansOneBufferOutToManySessionsUncopiedAndInOrder) {
    constexpr int clients = 50;
    constexpr int messages = 1000;
    serve({}, {endpoint()});
    std::vector<std::unique_ptr<Dialer>> dialers;
    for (int i = 0; i < clients; ++i) {
        dialers.push_back(std::make_unique<Dialer>(dial(port())));
        ASSERT_TRUE(dialers.back()->untilOpen());
    }
    std::vector<std::weak_ptr<const std::string>> sent;
    ASSERT_TRUE(hasSessions(clients));
    onServer([&] {
        for (int i = 0; i < messages; ++i) {
            const auto message = payload(std::to_string(i));
            for (const auto& session : sessions)
                session->send(message, true);
            // Ours and one in each queue: the bytes exist once.
            EXPECT_EQ(message.use_count(), 1 + clients);
            sent.push_back(message);
        }
    });
    for (const auto& dialer : dialers) {
        ASSERT_TRUE(dialer->until([&] { return dialer->messages.size() == messages; }));
        for (int i = 0; i < messages; ++i)
            ASSERT_EQ(dialer->messages[i], std::to_string(i));
    }
    EXPECT_TRUE(eventually([&] {
        return std::all_of(
            sent.begin(), sent.end(), [](const auto& weak) { return weak.expired(); });
    }));
}

TEST_F(WebSocket, ClosesAReaderThatIsStuckAndSparesTheOther) {
    auto row = endpoint();
    row.limits.maximumQueue = 1 << 20;
    serve({}, {row});
    RawSocket stuck(port(), 4096);
    stuck.send(authorised());
    ASSERT_EQ(statusOf(stuck.response()), 101U);
    ASSERT_TRUE(hasSessions(1));
    Dialer good(dial(port()));
    ASSERT_TRUE(good.untilOpen());
    ASSERT_TRUE(hasSessions(2));
    const auto block = payload(std::string(64 << 10, 'x'));
    std::size_t most = 0;
    unsigned rounds = 0;
    for (; rounds < 1000; ++rounds) {
        bool done = false;
        onServer([&] {
            for (const auto& session : sessions)
                session->send(block, true);
            most = std::max(most, sessions[0]->queuedBytes());
            done = !closed.empty();
        });
        if (done)
            break;
        ASSERT_TRUE(good.until([&] { return good.messages.size() > rounds; }));
    }
    EXPECT_LT(rounds, 1000U);
    EXPECT_LE(most, (1U << 20) + 2 * block->size()); // with the one under way and the one too many
    onServer([&] {
        ASSERT_EQ(closed.size(), 1U);
        EXPECT_NE(closed[0].find("the client is too slow"), std::string::npos) << closed[0];
    });
    EXPECT_TRUE(good.client->isOpen());
}

TEST_F(WebSocket, SaysWhenASlowReaderHasCaughtUp) {
    bool drained = false;
    serve({}, {endpoint()});
    Dialer dialer(dial(port()));
    ASSERT_TRUE(dialer.untilOpen());
    ASSERT_TRUE(hasSessions(1));
    onServer([&] {
        const SessionPtr session = sessions.at(0);
        session->onDrained([&] { drained = true; });
        for (int i = 0; i < 7; ++i)
            session->send(payload(std::string(1 << 20, 'x')), true);
        EXPECT_EQ(session->queuedBytes(), 7U << 20);
        EXPECT_FALSE(drained);
    });
    ASSERT_TRUE(dialer.until([&] { return dialer.messages.size() == 7; }));
    EXPECT_TRUE(eventually([&] { return drained && sessions[0]->queuedBytes() == 0; }));
}

TEST_F(WebSocket, SendsWhatIsQueuedBeforeItCloses) {
    serve({}, {endpoint()});
    Dialer dialer(dial(port()));
    ASSERT_TRUE(dialer.untilOpen());
    ASSERT_TRUE(hasSessions(1));
    onServer([&] {
        for (int i = 0; i < 100; ++i)
            sessions.at(0)->send(payload(std::to_string(i)), false);
        sessions[0]->close(1001, "restarting");
        sessions[0]->send(payload("too late"), false);
    });
    ASSERT_TRUE(dialer.until([&] { return dialer.errors.size() == 1; }));
    EXPECT_EQ(dialer.messages.size(), 100U);
    EXPECT_NE(dialer.errors[0].message.find("code 1001: restarting"), std::string::npos)
        << dialer.errors[0].message;
}

TEST_F(WebSocket, IsTakenForDeadWhenNothingIsHeard) {
    auto row = endpoint();
    row.limits.idle = 200ms;
    serve({}, {row});
    RawSocket silent(port());
    silent.send(authorised());
    ASSERT_EQ(statusOf(silent.response()), 101U);
    EXPECT_TRUE(eventually(
        [&] { return closed == std::vector<std::string>{"No data was received for 200ms"}; }));
}

TEST_F(WebSocket, StaysOpenBetweenPeersThatAnswerPings) {
    auto row = endpoint();
    row.limits.idle = 100ms;
    serve({}, {row});
    Dialer dialer(dial(port()));
    ASSERT_TRUE(dialer.untilOpen());
    const auto end = std::chrono::steady_clock::now() + 400ms;
    dialer.until([&] { return std::chrono::steady_clock::now() > end; });
    EXPECT_TRUE(dialer.client->isOpen());
    onServer([&] { EXPECT_TRUE(closed.empty()); });
}

TEST_F(WebSocket, SessionMayBeUsedAfterItsEnd) {
    serve({}, {endpoint()});
    {
        Dialer dialer(dial(port()));
        ASSERT_TRUE(dialer.untilOpen());
        ASSERT_TRUE(hasSessions(1));
    }
    ASSERT_TRUE(eventually([&] { return closed.size() == 1; }));
    onServer([&] {
        sessions.at(0)->send(payload("x"), true);
        sessions[0]->close(1000, "");
    });
    stop();
    sessions.clear();
}

TEST_F(WebSocket, IsClosedWhenItsClientNeverSpeaks) {
    options.silentTimeout = 50ms;
    serve({}, {endpoint()});
    Dialer silent(dial(port())), speaking(dial(port()));
    ASSERT_TRUE(silent.untilOpen());
    ASSERT_TRUE(speaking.untilOpen());
    ASSERT_TRUE(speaking.client->send(payload("hello"), false));
    ASSERT_TRUE(speaking.until([&] { return speaking.messages.size() == 1; }));
    EXPECT_TRUE(eventually([&] { return closed.size() == 1; }));
    std::this_thread::sleep_for(100ms);
    onServer([&] { EXPECT_EQ(closed.size(), 1U) << "who has spoken may be silent"; });
}

TEST_F(WebSocket, MakesRoomWhenItIsSilent) {
    options.maximumPerAddress = 4;
    options.silence = 20ms;
    serve({}, {endpoint()});
    const auto open = [&] {
        RawSocket socket(port());
        socket.send(upgrade(fmt::format("Authorization: Bearer {}\r\n", kToken)));
        EXPECT_EQ(statusOf(socket.response()), 101U);
        return socket;
    };
    std::vector<RawSocket> idle;
    for (int i = 0; i < 4; ++i)
        idle.push_back(open());
    std::this_thread::sleep_for(30ms);
    idle.push_back(open());
    EXPECT_EQ(idle.front().untilClosed(), "") << "the one that is silent for longest goes";
    onServer([&] {
        ASSERT_EQ(problems.size(), 1U);
        EXPECT_TRUE(problems[0].starts_with("A connection of 'alice' from 127.0.0.1 was closed to make room"))
            << problems[0];
    });
}

} // namespace

} // namespace muster::net
