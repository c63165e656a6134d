// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// The client against a server of this test that answers whatever a case wants it to.
#include <future>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <unistd.h>

#include "tests/core/container/docker/fake_engine.h"

namespace muster::container::docker {
namespace {

using std::chrono::milliseconds;
using Json = nlohmann::json;

Error errorOf(const Engine& engine, milliseconds limit = std::chrono::seconds(20)) {
    const auto asked = engine.ask({.method = "GET", .path = "/info?x=1", .limit = limit});
    EXPECT_FALSE(asked) << asked->dump();
    return asked ? Error{} : asked.error();
}

TEST(Engine, AsksAndParsesTheAnswer) {
    FakeEngine fake;
    fake.answer({answer(R"({"Id": "x"})")});
    const auto asked = fake.engine().ask({.method = "POST",
        .path = "/containers/create?name=a",
        .body = R"({"Image": "b"})",
        .headers = {"X-Registry-Auth: e30="}});
    ASSERT_TRUE(asked) << asked.error().message;
    EXPECT_EQ((*asked)["Id"], "x");
    ASSERT_EQ(fake.requests().size(), 1U);
    const std::string request = fake.requests().front();
    EXPECT_TRUE(request.starts_with("POST /v1.41/containers/create?name=a HTTP/1.1\r\n"));
    EXPECT_NE(request.find("Content-Type: application/json\r\n"), std::string::npos);
    EXPECT_NE(request.find("X-Registry-Auth: e30=\r\n"), std::string::npos);
    EXPECT_TRUE(request.ends_with("\r\n\r\n{\"Image\": \"b\"}")) << request;
}

TEST(Engine, AnEmptyAnswerIsNull) {
    FakeEngine fake;
    fake.answer({"HTTP/1.1 204 No Content\r\n\r\n"});
    const auto asked = fake.engine().ask({.method = "DELETE", .path = "/containers/a"});
    ASSERT_TRUE(asked) << asked.error().message;
    EXPECT_TRUE(asked->is_null());
}

TEST(Engine, WhatItRefusesHasItsMessageAndAKind) {
    FakeEngine fake;
    const std::vector<std::pair<const char*, Error::Kind>> kinds{
        {"400 Bad Request", Error::Kind::Invalid}, {"403 Forbidden", Error::Kind::Denied},
        {"404 Not Found", Error::Kind::NotFound}, {"409 Conflict", Error::Kind::Conflict},
        {"500 Internal Server Error", Error::Kind::Internal}};
    for (const auto& [status, kind] : kinds) {
        fake.answer({answer(R"({"message": "no such thing"})", status)});
        EXPECT_EQ(errorOf(fake.engine()), (Error{"Docker Engine: no such thing", kind})) << status;
    }
    for (const char* body : {"", "<html>", "[]", R"({"message": 5})"}) {
        fake.answer({answer(body, "502 Bad Gateway")});
        EXPECT_EQ(errorOf(fake.engine()).message,
            "Docker Engine: GET /info was answered with status 502");
    }
}

TEST(Engine, SaysHowToReachIt) {
    const Engine missing({.socket = "/tmp/muster-no-such-socket"});
    EXPECT_EQ(errorOf(missing),
        (Error{"/tmp/muster-no-such-socket does not exist: start the Docker Engine, or specify its "
               "socket with --docker_socket",
            Error::Kind::Unavailable}));
    const Engine dead({.socket = "/etc/passwd"});
    EXPECT_EQ(errorOf(dead),
        (Error{"/etc/passwd cannot be reached (Connection refused): start the Docker Engine, or "
               "specify its socket with --docker_socket",
            Error::Kind::Unavailable}));
}

TEST(Engine, SaysWhoMayOpenTheSocket) {
    if (geteuid() != 0)
        GTEST_SKIP() << "needs root, to be somebody else for a moment";
    FakeEngine fake;
    ASSERT_EQ(seteuid(65534), 0);
    const auto asked = fake.engine().ask({.method = "GET", .path = "/info"});
    ASSERT_EQ(seteuid(0), 0);
    ASSERT_FALSE(asked);
    EXPECT_EQ(asked.error(),
        (Error{fake.socket()
                + " may not be opened: run the agent as root, or put its user into the socket's "
                  "group",
            Error::Kind::Denied}));
}

TEST(Engine, ASilentOneIsGivenUpAtTheLimit) {
    FakeEngine fake;
    fake.answer({"(wait)"});
    EXPECT_EQ(errorOf(fake.engine(), milliseconds(150)),
        (Error{"The Docker Engine did not answer GET /info within 150 ms; see its log",
            Error::Kind::Timeout}));
    fake.answer({"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{", "(wait)"});
    EXPECT_EQ(errorOf(fake.engine(), milliseconds(150)).kind, Error::Kind::Timeout);
}

TEST(Engine, AnAnswerIsLimited) {
    FakeEngine fake;
    fake.answer({answer('"' + std::string(5000, 'x') + '"')});
    EXPECT_EQ(errorOf(fake.engine(4096)).message,
        "The Docker Engine's answer to GET /info is larger than 4096 bytes");
    FakeEngine::Pieces chunks(100, chunk(std::string(1000, 'x')));
    chunks.insert(chunks.begin(), kStream);
    fake.answer(chunks);
    EXPECT_EQ(errorOf(fake.engine(4096)).kind, Error::Kind::Internal) << "endless chunks";
    fake.answer({answer(std::string(200000, 'x'), "500 Internal Server Error")});
    EXPECT_EQ(errorOf(fake.engine(4096)).message,
        "Docker Engine: GET /info was answered with status 500");
}

TEST(Engine, ABrokenAnswerIsAnError) {
    FakeEngine fake;
    for (const std::string& broken : {std::string(), std::string("garbage\r\n\r\n"),
             std::string("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}"),
             std::string("HTTP/1.1 200 OK\r\nContent-Le"),
             std::string("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}"),
             kStream + std::string("5\r\n{}")}) {
        fake.answer({broken});
        const auto error = errorOf(fake.engine());
        EXPECT_TRUE(
            error.message.starts_with("The Docker Engine broke off its answer to GET /info"))
            << broken << " -> " << error.message;
        EXPECT_EQ(error.kind, Error::Kind::Unavailable);
    }
    fake.answer({answer("{\"a\": ")});
    EXPECT_EQ(
        errorOf(fake.engine()).message, "The Docker Engine's answer to GET /info is not JSON");
}

TEST(Engine, AProxyOfTheEnvironmentIsForOthers) {
    setenv("http_proxy", "http://127.0.0.1:1", 1);
    setenv("ALL_PROXY", "http://127.0.0.1:1", 1);
    FakeEngine fake;
    fake.answer({answer("{}")});
    const auto asked = fake.engine().ask({.method = "GET", .path = "/info"});
    unsetenv("http_proxy");
    unsetenv("ALL_PROXY");
    EXPECT_TRUE(asked) << asked.error().message;
}

TEST(Engine, AStreamIsLinesHoweverItIsCut) {
    FakeEngine fake;
    fake.answer({kStream, chunk("on"), chunk("e\ntwo\nth"), chunk("ree\n"), "0\r\n\r\n"});
    std::vector<std::string> heard;
    const auto status = fake.engine().follow({.method = "GET", .path = "/events"},
        {.opened = [&] { heard.emplace_back("(opened)"); },
            .line =
                [&](std::string_view line) {
                    heard.emplace_back(line);
                    return true;
                }});
    EXPECT_TRUE(status) << status.error().message;
    EXPECT_EQ(std::count(heard.begin(), heard.end(), "(opened)"), 1);
    std::erase(heard, "(opened)");
    EXPECT_EQ(heard, (std::vector<std::string>{"one", "two", "three"}));
}

TEST(Engine, AStreamOpensBeforeItsFirstLineAndEndsWhenTheListenerHasEnough) {
    FakeEngine fake;
    fake.answer({kStream, "(wait)"});
    std::stop_source stop;
    auto status = fake.engine().follow({.method = "GET", .path = "/events"},
        {.opened = [&] { stop.request_stop(); }, .line = [](std::string_view) { return true; }},
        stop.get_token());
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().message, "GET /events was given up") << "opened without a line";
    fake.answer({kStream, chunk("one\n"), chunk("two\n"), "(wait)"});
    std::vector<std::string> lines;
    status = fake.engine().follow(
        {.method = "GET", .path = "/events"}, {.line = [&](std::string_view line) {
            lines.emplace_back(line);
            return lines.size() < 2;
        }});
    EXPECT_TRUE(status) << status.error().message;
    EXPECT_EQ(lines, (std::vector<std::string>{"one", "two"}));
}

TEST(Engine, AnotherThreadCanStopAWaitingRequest) {
    FakeEngine fake;
    fake.answer({"(wait)"});
    std::stop_source stop;
    auto asked = std::async(std::launch::async, [&] {
        return fake.engine().ask(
            {.method = "GET", .path = "/info", .limit = std::chrono::minutes(5)}, stop.get_token());
    });
    EXPECT_EQ(asked.wait_for(milliseconds(50)), std::future_status::timeout);
    stop.request_stop();
    ASSERT_EQ(asked.wait_for(std::chrono::seconds(20)), std::future_status::ready);
    EXPECT_EQ(asked.get().error().message, "GET /info was given up");
}

TEST(Engine, AStreamMayBeSilentOnlyForSoLong) {
    FakeEngine fake;
    fake.answer({kStream, chunk("one\n"), "(wait)"});
    const auto status = fake.engine().follow({.method = "GET",
                                                 .path = "/events",
                                                 .limit = milliseconds(0),
                                                 .silence = milliseconds(150)},
        {.line = [](std::string_view) { return true; }});
    ASSERT_FALSE(status);
    EXPECT_EQ(status.error().kind, Error::Kind::Timeout);
}

TEST(Engine, ALineIsLimitedAndARefusalIsNoLine) {
    FakeEngine fake;
    const Engine::Stream none{.line = [](std::string_view line) {
        ADD_FAILURE() << line;
        return true;
    }};
    FakeEngine::Pieces chunks(10, chunk(std::string(1000, 'x')));
    chunks.insert(chunks.begin(), kStream);
    fake.answer(chunks);
    const EngineRequest events{.method = "GET", .path = "/events?since=0"};
    EXPECT_EQ(fake.engine(4096).follow(events, none).error().message,
        "A line of the Docker Engine's answer to GET /events is longer than 4096 bytes");
    fake.answer({answer("{\"message\": \"no\"}\n", "404 Not Found")});
    EXPECT_EQ(fake.engine().follow(events, none).error(),
        (Error{"Docker Engine: no", Error::Kind::NotFound}));
}

TEST(Engine, ChecksThatItIsOne) {
    FakeEngine fake;
    fake.answer({answer(R"({"ApiVersion": "1.41", "Os": "linux"})")});
    EXPECT_TRUE(fake.engine().check());
    fake.answer({answer(R"({"ApiVersion": "1.41", "Os": "windows"})")});
    EXPECT_EQ(
        fake.engine().check().error().message, "The Docker Engine runs on 'windows', not on Linux");
    for (const char* other : {"{}", "[]", "5", R"({"ApiVersion": 1.41})"}) {
        fake.answer({answer(other)});
        EXPECT_EQ(fake.engine().check().error().message,
            fmt::format("The server on {} is not a Docker Engine", fake.socket()));
    }
}

TEST(Engine, UrlsAreEncoded) {
    EXPECT_EQ(urlEncoded("az-AZ._~09"), "az-AZ._~09");
    EXPECT_EQ(urlEncoded("a b/c?d&e=%\xff"), "a%20b%2Fc%3Fd%26e%3D%25%FF");
}

} // namespace
} // namespace muster::container::docker
