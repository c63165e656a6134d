// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/websocket_client.h"

#include <gtest/gtest.h>

#include "tests/core/net/world.h"

namespace muster::net {

namespace {

using namespace std::chrono_literals;

class Client : public World {
protected:
    static WebSocketEndpoint endpoint() {
        WebSocketEndpoint row;
        row.path = "/ws";
        row.subprotocols = {"muster.v1.proto"};
        return row;
    }
    static std::string errorOf(WebSocketClientOptions options) {
        Dialer dialer(std::move(options));
        EXPECT_TRUE(dialer.until([&] { return !dialer.errors.empty(); }));
        return dialer.errors.empty() ? "" : dialer.errors[0].message;
    }
    static WebSocketClientOptions proto(std::uint16_t port) {
        auto options = dial(port);
        options.subprotocol = "muster.v1.proto";
        return options;
    }
};

TEST_F(Client, SaysThatNoMasterAnswers) {
    serve({});
    const auto free = port();
    stop();
    EXPECT_EQ(errorOf(dial(free)),
        fmt::format("No master answers at 127.0.0.1:{}: Connection refused. Start one with "
                    "'muster-agentd standalone', or specify another with --master",
            free));
}

TEST_F(Client, SaysWhatTheMasterRefuses) {
    serve({}, {endpoint()});
    auto wrong = proto(port());
    wrong.token = "wrong";
    EXPECT_EQ(errorOf(wrong),
        fmt::format("The master at 127.0.0.1:{} denied access (401: Wrong token: use the one in "
                    "the master's token file). Specify the token with --token_file",
            port()));
    auto foreign = proto(port());
    foreign.token.clear();
    foreign.master.authority.host = "0.0.0.0"; // reaches loopback, too
    EXPECT_NE(errorOf(foreign).find("denied access under this address (403"), std::string::npos);
    auto elsewhere = proto(port());
    elsewhere.master.path = "/none";
    EXPECT_NE(errorOf(elsewhere).find("has no endpoint /none"), std::string::npos);
    EXPECT_NE(
        errorOf(dial(port())).find("(400: Unknown Sec-WebSocket-Protocol"), std::string::npos);
}

TEST_F(Client, NeverSendsATokenInTheClearToAnotherMachine) {
    auto options = dial(5050);
    options.master.authority.host = "192.0.2.1";
    EXPECT_EQ(errorOf(options),
        "The token is not sent unencrypted to 192.0.2.1: use https://192.0.2.1:5050");
}

TEST_F(Client, GivesUpOnAMasterThatSaysNothing) {
    // A listening socket that nobody accepts from.
    boost::asio::io_context unused;
    ServerOptions silent;
    silent.port = 0;
    silent.authenticate = false;
    const auto mute = Server::listen(unused, silent, {}, {});
    ASSERT_TRUE(mute.has_value());
    auto options = dial((*mute)->port());
    options.connectTimeout = 50ms;
    EXPECT_NE(errorOf(options).find("within 50 ms"), std::string::npos);
}

TEST_F(Client, ComesBackWhenTheMasterDoes) {
    serve({}, {endpoint()});
    auto wanted = proto(port());
    wanted.reconnect = Reconnect{7, 10ms, 40ms};
    Dialer dialer(wanted);
    ASSERT_TRUE(dialer.untilOpen());
    options.port = port();
    stop();
    ASSERT_TRUE(dialer.until([&] { return dialer.errors.size() >= 3; }));
    EXPECT_FALSE(dialer.client->isOpen());
    EXPECT_FALSE(dialer.client->send(payload("lost")));
    EXPECT_NE(dialer.errors[0].message.find("ended: The connection was lost"), std::string::npos)
        << dialer.errors[0].message;
    EXPECT_NE(dialer.errors[1].message.find("Connection refused"), std::string::npos);
    onServer([&] { serve({}, {endpoint()}); });
    ASSERT_TRUE(dialer.untilOpen());
    EXPECT_EQ(dialer.opened, 2U);
}

TEST_F(Client, LooksForATokenUntilThereIsOne) {
    serve({}, {endpoint()});
    auto wanted = proto(port());
    const auto right = std::exchange(wanted.token, {});
    std::string file;
    wanted.findToken = [&file] { return file; };
    wanted.reconnect = Reconnect{7, 10ms, 40ms};
    Dialer dialer(wanted);
    ASSERT_TRUE(dialer.until([&] { return dialer.errors.size() >= 2; }));
    file = right;
    EXPECT_TRUE(dialer.untilOpen());
}

// An agent that was marked gone once came back five times a second, for ever.
TEST_F(Client, LeavesAMasterInPeaceThatOnlyCloses) {
    auto row = endpoint();
    row.onOpen = [](const SessionPtr& session) { session->close(1008, "not you"); };
    serve({}, {row});
    auto wanted = proto(port());
    wanted.reconnect = Reconnect{7, 20ms, 10s};
    Dialer dialer(wanted);
    dialer.io.run_for(700ms); // 20, 40, 80, 160, 320 ms and their quarters
    EXPECT_GE(dialer.errors.size(), 3U);
    EXPECT_LE(dialer.errors.size(), 6U);
}

TEST_F(Client, ClosesForGood) {
    serve({}, {endpoint()});
    auto wanted = proto(port());
    wanted.reconnect = Reconnect{7, 10ms, 40ms};
    Dialer dialer(wanted);
    ASSERT_TRUE(dialer.untilOpen());
    dialer.client->close();
    ASSERT_TRUE(dialer.until([&] { return dialer.errors.size() == 1; }));
    EXPECT_NE(
        dialer.errors[0].message.find("Closed by this side with code 1000"), std::string::npos)
        << dialer.errors[0].message;
    dialer.io.restart();
    dialer.io.run_for(100ms);
    EXPECT_EQ(dialer.opened, 1U);
}

TEST_F(Client, MayBeDestroyedFromItsOwnCallback) {
    serve({}, {endpoint()});
    boost::asio::io_context io;
    std::optional<WebSocketClient> client;
    bool opened = false;
    WebSocketClientEvents events;
    events.onOpen = [&] {
        opened = true;
        client.reset();
    };
    client.emplace(io, proto(port()), events);
    io.run_for(1s);
    EXPECT_TRUE(opened);
    EXPECT_TRUE(io.stopped()) << "something still waits";
}

} // namespace

} // namespace muster::net
