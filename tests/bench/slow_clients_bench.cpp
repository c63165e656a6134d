// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Slow clients against the shipped daemon, with authentication: 5,000 connections that never end
// their request (1,000 a second of those that are cut off are opened again), 500 consoles that
// subscribe to everything and never read, 2 of which ask for snapshots without end. Prints what
// others notice of it, beside the aims of the reliability list (doc/features.md S9). Needs root.
// Asserts nothing.
#include <atomic>
#include <chrono>
#include <cstring>
#include <optional>
#include <thread>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/net/address.h"
#include "core/net/token.h"
#include "tests/bench/daemon_world.h"
#include "tests/bench/process_cost.h"
#include "tests/bench/series.h"

namespace muster::bench {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kHalfOpen = 5000;
constexpr std::size_t kConsoles = 500;
constexpr std::size_t kGreedy = 2;
constexpr std::size_t kAgain = 100; // opened again each 100 ms
constexpr auto kDuration = 20s; // two limits of the daemon for a request head

// A blocking client on one of loopback's addresses, which the daemon counts apart.
class Client {
public:
    // `host`: the last two parts of 127.0.x.y.
    Client(std::uint16_t port, unsigned host, int receiveBuffer = 0)
        : m_fd(::socket(AF_INET, SOCK_STREAM, 0)) {
        const timeval patience{2, 0};
        ::setsockopt(m_fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        ::setsockopt(m_fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        if (receiveBuffer > 0)
            ::setsockopt(m_fd, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, sizeof receiveBuffer);
        sockaddr_in own{.sin_family = AF_INET};
        own.sin_addr.s_addr = htonl(0x7f000000U + host);
        ::bind(m_fd, reinterpret_cast<sockaddr*>(&own), sizeof own);
        sockaddr_in there{.sin_family = AF_INET, .sin_port = htons(port)};
        there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        ::connect(m_fd, reinterpret_cast<sockaddr*>(&there), sizeof there);
    }
    ~Client() { ::close(m_fd); }
    Client(const Client&) = delete;

    bool send(std::string_view bytes, int flags = 0) {
        return ::send(m_fd, bytes.data(), bytes.size(), MSG_NOSIGNAL | flags)
            == static_cast<ssize_t>(bytes.size());
    }
    // One read of up to 4 KiB; empty at the end.
    std::string receive() {
        char buffer[4096];
        const auto count = ::recv(m_fd, buffer, sizeof buffer, 0);
        return {buffer, static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
    }
    bool isCutOff() {
        char byte = 0;
        const auto count = ::recv(m_fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
        return count == 0 || (count < 0 && errno != EAGAIN);
    }

private:
    int m_fd;
};

using Clients = std::vector<std::unique_ptr<Client>>;

// A masked text frame whose mask is 0.
std::string frame(const std::string& text) {
    return std::string("\x81") + static_cast<char>(0x80 | text.size()) + std::string(4, '\0')
        + text;
}

struct Daemon {
    std::uint16_t port;
    std::string token;
    pid_t pid;

    std::string get(std::string_view path, std::string_view more = "") const {
        return fmt::format("GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{}\r\n", path, port, more);
    }
    std::unique_ptr<Client> halfOpen(std::size_t index) const {
        auto client = std::make_unique<Client>(port, 0x100 + static_cast<unsigned>(index / 1000));
        client->send("GET /healthz HT");
        return client;
    }
    std::unique_ptr<Client> console() const {
        auto client = std::make_unique<Client>(port, 2, 4096);
        client->send(get("/ws/console",
            fmt::format("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                        "Sec-WebSocket-Protocol: muster.v1.json\r\n"
                        "Authorization: Bearer {}\r\n",
                token)));
        if (!client->receive().starts_with("HTTP/1.1 101"))
            return nullptr;
        client->send(frame(R"({"subscribe":{"telemetry":true}})"));
        return client;
    }
};

struct Answers {
    Series milliseconds;
    std::size_t refused = 0;

    std::string text() const {
        if (milliseconds.values.empty())
            return fmt::format("none of {} answered", refused);
        return fmt::format("p50 {:.1f} ms, p99 {:.1f} ms, {} answered, {} refused",
            milliseconds.at(0.5), milliseconds.at(0.99), milliseconds.values.size(), refused);
    }
};

void ask(const Daemon& daemon, Client& client, Answers& answers) {
    const auto start = Clock::now();
    client.send(daemon.get("/healthz"));
    if (client.receive().starts_with("HTTP/1.1 200"))
        answers.milliseconds.values.push_back(
            std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    else
        ++answers.refused;
}

// What happens to the slow ones, on a thread of its own.
class Attack {
public:
    explicit Attack(const Daemon& daemon) : m_daemon(daemon) {
        for (std::size_t i = 0; i < kConsoles; ++i) {
            if (auto console = daemon.console())
                m_consoles.push_back(std::move(console));
        }
        for (std::size_t i = 0; i < kHalfOpen; ++i)
            m_halfOpen.push_back(daemon.halfOpen(i));
        m_thread = std::thread([this] { run(); });
    }
    ~Attack() {
        m_stop = true;
        m_thread.join();
    }

    std::size_t consoles() const { return m_consoles.size(); }
    std::size_t mostHalfOpen() const { return m_mostHalfOpen; }
    std::size_t opened() const { return m_opened; }
    std::size_t greedyCutOff() const { return m_greedyCutOff; }
    std::size_t othersCutOff() const { return m_othersCutOff; }

private:
    void run() {
        const auto storm = frame(R"({"subscribe":{"once":true}})");
        while (!m_stop) {
            std::this_thread::sleep_for(100ms);
            std::size_t open = 0;
            std::size_t again = 0;
            for (std::size_t i = 0; i < kHalfOpen; ++i) {
                if (!m_halfOpen[i]->isCutOff()) {
                    ++open;
                } else if (again < kAgain) {
                    m_halfOpen[i] = m_daemon.halfOpen(i);
                    ++again;
                }
            }
            m_opened += again;
            m_mostHalfOpen = std::max<std::size_t>(m_mostHalfOpen, open);
            std::size_t greedy = 0;
            std::size_t others = 0;
            for (std::size_t i = 0; i < m_consoles.size(); ++i) {
                for (int k = 0; i < kGreedy && k < 100; ++k)
                    m_consoles[i]->send(storm, MSG_DONTWAIT);
                (i < kGreedy ? greedy : others) += hasEnded(i);
            }
            m_greedyCutOff = greedy;
            m_othersCutOff = others;
        }
    }
    // Unread bytes hide the end from recv, not from send.
    bool hasEnded(std::size_t i) {
        const std::string pong("\x8a\x80\0\0\0\0", 6);
        return !m_consoles[i]->send(pong, MSG_DONTWAIT) && errno != EAGAIN;
    }

    const Daemon& m_daemon;
    Clients m_consoles;
    Clients m_halfOpen;
    std::atomic<bool> m_stop = false;
    std::atomic<std::size_t> m_mostHalfOpen = 0, m_opened = 0, m_greedyCutOff = 0,
                             m_othersCutOff = 0;
    std::thread m_thread;
};

void print(std::string_view what, std::string_view ours, std::string_view aim) {
    fmt::print("{:<44}{:<58}{}\n", what, ours, aim);
}

Status measure(DaemonWorld& world) {
    const auto pid = world.start(
        "standalone", {"--simulate=m60x4", "--port=0", "--isolation=none", "--log_level=error"});
    if (!pid)
        return tl::unexpected(pid.error());
    const auto context = world.master();
    if (!context)
        return tl::unexpected(context.error());
    const auto endpoint = net::Endpoint::parse(context->address);
    const auto token = net::readToken(context->tokenFile);
    if (!endpoint || !token)
        return failure("The daemon's context has no address or no token");
    const Daemon daemon{endpoint->authority.port, token->token, *pid};

    Answers alone;
    for (int i = 0; i < 500; ++i) {
        Client client(daemon.port, 3);
        ask(daemon, client, alone);
    }
    const long before = memoryOf(*pid).resident;
    Client kept(daemon.port, 3);
    Answers onKept;
    ask(daemon, kept, onKept);
    Answers onNew;
    long most = 0;
    const Attack attack(daemon);
    for (const auto end = Clock::now() + kDuration; Clock::now() < end;) {
        ask(daemon, kept, onKept);
        Client client(daemon.port, 3);
        ask(daemon, client, onNew);
        most = std::max(most, memoryOf(*pid).resident);
        std::this_thread::sleep_for(10ms);
    }
    double load = 0;
    getloadavg(&load, 1);
    print("", "ours", "aim");
    print("/healthz before", alone.text(), "-");
    print("/healthz meanwhile, a kept connection", onKept.text(), "p99 < 200 ms");
    print("/healthz meanwhile, new connections", onNew.text(), "p99 < 200 ms");
    print("half-open at once",
        fmt::format("{} of {}, {} opened again", attack.mostHalfOpen(), kHalfOpen, attack.opened()),
        "the cap (4096) closes the oldest");
    print("consoles that never read", fmt::format("{} of {}", attack.consoles(), kConsoles), "-");
    print("  of them greedy, cut off", fmt::format("{} of {}", attack.greedyCutOff(), kGreedy),
        "all, at the queue's limit");
    print("  the others, cut off", fmt::format("{}", attack.othersCutOff()),
        "all, after 30 s without a pong");
    print("resident memory", fmt::format("{} MiB before, {} MiB at most", before >> 10, most >> 10),
        "< 256 MB");
    fmt::print("load average {:.1f}\n", load);
    return {};
}

} // namespace
} // namespace muster::bench

int main() {
    const rlimit files{20'000, 20'000}; // the daemon inherits it
    if (setrlimit(RLIMIT_NOFILE, &files) != 0) {
        fmt::print(stderr, "slow-clients-bench: needs 20000 files: {}\n", std::strerror(errno));
        return 1;
    }
    return muster::bench::inDaemonWorld("slow-clients-bench", muster::bench::measure);
}
