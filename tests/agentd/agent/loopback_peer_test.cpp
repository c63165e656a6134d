// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/loopback_peer.h"

#include <gtest/gtest.h>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/container/files.h"

namespace muster::agentd {
namespace {

constexpr const char* kHead
    = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout "
      "inode\n";

TEST(LoopbackPeer, IsFoundInTheKernelsTable) {
    const auto table = std::string(kHead)
        + "   0: 0100007F:13BA 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000"
          "        0 11 1 0000000000000000 20 4 30 10 -1\n"
          "   1: 0100007F:C350 0100007F:13BA 01 00000000:00000000 00:00000000 00000000  1000"
          "        0 22 1 0000000000000000 20 4 30 10 -1\n"
          "   2: 0200007F:C351 0100007F:13BA 01 00000000:00000000 00:00000000 00000000  1000"
          "        0 33 1 0000000000000000 20 4 30 10 -1\n";
    EXPECT_EQ(socketAt(table, 50000, 5050), 22U);
    EXPECT_EQ(socketAt(table, 5050, 50000), 11U);
    EXPECT_EQ(socketAt(table, 50001, 5050), std::nullopt) << "127.0.0.2 is not 127.0.0.1";
    EXPECT_EQ(socketAt("", 50000, 5050), std::nullopt);
    const auto v6 = std::string(kHead)
        + "   0: 0000000000000000FFFF00000100007F:C350 0000000000000000FFFF00000100007F:13BA 01 "
          "00000000:00000000 00:00000000 00000000  1000        0 44 1 0 20 4 30 10 -1\n";
    EXPECT_EQ(socketAt(v6, 50000, 5050), 44U);
}

TEST(LoopbackPeer, OfARealConnectionIsTheProcessThatMadeIt) {
    const container::Fd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* address = reinterpret_cast<sockaddr*>(&at);
    socklen_t size = sizeof at;
    ASSERT_EQ(::bind(listener.number(), address, size), 0);
    ASSERT_EQ(::listen(listener.number(), 1), 0);
    ASSERT_EQ(::getsockname(listener.number(), address, &size), 0);
    const auto server = ntohs(at.sin_port);
    const container::Fd client(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    ASSERT_EQ(::connect(client.number(), address, size), 0);
    ASSERT_EQ(::getsockname(client.number(), address, &size), 0);
    const auto port = ntohs(at.sin_port);
    EXPECT_TRUE(isClient({::getpid()}, port, server));
    EXPECT_FALSE(isClient({::getppid()}, port, server));
    EXPECT_FALSE(isClient({}, port, server));
    EXPECT_FALSE(isClient({::getpid()}, server, port)) << "nobody has accepted it";
}

} // namespace
} // namespace muster::agentd
