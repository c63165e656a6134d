// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/service_notify.h"

#include <cstddef>
#include <cstring>

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/support/temporary_folder.h"

namespace muster::net {
namespace {

// A service manager that listens.
struct Listener {
    int descriptor = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);

    explicit Listener(const std::string& name) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::memcpy(address.sun_path, name.data(), name.size());
        if (name.front() == '@') {
            address.sun_path[0] = '\0';
        }
        const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
        EXPECT_EQ(::bind(descriptor, reinterpret_cast<const sockaddr*>(&address), length), 0);
    }
    ~Listener() { ::close(descriptor); }
    std::string next() const {
        char bytes[256];
        const auto size = ::recv(descriptor, bytes, sizeof bytes, MSG_DONTWAIT);
        return size < 0 ? "" : std::string(bytes, static_cast<std::size_t>(size));
    }
};

TEST(NotifyService, SendsOneDatagramToAPathOrAnAbstractName) {
    const test::TemporaryFolder folder;
    for (const auto& name : {folder / "socket", fmt::format("@muster-notify-{}", ::getpid())}) {
        const Listener listener(name);
        const auto told = notifyService(name, "READY=1\nSTATUS=Live");
        EXPECT_TRUE(told) << told.error().message;
        EXPECT_EQ(listener.next(), "READY=1\nSTATUS=Live");
        EXPECT_EQ(listener.next(), "");
    }
}

TEST(NotifyService, SaysThatNobodyListens) {
    const auto told = notifyService("/nowhere/notify", "READY=1");
    ASSERT_FALSE(told);
    EXPECT_EQ(told.error().message, "Cannot notify '/nowhere/notify': No such file or directory");
}

TEST(NotifyService, RefusesWhatIsNoSocketName) {
    for (const auto& name : {std::string(), std::string("/"), std::string("relative"),
             std::string("vsock:2:1"), '/' + std::string(200, 'x')}) {
        EXPECT_FALSE(notifyService(name, "READY=1")) << name;
    }
}

} // namespace
} // namespace muster::net
