// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// One tick of samples to 1,000 readers: the master's publisher over its WebSockets, beside a
// program of node's `ws` that is given the bytes ready to be sent, and beside write(2) of the same
// bytes to 1,000 sockets. The three take turns; one process reads for all of them and only counts.
// Aim: 80 % of what write(2) sends for the same processor time. Also prints what a tick of 10,000
// GPUs weighs.
//
//   web-fanout-bench [tests/bench/web/ws_peer.mjs]
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zlib.h>

#include "agentd/master/agent_endpoint.h"
#include "agentd/master/console_endpoint.h"
#include "agentd/master/wire.h"
#include "core/container/process.h"
#include "core/net/server.h"
#include "tests/bench/process_cost.h"
#include "tests/bench/series.h"
#include "tests/support/temporary_folder.h"

namespace muster::bench {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kReaders = 1000;
constexpr int kNodes = 1250;
constexpr int kGpusOfNode = 8;
constexpr int kRounds = 9; // the first is not counted
constexpr auto kPause = 150ms; // between ticks: the publisher then sends the next one at once
constexpr int kPatienceMs = 20'000;

double seconds(clockid_t clock) {
    timespec time{};
    ::clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in out{.sin_family = AF_INET, .sin_port = htons(port)};
    out.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return out;
}

// How a reader of a server begins: with a head that is answered, and what follows it.
struct Hello {
    std::string head, then;
};

// A process with 1,000 connections to each server, which drops what it reads (MSG_TRUNC) and counts
// it. Asked for one thing at a time.
class Readers {
public:
    Readers() {
        int ask[2];
        int answer[2];
        if (::pipe(ask) != 0 || ::pipe(answer) != 0) {
            std::abort();
        }
        m_pid = ::fork();
        if (m_pid == 0) {
            ::close(ask[1]);
            m_in = ask[0];
            m_out = answer[1];
            run();
            ::_exit(0);
        }
        ::close(ask[0]);
        ::close(answer[1]);
        m_in = answer[0];
        m_out = ask[1];
    }
    ~Readers() {
        ::close(m_out);
        container::waitForChild(m_pid);
    }
    Readers(const Readers&) = delete;

    struct Answer {
        bool good = false;
        double at = 0; // of the last byte
    };
    // Sets are numbered as they are opened. One that is open is left alone until it is read from.
    void open(std::uint16_t port, const Hello& hello) {
        ask({.port = port, .head = hello.head.size(), .then = hello.then.size()});
        write(hello.head.data(), hello.head.size());
        write(hello.then.data(), hello.then.size());
    }
    void drain(std::size_t set) { ask({.set = set}); } // until it is silent
    void read(std::size_t set, std::size_t bytes) { ask({.set = set, .bytes = bytes}); } // of all
    void closeAll() { ask({.closes = true}); }

    bool hasAnswered() const {
        pollfd one{m_in, POLLIN, 0};
        return ::poll(&one, 1, 0) == 1;
    }
    Answer answer() const {
        Answer out;
        read(&out, sizeof out);
        return out;
    }

private:
    struct Request {
        bool closes = false;
        std::uint16_t port = 0; // to open a set
        std::size_t head = 0, then = 0; // bytes of the hello
        std::size_t set = 0, bytes = 0;
    };
    struct Set {
        int poll = ::epoll_create1(0);
        std::vector<int> sockets;
    };

