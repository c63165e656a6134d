// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/unix_listener.h"

#include <fstream>

#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tests/core/net/http_world.h"
#include "tests/support/temporary_folder.h"

namespace muster::net {

namespace {

class UnixSocketServer : public Http {
protected:
    UnixSocketServer() {
        options.unixSocket = UnixSocket{path, ::geteuid(), ::getegid()};
        options.authenticate = false;
        options.principalOf = nullptr;
    }
    std::string ask(const std::string& request) {
        RawSocket socket(path);
        socket.send(request);
        return socket.response();
    }
    Error refusal() {
        const auto opened = UnixListener::open(*options.unixSocket);
        return opened ? Error{"it listens"} : opened.error();
    }

    test::TemporaryFolder folder;
    std::filesystem::path path = folder.path() / "executor.sock";
};

TEST_F(UnixSocketServer, ServesTheSameRoutesToAnyHostAndKnowsTheUser) {
    Route who = route("POST", "/who", 100);
    who.access = Access::Authenticated;
    who.handler = [](const HttpRequest& request) {
        return HttpResponse::text(
            200, fmt::format("{} {} {}", request.remote, request.uid.value(), request.body));
    };
    serve({who});
    EXPECT_EQ(bodyOf(ask("POST /who HTTP/1.1\r\nHost: nowhere.org\r\nContent-Length: 2\r\n\r\nhi")),
        fmt::format("uid {0} {0} hi", ::geteuid()));
    EXPECT_EQ(statusOf(ask("GET /none HTTP/1.1\r\nHost: \r\n\r\n")), 404U);
    EXPECT_EQ(port(), 0);
}

TEST_F(UnixSocketServer, AsksForATokenWhenItIsTold) {
    options.authenticate = true;
    options.principalOf = [](std::string_view) { return std::optional<std::string>("task"); };
    Route locked = route("GET", "/locked");
    locked.access = Access::Authenticated;
    serve({locked});
    EXPECT_EQ(statusOf(ask(get("/locked", 1))), 401U);
    EXPECT_EQ(bodyOf(ask(get("/locked", 1, bearer("x")))), "GET /locked  [] task");
}

TEST_F(UnixSocketServer, IsForItsOwnerOnlyAndGoesWithTheServer) {
    const auto oldMask = ::umask(0);
    if (::geteuid() == 0)
        options.unixSocket->uid = options.unixSocket->gid = 65534;
    serve({});
    ::umask(oldMask);
    struct stat info { };
    ASSERT_EQ(::lstat(path.c_str(), &info), 0);
    EXPECT_TRUE(S_ISSOCK(info.st_mode));
    EXPECT_EQ(info.st_mode & 07777, 0600U);
    EXPECT_EQ(info.st_uid, options.unixSocket->uid);
    EXPECT_EQ(info.st_gid, options.unixSocket->gid);
    stop();
    EXPECT_FALSE(std::filesystem::exists(std::filesystem::symlink_status(path)));
}

TEST_F(UnixSocketServer, ReplacesAStaleSocketAndNothingElse) {
    auto left = UnixListener::open(*options.unixSocket);
    ASSERT_TRUE(left.has_value()) << left.error().message;
    EXPECT_EQ(refusal().message,
        fmt::format("Failed to listen on {}: another program listens there: stop it or choose "
                    "another path",
            path.string()));
    ::close(left->release()); // as if it was killed: the file stays
    serve({route("GET", "/a")});
    EXPECT_EQ(statusOf(ask(get("/a", 1))), 200U);
    options.unixSocket->path = folder.path() / "file";
    std::ofstream(folder.path() / "file") << "precious";
    EXPECT_NE(refusal().message.find("it is there and is no socket"), std::string::npos);
    std::filesystem::remove(folder.path() / "file");
    std::filesystem::create_symlink(path, folder.path() / "file");
    EXPECT_NE(refusal().message.find("it is there and is no socket"), std::string::npos);
    options.unixSocket->path = folder.path() / "none" / "s";
    EXPECT_NE(refusal().message.find("failed to open its folder: No such"), std::string::npos);
}

TEST_F(UnixSocketServer, HasNoLimitOnTheFolderButOneOnTheName) {
    const auto deep = folder.path() / std::string(100, 'd') / std::string(100, 'e');
    std::filesystem::create_directories(deep);
    options.unixSocket->path = deep / "s";
    serve({route("GET", "/a")});
    // A client in the sandbox has a short path.
    std::filesystem::create_directory_symlink(deep, folder.path() / "l");
    path = folder.path() / "l" / "s";
    EXPECT_EQ(statusOf(ask(get("/a", 1))), 200U);
    options.unixSocket->path = folder.path() / std::string(107, 'n');
    EXPECT_NE(refusal().message.find("the address of a unix socket has at most 107 bytes, this one "
                                     "has "),
        std::string::npos)
        << refusal().message;
}

} // namespace

} // namespace muster::net
