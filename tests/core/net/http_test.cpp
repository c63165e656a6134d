// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <future>

#include <gtest/gtest.h>

#include "tests/core/net/world.h"

namespace muster::net {

namespace {

using namespace std::chrono_literals;

class Http : public World {
protected:
    static HttpResponse echo(const HttpRequest& request) {
        return HttpResponse::text(200,
            fmt::format("{} {} {} [{}] {}", request.method, request.path, request.query,
                request.body, request.principal));
    }
    static Route route(std::string method, std::string path, std::size_t maximumBody = 0) {
        return {std::move(method), std::move(path), false, Access::Public, maximumBody, echo};
    }
    std::string ask(const std::string& request) {
        RawSocket socket(port());
        socket.send(request);
        return socket.response();
    }
    std::string post(std::string_view path, std::string_view headers, std::string_view body) {
        return fmt::format(
            "POST {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{}\r\n{}", path, port(), headers, body);
    }
    std::string bearer(std::string_view token) {
        return fmt::format("Authorization: Bearer {}\r\n", token);
    }
};

TEST_F(Http, AnswersARouteWithItsRequest) {
    serve({route("GET", "/a"), route("POST", "/a", 100)});
    EXPECT_EQ(bodyOf(ask(get("/a?x=1", port()))), "GET /a x=1 [] \n");
    EXPECT_EQ(bodyOf(ask(post("/a", "Content-Length: 3\r\n", "abc"))), "POST /a  [abc] \n");
    EXPECT_EQ(bodyOf(ask(post("/a", "Transfer-Encoding: chunked\r\n",
                  "2\r\nab\r\n1;ext=1\r\nc\r\n0\r\nTrailer: x\r\n\r\n"))),
        "POST /a  [abc] \n");
}

TEST_F(Http, TakesTheLongestPrefixOnWholeSegmentsOnly) {
    const auto say = [](std::string text) {
        return [text](const HttpRequest&) { return HttpResponse::text(200, text); };
    };
    serve({{"GET", "/files", true, Access::Public, 0, say("files")},
        {"GET", "/files/logs", true, Access::Public, 0, say("logs")},
        {"GET", "/files/logs/exact", false, Access::Public, 0, say("exact")}});
    EXPECT_EQ(bodyOf(ask(get("/files", port()))), "files\n");
    EXPECT_EQ(bodyOf(ask(get("/files/x", port()))), "files\n");
    EXPECT_EQ(bodyOf(ask(get("/files/logs/x", port()))), "logs\n");
    EXPECT_EQ(bodyOf(ask(get("/files/logs/exact", port()))), "exact\n");
    EXPECT_EQ(statusOf(ask(get("/filesystem", port()))), 404U);
}

TEST_F(Http, SaysWhichMethodsAPathTakes) {
    serve({route("GET", "/a"), route("DELETE", "/a")});
    const auto refused = ask(post("/a", "Content-Length: 0\r\n", ""));
    EXPECT_EQ(statusOf(refused), 405U);
    EXPECT_NE(refused.find("\r\nAllow: GET, HEAD, DELETE\r\n"), std::string::npos) << refused;
    EXPECT_EQ(statusOf(ask(get("/b", port()))), 404U);
}

TEST_F(Http, AnswersHeadWithoutABody) {
    serve({route("GET", "/a")});
    RawSocket socket(port());
    socket.send(
        fmt::format("HEAD /a HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n", port()));
    const auto response = socket.untilClosed();
    EXPECT_EQ(statusOf(response), 200U);
    EXPECT_NE(response.find("Content-Length: 13\r\n"), std::string::npos) << response;
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
        ASSERT_EQ(bodyOf(socket.response()), fmt::format("GET /a {} [] \n", i));
        ASSERT_EQ(bodyOf(socket.response()), "POST /p  [xy] \n");
    }
}

TEST_F(Http, SurvivesAClientThatPipelinesAndLeaves) {
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

TEST_F(Http, WantsATokenUnlessTheRouteIsPublic) {
    Route locked = route("GET", "/locked");
    locked.access = Access::Authenticated;
    serve({route("GET", "/open"), locked});
    EXPECT_EQ(statusOf(ask(get("/open", port()))), 200U);
    const auto refused = ask(get("/locked", port()));
    EXPECT_EQ(statusOf(refused), 401U);
    EXPECT_NE(refused.find("\r\nWWW-Authenticate: Bearer realm=\"muster\"\r\n"), std::string::npos);
    EXPECT_NE(bodyOf(refused).find("Authorization: Bearer <token>"), std::string::npos);
    EXPECT_EQ(statusOf(ask(get("/locked", port(), bearer("wrong")))), 401U);
    EXPECT_EQ(statusOf(ask(get("/locked", port(), "Authorization: Basic YTpi\r\n"))), 401U);
    EXPECT_EQ(bodyOf(ask(get("/locked", port(), bearer(kToken)))), "GET /locked  [] alice\n");
}

TEST_F(Http, LetsEverybodyInWithoutAuthenticationOnLoopback) {
    options.authenticate = false;
    Route locked = route("GET", "/locked");
    locked.access = Access::Authenticated;
    serve({locked});
    EXPECT_EQ(statusOf(ask(get("/locked", port()))), 200U);
}

TEST_F(Http, RefusesForeignHostsAndOrigins) {
    serve({route("GET", "/a")});
    const auto with = [&](std::string_view host, std::string_view more = "") {
        return statusOf(ask(fmt::format("GET /a HTTP/1.1\r\nHost: {}\r\n{}\r\n", host, more)));
    };
    const std::string own = fmt::format("localhost:{}", port());
    EXPECT_EQ(with(own), 200U);
    EXPECT_EQ(with(fmt::format("[::1]:{}", port())), 200U);
    for (const auto* host :
        {"evil.org", "localhost", "127.0.0.1.nip.io:{}", "2130706433:{}", "evil:{}"})
        EXPECT_EQ(with(fmt::format(fmt::runtime(host), port())), 403U) << host;
    EXPECT_EQ(with(own, "Host: evil.org\r\n"), 400U);
    EXPECT_EQ(with(own, fmt::format("Origin: http://{}\r\n", own)), 200U);
    for (const auto* origin :
        {"null", "http://evil.org", "http://localhost", "https://localhost:{}"})
        EXPECT_EQ(with(own, "Origin: " + fmt::format(fmt::runtime(origin), port()) + "\r\n"), 403U)
            << origin;
}

TEST_F(Http, ClosesAMalformedConnectionAndNoOther) {
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

TEST_F(Http, StopsAnEndlessChunkedBodyAtTheRoutesLimit) {
    serve({route("POST", "/p", 1000)});
    RawSocket socket(port());
    socket.send(post("/p", "Transfer-Encoding: chunked\r\n", ""));
    unsigned chunks = 0;
    while (chunks < 100'000 && socket.send("64\r\n" + std::string(100, 'x') + "\r\n"))
        ++chunks;
    EXPECT_LT(chunks, 100'000U);
}

TEST_F(Http, CutsOffAHeadThatComesTooSlowly) {
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

TEST_F(Http, ClosesAnIdleConnectionAfterItsTime) {
    options.idleTimeout = 50ms;
    serve({route("GET", "/a")});
    RawSocket socket(port());
    socket.send(get("/a", port()));
    EXPECT_EQ(statusOf(socket.untilClosed()), 200U);
}

TEST_F(Http, CutsOffABodyThatNeverComes) {
    options.bodyTimeout = 50ms;
    serve({route("POST", "/p", 100)});
    RawSocket socket(port());
    socket.send(post("/p", "Content-Length: 10\r\n", "abc"));
    EXPECT_EQ(socket.untilClosed().find("TIMEOUT"), std::string::npos);
}

TEST_F(Http, SaysContinueBeforeABodyThatWaitsForIt) {
    serve({route("POST", "/p", 100)});
    RawSocket socket(port());
    socket.send(post("/p", "Content-Length: 3\r\nExpect: 100-continue\r\n", ""));
    EXPECT_EQ(socket.response(), "HTTP/1.1 100 Continue\r\n\r\n");
    socket.send("abc");
    EXPECT_EQ(bodyOf(socket.response()), "POST /p  [abc] \n");
}

TEST_F(Http, AnswersWhile500ConnectionsAreHalfOpen) {
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

TEST_F(Http, LimitsTheConnectionsOfOneAddress) {
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

TEST_F(Http, LimitsAllConnections) {
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

TEST_F(Http, StreamsChunksUntilTheHandlerFinishes) {
    std::shared_ptr<BodyStream> stream;
    bool closed = false;
    Route events = route("GET", "/events");
    events.handler = [&](const HttpRequest&) {
        HttpResponse response;
        response.contentType = "application/json";
        response.stream = [&](std::shared_ptr<BodyStream> opened) {
            stream = std::move(opened);
            stream->onClosed([&] { closed = true; });
            stream->send(payload("first"));
        };
        return response;
    };
    serve({events});
    RawSocket socket(port());
    socket.send(get("/events", port()));
    ASSERT_TRUE(eventually([&] { return stream != nullptr; }));
    onServer([&] {
        stream->send(payload("second chunk"));
        stream->finish();
    });
    const auto response = socket.untilClosed();
    EXPECT_NE(response.find("\r\nTransfer-Encoding: chunked\r\n"), std::string::npos);
    EXPECT_EQ(bodyOf(response), "5\r\nfirst\r\nc\r\nsecond chunk\r\n0\r\n\r\n");
    EXPECT_TRUE(eventually([&] { return closed; }));
    onServer([&] { stream.reset(); });
}

TEST_F(Http, TellsAStreamThatItsClientIsGone) {
    std::shared_ptr<BodyStream> stream;
    bool closed = false;
    Route events = route("GET", "/events");
    events.handler = [&](const HttpRequest&) {
        HttpResponse response;
        response.stream = [&](std::shared_ptr<BodyStream> opened) {
            stream = std::move(opened);
            stream->onClosed([&] { closed = true; });
        };
        return response;
    };
    serve({events});
    {
        RawSocket socket(port());
        socket.send(get("/events", port()));
        ASSERT_EQ(statusOf(socket.response()), 200U);
    }
    EXPECT_TRUE(eventually([&] { return closed; }));
    onServer([&] { stream.reset(); });
}

TEST_F(Http, CallsNoHandlerOfAStreamWhenTheServerIsGone) {
    std::shared_ptr<BodyStream> stream;
    bool called = false;
    Route events = route("GET", "/events");
    events.handler = [&](const HttpRequest&) {
        HttpResponse response;
        response.stream = [&](std::shared_ptr<BodyStream> opened) {
            stream = std::move(opened);
            stream->onClosed([&] { called = true; });
            stream->onDrained([&] { called = true; });
        };
        return response;
    };
    serve({events});
    RawSocket socket(port());
    socket.send(get("/events", port()));
    ASSERT_EQ(statusOf(socket.response()), 200U);
    ASSERT_TRUE(eventually([&] { return stream != nullptr; }));
    onServer([&] {
        stream->send(payload("x"));
        server.reset();
    });
    socket.untilClosed();
    onServer([&] { stream.reset(); });
    EXPECT_FALSE(called);
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
        fmt::format(
            "Failed to listen on 127.0.0.1:{}: Address already in use. Stop the program that "
            "holds it or choose another with --port",
            options.port));
    options.address = "0.0.0.0";
    EXPECT_EQ(Server::listen(io, options, {}, {}).error().kind, Error::Kind::Denied);
    options.address = "127.0.0.1";
    options.authenticate = true;
    EXPECT_FALSE(Server::listen(io, options, {}, {}).has_value());
}

} // namespace

} // namespace muster::net
