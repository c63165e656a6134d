// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/server.h"

#include <algorithm>
#include <list>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include <arpa/inet.h>
#include <ifaddrs.h>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>

#include "core/net/connection.h"
#include "core/net/tls.h"
#include "core/net/unix_listener.h"

namespace muster::net {

namespace {

using Acceptor = asio::basic_socket_acceptor<asio::generic::stream_protocol, Executor>;

Result<asio::ip::tcp::endpoint> endpointOf(const ServerOptions& options) {
    const std::string text = options.address == "localhost" ? "127.0.0.1" : options.address;
    const bool bracketed = text.starts_with('[') && text.ends_with(']');
    error_code error;
    const auto address
        = asio::ip::make_address(bracketed ? text.substr(1, text.size() - 2) : text, error);
    if (error)
        return failure(
            fmt::format("'{}' is not an address to listen on: use an IP address such as 127.0.0.1",
                options.address));
    return asio::ip::tcp::endpoint(address, options.port);
}

Status bindTo(Acceptor& acceptor, const asio::ip::tcp::endpoint& endpoint) {
    error_code error;
    acceptor.open(endpoint.protocol(), error);
    if (!error)
        acceptor.set_option(asio::socket_base::reuse_address(true), error);
    if (!error)
        acceptor.bind(endpoint, error);
    if (!error)
        acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (!error)
        return {};
    return failure(fmt::format("Failed to listen on {}:{}: {}{}", endpoint.address().to_string(),
                       endpoint.port(), error.message(),
                       error == asio::error::address_in_use
                           ? ". Stop the program that uses it, or choose another port with --port"
                           : ""),
        Error::Kind::Conflict);
}

// Of the machine's network interfaces, as they are now.
std::vector<asio::ip::address> ownAddresses() {
    std::vector<asio::ip::address> found;
    ifaddrs* first = nullptr;
    if (::getifaddrs(&first) != 0)
        return found;
    const std::unique_ptr<ifaddrs, decltype(&::freeifaddrs)> list(first, ::freeifaddrs);
    for (const ifaddrs* entry = first; entry != nullptr; entry = entry->ifa_next) {
        char text[INET6_ADDRSTRLEN] = {};
        const auto* any = entry->ifa_addr;
        const int family = any == nullptr ? AF_UNSPEC : any->sa_family;
        const void* bytes = family == AF_INET
            ? static_cast<const void*>(&reinterpret_cast<const sockaddr_in*>(any)->sin_addr)
            : family == AF_INET6
            ? static_cast<const void*>(&reinterpret_cast<const sockaddr_in6*>(any)->sin6_addr)
            : nullptr;
        if (bytes != nullptr && ::inet_ntop(family, bytes, text, sizeof text) != nullptr)
            found.push_back(asio::ip::make_address(text));
    }
    return found;
}

// An address is a name that cannot be made to point elsewhere.
std::vector<std::string> namesOf(const ServerOptions& options, const asio::ip::address& address) {
    std::vector<std::string> names = options.names;
    auto addresses = ownAddresses();
    addresses.push_back(address);
    for (const auto& own : addresses) {
        if (!own.is_unspecified())
            names.push_back(own.is_v6() ? "[" + own.to_string() + "]" : own.to_string());
    }
    return names;
}

} // namespace

struct Server::State : std::enable_shared_from_this<Server::State> {
    State(asio::io_context& context, ServerOptions options)
        : io(context), acceptor(io), service(std::make_shared<Service>()) {
        service->options = std::move(options);
    }

    // Counts one connection for as long as it lives.
    struct Place final : Slot {
        Place(std::shared_ptr<State> owner, std::weak_ptr<Transport> of, std::string from)
            : state(std::move(owner)), transport(std::move(of)), remote(std::move(from)) {
            state->places.insert(this);
            ++state->perAddress[remote];
        }
        ~Place() override {
            waits(false);
            if (--state->perAddress[remote] == 0)
                state->perAddress.erase(remote);
            state->places.erase(this);
        }
        void waits(bool forRequest) override {
            if (waiting)
                state->waiting.erase(*std::exchange(waiting, std::nullopt));
            if (forRequest)
                waiting = state->waiting.insert(state->waiting.end(), this);
        }
        void serves(const std::string& principal) override {
            session = Silence{principal, std::chrono::steady_clock::now()};
        }
        void heard() override { session.reset(); }
        struct Silence {
            std::string principal;
            std::chrono::steady_clock::time_point since;
        };
        std::shared_ptr<State> state;
        std::weak_ptr<Transport> transport;
        std::string remote;
        std::optional<std::list<Place*>::iterator> waiting;
        std::optional<Silence> session; // that has said nothing yet
    };

