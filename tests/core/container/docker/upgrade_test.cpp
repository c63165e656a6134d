// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Connections that the engine hands over, against a server of this test.
#include <future>

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include "tests/core/container/docker/fake_engine.h"

namespace muster::container::docker {
namespace {

using std::chrono::milliseconds;

const char* const kUpgraded = "HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\n\r\n";

Result<Fd> upgrade(const Engine& engine, milliseconds limit = std::chrono::seconds(20),
    const std::stop_token& stop = {}) {
    return engine.upgrade(
        {.method = "POST", .path = "/exec/e1/start", .body = "{}", .limit = limit}, stop);
}

TEST(Upgrade, IsAskedForAndGivesTheBytesBehindTheHead) {
    FakeEngine fake;
    fake.answer({"HTTP/1.1 101 UPG", kUpgraded + 16, "first", "(wait)"});
    const auto connection = upgrade(fake.engine());
    ASSERT_TRUE(connection) << connection.error().message;
    ASSERT_EQ(fake.requests().size(), 1U);
    EXPECT_EQ(fake.requests().front(),
        "POST /v1.41/exec/e1/start HTTP/1.1\r\nHost: docker\r\nConnection: Upgrade\r\n"
        "Upgrade: tcp\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
    pollfd ready{connection->number(), POLLIN, 0};
    EXPECT_EQ(poll(&ready, 1, 20000), 1);
    char buffer[16] = {};
    EXPECT_EQ(read(connection->number(), buffer, sizeof buffer), 5);
    EXPECT_STREQ(buffer, "first");
}

TEST(Upgrade, WhatIsRefusedHasTheEnginesWords) {
    FakeEngine fake;
    fake.answer({answer(R"({"message": "No such exec instance"})", "404 Not Found")});
    EXPECT_EQ(upgrade(fake.engine()).error(),
        (Error{"Docker Engine: No such exec instance", Error::Kind::NotFound}));
}

TEST(Upgrade, AnAnswerThatIsNoneIsAnError) {
    for (const auto& pieces : std::vector<FakeEngine::Pieces>{{}, {"HTTP/1.1 101"}, {"nonsense"},
             {"SSH-2.0\r\n\r\n"}, {answer("{}")}, {std::string(70000, 'x'), "(wait)"}}) {
        FakeEngine fake;
        fake.answer(pieces);
        const auto connection = upgrade(fake.engine());
        ASSERT_FALSE(connection) << pieces.size();
        EXPECT_EQ(connection.error(),
            (Error{"The Docker Engine broke off its answer to POST /exec/e1/start",
                Error::Kind::Unavailable}));
    }
}

TEST(Upgrade, IsNotWaitedForBeyondItsLimitOrOnceStopped) {
    FakeEngine fake;
    fake.answer({"HTTP/1.1 ", "(wait)"});
    EXPECT_EQ(upgrade(fake.engine(), milliseconds(50)).error().kind, Error::Kind::Timeout);
    std::stop_source stop;
    auto waiting = std::async(std::launch::async,
        [&] { return upgrade(fake.engine(), std::chrono::seconds(40), stop.get_token()); });
    EXPECT_EQ(waiting.wait_for(milliseconds(50)), std::future_status::timeout);
    stop.request_stop();
    ASSERT_EQ(waiting.wait_for(std::chrono::seconds(20)), std::future_status::ready);
    EXPECT_EQ(waiting.get().error().message, "POST /exec/e1/start was given up");
}

TEST(Upgrade, AnEngineThatIsAwayIsNamedWithTheRemedy) {
    const auto connection = upgrade(Engine({.socket = "/no/such/socket"}));
    ASSERT_FALSE(connection);
    EXPECT_TRUE(connection.error().message.starts_with("/no/such/socket does not exist: start"))
        << connection.error().message;
    EXPECT_FALSE(upgrade(Engine({.socket = std::string(200, 'x')})));
}

} // namespace
} // namespace muster::container::docker
