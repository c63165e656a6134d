// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/core/net/http_world.h"

namespace muster::net {

namespace {

using namespace std::chrono_literals;

TEST_F(Http, AnswersARouteWithItsRequest) {
    serve({route("GET", "/a"), route("POST", "/a", 100)});
    EXPECT_EQ(bodyOf(ask(get("/a?x=1", port()))), "GET /a x=1 [] ");
    EXPECT_EQ(bodyOf(ask(post("/a", "Content-Length: 3\r\n", "abc"))), "POST /a  [abc] ");
    EXPECT_EQ(bodyOf(ask(post("/a", "Transfer-Encoding: chunked\r\n",
                  "2\r\nab\r\n1;ext=1\r\nc\r\n0\r\nTrailer: x\r\n\r\n"))),
        "POST /a  [abc] ");
}

TEST_F(Http, TakesTheLongestPrefixOnWholeSegmentsOnly) {
    const auto say = [](std::string text) {
        return [text](const HttpRequest&) { return HttpResponse::text(200, text); };
    };
    serve({{"GET", "/files", true, Access::Public, 0, say("files")},
        {"GET", "/files/logs", true, Access::Public, 0, say("logs")},
        {"GET", "/files/logs/exact", false, Access::Public, 0, say("exact")}});
    EXPECT_EQ(bodyOf(ask(get("/files", port()))), "files");
    EXPECT_EQ(bodyOf(ask(get("/files/x", port()))), "files");
    EXPECT_EQ(bodyOf(ask(get("/files/logs/x", port()))), "logs");
    EXPECT_EQ(bodyOf(ask(get("/files/logs/exact", port()))), "exact");
    EXPECT_EQ(statusOf(ask(get("/filesystem", port()))), 404U);
}

// The text is Mesos'.
TEST_F(Http, SaysWhichMethodsAPathTakes) {
    serve({route("GET", "/a"), route("DELETE", "/a"), route("POST", "/b")});
    const auto one = ask(get("/b", port()));
    EXPECT_EQ(statusOf(one), 405U);
    EXPECT_NE(one.find("\r\nAllow: POST\r\n"), std::string::npos) << one;
    EXPECT_NE(one.find("\r\nContent-Type: text/plain; charset=utf-8\r\n"), std::string::npos);
    EXPECT_EQ(
        bodyOf(one), "405 Method Not Allowed. Expecting one of { 'POST' }, but received 'GET'.");
    const auto two = ask(post("/a", "Content-Length: 0\r\n", ""));
    EXPECT_NE(two.find("\r\nAllow: GET, HEAD, DELETE\r\n"), std::string::npos) << two;
    EXPECT_EQ(bodyOf(two),
        "405 Method Not Allowed. Expecting one of { 'GET', 'DELETE' }, but received 'POST'.");
    EXPECT_EQ(statusOf(ask(get("/c", port()))), 404U);
}

TEST_F(Http, ServesAPathUnderItsProcessAndWithASlashAtItsEnd) {
    Route below = route("GET", "/slave(");
    below.prefix = true;
    auto rows = withAliases("master", {route("GET", "/frameworks"), route("GET", "/state")});
    rows.push_back(below);
    serve(rows);
    for (const auto* path : {"/state", "/state/", "/master/state", "/master/frameworks/",
             "/slave(7)/api/v1", "/slave(12)"})
        EXPECT_EQ(bodyOf(ask(get(path, port()))), fmt::format("GET {}  [] ", path));
    EXPECT_EQ(bodyOf(ask(get("/slave%281%29/state", port()))), "GET /slave(1)/state  [] ");
    for (const auto* path : {"/state//", "/master", "/agent/state", "/slave", "/states"})
        EXPECT_EQ(statusOf(ask(get(path, port()))), 404U) << path;
}

TEST_F(Http, AnswersHeadWithoutABody) {
    serve({route("GET", "/a")});
    RawSocket socket(port());
    socket.send(
        fmt::format("HEAD /a HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n", port()));
    const auto response = socket.untilClosed();
    EXPECT_EQ(statusOf(response), 200U);
    EXPECT_NE(response.find("Content-Length: 12\r\n"), std::string::npos) << response;
    EXPECT_EQ(bodyOf(response), "");
}

TEST_F(Http, ServesPipelinedRequestsInOrder) {
    serve({route("GET", "/a"), route("POST", "/p", 10)});
    RawSocket socket(port());
    std::string all;
    for (int i = 0; i < 50; ++i)
        all += get(fmt::format("/a?{}", i), port()) + post("/p", "Content-Length: 2\r\n", "xy");
    socket.send(all);
    for (int i = 0; i < 50; ++i) {
        ASSERT_EQ(bodyOf(socket.response()), fmt::format("GET /a {} [] ", i));
        ASSERT_EQ(bodyOf(socket.response()), "POST /p  [xy] ");
    }
}

TEST_F(Http, SaysContinueBeforeABodyThatWaitsForIt) {
    serve({route("POST", "/p", 100)});
    RawSocket socket(port());
    socket.send(post("/p", "Content-Length: 3\r\nExpect: 100-continue\r\n", ""));
    EXPECT_EQ(socket.response(), "HTTP/1.1 100 Continue\r\n\r\n");
    socket.send("abc");
    EXPECT_EQ(bodyOf(socket.response()), "POST /p  [abc] ");
}

TEST_F(Http, AnswersLaterWhenTheHandlerIsReady) {
    std::function<void(HttpResponse)> respond;
    Route slow = route("GET", "/slow");
    slow.handler = [&](const HttpRequest&) {
        HttpResponse response;
        response.later = [&](auto answer) { respond = std::move(answer); };
        return response;
    };
    serve({slow});
    RawSocket socket(port());
    socket.send(get("/slow", port()));
    ASSERT_TRUE(eventually([&] { return respond != nullptr; }));
    onServer([&] { std::exchange(respond, nullptr)(HttpResponse::text(202, "done")); });
    EXPECT_EQ(statusOf(socket.response()), 202U);
    socket.send(get("/slow", port()));
    ASSERT_TRUE(eventually([&] { return respond != nullptr; }));
    onServer([&] { respond = nullptr; });
    EXPECT_EQ(statusOf(socket.response()), 500U) << "a dropped answer must not hang the client";
}

TEST_F(Http, TurnsAnExceptionOfAHandlerInto500) {
    Route broken = route("GET", "/broken");
    broken.handler = [](const HttpRequest&) -> HttpResponse { throw std::runtime_error("oops"); };
    serve({broken});
    EXPECT_EQ(statusOf(ask(get("/broken", port()))), 500U);
    onServer([&] { EXPECT_EQ(problems, std::vector<std::string>{"GET /broken failed: oops"}); });
}

TEST_F(Http, LetsNoHandlerWriteHeaders) {
    Route echoing = route("GET", "/a");
    echoing.handler = [](const HttpRequest&) {
        auto response = HttpResponse::text(200, "x");
        response.headers = {{"X-Bad", "a\r\nSet-Cookie: b"}, {"X-Good", "c"}};
        return response;
    };
    serve({echoing});
    const auto response = ask(get("/a", port()));
    EXPECT_EQ(response.find("Set-Cookie"), std::string::npos);
    EXPECT_NE(response.find("\r\nX-Good: c\r\n"), std::string::npos);
    EXPECT_NE(response.find("\r\nX-Content-Type-Options: nosniff\r\n"), std::string::npos);
}

TEST_F(Http, ClosesEverythingWhenTheServerGoes) {
    serve({route("GET", "/a")});
    RawSocket socket(port());
    socket.send(get("/a", port()));
    ASSERT_EQ(statusOf(socket.response()), 200U);
    stop();
    EXPECT_EQ(socket.untilClosed(), "");
}

TEST(ServerListen, SaysWhyItCannot) {
    boost::asio::io_context io;
    ServerOptions options;
    options.authenticate = false;
    options.port = 0;
    const auto first = Server::listen(io, options, {}, {});
    ASSERT_TRUE(first.has_value());
    options.port = (*first)->port();
    EXPECT_EQ(Server::listen(io, options, {}, {}).error().message,
        fmt::format("Failed to listen on 127.0.0.1:{}: Address already in use. Stop the program "
                    "that uses it, or choose another port with --port",
            options.port));
    options.address = "0.0.0.0";
    EXPECT_EQ(Server::listen(io, options, {}, {}).error().kind, Error::Kind::Denied);
    options.address = "127.0.0.1";
    options.authenticate = true;
    EXPECT_FALSE(Server::listen(io, options, {}, {}).has_value());
}

} // namespace

} // namespace muster::net