    Task<> acceptAll();
    void admit(Socket socket);
    bool makeRoomFor(const std::string& remote);
    bool closeWaiting(std::string_view remote);
    bool closeSilent(std::string_view remote);
    void stop();
    Status listenOnPort();
    Status listenOnUnixSocket();

    asio::io_context& io;
    Acceptor acceptor;
    std::uint16_t port = 0;
    std::optional<UnixListener> unixListener;
    std::shared_ptr<Service> service;
    TlsContext tls;
    std::unordered_set<Place*> places;
    std::list<Place*> waiting; // for a request, the longest first
    std::unordered_map<std::string, std::size_t> perAddress;
};

Task<> Server::State::acceptAll() {
    const auto self = shared_from_this();
    while (!service->stopped) {
        Socket socket(io.get_executor());
        error_code error;
        co_await acceptor.async_accept(socket, asio::redirect_error(kAwait, error));
        if (service->stopped)
            break;
        if (!error) {
            admit(std::move(socket));
            continue;
        }
        // Out of descriptors, mostly: accepting again at once would spin.
        service->problem("Failed to accept a connection: " + error.message());
        Timer pause(io.get_executor(), std::chrono::milliseconds(100));
        co_await pause.async_wait(asio::redirect_error(kAwait, error));
    }
}

// The connection that has waited longest for a request, of that address or (empty) of any, goes:
// clients that never finish a request do not keep others out.
bool Server::State::closeWaiting(std::string_view remote) {
    const auto found = std::find_if(waiting.begin(), waiting.end(),
        [&](const Place* place) { return remote.empty() || place->remote == remote; });
    const auto transport = found == waiting.end() ? nullptr : (*found)->transport.lock();
    if (transport)
        transport->close(); // ends the place, too
    return transport != nullptr;
}

// Likewise a session that has said nothing: 1,023 of one client keep nobody out. Who has spoken
// stays.
bool Server::State::closeSilent(std::string_view remote) {
    const auto now = std::chrono::steady_clock::now();
    std::unordered_map<std::string_view, std::size_t> counts;
    std::vector<const Place*> silent;
    for (const Place* place : places) {
        if (!place->session || !(remote.empty() || place->remote == remote))
            continue;
        ++counts[place->session->principal];
        if (now - place->session->since >= service->options.silence)
            silent.push_back(place);
    }
    const auto rank = [&](const Place* place) {
        return std::pair(~counts[place->session->principal], place->session->since);
    };
    const auto found = std::min_element(silent.begin(), silent.end(),
        [&](const Place* a, const Place* b) { return rank(a) < rank(b); });
    const auto transport = found == silent.end() ? nullptr : (*found)->transport.lock();
    if (!transport)
        return false;
    service->problem(fmt::format(
        "A connection of '{}' from {} was closed to make room for another: it was silent for {}",
        (*found)->session->principal, (*found)->remote,
        durationText(
            std::chrono::duration_cast<std::chrono::seconds>(now - (*found)->session->since))));
    transport->close(); // ends the place, too
    return true;
}

bool Server::State::makeRoomFor(const std::string& remote) {
    const auto& options = service->options;
    const auto found = perAddress.find(remote);
    if (found != perAddress.end() && found->second >= options.maximumPerAddress
        && !closeWaiting(remote) && !closeSilent(remote)) {
        service->problem(fmt::format(
            "A connection from {} was refused: it has {} open, the maximum for one address", remote,
            options.maximumPerAddress));
        return false;
    }
    if (places.size() >= options.maximumConnections && !closeWaiting({}) && !closeSilent({})) {
        service->problem(fmt::format(
            "A connection from {} was refused: {} are open, the maximum", remote, places.size()));
        return false;
    }
    return true;
}

void Server::State::admit(Socket socket) {
    const auto transport = std::make_shared<Transport>(std::move(socket), tls.get());
    if (transport->remote().empty() || !makeRoomFor(transport->remote()))
        return;
    transport->hold(std::make_unique<Place>(shared_from_this(), transport, transport->remote()));
    asio::co_spawn(io.get_executor(), serveConnection(service, transport),
        [service = service](std::exception_ptr failed) {
            if (!failed)
                return;
            try {
                std::rethrow_exception(failed);
            } catch (const std::exception& exception) {
                service->problem(
                    fmt::format("A connection ended by an exception: {}", exception.what()));
            }
        });
}

void Server::State::stop() {
    service->stopped = true;
    error_code ignored;
    acceptor.close(ignored);
    unixListener.reset();
    while (!places.empty()) {
        const auto transport = (*places.begin())->transport.lock();
        transport->close(); // ends the place, too
    }
}

Status Server::State::listenOnPort() {
    auto& options = service->options;
    if (auto allowed = checkListen(options.address, options.tls.has_value(),
            options.principalOf != nullptr, options.authenticate);
        !allowed)
        return allowed;
    const auto endpoint = endpointOf(options);
    if (!endpoint)
        return tl::unexpected(endpoint.error());
    if (options.tls) {
        auto made = serverTls(*options.tls);
        if (!made)
            return tl::unexpected(made.error());
        tls = std::move(*made);
    }
    if (auto bound = bindTo(acceptor, *endpoint); !bound)
        return bound;
    port = ipEndpoint(acceptor.local_endpoint()).port();
    auto rules
        = HostRules::make(namesOf(options, endpoint->address()), port, options.tls.has_value());
    if (!rules)
        return tl::unexpected(rules.error());
    service->rules = std::move(*rules);
    service->cookie = sessionCookieName(options.tls.has_value(), port);
    return {};
}

Status Server::State::listenOnUnixSocket() {
    auto opened = UnixListener::open(*service->options.unixSocket);
    if (!opened)
        return tl::unexpected(opened.error());
    unixListener.emplace(std::move(*opened));
    acceptor.assign(asio::generic::stream_protocol(AF_UNIX, 0), unixListener->release());
    service->rules = HostRules::everything();
    return {};
}

Result<std::unique_ptr<Server>> Server::listen(asio::io_context& io, ServerOptions options,
    std::vector<Route> routes, std::vector<WebSocketEndpoint> endpoints) {
    if (options.authenticate && !options.principalOf)
        return failure("Authentication is on, but nothing checks the tokens");
    auto state = std::make_shared<State>(io, std::move(options));
    Service& service = *state->service;
    const auto listening
        = service.options.unixSocket ? state->listenOnUnixSocket() : state->listenOnPort();
    if (!listening)
        return tl::unexpected(listening.error());
    service.routes = std::move(routes);
    service.endpoints = std::move(endpoints);
    return std::unique_ptr<Server>(new Server(std::move(state)));
}

Server::Server(std::shared_ptr<State> state) : m_state(std::move(state)) {
    asio::co_spawn(m_state->io.get_executor(), m_state->acceptAll(), [](std::exception_ptr) {});
}

Server::~Server() {
    m_state->stop();
}

std::uint16_t Server::port() const {
    return m_state->port;
}

std::size_t Server::connectionCount() const {
    return m_state->places.size();
}

tl::expected<std::string, HttpResponse> Server::logIn(
    const HttpRequest& from, const Login& shown) const {
    const auto& service = *m_state->service;
    if (!service.options.authenticate)
        return std::string();
    auto principal = service.logIn(from.remote, shown, {});
    if (principal)
        return std::move(*principal);
    Refusal& refusal = principal.error();
    auto answer = HttpResponse::text(refusal.status, std::move(refusal.text));
    answer.headers.push_back(std::move(refusal.header));
    answer.delay = refusal.delay;
    return tl::unexpected(std::move(answer));
}

std::set<std::uint64_t> Server::openWebSessions() const {
    std::set<std::uint64_t> open;
    for (const auto& [link, row] : m_state->service->webLinks)
        open.insert(row.session);
    return open;
}

void Server::endWebSession(std::uint64_t session) {
    std::vector<SessionPtr> links;
    for (const auto& [link, row] : m_state->service->webLinks) {
        if (auto open = row.link.lock(); open && row.session == session)
            links.push_back(std::move(open));
    }
    for (const auto& link : links)
        link->close(kSessionEnded, "The session has ended: sign in again");
}

} // namespace muster::net
