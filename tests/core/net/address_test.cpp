// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/address.h"

#include <gtest/gtest.h>

namespace muster::net {

namespace {

TEST(Authority, ReadsNamesAddressesAndPorts) {
    EXPECT_EQ(parseAuthority("LocalHost:5050", 80), (Authority{"localhost", 5050}));
    EXPECT_EQ(parseAuthority("127.0.0.1", 80), (Authority{"127.0.0.1", 80}));
    EXPECT_EQ(parseAuthority("[::1]:5050", 80), (Authority{"[::1]", 5050}));
    EXPECT_EQ(parseAuthority("[::1]", 443), (Authority{"[::1]", 443}));
}

TEST(Authority, RefusesWhatTwoParsersCouldReadDifferently) {
    for (const auto* text :
        {"", ":5050", "a:", "a:0", "a:65536", "a:+80", "a: 80", "a b", "a@b", "a/b", "::1",
            "::1:80", "[::1", "[]:80", "[x]:80", "a:80:80", "[::1]80", "a%00", "a,b", "\xc3\xa9"})
        EXPECT_EQ(parseAuthority(text, 80), std::nullopt) << text;
}

TEST(Loopback, IsRecognisedInItsPlainFormsOnly) {
    for (const auto* text : {"127.0.0.1", "127.9.9.9", "::1", "[::1]", "localhost", "LOCALHOST"})
        EXPECT_TRUE(isLoopback(text)) << text;
    for (const auto* text : {"", "0.0.0.0", "::", "10.0.0.1", "127.1", "2130706433", "0x7f.0.0.1",
             "127.0.0.1.nip.io", "localhost.evil.org", "128.0.0.1"})
        EXPECT_FALSE(isLoopback(text)) << text;
}

TEST(Endpoint, TakesABareAddressAndUrls) {
    struct {
        const char* text;
        const char* host;
        std::uint16_t port;
        bool tls;
        const char* path;
    } const rows[] = {
        {"127.0.0.1:5051", "127.0.0.1", 5051, false, "/"},
        {"localhost", "localhost", 5050, false, "/"},
        {"gpu.example.org:5050", "gpu.example.org", 5050, true, "/"},
        {"http://gpu.example.org", "gpu.example.org", 5050, false, "/"},
        {"https://[::1]:7/x/y", "[::1]", 7, true, "/x/y"},
        {"WS://a:1/p", "a", 1, false, "/p"},
        {"wss://a:1/", "a", 1, true, "/"},
    };
    for (const auto& row : rows) {
        const auto endpoint = Endpoint::parse(row.text);
        ASSERT_TRUE(endpoint.has_value()) << row.text;
        EXPECT_EQ(endpoint->authority, (Authority{row.host, row.port})) << row.text;
        EXPECT_EQ(endpoint->tls, row.tls) << row.text;
        EXPECT_EQ(endpoint->path, row.path) << row.text;
    }
}

TEST(Endpoint, SaysWhatAnAddressLooksLike) {
    EXPECT_EQ(Endpoint::parse("ftp://a").error().message,
        "Unknown scheme 'ftp' in 'ftp://a': use http://, https:// or host:port");
    EXPECT_EQ(Endpoint::parse("a b").error().message,
        "'a b' is not an address: use host:port, such as 127.0.0.1:5050");
}

TEST(CheckListen, LetsLoopbackBeAndWantsTlsAndATokenElsewhere) {
    EXPECT_TRUE(checkListen("127.0.0.1", false, false).has_value());
    EXPECT_TRUE(checkListen("::1", false, false, false).has_value());
    EXPECT_TRUE(checkListen("0.0.0.0", true, true).has_value());
    EXPECT_EQ(checkListen("0.0.0.0", false, false).error().message,
        "Refusing to listen on 0.0.0.0, which other hosts can reach, without TLS and a token: add "
        "--tls_certificate=FILE --tls_key=FILE --token_file=FILE, or listen with --ip=127.0.0.1");
    EXPECT_EQ(checkListen("10.0.0.5", true, false).error().message,
        "Refusing to listen on 10.0.0.5, which other hosts can reach, without TLS and a token: add "
        "--token_file=FILE, or listen with --ip=127.0.0.1");
    EXPECT_FALSE(checkListen("10.0.0.5", false, true).has_value());
}

TEST(CheckListen, TakesNoAuthenticateOnLoopbackOnly) {
    const auto refused = checkListen("0.0.0.0", true, true, false);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().kind, Error::Kind::Denied);
    EXPECT_TRUE(refused.error().message.starts_with("--no-authenticate is for loopback only"));
}

} // namespace

} // namespace muster::net
