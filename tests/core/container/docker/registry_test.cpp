// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Pulls from a registry of this test's own, on the loopback.
#include <csignal>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/container/process.h"
#include "tests/core/container/docker/world.h"

namespace muster::container::docker {
namespace {

const char* const kRegistry = "/usr/bin/docker-registry";

std::uint16_t freePort() {
    const Fd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof address;
    bind(socket.number(), reinterpret_cast<sockaddr*>(&address), size);
    getsockname(socket.number(), reinterpret_cast<sockaddr*>(&address), &size);
    return ntohs(address.sin_port);
}

class Registry : public DockerWorld {
protected:
    void SetUp() override {
        if (access(kRegistry, X_OK) != 0)
            GTEST_SKIP() << "needs docker-registry";
        DockerWorld::SetUp();
        if (IsSkipped() || HasFatalFailure())
            return;
        const auto port = freePort();
        m_name = fmt::format("127.0.0.1:{}/team/image", port);
        ASSERT_TRUE(writeFileAtomically(m_base + "/registry.yml",
            fmt::format("version: 0.1\nstorage: {{filesystem: {{rootdirectory: {}/images}}}}\n"
                        "http: {{addr: 127.0.0.1:{}}}\n",
                m_base, port)));
        const auto pid = spawn({kRegistry, "serve", m_base + "/registry.yml"}, {}, m_base, {});
        ASSERT_TRUE(pid) << pid.error().message;
        m_registry = *pid;
    }
    void TearDown() override {
        if (m_registry > 0) {
            kill(m_registry, SIGKILL);
            waitForChild(m_registry);
            (void)s_dockerd->engine().ask({.method = "DELETE", .path = "/images/" + m_name});
        }
        DockerWorld::TearDown();
    }

    // A new image of that name and with that command, here and at the registry.
    void publish(const std::string& command) {
        ASSERT_EQ(s_dockerd->makeImage(m_name, {fmt::format("CMD [\"{}\"]", command)}), "");
        std::string error = "the registry did not start";
        for (int i = 0; i < 200 && !error.empty(); ++i) {
            PullProgress progress; // a push prints the same lines
            Status taken;
            const auto pushed
                = s_dockerd->engine().follow({.method = "POST",
                                                 .path = "/images/" + m_name + "/push?tag=latest",
                                                 .headers = {"X-Registry-Auth: e30="}},
                    {.line = [&](std::string_view line) {
                        taken = progress.take(line);
                        return taken.has_value();
                    }});
            ASSERT_TRUE(pushed) << pushed.error().message;
            error = taken ? "" : taken.error().message;
            if (!error.empty())
                usleep(50000);
        }
        ASSERT_EQ(error, "");
    }

    std::string m_name;
    pid_t m_registry = 0;
};

TEST_F(Registry, AnImageIsPulledOnceUnlessForced) {
    publish("first");
    const ImageConfig first = image(m_name);
    EXPECT_EQ(first.command, std::vector<std::string>{"first"});
    publish("second");
    ASSERT_TRUE(s_dockerd->engine().ask({.method = "POST",
        .path = "/images/" + urlEncoded(first.id) + "/tag?tag=latest&repo=" + urlEncoded(m_name)}));
    EXPECT_EQ(image(m_name), first) << "what is here is taken";
    const auto forced = m_runtime->prepare(m_name, {.force = true});
    ASSERT_TRUE(forced) << forced.error().message;
    EXPECT_EQ(forced->command, std::vector<std::string>{"second"});
}

TEST_F(Registry, AMissingImageIsPulled) {
    publish("first");
    ASSERT_TRUE(s_dockerd->engine().ask({.method = "DELETE", .path = "/images/" + m_name}));
    std::string told;
    const auto pulled = m_runtime->prepare(
        m_name, {.progress = [&](const std::string& sentence) { told = sentence; }});
    ASSERT_TRUE(pulled) << pulled.error().message;
    EXPECT_EQ(pulled->command, std::vector<std::string>{"first"});
    EXPECT_TRUE(told.starts_with("1 of 1 layers")) << told;
    const auto missing = m_runtime->prepare(m_name + ":other");
    ASSERT_FALSE(missing);
    EXPECT_NE(missing.error().message.find("manifest"), std::string::npos)
        << missing.error().message;
}

} // namespace
} // namespace muster::container::docker
