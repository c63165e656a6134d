// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/host_rules.h"

#include <gtest/gtest.h>

namespace muster::net {

namespace {

HostRules plain() {
    return *HostRules::make({"gpu.example.org", "proxy.example.org:80"}, 5050, false);
}

TEST(HostRules, AllowLoopbackAndConfiguredNamesWithTheirPort) {
    for (const auto* host : {"127.0.0.1:5050", "localhost:5050", "LocalHost:5050", "[::1]:5050",
             "gpu.example.org:5050", "proxy.example.org", "proxy.example.org:80"})
        EXPECT_TRUE(plain().allowsHost(host)) << host;
}

TEST(HostRules, RefuseEverythingElse) {
    for (const auto* host :
        {"", "evil.org", "evil.org:5050", "localhost", "localhost:5051", "127.0.0.1.nip.io:5050",
            "2130706433:5050", "0x7f000001:5050", "017700000001:5050", "127.1:5050",
            "127.0.0.2:5050", "0.0.0.0:5050", "localhost.:5050", "localhost.evil:5050",
            "evillocalhost:5050", "[::]:5050", "[::ffff:127.0.0.1]:5050", "[0:0:0:0:0:0:0:1]:5050",
            "user@localhost:5050", "localhost:5050@evil.org", "localhost:5050/", "localhost:05050x",
            "gpu.example.org", "gpu.example.org:80", "proxy.example.org:5050"})
        EXPECT_FALSE(plain().allowsHost(host)) << host;
}

TEST(HostRules, AllowAnOriginOfTheSameSchemeHostAndPort) {
    for (const auto* origin : {"http://localhost:5050", "http://127.0.0.1:5050",
             "http://[::1]:5050", "HTTP://LOCALHOST:5050", "http://proxy.example.org"})
        EXPECT_TRUE(plain().allowsOrigin(origin)) << origin;
}

TEST(HostRules, RefuseForeignOrigins) {
    for (const auto* origin : {"", "null", "http://", "localhost:5050", "https://localhost:5050",
             "http://localhost", "http://localhost:5051", "http://localhost:5050.evil.org",
             "http://evil.org", "http://evil-localhost:5050", "http://localhost:5050/",
             "http://localhost:5050 http://evil.org", "file://localhost:5050",
             "ws://localhost:5050"})
        EXPECT_FALSE(plain().allowsOrigin(origin)) << origin;
}

TEST(HostRules, WantHttpsOriginsOnATlsPort) {
    const auto rules = *HostRules::make({"gpu.example.org:443"}, 5050, true);
    EXPECT_TRUE(rules.allowsOrigin("https://localhost:5050"));
    EXPECT_TRUE(rules.allowsOrigin("https://gpu.example.org"));
    EXPECT_FALSE(rules.allowsOrigin("http://localhost:5050"));
}

TEST(HostRules, SayWhichConfiguredNameIsWrong) {
    EXPECT_EQ(HostRules::make({"http://x"}, 5050, false).error().message,
        "'http://x' is not a host name: use a name such as gpu.example.org or name:port");
}

} // namespace

} // namespace muster::net
