// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/request_head.h"

#include <random>

#include <gtest/gtest.h>

namespace muster::net {

namespace {

const HostRules& rules() {
    static const HostRules all = *HostRules::make({}, 5050, false);
    return all;
}

unsigned statusOf(const std::string& head) {
    const auto length = findHead(head, 0);
    if (!length)
        return length.error().status;
    if (*length == 0)
        return 0;
    const auto parsed = parseHead(std::string_view(head).substr(0, *length), rules());
    return parsed ? 200 : parsed.error().status;
}

const std::string kHost = "Host: localhost:5050\r\n";

TEST(RequestHead, IsFoundAtItsEmptyLineHoweverItArrives) {
    const std::string head = "GET / HTTP/1.1\r\n" + kHost + "\r\n";
    const std::string bytes = head + "GET /next";
    std::size_t scanned = 0;
    for (std::size_t size = 0; size < head.size(); ++size) {
        ASSERT_EQ(findHead(std::string_view(bytes).substr(0, size), scanned), 0U) << size;
        scanned = size;
    }
    EXPECT_EQ(findHead(bytes, scanned), head.size());
    EXPECT_EQ(findHead(bytes, 0), head.size());
}

TEST(RequestHead, GivesMethodTargetHeadersAndToken) {
    const auto head = parseHead("POST /api/v1%20x?a=%2F HTTP/1.1\r\n" + kHost
            + "Authorization: bEARER  abc \r\nX-A:  1 \r\nContent-Length: 7\r\n\r\n",
        rules());
    ASSERT_TRUE(head.has_value()) << head.error().text;
    EXPECT_EQ(head->request.method, "POST");
    EXPECT_EQ(head->request.path, "/api/v1 x");
    EXPECT_EQ(head->request.query, "a=%2F");
    EXPECT_EQ(head->request.header("x-a"), "1");
    EXPECT_EQ(head->token, "abc");
    EXPECT_EQ(head->contentLength, 7U);
    EXPECT_TRUE(head->keepAlive);
    EXPECT_FALSE(head->webSocket);
}

TEST(RequestHead, KnowsWhatAPageOfAnotherSiteCannotHaveSent) {
    const auto mayBeForeign = [](const std::string& headers) {
        const auto head
            = parseHead("GET /state?jsonp=f HTTP/1.1\r\n" + kHost + headers + "\r\n", rules());
        return head ? head->request.mayBeForeign : throw std::runtime_error(head.error().text);
    };
    for (const auto* own : {"Sec-Fetch-Site: same-origin\r\n", "Origin: http://localhost:5050\r\n",
             "Referer: http://127.0.0.1:5050/\r\n", "Referer: http://localhost:5050\r\n",
             "Authorization: Bearer x\r\n",
             "Authorization: Bearer x\r\nSec-Fetch-Site: cross-site\r\n"})
        EXPECT_FALSE(mayBeForeign(own)) << own;
    for (const auto* foreign :
        {"", "Sec-Fetch-Site: cross-site\r\n", "Sec-Fetch-Site: same-site\r\n",
            "Sec-Fetch-Site: none\r\n", "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: none\r\n",
            "Sec-Fetch-Site: cross-site\r\nReferer: http://localhost:5050/\r\n",
            "Referer: http://localhost:5051/\r\n",
            "Referer: http://evil.org/http://localhost:5050/\r\n",
            "Referer: http://localhost:5050.evil.org/\r\n",
            "Referer: http://localhost:5050@evil.org/\r\n", "Referer: null\r\n",
            "Authorization: Basic YTpi\r\n"})
        EXPECT_TRUE(mayBeForeign(foreign)) << foreign;
}

TEST(RequestHead, TakesHeadersOfOneNameAsOneList) {
    const auto head = parseHead("GET / HTTP/1.1\r\n" + kHost
            + "Accept: application/json\r\nX: y\r\naccept: application/recordio;q=1\r\n\r\n",
        rules());
    ASSERT_TRUE(head.has_value()) << head.error().text;
    EXPECT_EQ(head->request.headerList("Accept"), "application/json, application/recordio;q=1");
    EXPECT_EQ(head->request.headerList("Message-Accept"), "");
}

TEST(RequestHead, IsRefusedWhenParsersCouldDisagree) {
    struct {
        std::string text;
        unsigned status;
    } const rows[] = {
        {"GET / HTTP/1.1\n" + kHost + "\n", 400},
        {"GET / HTTP/1.1\r\nHost: localhost:5050\nX: y\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" + kHost + "X: a\rb\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" + kHost + "X: a\r\n b\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" + kHost + "X: a\r\n\tb\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n X: a\r\n" + kHost + "\r\n", 400},
        {"GET / HTTP/1.1\r\n" + kHost + "X : a\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" + kHost + "X\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" + kHost + ": a\r\n\r\n", 400},
        {std::string("GET / HTTP/1.1\r\nHost: localhost:5050\0\r\n\r\n", 41), 400},
        {"\r\nGET / HTTP/1.1\r\n" + kHost + "\r\n", 400},
        {"GET  / HTTP/1.1\r\n" + kHost + "\r\n", 400},
        {"GET / HTTP/1.1 \r\n" + kHost + "\r\n", 505},
        {"GET /\r\n" + kHost + "\r\n", 400},
        {"GET / HTTP/2.0\r\n" + kHost + "\r\n", 505},
        {"GET / HTTP/1.2\r\n" + kHost + "\r\n", 505},
        {"G\x01T / HTTP/1.1\r\n" + kHost + "\r\n", 400},
        {"GET / HTTP/1.1\r\n\r\n", 400},
        {"GET / HTTP/1.1\r\n" + kHost + kHost + "\r\n", 400},
        {"GET / HTTP/1.1\r\n" + kHost + "Origin: http://localhost:5050\r\nOrigin: null\r\n\r\n",
            400},
        {"POST / HTTP/1.1\r\n" + kHost + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n",
            400},
        {"POST / HTTP/1.1\r\n" + kHost + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n",
            400},
        {"POST / HTTP/1.1\r\n" + kHost + "Content-Length: 3\r\nContent-Length: 3\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" + kHost + "Content-Length: 3, 3\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" + kHost + "Content-Length: -1\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" + kHost + "Content-Length: 0x3\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" + kHost + "Content-Length: 99999999999999999999\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" + kHost + "Transfer-Encoding: gzip, chunked\r\n\r\n", 501},
        {"POST / HTTP/1.1\r\n" + kHost + "Transfer-Encoding: identity\r\n\r\n", 501},
        {"POST / HTTP/1.0\r\n" + kHost + "Transfer-Encoding: chunked\r\n\r\n", 400},
        {"POST / HTTP/1.1\r\n" + kHost + "Content-Encoding: gzip\r\n\r\n", 415},
    };
    for (const auto& row : rows)
        EXPECT_EQ(statusOf(row.text), row.status) << row.text;
}

TEST(RequestHead, IsRefusedOver16KiB) {
    const std::string start = "GET / HTTP/1.1\r\n" + kHost;
    EXPECT_EQ(statusOf(start + "X: " + std::string(1 << 20, 'a')), 431U);
    std::string many = start;
    for (int i = 0; i < 100'000; ++i)
        many += "X: y\r\n";
    EXPECT_EQ(statusOf(many + "\r\n"), 431U);
    EXPECT_EQ(statusOf("GET /" + std::string(1 << 20, 'a')), 431U);
}

TEST(RequestHead, ChecksTheHostOfAnAbsoluteTargetToo) {
    EXPECT_EQ(statusOf("GET http://localhost:5050/x HTTP/1.1\r\n" + kHost + "\r\n"), 200U);
    EXPECT_EQ(statusOf("GET http://evil.org/x HTTP/1.1\r\n" + kHost + "\r\n"), 403U);
    EXPECT_EQ(statusOf("GET http://localhost:5050/ HTTP/1.1\r\nHost: evil.org\r\n\r\n"), 403U);
    EXPECT_EQ(statusOf("GET https://localhost:5050/x HTTP/1.1\r\n" + kHost + "\r\n"), 403U);
    EXPECT_EQ(statusOf("GET http://a@localhost:5050/x HTTP/1.1\r\n" + kHost + "\r\n"), 403U);
    EXPECT_EQ(statusOf("CONNECT localhost:5050 HTTP/1.1\r\n" + kHost + "\r\n"), 400U);
    EXPECT_EQ(statusOf("OPTIONS * HTTP/1.1\r\n" + kHost + "\r\n"), 400U);
    const auto head
        = parseHead("GET http://localhost:5050?q HTTP/1.1\r\n" + kHost + "\r\n", rules());
    ASSERT_TRUE(head.has_value()) << head.error().text;
    EXPECT_EQ(head->request.path, "/");
    EXPECT_EQ(head->request.query, "q");
}

TEST(DecodePath, DecodesOnceAndRefusesTricks) {
    EXPECT_EQ(decodePath("/a%20b/c"), "/a b/c");
    EXPECT_EQ(decodePath("/a%252e"), "/a%2e");
    EXPECT_EQ(decodePath("/..a/b..%20"), "/..a/b.. ");
    for (const auto* path : {"", "a", "/../etc", "/a/..", "/a/%2e%2e/b", "/%2E", "/a%00b", "/a%0ab",
             "/a%5cb", "/a%", "/a%2", "/a%zz", "/./a", "/a\\b"})
        EXPECT_EQ(decodePath(path), std::nullopt) << path;
}

// Whatever arrives, the answer is a head, a refusal or "more", never a crash.
TEST(RequestHead, SurvivesDamagedRequests) {
    const std::string good = "POST /a/b%20c?d=e HTTP/1.1\r\n" + kHost
        + "Content-Length: 12\r\nOrigin: http://localhost:5050\r\nUpgrade: websocket\r\n\r\n";
    constexpr unsigned seed = 20261120;
    std::mt19937 random(seed);
    unsigned accepted = 0;
    for (int round = 0; round < 20'000; ++round) {
        std::string damaged = good;
        for (unsigned hits = random() % 4; hits > 0; --hits)
            damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
        damaged.resize(damaged.size() - random() % 3);
        const unsigned status = statusOf(damaged);
        ASSERT_TRUE(status == 0 || status == 200 || (status >= 400 && status <= 505))
            << "seed " << seed << " round " << round;
        accepted += status == 200;
    }
    EXPECT_GT(accepted, 1000U);
    EXPECT_LT(accepted, 19'000U);
}

} // namespace

} // namespace muster::net
