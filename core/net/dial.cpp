// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/dial.h"

#include <vector>

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/basic_resolver.hpp>
#include <boost/asio/redirect_error.hpp>

#include "core/net/client_errors.h"
#include "core/net/loopback_server.h"

namespace muster::net {

namespace {

using Resolver = asio::ip::basic_resolver<asio::ip::tcp, Executor>;
using Targets = std::vector<Socket::endpoint_type>;

std::string hostOf(const Authority& authority) {
    const std::string& host = authority.host;
    return host.starts_with('[') ? host.substr(1, host.size() - 2) : host;
}

Task<error_code> resolve(Executor executor, const Authority& authority, Targets& targets) {
    error_code error;
    const auto address = asio::ip::make_address(hostOf(authority), error);
    if (!error) {
        targets.emplace_back(asio::ip::tcp::endpoint(address, authority.port));
        co_return error;
    }
    Resolver resolver(executor);
    const auto found = co_await resolver.async_resolve(
        authority.host, std::to_string(authority.port), asio::redirect_error(kAwait, error));
    for (const auto& entry : found)
        targets.emplace_back(entry.endpoint());
    co_return error;
}

Task<error_code> connect(Transport& transport, const Authority& authority) {
    Targets targets;
    error_code error = co_await resolve(transport.get_executor(), authority, targets);
    if (!error && transport.wasClosed())
        error = asio::error::operation_aborted;
    if (!error)
        co_await asio::async_connect(
            transport.socket(), targets, asio::redirect_error(kAwait, error));
    if (!error)
        transport.readRemote();
    co_return error;
}

} // namespace

Result<TlsContext> prepareDial(
    const Endpoint& master, const std::string& token, const std::string& caFile) {
    if (!token.empty() && !master.tls && !isLoopback(master.authority.host))
        return failure(tokenInClear(master), Error::Kind::Denied);
    return master.tls ? clientTls(caFile) : TlsContext();
}

Task<Status> dial(std::shared_ptr<Transport> transport, Endpoint master, Duration limit) {
    transport->deadline(limit);
    const error_code error = co_await connect(*transport, master.authority);
    if (transport->timedOut())
        co_return tl::unexpected(connectTimedOut(master, limit));
    if (error)
        co_return tl::unexpected(connectFailed(master, error));
    if (!master.tls && isLoopback(master.authority.host)) {
        if (auto known = checkLoopbackServer(transport->socket()); !known)
            co_return known;
    }
    if (master.tls) {
        expectHost(*transport, hostOf(master.authority));
        const error_code refused = co_await transport->handshake(false);
        if (transport->timedOut())
            co_return tl::unexpected(connectTimedOut(master, limit));
        if (refused)
            co_return tl::unexpected(tlsFailed(master, handshakeFailure(*transport, refused)));
    }
    co_return Status();
}

} // namespace muster::net
