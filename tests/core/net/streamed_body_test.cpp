// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/streamed_body.h"

#include <gtest/gtest.h>

#include "tests/core/net/http_world.h"

namespace muster::net {

namespace {

using namespace std::chrono_literals;

// A route that keeps what it gets of a body and answers when the test wants. The members are the
// server thread's.
class StreamedBodies : public Http {
protected:
    void TearDown() override {
        onServer([this] { forget(); });
        Http::TearDown();
    }
    Route streaming(std::size_t maximum = kUnlimited) {
        Route row = route("POST", "/input", maximum);
        row.streamsBody = true;
        row.handler = [this](const HttpRequest& request) {
            reader = request.reader;
            reader->onData([this](std::string_view piece) {
                largest = std::max(largest, piece.size());
                body += piece;
            });
            reader->onEnd([this](const Status& status) {
                ended.push_back(status ? "whole" : status.error().message);
            });
            HttpResponse response;
            response.later = [this](auto answer) { respond = std::move(answer); };
            return response;
        };
        return row;
    }
    void forget() {
        reader = nullptr;
        respond = nullptr;
    }
    void answer(std::string text) {
        onServer([&] { std::exchange(respond, nullptr)(HttpResponse::text(200, text)); });
    }
    bool has(std::string_view text) {
        return eventually([&] { return body == text; });
    }
    bool hasEnded(std::string_view how) {
        return eventually([&] { return ended == std::vector<std::string>{std::string(how)}; });
    }
    std::string chunked(std::string_view more = "") {
        return post("/input", fmt::format("Transfer-Encoding: chunked\r\n{}", more), "");
    }

    std::shared_ptr<BodyReader> reader;
    std::function<void(HttpResponse)> respond;
    std::string body;
    std::size_t largest = 0;
    std::vector<std::string> ended;
};

TEST_F(StreamedBodies, ArrivePieceByPieceHoweverTheyAreFramed) {
    serve({streaming()});
    RawSocket socket(port());
    socket.send(chunked() + "3\r\nabc\r\n");
    EXPECT_TRUE(has("abc"));
    socket.send("2\r\nd");
    EXPECT_TRUE(has("abcd"));
    socket.send("e\r\n0\r\nTrailer: x\r\n\r\n");
    EXPECT_TRUE(hasEnded("whole"));
    EXPECT_TRUE(has("abcde"));
    answer("one");
    EXPECT_EQ(bodyOf(socket.response()), "one");
    onServer([&] {
        body.clear();
        ended.clear();
    });
    socket.send(post("/input", "Content-Length: 4\r\n", "12"));
    EXPECT_TRUE(has("12"));
    // What follows the body is the next request.
    socket.send("34" + post("/input", "Content-Length: 0\r\n", ""));
    EXPECT_TRUE(hasEnded("whole"));
    EXPECT_TRUE(has("1234"));
    answer("two");
    EXPECT_EQ(bodyOf(socket.response()), "two");
    EXPECT_TRUE(eventually([&] { return ended.size() == 2 && respond; })) << "an empty body ends";
    answer("three");
    EXPECT_EQ(bodyOf(socket.response()), "three");
}

TEST_F(StreamedBodies, MayBeAnsweredBeforeTheirEnd) {
    serve({streaming()});
    RawSocket socket(port());
    socket.send(chunked() + "3\r\nabc\r\n");
    ASSERT_TRUE(has("abc"));
    answer("enough");
    const auto response = socket.response();
    EXPECT_EQ(bodyOf(response), "enough");
    EXPECT_NE(response.find("\r\nConnection: close\r\n"), std::string::npos) << response;
    socket.send("3\r\ndef\r\n");
    EXPECT_EQ(socket.untilClosed(), "");
    onServer([&] {
        EXPECT_EQ(body, "abc");
        EXPECT_TRUE(ended.empty());
    });
    EXPECT_TRUE(eventually([&] { return server->connectionCount() == 0; }));
}

TEST_F(StreamedBodies, HoldTheClientBackWhileTheyArePaused) {
    options.pieceTimeout = 200ms; // does not count meanwhile
    serve({streaming()});
    RawSocket socket(port());
    socket.send(chunked());
    ASSERT_TRUE(eventually([&] { return reader != nullptr; }));
    onServer([&] { reader->pause(); });
    const std::string chunk = fmt::format("{:x}\r\n{}\r\n", 1 << 20, std::string(1 << 20, 'x'));
    std::thread sender([&] {
        for (int i = 0; i < 32; ++i)
            socket.send(chunk);
        socket.send("0\r\n\r\n");
    });
    std::this_thread::sleep_for(400ms);
    onServer([&] {
        EXPECT_LE(body.size(), 64U << 10) << "one read was on its way";
        reader->resume();
    });
    sender.join();
    EXPECT_TRUE(hasEnded("whole"));
    onServer([&] {
        EXPECT_EQ(body.size(), 32U << 20);
        EXPECT_LE(largest, 16U << 10);
    });
    answer("got it");
    EXPECT_EQ(bodyOf(socket.response()), "got it");
}

TEST_F(StreamedBodies, EndWithTheReason) {
    options.pieceTimeout = 100ms;
    serve({streaming(10)});
    struct {
        std::string bytes;
        bool leave;
        const char* reason;
    } const rows[] = {
        {"3\r\nabc\r\n", false, "Nothing of the body was received for 100ms"},
        {"3\r\nabc\r\n", true, "The connection was closed before the end of the body"},
        {"b\r\nabcdefghijk\r\n", false, "The body is larger than the 10 bytes allowed"},
        {"8\r\nabcdefgh\r\n8\r\n", false, "The body is larger than the 10 bytes allowed"},
        {"zz\r\n", false, "Malformed body: bad chunk"},
    };
    for (const auto& row : rows) {
        {
            RawSocket socket(port());
            socket.send(chunked() + row.bytes);
            ASSERT_TRUE(eventually([&] { return reader != nullptr; }));
            if (row.leave)
                socket.halfClose();
            EXPECT_TRUE(hasEnded(row.reason)) << row.reason;
            onServer([&] {
                forget();
                ended.clear();
            });
        }
        EXPECT_TRUE(eventually([&] { return server->connectionCount() == 0; })) << row.reason;
    }
    EXPECT_EQ(statusOf(ask(post("/input", "Content-Length: 11\r\n", ""))), 413U);
}

TEST_F(StreamedBodies, SayContinueAndSurviveAHandlerThatThrows) {
    Route row = streaming();
    row.handler = [](const HttpRequest& request) {
        request.reader->onData([](std::string_view) { throw std::runtime_error("oops"); });
        HttpResponse response;
        response.later = [](auto) {};
        return response;
    };
    serve({row, route("GET", "/a")});
    RawSocket socket(port());
    socket.send(chunked("Expect: 100-continue\r\n"));
    EXPECT_EQ(socket.response(), "HTTP/1.1 100 Continue\r\n\r\n");
    socket.send("1\r\na\r\n");
    EXPECT_EQ(socket.untilClosed().find("TIMEOUT"), std::string::npos);
    EXPECT_EQ(statusOf(ask(get("/a", port()))), 200U);
}

TEST_F(StreamedBodies, AreQuietWhenTheServerIsGone) {
    serve({streaming()});
    RawSocket socket(port());
    socket.send(chunked() + "1\r\na\r\n");
    ASSERT_TRUE(has("a"));
    onServer([&] { server.reset(); });
    socket.untilClosed();
    onServer([&] { EXPECT_TRUE(ended.empty()); });
}

} // namespace

} // namespace muster::net
