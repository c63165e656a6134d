// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/socket_owner.h"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

namespace muster::net {

namespace {

using asio::ip::tcp;

std::uint64_t inodeOf(int socket) {
    struct stat facts { };
    return ::fstat(socket, &facts) == 0 ? facts.st_ino : 0;
}

class SocketOwnerOf : public testing::TestWithParam<const char*> {
protected:
    asio::io_context io;
    tcp::acceptor listener{io, tcp::endpoint(asio::ip::make_address(GetParam()), 0)};
    tcp::endpoint server{
        asio::ip::make_address(listener.local_endpoint().address().is_v6() ? "::1" : "127.0.0.1"),
        listener.local_endpoint().port()};

    SocketOwner at(const tcp::endpoint& local, const tcp::endpoint& remote = {}) {
        const auto found = socketOwner(local, remote);
        EXPECT_TRUE(found) << found.error().message;
        EXPECT_TRUE(*found);
        return found && *found ? **found : SocketOwner{~0U, ~0ULL};
    }
};

TEST_P(SocketOwnerOf, WhatListensIsWhoOpenedIt) {
    const auto owner = at(server);
    EXPECT_EQ(owner.user, ::geteuid());
    EXPECT_EQ(owner.inode, inodeOf(listener.native_handle()));
}

TEST_P(SocketOwnerOf, EachEndOfAConnectionIsItsOwn) {
    tcp::socket client(io);
    client.connect(server);
    EXPECT_EQ(at(client.local_endpoint(), server).inode, inodeOf(client.native_handle()));
    EXPECT_EQ(at(server, client.local_endpoint()).inode, 0U) << "nobody has accepted it";
    auto accepted = listener.accept();
    EXPECT_EQ(at(server, client.local_endpoint()).inode, inodeOf(accepted.native_handle()));
}

TEST_P(SocketOwnerOf, NothingIsNobody) {
    const tcp::endpoint free(server.address(), 1);
    const auto found = socketOwner(free, server);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_FALSE(*found);
}

TEST_P(SocketOwnerOf, WhoHasItOpenIsFoundAmongTheirs) {
    const auto inode = at(server).inode;
    EXPECT_TRUE(holdsSocket({1 << 30, ::getpid()}, inode));
    EXPECT_FALSE(holdsSocket({1 << 30}, inode));
    EXPECT_FALSE(holdsSocket({::getpid()}, inode + 1'000'000'000));
}

INSTANTIATE_TEST_SUITE_P(Families, SocketOwnerOf, testing::Values("127.0.0.1", "0.0.0.0", "::1"));

} // namespace

} // namespace muster::net
