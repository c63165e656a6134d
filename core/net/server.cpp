// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/server.h"

#include <unordered_map>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>

#include <netinet/tcp.h>
#include <sys/socket.h>

#include "core/net/connection.h"
#include "core/net/tls.h"

namespace muster::net {

namespace {

using Acceptor = asio::basic_socket_acceptor<asio::ip::tcp, Executor>;

// Bytes that the kernel holds unsent for a slow reader are state that grows old.
void limitUnsent(Socket& socket) {
    const int bytes = 128 << 10;
    ::setsockopt(socket.native_handle(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &bytes, sizeof bytes);
}

Result<asio::ip::tcp::endpoint> endpointOf(const ServerOptions& options) {
    const std::string text = options.address == "localhost" ? "127.0.0.1" : options.address;
    const bool bracketed = text.starts_with('[') && text.ends_with(']');
    error_code error;
    const auto address
        = asio::ip::make_address(bracketed ? text.substr(1, text.size() - 2) : text, error);
    if (error)
        return failure(
            fmt::format("'{}' is not an address to listen on: give an IP address such as 127.0.0.1",
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
                           ? ". Stop the program that holds it or choose another with --port"
                           : ""),
        Error::Kind::Conflict);
}

// The address itself is a name that cannot be made to point elsewhere.
std::vector<std::string> namesOf(const ServerOptions& options, const asio::ip::address& address) {
    std::vector<std::string> names = options.names;
    if (!address.is_unspecified())
        names.push_back(address.is_v6() ? "[" + address.to_string() + "]" : address.to_string());
    return names;
}

} // namespace

struct Server::State : std::enable_shared_from_this<Server::State> {
    State(asio::io_context& context, ServerOptions options)
        : io(context), acceptor(io), service(std::make_shared<Service>()) {
        service->options = std::move(options);
    }

    // Counts one connection for as long as it lives.
    struct Slot {
        Slot(std::shared_ptr<State> owner, std::string from)
            : state(std::move(owner)), remote(std::move(from)) {
            ++state->perAddress[remote];
        }
        ~Slot() {
            if (--state->perAddress[remote] == 0)
                state->perAddress.erase(remote);
            state->connections.erase(this);
        }
        std::shared_ptr<State> state;
        std::string remote;
    };

    Task<> acceptAll();
    void admit(Socket socket);
    bool hasRoomFor(const std::string& remote);
    void stop();

    asio::io_context& io;
    Acceptor acceptor;
    std::shared_ptr<Service> service;
    TlsContext tls;
    std::unordered_map<Slot*, std::weak_ptr<Transport>> connections;
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

bool Server::State::hasRoomFor(const std::string& remote) {
    const auto& options = service->options;
    if (connections.size() >= options.maximumConnections) {
        service->problem(
            fmt::format("A connection from {} is refused: {} are open, the most allowed", remote,
                connections.size()));
        return false;
    }
    const auto found = perAddress.find(remote);
    if (found != perAddress.end() && found->second >= options.maximumPerAddress) {
        service->problem(fmt::format("A connection from {} is refused: it has {} open, the most "
                                     "allowed for one address",
            remote, found->second));
        return false;
    }
    return true;
}

void Server::State::admit(Socket socket) {
    error_code error;
    const auto remote = socket.remote_endpoint(error).address().to_string();
    if (error || !hasRoomFor(remote))
        return;
    limitUnsent(socket);
    const auto slot = std::make_shared<Slot>(shared_from_this(), remote);
    const auto transport = std::make_shared<Transport>(std::move(socket), tls.get(), slot);
    connections[slot.get()] = transport;
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
    const auto open = connections; // closing one may end it, and take it off the list
    for (const auto& [slot, weak] : open) {
        if (const auto transport = weak.lock())
            transport->close();
    }
}

Result<std::unique_ptr<Server>> Server::listen(asio::io_context& io, ServerOptions options,
    std::vector<Route> routes, std::vector<WebSocketEndpoint> endpoints) {
    const bool checksTokens = options.principalOf != nullptr;
    if (auto allowed
        = checkListen(options.address, options.tls.has_value(), checksTokens, options.authenticate);
        !allowed)
        return tl::unexpected(allowed.error());
    if (options.authenticate && !checksTokens)
        return failure("Authentication is on, but nothing checks the tokens");
    const auto endpoint = endpointOf(options);
    if (!endpoint)
        return tl::unexpected(endpoint.error());
    auto state = std::make_shared<State>(io, std::move(options));
    Service& service = *state->service;
    if (service.options.tls) {
        auto tls = serverTls(*service.options.tls);
        if (!tls)
            return tl::unexpected(tls.error());
        state->tls = std::move(*tls);
    }
    if (auto bound = bindTo(state->acceptor, *endpoint); !bound)
        return tl::unexpected(bound.error());
    const auto local = state->acceptor.local_endpoint();
    auto rules = HostRules::make(
        namesOf(service.options, local.address()), local.port(), service.options.tls.has_value());
    if (!rules)
        return tl::unexpected(rules.error());
    service.rules = std::move(*rules);
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
    error_code ignored;
    return m_state->acceptor.local_endpoint(ignored).port();
}

std::size_t Server::connectionCount() const {
    return m_state->connections.size();
}

} // namespace muster::net
