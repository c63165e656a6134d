// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <openssl/evp.h>

#include <gtest/gtest.h>

#include "core/net/login_guard.h"
#include "tests/core/net/http_world.h"

namespace muster::net {

namespace {

class HttpAccess : public Http {
protected:
    void serveLocked() {
        options.credentials = *Credentials::parse("ann s3cret\nbob other", "test");
        Route locked = route("GET", "/locked");
        locked.access = Access::Authenticated;
        locked.realm = "mesos-master-readonly";
        serve({locked});
    }
    std::string as(std::string_view userAndSecret) {
        std::string coded(2 * userAndSecret.size() + 4, '\0');
        coded.resize(EVP_EncodeBlock(reinterpret_cast<unsigned char*>(coded.data()),
            reinterpret_cast<const unsigned char*>(userAndSecret.data()),
            static_cast<int>(userAndSecret.size())));
        return ask(get("/locked", port(), fmt::format("Authorization: Basic {}\r\n", coded)));
    }
};

TEST_F(HttpAccess, WantsATokenUnlessTheRouteIsPublic) {
    Route locked = route("GET", "/locked");
    locked.access = Access::Authenticated;
    serve({route("GET", "/open"), locked});
    EXPECT_EQ(statusOf(ask(get("/open", port()))), 200U);
    const auto refused = ask(get("/locked", port()));
    EXPECT_EQ(statusOf(refused), 401U);
    EXPECT_NE(refused.find("\r\nWWW-Authenticate: Bearer realm=\"muster\"\r\n"), std::string::npos);
    EXPECT_NE(bodyOf(refused).find("Authorization: Bearer <token>"), std::string::npos);
    EXPECT_EQ(statusOf(ask(get("/locked", port(), bearer("wrong")))), 401U);
    EXPECT_EQ(bodyOf(ask(get("/locked", port(), bearer(kToken)))), "GET /locked  [] alice");
}

TEST_F(HttpAccess, TakesAPasswordOrTheTokenInItsPlace) {
    serveLocked();
    EXPECT_EQ(bodyOf(as("ann:s3cret")), "GET /locked  [] ann");
    EXPECT_EQ(bodyOf(as("bob:other")), "GET /locked  [] bob");
    EXPECT_EQ(bodyOf(as(fmt::format("anybody:{}", kToken))), "GET /locked  [] alice");
    EXPECT_EQ(bodyOf(as(fmt::format(":{}", kToken))), "GET /locked  [] alice");
    for (const auto* wrong : {"ann:other", "bob:s3cret", "ann:", "ann:s3cret ", ":s3cret", "eve:x",
             "ann", "ann:s3cret\n"})
        EXPECT_EQ(statusOf(as(wrong)), 401U) << wrong;
    for (const auto* wrong :
        {"", "Authorization: Basic !!!!\r\n", "Authorization: Basic\r\n", "Authorization: a\r\n"}) {
        const auto refused = ask(get("/locked", port(), wrong));
        EXPECT_EQ(statusOf(refused), 401U) << wrong;
        EXPECT_NE(refused.find("\r\nWWW-Authenticate: Basic realm=\"mesos-master-readonly\"\r\n"),
            std::string::npos)
            << refused;
    }
}

TEST_F(HttpAccess, LogsAFailedLoginWithoutItsSecret) {
    serveLocked();
    EXPECT_EQ(statusOf(as("bob:guess-1")), 401U);
    EXPECT_EQ(statusOf(as("bob:guess-2")), 401U);
    EXPECT_EQ(statusOf(ask(get("/locked", port(), bearer("guess-3")))), 401U);
    EXPECT_EQ(statusOf(ask(get("/locked", port()))), 401U) << "who shows nothing is asked to";
    onServer([&] {
        ASSERT_EQ(problems.size(), 3U);
        EXPECT_EQ(problems[0], "A login from 127.0.0.1 as 'bob' failed: the first in a row");
        EXPECT_EQ(problems[1], "A login from 127.0.0.1 as 'bob' failed: 2 in a row");
        EXPECT_EQ(problems[2], "A login from 127.0.0.1 by token failed: the first in a row");
    });
}

TEST_F(HttpAccess, SlowsWhoeverGuessesAndNobodyElse) {
    serveLocked();
    for (int i = 0; i < 5; ++i)
        EXPECT_EQ(statusOf(as("bob:guess")), 401U);
    const auto start = std::chrono::steady_clock::now();
    RawSocket guessing(port());
    guessing.send(get("/locked", port(), "Authorization: Basic Ym9iOmd1ZXNz\r\n"));
    ASSERT_TRUE(eventually([&] { return problems.size() == 6; }));
    const auto held = as("bob:other");
    EXPECT_EQ(statusOf(held), 429U) << "the right one, but nobody knows";
    EXPECT_NE(held.find("\r\nRetry-After: 1\r\n"), std::string::npos) << held;
    EXPECT_EQ(bodyOf(as("ann:s3cret")), "GET /locked  [] ann");
    EXPECT_EQ(bodyOf(as(fmt::format("bob:{}", kToken))), "GET /locked  [] alice");
    EXPECT_EQ(statusOf(guessing.response()), 401U);
    EXPECT_GE(std::chrono::steady_clock::now() - start, LoginGuard::kFirst);
    EXPECT_EQ(bodyOf(as("bob:other")), "GET /locked  [] bob") << "after the delay";
    EXPECT_EQ(statusOf(as("bob:guess")), 401U) << "and the count begins anew";
}

TEST_F(HttpAccess, SlowsWrongTokensButNeverTheRightOne) {
    serveLocked();
    std::vector<RawSocket> guesses;
    for (int i = 0; i < 50; ++i) {
        guesses.emplace_back(port());
        guesses.back().send(get("/locked", port(), bearer("wrong")));
    }
    ASSERT_TRUE(eventually([&] { return problems.size() >= 5; }));
    EXPECT_EQ(bodyOf(ask(get("/locked", port(), bearer(kToken)))), "GET /locked  [] alice");
}

TEST_F(HttpAccess, LetsEverybodyInWithoutAuthenticationOnLoopback) {
    options.authenticate = false;
    Route locked = route("GET", "/locked");
    locked.access = Access::Authenticated;
    serve({locked});
    EXPECT_EQ(statusOf(ask(get("/locked", port()))), 200U);
}

TEST_F(HttpAccess, RefusesForeignHostsAndOrigins) {
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

TEST_F(HttpAccess, AllowsTheAddressesOfTheMachineAsHost) {
    serve({route("GET", "/a")});
    ifaddrs* list = nullptr;
    ASSERT_EQ(::getifaddrs(&list), 0);
    for (const auto* entry = list; entry != nullptr; entry = entry->ifa_next) {
        if (entry->ifa_addr == nullptr || entry->ifa_addr->sa_family != AF_INET)
            continue;
        char text[INET_ADDRSTRLEN] = {};
        ::inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(entry->ifa_addr)->sin_addr, text,
            sizeof text);
        EXPECT_EQ(
            statusOf(ask(fmt::format("GET /a HTTP/1.1\r\nHost: {}:{}\r\n\r\n", text, port()))),
            200U)
            << text;
    }
    ::freeifaddrs(list);
    EXPECT_EQ(
        statusOf(ask(fmt::format("GET /a HTTP/1.1\r\nHost: 192.0.2.1:{}\r\n\r\n", port()))), 403U);
}

} // namespace

} // namespace muster::net
