// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/core/net/http_world.h"

namespace muster::net {

namespace {

class HttpStream : public Http {
protected:
    // "/events", with a stream that is the test's.
    void serveStream(const std::function<void(std::shared_ptr<BodyStream>)>& opened) {
        Route events = route("GET", "/events");
        events.handler = [opened](const HttpRequest&) {
            HttpResponse response;
            response.contentType = "application/json";
            response.stream = opened;
            return response;
        };
        serve({events});
    }
};

TEST_F(HttpStream, StreamsChunksUntilTheHandlerFinishes) {
    std::shared_ptr<BodyStream> stream;
    bool closed = false;
    serveStream([&](std::shared_ptr<BodyStream> opened) {
        stream = std::move(opened);
        stream->onClosed([&] { closed = true; });
        stream->send(payload("first"));
    });
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

// Clients in the field parse what one read gives them: a record is one chunk and one write.
TEST_F(HttpStream, WritesEachChunkAtOnce) {
    std::shared_ptr<BodyStream> stream;
    serveStream([&](std::shared_ptr<BodyStream> opened) { stream = std::move(opened); });
    RawSocket socket(port());
    socket.send(get("/events", port()));
    ASSERT_EQ(statusOf(socket.response()), 200U);
    ASSERT_TRUE(eventually([&] { return stream != nullptr; }));
    for (std::size_t size = 1; size < 30'000; size = 2 * size + 1) {
        const std::string record(size, 'x');
        onServer([&] { stream->send(payload(record)); });
        ASSERT_EQ(socket.piece(), fmt::format("{:x}\r\n{}\r\n", size, record));
    }
    onServer([&] { stream.reset(); });
}

// The first state of a large cluster is one record.
TEST_F(HttpStream, TakesAChunkOfAnyLengthButNotMuchBehindIt) {
    std::vector<std::shared_ptr<BodyStream>> streams;
    unsigned closed = 0;
    serveStream([&](std::shared_ptr<BodyStream> opened) {
        opened->onClosed([&] { ++closed; });
        opened->send(payload(std::string(20 << 20, 'x')));
        streams.push_back(std::move(opened));
    });
    RawSocket reader(port()), stuck(port(), 4096);
    reader.send(get("/events", port()));
    ASSERT_TRUE(eventually([&] { return streams.size() == 1; }));
    stuck.send(get("/events", port()));
    ASSERT_TRUE(eventually([&] { return streams.size() == 2; }));
    onServer([&] {
        for (const auto& stream : streams)
            stream->send(payload(std::string(7 << 20, 'y')));
        EXPECT_EQ(streams[1]->queuedBytes(), 27U << 20) << "the socket holds a part of it";
        streams[0]->finish();
        streams[1]->send(payload(std::string(2 << 20, 'z')));
    });
    EXPECT_GT(reader.untilClosed().size(), 27U << 20);
    EXPECT_TRUE(eventually([&] { return closed == 2; })) << "nine behind the first are too many";
    onServer([&] { streams.clear(); });
}

TEST_F(HttpStream, TellsAStreamThatItsClientIsGone) {
    std::shared_ptr<BodyStream> stream;
    bool closed = false;
    serveStream([&](std::shared_ptr<BodyStream> opened) {
        stream = std::move(opened);
        stream->onClosed([&] { closed = true; });
    });
    {
        RawSocket socket(port());
        socket.send(get("/events", port()));
        ASSERT_EQ(statusOf(socket.response()), 200U);
    }
    EXPECT_TRUE(eventually([&] { return closed; }));
    onServer([&] { stream.reset(); });
}

TEST_F(HttpStream, CallsNoHandlerOfAStreamWhenTheServerIsGone) {
    std::shared_ptr<BodyStream> stream;
    bool called = false;
    serveStream([&](std::shared_ptr<BodyStream> opened) {
        stream = std::move(opened);
        stream->onClosed([&] { called = true; });
        stream->onDrained([&] { called = true; });
    });
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

} // namespace

} // namespace muster::net
