// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/image/network_gate.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <list>
#include <mutex>
#include <thread>

#include <arpa/inet.h>
#include <fcntl.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>

#include "core/container/image/reference.h"
#include "core/kernel/base/number.h"

namespace muster::container::image {
namespace {

constexpr std::size_t kLongestHead = 16 << 10;
constexpr std::size_t kMostConnections = 64;
constexpr int kPatience = 20'000; // ms: to connect, and for the head of a request
constexpr std::size_t kPiece = 64 << 10;

struct Target {
    std::string host; // without brackets
    std::uint16_t port = 0;
};

// "a:80", "[::1]:80", "a" with `otherwise` as its port.
std::optional<Target> targetOf(std::string_view text, std::uint16_t otherwise) {
    Target out{.host = {}, .port = otherwise};
    std::string_view port;
    if (text.starts_with('[')) {
        const auto end = text.find(']');
        if (end == std::string_view::npos)
            return std::nullopt;
        out.host = text.substr(1, end - 1);
        port = text.substr(end + 1);
    } else {
        const auto colon = std::min(text.rfind(':'), text.size());
        out.host = text.substr(0, colon);
        port = text.substr(colon);
    }
    if (!port.empty()) {
        port.remove_prefix(1);
        out.port = wholeNumber<decltype(out.port)>(port).value_or(0);
    }
    std::ranges::transform(out.host, out.host.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out.host.empty() || out.port == 0 ? std::nullopt : std::optional(out);
}

struct FreeAddresses {
    void operator()(addrinfo* list) const { freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

Addresses resolve(const Target& target) {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICSERV;
    addrinfo* list = nullptr;
    const auto port = std::to_string(target.port);
    return getaddrinfo(target.host.c_str(), port.c_str(), &hints, &list) == 0 ? Addresses(list)
                                                                              : Addresses();
}

bool sendAll(int socket, std::string_view text) {
    while (!text.empty()) {
        const auto count = TEMP_FAILURE_RETRY(send(socket, text.data(), text.size(), MSG_NOSIGNAL));
        if (count <= 0)
            return false;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

// At every address: a namespace without any but its own loopback.
Fd listenOn(int family, std::uint16_t port) {
    Fd out(socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_storage address{};
    socklen_t size = sizeof(sockaddr_in);
    if (family == AF_INET) {
        auto& four = reinterpret_cast<sockaddr_in&>(address);
        four = {.sin_family = AF_INET, .sin_port = htons(port)};
    } else {
        auto& six = reinterpret_cast<sockaddr_in6&>(address);
        six.sin6_family = AF_INET6;
        six.sin6_port = htons(port);
        size = sizeof(sockaddr_in6);
    }
    const int only = 1;
    if (out && family == AF_INET6)
        setsockopt(out.number(), IPPROTO_IPV6, IPV6_V6ONLY, &only, sizeof only);
    const bool listens = out
        && bind(out.number(), reinterpret_cast<const sockaddr*>(&address), size) == 0
        && listen(out.number(), 16) == 0;
    return listens ? std::move(out) : Fd();
}

std::uint16_t portOf(const Fd& listener) {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    getsockname(listener.number(), reinterpret_cast<sockaddr*>(&address), &size);
    return ntohs(address.sin_port);
}

bool raiseLoopback() {
    const Fd any(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    ifreq request{};
    std::copy_n("lo", 3, request.ifr_name);
    request.ifr_flags = IFF_UP;
    return any && ioctl(any.number(), SIOCSIFFLAGS, &request) == 0;
}

// Of a plain http request to a proxy: what its server is to read, one request a connection.
struct PlainRequest {
    Target target;
    std::string head;
};

std::optional<PlainRequest> plainRequest(std::string_view head) {
    const auto line = head.substr(0, head.find("\r\n"));
    const auto space = line.find(' ');
    const auto last = line.rfind(' ');
    constexpr std::string_view kScheme = "http://";
    if (space == std::string_view::npos || last <= space
        || !line.substr(space + 1).starts_with(kScheme))
        return std::nullopt;
    const auto url = line.substr(space + 1 + kScheme.size(), last - space - 1 - kScheme.size());
    const auto slash = std::min(url.find('/'), url.size());
    const auto target = targetOf(url.substr(0, slash), 80);
    if (!target)
        return std::nullopt;
    const auto path = slash == url.size() ? std::string("/") : std::string(url.substr(slash));
    PlainRequest out{*target,
        fmt::format(
            "{} {} {}\r\nConnection: close", line.substr(0, space), path, line.substr(last + 1))};
    for (auto rest = head.substr(line.size()); rest.starts_with("\r\n");) {
        rest.remove_prefix(2);
        const auto field = rest.substr(0, rest.find("\r\n"));
        std::string name(field.substr(0, field.find(':')));
        std::ranges::transform(name, name.begin(),
            [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
        if (field.empty())
            break;
        if (name != "connection" && name != "proxy-connection" && name != "proxy-authorization")
            out.head += fmt::format("\r\n{}", field);
        rest.remove_prefix(field.size());
    }
    out.head += "\r\n\r\n";
    return out;
}

std::string refusalText(std::string_view status, std::string_view body) {
    return fmt::format("HTTP/1.1 {}\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n"
                       "Connection: close\r\n\r\n{}",
        status, body.size(), body);
}

} // namespace

// Accepts in the namespace, connects outside of it: a socket belongs to where it was made.
class NetworkGate::Proxy {
public:
    // `direct`: connections that come in there go to that target, whatever they say.
    struct Door {
        Fd listener;
        std::optional<Target> direct;
    };

    Proxy(ConnectionRule rule, std::vector<Door> doors)
        : m_rule(std::move(rule)), m_doors(std::move(doors)),
          m_stop(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), m_thread([this] { acceptAll(); }) { }
    ~Proxy() {
        eventfd_write(m_stop.number(), 1); // stays readable: every thread sees it
        m_thread.join();
        m_relays.clear();
    }
    Proxy(const Proxy&) = delete;

    std::uint16_t port() const { return portOf(m_doors.front().listener); }
    std::optional<std::string> refusal() const {
        const std::lock_guard lock(m_mutex);
        return m_refusal;
    }

private:
    struct Relay {
        std::atomic<bool> over = false;
        std::jthread thread;
    };

    // Whether it is readable before the time is over; false at the end of the gate.
    bool wait(int descriptor, short events, int patience) const {
        std::array<pollfd, 2> fds{{{descriptor, events, 0}, {m_stop.number(), POLLIN, 0}}};
        return poll(fds.data(), fds.size(), patience) > 0 && fds[1].revents == 0;
    }

    void acceptAll() {
        for (;;) {
            std::vector<pollfd> fds{{m_stop.number(), POLLIN, 0}};
            for (const auto& door : m_doors)
                fds.push_back({door.listener.number(), POLLIN, 0});
            if (poll(fds.data(), fds.size(), -1) < 0 && errno != EINTR)
                return;
            if (fds[0].revents != 0)
                return;
            m_relays.remove_if([](const Relay& relay) { return relay.over.load(); });
            for (std::size_t i = 0; i < m_doors.size(); ++i) {
                if (fds[i + 1].revents != 0)
                    admit(m_doors[i]);
            }
        }
    }

    void admit(const Door& door) {
        Fd client(accept4(door.listener.number(), nullptr, nullptr, SOCK_CLOEXEC));
        if (!client || m_relays.size() >= kMostConnections)
            return;
        auto& relay = m_relays.emplace_back();
        relay.thread = std::jthread([this, &relay, &door, client = std::move(client)] {
            serve(client, door.direct);
            relay.over = true;
        });
    }

    void serve(const Fd& client, const std::optional<Target>& direct) {
        if (direct) {
            if (const auto server = connectTo(*direct))
                relay(client, *server);
            return;
        }
        std::string head;
        while (head.find("\r\n\r\n") == std::string::npos) {
            std::array<char, 4096> buffer{};
            if (head.size() > kLongestHead || !wait(client.number(), POLLIN, kPatience))
                return;
            const auto count
                = TEMP_FAILURE_RETRY(recv(client.number(), buffer.data(), buffer.size(), 0));
            if (count <= 0)
                return;
            head.append(buffer.data(), static_cast<std::size_t>(count));
        }
        const auto end = head.find("\r\n\r\n") + 4;
        constexpr std::string_view kConnect = "CONNECT ";
        const bool tunnels = head.starts_with(kConnect);
        std::optional<PlainRequest> request;
        if (tunnels) {
            const auto rest = std::string_view(head).substr(kConnect.size());
            if (const auto target = targetOf(rest.substr(0, rest.find(' ')), 0))
                request = PlainRequest{*target, {}};
        } else {
            request = plainRequest(std::string_view(head).substr(0, end));
        }
        if (!request) {
            sendAll(client.number(), refusalText("400 Bad Request", "No request for a proxy"));
            return;
        }
        const auto server = connectTo(request->target);
        if (!server) {
            const bool isDenied = server.error().kind == Error::Kind::Denied;
            sendAll(client.number(),
                refusalText(
                    isDenied ? "403 Forbidden" : "502 Bad Gateway", server.error().message));
            return;
        }
        const bool begun = tunnels
            ? sendAll(client.number(), "HTTP/1.1 200 Connection established\r\n\r\n")
            : sendAll(server->number(), request->head);
        if (begun && sendAll(server->number(), std::string_view(head).substr(end)))
            relay(client, *server);
    }

    Result<Fd> connectTo(const Target& target) {
        const auto addresses = resolve(target);
        if (!addresses)
            return failure(fmt::format("no such host: {}", target.host), Error::Kind::Unavailable);
        std::optional<std::string> refusal;
        int failed = 0;
        for (const auto* at = addresses.get(); at != nullptr; at = at->ai_next) {
            if (auto why = m_rule(target.host, *at->ai_addr)) {
                refusal = std::move(why);
                continue;
            }
            Fd server(socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
            if (server && open(server, *at)) {
                fcntl(server.number(), F_SETFL, 0);
                return server;
            }
            failed = errno;
        }
        if (failed == 0 && refusal) {
            const std::lock_guard lock(m_mutex);
            m_refusal = refusal;
            return failure(*refusal, Error::Kind::Denied);
        }
        return failure(
            fmt::format("connect to {}:{}: {}", target.host, target.port, std::strerror(failed)),
            Error::Kind::Unavailable);
    }

    bool open(const Fd& server, const addrinfo& address) const {
        if (connect(server.number(), address.ai_addr, address.ai_addrlen) == 0)
            return true;
        if (errno != EINPROGRESS)
            return false;
        int error = 0;
        socklen_t size = sizeof error;
        if (!wait(server.number(), POLLOUT, kPatience)) {
            errno = ETIMEDOUT;
            return false;
        }
        getsockopt(server.number(), SOL_SOCKET, SO_ERROR, &error, &size);
        errno = error;
        return error == 0;
    }

    // As sendAll(), but an end that reads nothing does not keep the gate from its own end.
    bool pass(int socket, std::string_view piece) const {
        while (!piece.empty()) {
            const auto count = TEMP_FAILURE_RETRY(
                send(socket, piece.data(), piece.size(), MSG_NOSIGNAL | MSG_DONTWAIT));
            if (count > 0) {
                piece.remove_prefix(static_cast<std::size_t>(count));
                continue;
            }
            if (count == 0 || errno != EAGAIN)
                return false;
            std::array<pollfd, 2> fds{{{socket, POLLOUT, 0}, {m_stop.number(), POLLIN, 0}}};
            if (TEMP_FAILURE_RETRY(poll(fds.data(), fds.size(), -1)) < 0 || fds[1].revents != 0)
                return false;
        }
        return true;
    }

    // Until both have ended, or the gate.
    void relay(const Fd& client, const Fd& server) const {
        std::array<int, 2> ends{client.number(), server.number()};
        std::array<bool, 2> open{true, true};
        std::vector<char> buffer(kPiece);
        while (open[0] || open[1]) {
            std::array<pollfd, 3> fds{{{open[0] ? ends[0] : -1, POLLIN, 0},
                {open[1] ? ends[1] : -1, POLLIN, 0}, {m_stop.number(), POLLIN, 0}}};
            if (poll(fds.data(), fds.size(), -1) < 0 && errno != EINTR)
                return;
            if (fds[2].revents != 0)
                return;
            for (std::size_t i = 0; i < 2; ++i) {
                if (!open[i] || fds[i].revents == 0)
                    continue;
                const auto count = recv(ends[i], buffer.data(), buffer.size(), 0);
                if (count < 0
                    || (count > 0
                        && !pass(ends[1 - i], {buffer.data(), static_cast<std::size_t>(count)})))
                    return;
                if (count == 0) {
                    open[i] = false;
                    shutdown(ends[1 - i], SHUT_WR);
                }
            }
        }
    }

    const ConnectionRule m_rule;
    const std::vector<Door> m_doors;
    const Fd m_stop;
    mutable std::mutex m_mutex;
    std::optional<std::string> m_refusal;
    std::list<Relay> m_relays; // of the accepting thread, until it has ended
    std::thread m_thread;
};

Result<std::unique_ptr<NetworkGate>> NetworkGate::open(
    ConnectionRule rule, const std::string& registry) {
    std::vector<Target> direct;
    if (isLoopback(registry)) {
        if (auto admitted = checkRegistry(rule, registry); !admitted)
            return tl::unexpected(admitted.error());
        for (const std::uint16_t port : {443, 80}) {
            const auto target = targetOf(registry, port);
            if (target && std::ranges::none_of(direct, [&](const Target& one) {
                    return one.port == target->port;
                }))
                direct.push_back(*target);
        }
    }
    Fd space;
    std::vector<Proxy::Door> doors;
    int error = 0;
    std::thread([&] {
        if (unshare(CLONE_NEWNET) != 0 || !raiseLoopback()) {
            error = errno;
            return;
        }
        doors.push_back({listenOn(AF_INET, 0), {}});
        for (const auto& target : direct) {
            for (const int family : {AF_INET, AF_INET6}) {
                if (Fd listener = listenOn(family, target.port))
                    doors.push_back({std::move(listener), target});
            }
        }
        space = Fd(::open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC));
        error = errno;
    }).join();
    if (!space || doors.empty() || !doors.front().listener)
        return failure(fmt::format("Images are pulled in a network namespace of their own, which "
                                   "cannot be made: {}",
                           std::strerror(error)),
            Error::Kind::Unavailable);
    auto proxy = std::make_unique<Proxy>(std::move(rule), std::move(doors));
    return std::unique_ptr<NetworkGate>(new NetworkGate(std::move(space), std::move(proxy)));
}

NetworkGate::NetworkGate(Fd space, std::unique_ptr<Proxy> proxy)
    : m_space(std::move(space)), m_proxy(std::move(proxy)) { }

NetworkGate::~NetworkGate() = default;

std::vector<std::string> NetworkGate::environment() const {
    const auto proxy = fmt::format("http://127.0.0.1:{}", m_proxy->port());
    return {"HTTPS_PROXY=" + proxy, "HTTP_PROXY=" + proxy};
}

void NetworkGate::within(const std::function<void()>& work) const {
    std::thread([&] {
        if (setns(m_space.number(), CLONE_NEWNET) == 0)
            work();
    }).join();
}

std::optional<std::string> NetworkGate::refusal() const {
    return m_proxy->refusal();
}

Status checkRegistry(const ConnectionRule& rule, const std::string& registry) {
    const auto target = targetOf(registry, 443);
    const auto addresses = target ? resolve(*target) : Addresses();
    for (const auto* at = addresses.get(); at != nullptr; at = at->ai_next) {
        if (auto why = rule(target->host, *at->ai_addr))
            return failure(*why, Error::Kind::Denied);
    }
    return {};
}

} // namespace muster::container::image
