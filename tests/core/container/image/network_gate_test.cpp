// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/network_gate.h"

#include <array>
#include <future>
#include <thread>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>

#include <gtest/gtest.h>

#include "tests/core/container/image/store_world.h"

namespace muster::container::image {
namespace {

// Answers every connection on a loopback port with what it is told.
class Answering {
public:
    explicit Answering(std::string answer)
        : m_answer(std::move(answer)), m_listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        EXPECT_EQ(
            bind(m_listener.number(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
        EXPECT_EQ(listen(m_listener.number(), 16), 0);
        getsockname(m_listener.number(), reinterpret_cast<sockaddr*>(&address), &size);
        port = ntohs(address.sin_port);
        m_thread = std::jthread([this](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
                pollfd ready{m_listener.number(), POLLIN, 0};
                if (poll(&ready, 1, 20) <= 0)
                    continue;
                const Fd client(accept(m_listener.number(), nullptr, nullptr));
                std::array<char, 4096> buffer{};
                const auto count = recv(client.number(), buffer.data(), buffer.size(), 0);
                asked.append(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
                send(client.number(), m_answer.data(), m_answer.size(), MSG_NOSIGNAL);
            }
        });
    }

    std::uint16_t port = 0;
    std::string asked;

private:
    std::string m_answer;
    Fd m_listener;
    std::jthread m_thread;
};

// What comes back of that text from that port of the caller's loopback; "refused" if nobody
// listens.
std::string ask(std::uint16_t port, const std::string& text) {
    const Fd client(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(client.number(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
        return "refused";
    send(client.number(), text.data(), text.size(), MSG_NOSIGNAL);
    std::string answer;
    std::array<char, 4096> buffer{};
    for (;;) {
        pollfd ready{client.number(), POLLIN, 0};
        if (poll(&ready, 1, 5000) <= 0)
            return answer + "TIMEOUT";
        const auto count = recv(client.number(), buffer.data(), buffer.size(), 0);
        if (count <= 0)
            return answer;
        answer.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

class Gates : public testing::Test {
protected:
    void SetUp() override {
        if (geteuid() != 0)
            GTEST_SKIP() << "needs root";
    }
    std::string within(const std::function<std::string(std::uint16_t proxy)>& work) {
        const auto proxy = m_gate->environment().front();
        const auto port = std::stoi(proxy.substr(proxy.rfind(':') + 1));
        std::string out;
        m_gate->within([&] { out = work(static_cast<std::uint16_t>(port)); });
        return out;
    }
    void open(const ConnectionRule& rule, const std::string& registry = "registry.example.com") {
        auto gate = NetworkGate::open(rule, registry);
        ASSERT_TRUE(gate) << gate.error().message;
        m_gate = std::move(*gate);
    }

    std::unique_ptr<NetworkGate> m_gate;
    Answering m_server{"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"};
    std::string m_address = "127.0.0.1:" + std::to_string(m_server.port);
};

std::optional<std::string> anything(std::string_view, const sockaddr&) {
    return std::nullopt;
}

std::optional<std::string> nothing(std::string_view host, const sockaddr&) {
    return fmt::format("{} is nobody's business", host);
}

TEST_F(Gates, LeaveNoWayButTheirProxy) {
    open(anything);
    EXPECT_EQ(within([&](auto) { return ask(m_server.port, "GET / HTTP/1.1\r\n\r\n"); }), "refused")
        << "the host's own loopback is not there";
    const auto tunnel = within([&](auto proxy) {
        return ask(proxy, "CONNECT " + m_address + " HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\n");
    });
    EXPECT_TRUE(tunnel.starts_with("HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 200 OK"))
        << tunnel;
    const auto plain = within([&](auto proxy) {
        return ask(proxy,
            "GET http://" + m_address
                + "/v2/?a=b HTTP/1.1\r\nHost: x\r\nProxy-Connection: k\r\n"
                  "Connection: keep-alive\r\n\r\n");
    });
    EXPECT_TRUE(plain.ends_with("hello")) << plain;
    EXPECT_NE(m_server.asked.find("GET /v2/?a=b HTTP/1.1\r\nConnection: close\r\nHost: x\r\n\r\n"),
        std::string::npos)
        << m_server.asked;
    EXPECT_EQ(m_gate->refusal(), std::nullopt);
}

TEST_F(Gates, ConnectToNothingThatTheRuleRefuses) {
    open(nothing);
    for (const std::string& request : {"CONNECT " + m_address + " HTTP/1.1\r\n\r\n",
             "CONNECT LocalHost:" + std::to_string(m_server.port) + " HTTP/1.1\r\n\r\n",
             "GET http://" + m_address + "/ HTTP/1.1\r\n\r\n"}) {
        const auto answer = within([&](auto proxy) { return ask(proxy, request); });
        EXPECT_TRUE(answer.starts_with("HTTP/1.1 403 Forbidden")) << request << answer;
        EXPECT_TRUE(answer.ends_with("is nobody's business")) << answer;
    }
    EXPECT_EQ(m_server.asked, "");
    EXPECT_EQ(m_gate->refusal(), "127.0.0.1 is nobody's business");
    EXPECT_TRUE(within([&](auto proxy) {
        return ask(proxy, "GET / HTTP/1.1\r\n\r\n");
    }).starts_with("HTTP/1.1 400"));
}

TEST_F(Gates, EndThoughTheFarEndReadsNothing) {
    open(anything);
    Fd silent(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)); // connected by the kernel alone
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ASSERT_EQ(bind(silent.number(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    ASSERT_EQ(listen(silent.number(), 16), 0);
    getsockname(silent.number(), reinterpret_cast<sockaddr*>(&address), &size);
    const auto target = fmt::format("127.0.0.1:{}", ntohs(address.sin_port));
    Fd client;
    within([&](auto proxy) {
        client = Fd(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        address.sin_port = htons(proxy);
        connect(client.number(), reinterpret_cast<sockaddr*>(&address), sizeof address);
        const auto request = "CONNECT " + target + " HTTP/1.1\r\n\r\n";
        send(client.number(), request.data(), request.size(), MSG_NOSIGNAL);
        const std::string piece(1 << 16, 'x');
        pollfd ready{client.number(), POLLOUT, 0};
        while (poll(&ready, 1, 500) > 0) { // until all buffers between them are full
            if (send(client.number(), piece.data(), piece.size(), MSG_NOSIGNAL | MSG_DONTWAIT) < 0
                && errno != EAGAIN)
                break;
        }
        return std::string();
    });
    auto ended = std::async(std::launch::async, [this] { m_gate.reset(); });
    EXPECT_EQ(ended.wait_for(std::chrono::seconds(5)), std::future_status::ready);
    silent = Fd(); // else a gate that waits would wait for ever
    client = Fd();
}

TEST_F(Gates, PassALoopbackRegistryThroughIfTheRuleAdmitsIt) {
    open(anything, m_address);
    EXPECT_TRUE(within([&](auto) {
        return ask(m_server.port, "GET / HTTP/1.1\r\n\r\n");
    }).ends_with("hello"));
    const auto refused = NetworkGate::open(nothing, m_address);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "127.0.0.1 is nobody's business");
}

class GatedPulls : public StoreWorld { };

// As a registry that was taken over would do.
TEST_F(GatedPulls, FollowNoRedirectToWhereTheyMayNot) {
    if (!isInPath("skopeo") || geteuid() != 0)
        GTEST_SKIP() << "needs skopeo and root";
    Answering registry("HTTP/1.1 307 Temporary Redirect\r\nContent-Length: 0\r\n"
                       "Connection: close\r\nLocation: http://192.0.2.7/latest/meta-data\r\n\r\n");
    m_options.pull.rule = [](std::string_view, const sockaddr& address) {
        const auto& four = reinterpret_cast<const sockaddr_in&>(address);
        return four.sin_addr.s_addr == htonl(0xc0000207)
            ? std::optional<std::string>("192.0.2.7:80 is refused")
            : std::nullopt;
    };
    reopen();
    const auto name = "127.0.0.1:" + std::to_string(registry.port) + "/team/app:v1";
    const auto image = ensure(name);
    ASSERT_FALSE(image);
    EXPECT_EQ(image.error().message, "Pulling " + name + ": 192.0.2.7:80 is refused");
    EXPECT_EQ(image.error().kind, Error::Kind::Denied);
}

} // namespace
} // namespace muster::container::image