    void ask(const Request& request) const { write(&request, sizeof request); }
    void write(const void* bytes, std::size_t count) const {
        if (::write(m_out, bytes, count) != static_cast<ssize_t>(count)) {
            ::_exit(1);
        }
    }
    bool read(void* bytes, std::size_t count) const {
        return count == 0 || ::read(m_in, bytes, count) == static_cast<ssize_t>(count);
    }
    void run() {
        for (Request request; read(&request, sizeof request);) {
            Answer answer;
            if (request.closes) {
                for (const auto& set : m_sets) {
                    std::ranges::for_each(set.sockets, ::close);
                    ::close(set.poll);
                }
                m_sets.clear();
                answer.good = true;
            } else if (request.port != 0) {
                Hello hello{std::string(request.head, 0), std::string(request.then, 0)};
                read(hello.head.data(), request.head);
                read(hello.then.data(), request.then);
                answer.good = connect(request.port, hello);
            } else {
                answer = count(m_sets[request.set], request.bytes);
            }
            write(&answer, sizeof answer);
        }
    }
    bool connect(std::uint16_t port, const Hello& hello) {
        auto& set = m_sets.emplace_back();
        const auto there = loopback(port);
        for (std::size_t i = 0; i < kReaders; ++i) {
            const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
            set.sockets.push_back(fd);
            for (int tries = 0; // node takes a while to listen
                 ::connect(fd, reinterpret_cast<const sockaddr*>(&there), sizeof there) != 0;
                 ++tries) {
                if (tries == 500) {
                    return false;
                }
                ::usleep(10'000);
            }
            if (!hello.head.empty() && !upgrade(fd, hello)) {
                return false;
            }
            epoll_event event{.events = EPOLLIN, .data = {.fd = fd}};
            ::epoll_ctl(set.poll, EPOLL_CTL_ADD, fd, &event);
        }
        return true;
    }
    static bool upgrade(int fd, const Hello& hello) {
        ::send(fd, hello.head.data(), hello.head.size(), 0);
        std::string response;
        for (char part[1024]; response.find("\r\n\r\n") == std::string::npos;) {
            const auto count = ::recv(fd, part, sizeof part, 0);
            if (count <= 0) {
                return false;
            }
            response.append(part, static_cast<std::size_t>(count));
        }
        ::send(fd, hello.then.data(), hello.then.size(), 0);
        return response.starts_with("HTTP/1.1 101");
    }
    // `bytes` 0: until nothing comes for a while.
    static Answer count(const Set& set, std::size_t bytes) {
        std::size_t got = 0;
        epoll_event events[256];
        while (bytes == 0 || got < bytes) {
            const int ready = ::epoll_wait(set.poll, events, 256, bytes == 0 ? 300 : kPatienceMs);
            if (ready <= 0) {
                return {.good = bytes == 0};
            }
            for (int i = 0; i < ready; ++i) {
                const auto count = ::recv(events[i].data.fd, nullptr, 1 << 20, MSG_TRUNC);
                if (count <= 0) {
                    return {}; // a server has closed it
                }
                got += static_cast<std::size_t>(count);
            }
        }
        return {got == bytes, seconds(CLOCK_MONOTONIC)};
    }

    pid_t m_pid = 0;
    int m_in = -1, m_out = -1;
    std::vector<Set> m_sets; // of the child
};

// Of H100s at work, as an agent sends them each second.
muster::v1::Telemetry sample(int node, unsigned tick) {
    const auto fill = [&](Metric metric, unsigned gpu) -> MetricValue {
        unsigned mixed = (static_cast<unsigned>(node * kGpusOfNode) + gpu) * 2654435761U
            + tick * 40503U + static_cast<unsigned>(metric) * 97U;
        mixed ^= mixed >> 15;
        const auto of = [&](int low, int high) {
            return low + static_cast<int>(mixed % static_cast<unsigned>(high - low));
        };
        switch (metric) {
        case Metric::GpuUtilization:
            return of(80, 101);
        case Metric::MemoryUtilization:
            return of(30, 70);
        case Metric::MemoryUsed:
            return of(60'000, 61'000);
        case Metric::Temperature:
            return of(55, 65);
        case Metric::Power:
            return of(600'000, 690'000);
        case Metric::SmClock:
            return of(0, 8) * 15 + 1860;
        case Metric::MemoryClock:
            return 2619;
        case Metric::FanSpeed:
            return kUnknown;
        case Metric::PerformanceState:
            return 0;
        case Metric::EccUncorrected:
            return 0;
        case Metric::PcieGeneration:
            return 5;
        case Metric::PcieWidth:
            return 16;
        case Metric::ThrottleReasons:
            return 4;
        case Metric::PcieReceived:
        case Metric::PcieSent:
            return of(200, 900);
        case Metric::NvlinkReceived:
        case Metric::NvlinkSent:
            return of(20'000, 90'000);
        }
        return kUnknown;
    };
    muster::v1::Telemetry out;
    out.set_agent_id(fmt::format("7d0f3ab2-6c1e-4f0e-9a53-2f1d8c6be901-S{:04}", node));
    out.set_gpu_generation(static_cast<std::uint32_t>(node) + 1);
    out.set_at_us(1'790'000'000'000'000 + tick * 1'000'000LL + node * 797);
    for (const auto& metric : metricTable()) {
        auto& column = *out.add_columns();
        column.set_metric(static_cast<std::uint32_t>(metric.metric));
        for (unsigned gpu = 0; gpu < kGpusOfNode; ++gpu) {
            column.add_values(fill(metric.metric, gpu));
        }
    }
    return out;
}

muster::v1::Message tickOf(int nodes, unsigned tick) {
    muster::v1::Message out;
    for (int node = 0; node < nodes; ++node) {
        *out.mutable_telemetry()->add_telemetry() = sample(node, tick);
    }
    return out;
}

std::size_t zipped(const std::string& bytes) {
    auto size = ::compressBound(bytes.size());
    std::string out(size, 0);
    ::compress2(reinterpret_cast<Bytef*>(out.data()), &size,
        reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(), 6);
    return size;
}

// As a server sends it (RFC 6455, 5.2).
std::string frame(const std::string& payload, bool binary) {
    std::string out(1, static_cast<char>(binary ? 0x82 : 0x81));
    const int count = payload.size() < 126 ? 0 : payload.size() < 65536 ? 2 : 8;
    out += static_cast<char>(count == 0 ? payload.size() : count == 2 ? 126 : 127);
    for (int i = count - 1; i >= 0; --i) {
        out += static_cast<char>(payload.size() >> (8 * i));
    }
    return out + payload;
}

Hello hello(std::string_view path, std::uint16_t port, std::string_view subprotocol) {
    return {fmt::format("GET {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nUpgrade: websocket\r\n"
                        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                        "Sec-WebSocket-Protocol: {}\r\n\r\n",
                path, port, subprotocol),
        {}};
}

// The master's part that serves consoles, on a journal of its own; no agent is connected.
class Master {
public:
    Master() {
        auto endpoint = m_consoles.endpoint();
        endpoint.limits.idle = 10min; // no ping among what is counted
        net::ServerOptions options;
        options.port = 0;
        options.authenticate = false;
        m_server = std::move(*net::Server::listen(m_io, options, {}, {std::move(endpoint)}));
    }
    std::uint16_t port() const { return m_server->port(); }
    void serve(Duration span) {
        m_io.restart();
        m_io.run_for(span);
    }
    void tick(const muster::v1::Message& message) {
        for (const auto& telemetry : message.telemetry().telemetry()) {
            m_publisher.onTelemetry(telemetry);
        }
    }

private:
    test::TemporaryFolder m_folder;
    history::Journal m_journal = *history::Journal::open(m_folder / "control.db");
    history::Telemetry m_telemetry = *history::Telemetry::open({.path = m_folder / "telemetry.db"});
    boost::asio::io_context m_io;
    std::unique_ptr<agentd::Control> m_control
        = *agentd::Control::open(m_io, {.master = {.id = "M1"}, .jobs = {}}, m_journal);
    agentd::TelemetryHub m_hub{m_telemetry};
    agentd::LiveData m_live;
    agentd::Alerts m_alerts{m_io, *m_control, alerts::Thresholds{}, std::vector<alerts::Alert>()};
    agentd::Publisher m_publisher{m_io, *m_control, m_alerts, m_hub, m_live, {}};
    agentd::AgentEndpoint m_agents{*m_control, m_hub, m_publisher, "127.0.0.1", agentd::Gate(),
        *agentd::AgentIds::recover(m_journal)};
    agentd::ConsoleEndpoint m_consoles{
        *m_control, m_alerts, m_publisher, m_agents, m_journal, m_telemetry, agentd::Gate()};
    std::unique_ptr<net::Server> m_server;
};

// The floor: sockets and write(2).
class PlainSockets {
public:
    PlainSockets() {
        const auto any = loopback(0);
        sockaddr_in bound{};
        socklen_t size = sizeof bound;
        ::bind(m_listener, reinterpret_cast<const sockaddr*>(&any), sizeof any);
        ::listen(m_listener, 4096);
        ::getsockname(m_listener, reinterpret_cast<sockaddr*>(&bound), &size);
        m_port = ntohs(bound.sin_port);
    }
    ~PlainSockets() {
        std::ranges::for_each(m_sockets, ::close);
        ::close(m_poll);
        ::close(m_listener);
    }
    PlainSockets(const PlainSockets&) = delete;

    std::uint16_t port() const { return m_port; }
    void accept() {
        while (m_sockets.size() < kReaders) {
            m_sockets.push_back(::accept4(m_listener, nullptr, nullptr, SOCK_NONBLOCK));
        }
    }
    void tick(const std::string& bytes) {
        std::vector<std::size_t> sent(m_sockets.size());
        std::size_t whole = 0;
        const auto go = [&](std::size_t i) {
            for (;;) {
                const auto count
                    = ::write(m_sockets[i], bytes.data() + sent[i], bytes.size() - sent[i]);
                if (count < 0) {
                    return false;
                }
                sent[i] += static_cast<std::size_t>(count);
                if (sent[i] == bytes.size()) {
                    ++whole;
                    return true;
                }
            }
        };
        for (std::size_t i = 0; i < m_sockets.size(); ++i) {
            if (!go(i)) {
                epoll_event event{.events = EPOLLOUT, .data = {.u64 = i}};
                ::epoll_ctl(m_poll, EPOLL_CTL_ADD, m_sockets[i], &event);
            }
        }
        for (epoll_event events[256]; whole < m_sockets.size();) {
            const int ready = ::epoll_wait(m_poll, events, 256, kPatienceMs);
            if (ready <= 0) {
                return; // the readers will say so
            }
            for (int k = 0; k < ready; ++k) {
                if (go(events[k].data.u64)) {
                    ::epoll_ctl(m_poll, EPOLL_CTL_DEL, m_sockets[events[k].data.u64], nullptr);
                }
            }
        }
    }

private:
    int m_listener = ::socket(AF_INET, SOCK_STREAM, 0);
    int m_poll = ::epoll_create1(0);
    std::uint16_t m_port = 0;
    std::vector<int> m_sockets;
};

// node's `ws`: ws_peer.mjs PORT FILE sends the file to all at each SIGUSR2.
class NodePeer {
public:
    NodePeer(const std::string& script, const std::string& payload, bool binary) {
        { std::ofstream(m_folder / "payload", std::ios::binary) << payload; }
        PlainSockets free; // gives its port away
        m_port = free.port();
        const auto pid = container::spawn({"node", script, fmt::format("{}", m_port),
                                              m_folder / "payload", binary ? "binary" : "text"},
            {fmt::format("PATH={}", std::getenv("PATH"))}, "/", {.out = 2, .error = 2});
        m_pid = pid ? *pid : 0;
    }
    ~NodePeer() {
        if (m_pid != 0) {
            ::kill(m_pid, SIGTERM);
            container::waitForChild(m_pid);
        }
    }
    NodePeer(const NodePeer&) = delete;

    std::uint16_t port() const { return m_port; }
    pid_t pid() const { return m_pid; }
    void tick() const { ::kill(m_pid, SIGUSR2); }

private:
    test::TemporaryFolder m_folder;
    std::uint16_t m_port = 0;
    pid_t m_pid = 0;
};

struct Cost {
    Series wall, cpu; // ms: until the last reader had it; of the server's processor
};

void print(const char* who, const Cost& cost, std::size_t bytes, const Cost& floor) {
    const auto cpu = cost.cpu.at(0.5);
    fmt::print("  {:<28}{:8.1f} ms CPU {:8.1f} ms wall {:9.0f} messages/CPU-s {:7.0f} MB/s wall "
               "{:5.0f} % of the floor\n",
        who, cpu, cost.wall.at(0.5), static_cast<double>(kReaders) / cpu * 1e3,
        static_cast<double>(kReaders * bytes) / cost.wall.at(0.5) / 1e3,
        floor.cpu.at(0.5) / cpu * 100);
}

Status fanOut(Readers& readers, const char* name, int nodes, proto::Encoding encoding,
    const std::string& script) {
    const bool binary = encoding == proto::Encoding::Binary;
    const auto message = tickOf(nodes, 1);
    const auto payload = proto::encode(message, encoding);
    const auto bytes = frame(payload, binary);
    Master master;
    PlainSockets plain;
    std::optional<NodePeer> node;
    if (!script.empty()) {
        node.emplace(script, payload, binary);
    }

    const auto answer = [&] {
        while (!readers.hasAnswered()) {
            master.serve(5ms);
        }
        return readers.answer();
    };
    muster::v1::Request subscribe;
    subscribe.mutable_subscribe()->set_telemetry(true);
    auto first = frame(proto::encode(subscribe, encoding), binary);
    first[1] = static_cast<char>(first[1] | 0x80); // a client masks
    first.insert(2, 4, '\0');
    auto ours = hello(
        "/ws/console", master.port(), binary ? proto::kBinarySubprotocol : proto::kJsonSubprotocol);
    ours.then = first;
    readers.open(master.port(), ours);
    if (!answer().good) {
        return failure("The master took no 1,000 readers");
    }
    readers.drain(0); // of the snapshots
    answer();
    readers.open(plain.port(), {});
    answer();
    plain.accept();
    if (node) {
        readers.open(node->port(), hello("/", node->port(), "x"));
        if (!answer().good) {
            return failure(
                fmt::format("{} took no 1,000 readers: run npm ci in its folder", script));
        }
    }

    Cost byMaster, byWrite, byNode;
    // `cpu`: ms so far of the process that sends.
    const auto measure
        = [&](Cost& cost, std::size_t set, const auto& cpu, const auto& tick) -> Status {
        master.serve(kPause);
        readers.read(set, kReaders * bytes.size());
        const auto before = cpu();
        const auto start = seconds(CLOCK_MONOTONIC);
        tick();
        const auto done = answer();
        if (!done.good) {
            return failure("The readers did not get the bytes of one tick");
        }
        if (set == 2) {
            std::this_thread::sleep_for(20ms); // node tidies up
        }
        cost.cpu.values.push_back(cpu() - before);
        cost.wall.values.push_back((done.at - start) * 1e3);
        return {};
    };
    const auto here = [] { return seconds(CLOCK_PROCESS_CPUTIME_ID) * 1e3; };
    for (int round = 0; round < kRounds; ++round) {
        auto status = measure(byMaster, 0, here, [&] { master.tick(message); });
        if (status) {
            status = measure(byWrite, 1, here, [&] { plain.tick(bytes); });
        }
        if (status && node) {
            status = measure(
                byNode, 2, [&] { return cpuMilliseconds(node->pid()); }, [&] { node->tick(); });
        }
        if (!status) {
            return status;
        }
        if (round == 0) {
            byMaster = byWrite = byNode = {};
        }
    }
    fmt::print("{}: {} bytes to {} readers\n", name, bytes.size(), kReaders);
    print("muster", byMaster, bytes.size(), byWrite);
    if (node) {
        print("node ws (bytes ready)", byNode, bytes.size(), byWrite);
    }
    print("floor: write(2)", byWrite, bytes.size(), byWrite);
    readers.closeAll();
    answer();
    master.serve(100ms);
    return {};
}

void weigh() {
    const auto message = tickOf(kNodes, 1);
    std::size_t objects = 0; // of a page that asks for all GPUs by name
    for (const auto& one : message.telemetry().telemetry()) {
        for (int gpu = 0; gpu < kGpusOfNode; ++gpu) {
            objects
                += fmt::formatted_size(R"({{"uuid":"GPU-00000000-1234-5678-9abc-000000000000"}},)");
            for (const auto& column : one.columns()) {
                const auto& metric = metricTable()[column.metric()];
                objects += fmt::formatted_size(R"("{}":{},)", metric.key, column.values(gpu));
            }
        }
    }
    fmt::print("a tick of {} GPUs x {} metrics (aim 14 KB)\n", kNodes * kGpusOfNode, kMetricCount);
    for (const auto& [name, encoding] :
        {std::pair("muster.v1.json, the page", proto::Encoding::Json),
            std::pair("muster.v1.proto, the console", proto::Encoding::Binary)}) {
        const auto start = seconds(CLOCK_PROCESS_CPUTIME_ID);
        const auto bytes = proto::encode(message, encoding);
        const auto ms = (seconds(CLOCK_PROCESS_CPUTIME_ID) - start) * 1e3;
        fmt::print("  {:<34}{:9} bytes {:9} deflated {:6.1f} a GPU {:6.1f} ms to encode\n", name,
            bytes.size(), zipped(bytes), static_cast<double>(bytes.size()) / (kNodes * kGpusOfNode),
            ms);
    }
    fmt::print("  {:<34}{:9} bytes\n", "peer: an object for each GPU", objects);
}

Status measure(const std::string& script) {
    Readers readers; // before anything else has threads
    weigh();
    for (const auto& [name, nodes, encoding] :
        {std::tuple("one node, JSON", 1, proto::Encoding::Json),
            // as large as the samples of 10,000 GPUs that the page asks for
            std::tuple("13 nodes, JSON", 13, proto::Encoding::Json),
            std::tuple("10,000 GPUs, JSON", kNodes, proto::Encoding::Json),
            std::tuple("10,000 GPUs, binary", kNodes, proto::Encoding::Binary)}) {
        if (auto status = fanOut(readers, name, nodes, encoding, script); !status) {
            return status;
        }
    }
    double load = 0;
    ::getloadavg(&load, 1);
    fmt::print("load average {:.2f}, {} processors\n", load, ::sysconf(_SC_NPROCESSORS_ONLN));
    return {};
}

} // namespace
} // namespace muster::bench

int main(int argc, char** argv) {
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max; // node takes it over
    ::setrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur < 4096) {
        fmt::print(stderr, "web-fanout-bench: needs 4096 files; see ulimit -n\n");
        return 1;
    }
    const auto script = argc > 1 ? std::filesystem::absolute(argv[1]).string() : std::string();
    if (const auto status = muster::bench::measure(script); !status) {
        fmt::print(stderr, "web-fanout-bench: {}\n", status.error().message);
        return 1;
    }
    return 0;
}
