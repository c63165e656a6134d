// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/http_client.h"

#include <gtest/gtest.h>

#include "tests/core/net/http_world.h"

namespace muster::net {

namespace {

class HttpClients : public Http {
protected:
    HttpClientOptions master(std::string token = "") const {
        return {.master = *Endpoint::parse(fmt::format("127.0.0.1:{}", port())),
            .token = std::move(token)};
    }
    Result<HttpReply> ask(
        ClientRequest request, std::string token = "", std::size_t maximum = 1 << 20) const {
        return askHttp(master(std::move(token)), std::move(request), maximum);
    }
    // GET /output says "first" and goes on by `body`.
    static Route beginning(std::shared_ptr<BodyStream>& body) {
        Route output{"GET", "/output", false, Access::Public, 0, {}};
        output.handler = [&body](const HttpRequest&) {
            HttpResponse response;
            response.stream = [&body](std::shared_ptr<BodyStream> stream) {
                body = std::move(stream);
                body->send(payload("first"));
            };
            return response;
        };
        return output;
    }
};

TEST_F(HttpClients, AskAndGetTheWholeAnswer) {
    serve({route("GET", "/x"), route("POST", "/y", 100)});
    const auto got = ask({.target = "/x?a=" + percentEncoded("b c/ü")});
    ASSERT_TRUE(got) << got.error().message;
    EXPECT_EQ(got->status, 200U);
    EXPECT_EQ(got->body, "GET /x a=b%20c/%C3%BC [] ");
    EXPECT_EQ(ask({.method = "POST", .target = "/y", .body = "hello"})->body, "POST /y  [hello] ");
    EXPECT_EQ(ask({.target = "/nothing"})->status, 404U);
}

TEST_F(HttpClients, ShowTheirToken) {
    auto row = route("GET", "/x");
    row.access = Access::Authenticated;
    options.authenticate = true;
    serve({row});
    EXPECT_EQ(ask({.target = "/x"})->status, 401U);
    EXPECT_EQ(ask({.target = "/x"}, std::string(kToken))->status, 200U);
}

TEST_F(HttpClients, SendNoTokenInTheClear) {
    const HttpClientOptions far{
        .master = *Endpoint::parse("http://192.0.2.1:5050"), .token = "secret"};
    const auto refused = askHttp(far, {.target = "/"}, 100);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, Error::Kind::Denied);
}

TEST_F(HttpClients, SayThatNobodyAnswers) {
    serve({route("GET", "/x")});
    const auto options = master();
    stop();
    const auto refused = askHttp(options, {.target = "/x"}, 100);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, Error::Kind::Unavailable);
    EXPECT_NE(refused.error().message.find("No master answers at 127.0.0.1:"), std::string::npos);
}

TEST_F(HttpClients, TakeNoMoreThanTheyWant) {
    Route row{"GET", "/long", false, Access::Public, 0,
        [](const HttpRequest&) { return HttpResponse::text(200, std::string(5000, 'x')); }};
    serve({row});
    EXPECT_EQ(ask({.target = "/long"}, "", 5000)->body.size(), 5000U);
    EXPECT_FALSE(ask({.target = "/long"}, "", 4999));
}

// Both bodies go on at once, and each piece is answered before the next is sent.
TEST_F(HttpClients, SpeakAndListenOverStreams) {
    Route input{"POST", "/input", false, Access::Public, kUnlimited, {}};
    input.streamsBody = true;
    std::string heard;
    input.handler = [&](const HttpRequest& request) {
        HttpResponse response;
        response.later = [&, reader = request.reader](auto answer) {
            reader->onData([&](std::string_view piece) { heard += piece; });
            reader->onEnd([&, answer](const Status& whole) {
                answer(HttpResponse::text(200, whole ? heard : "cut"));
            });
        };
        return response;
    };
    std::shared_ptr<BodyStream> body;
    const auto output = beginning(body);
    serve({input, output});

    boost::asio::io_context io{1};
    std::string answered;
    std::vector<std::string> came;
    HttpClientEvents typed;
    typed.onData = [&](std::string_view piece) { answered += piece; };
    typed.onEnd = [&](const Status& whole) { EXPECT_TRUE(whole) << whole.error().message; };
    HttpClient writer(
        io, master(), {.method = "POST", .target = "/input", .streams = true}, std::move(typed));
    writer.write("one ");
    HttpClientEvents shown;
    shown.onData = [&](std::string_view piece) {
        came.emplace_back(piece);
        writer.write("two");
        writer.finish();
        onServer([&] { std::exchange(body, nullptr)->finish(); });
    };
    bool ended = false;
    shown.onEnd = [&](const Status& whole) { ended = whole.has_value(); };
    HttpClient reader(io, master(), {.target = "/output"}, std::move(shown));
    io.run_for(std::chrono::seconds(20));
    EXPECT_EQ(came, std::vector<std::string>{"first"});
    EXPECT_TRUE(ended);
    EXPECT_EQ(answered, "one two");
}

TEST_F(HttpClients, TellACutAnswerFromAWholeOne) {
    std::shared_ptr<BodyStream> body;
    const auto output = beginning(body);
    serve({output});
    boost::asio::io_context io{1};
    std::optional<Status> end;
    HttpClientEvents events;
    events.onData = [&](std::string_view) {
        body = nullptr;
        stop();
    };
    events.onEnd = [&](const Status& whole) { end = whole; };
    const HttpClient reader(io, master(), {.target = "/output"}, std::move(events));
    io.run_for(std::chrono::seconds(20));
    ASSERT_TRUE(end.has_value());
    ASSERT_FALSE(*end);
    EXPECT_NE(end->error().message.find("was lost"), std::string::npos) << end->error().message;
}

} // namespace

} // namespace muster::net
