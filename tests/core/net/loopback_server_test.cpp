// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/loopback_server.h"

#include <gtest/gtest.h>

#include "core/net/service_account.h"

namespace muster::net {

namespace {

const asio::ip::tcp::endpoint kClient(asio::ip::make_address("127.0.0.1"), 40000);
const asio::ip::tcp::endpoint kServer(asio::ip::make_address("127.0.0.1"), 5050); // 13BA

// A line of /proc/net/tcp.
std::string line(
    const std::string& local, const std::string& remote, const std::string& state, unsigned user) {
    return "   0: " + local + " " + remote + " " + state
        + " 00000000:00000000 00:00000000 00000000 " + std::to_string(user)
        + " 0 12345 1 0000000000000000 100 0 0 10 0\n";
}

std::optional<uid_t> stranger(const std::string& table) {
    return strangerAt(table, kClient, kServer, {0, 1000});
}

TEST(LoopbackServer, MayBeTheServicesAndNoPersonsOfThatName) {
    char name[] = "muster", other[] = "mustard", home[] = "/var/lib/muster",
         desk[] = "/home/muster";
    passwd account{};
    account.pw_name = name;
    account.pw_dir = home;
    account.pw_uid = 105;
    EXPECT_TRUE(isServiceAccount(account));
    account.pw_uid = 1000;
    EXPECT_FALSE(isServiceAccount(account));
    account.pw_uid = 105;
    account.pw_dir = desk;
    EXPECT_FALSE(isServiceAccount(account));
    account.pw_dir = home;
    account.pw_name = other;
    EXPECT_FALSE(isServiceAccount(account));
}

TEST(LoopbackServer, IsOfWhoeverListensThere) {
    const std::string nobody = "00000000:0000";
    EXPECT_EQ(stranger(line("0100007F:13BA", nobody, "0A", 0)), std::nullopt);
    EXPECT_EQ(stranger(line("0100007F:13BA", nobody, "0A", 1000)), std::nullopt);
    EXPECT_EQ(stranger(line("0100007F:13BA", nobody, "0A", 65534)), 65534U);
    EXPECT_EQ(stranger(line("00000000:13BA", nobody, "0A", 65534)), 65534U) << "at all addresses";
    EXPECT_EQ(stranger(line("00000000000000000000000000000000:13BA",
                  "00000000000000000000000000000000:0000", "0A", 65534)),
        65534U)
        << "by IPv6, too";
    EXPECT_EQ(stranger(line("0200007F:13BA", nobody, "0A", 65534)), std::nullopt)
        << "another address";
    EXPECT_EQ(stranger(line("0100007F:13BB", nobody, "0A", 65534)), std::nullopt) << "another port";
}

TEST(LoopbackServer, IsOfWhoeverHasTheOtherEndThoughNobodyListensAnyMore) {
    EXPECT_EQ(stranger(line("0100007F:13BA", "0100007F:9C40", "01", 65534)), 65534U);
    EXPECT_EQ(stranger(line("0000000000000000FFFF00000100007F:13BA",
                  "0000000000000000FFFF00000100007F:9C40", "01", 65534)),
        65534U);
    EXPECT_EQ(stranger(line("0100007F:13BA", "0100007F:9C41", "01", 65534)), std::nullopt)
        << "somebody else's connection";
    EXPECT_EQ(stranger("  sl  local_address rem_address   st\nnonsense\n"), std::nullopt);
}

} // namespace

} // namespace muster::net
