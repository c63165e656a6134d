// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/loopback_server.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <unistd.h>

#include "core/net/service_account.h"
#include "core/net/socket_owner.h"

namespace muster::net {

namespace {

constexpr std::string_view kListens = "0A";

// As the kernel prints addresses: in words of four bytes, each in the machine's order.
std::string words(const unsigned char* bytes, std::size_t count) {
    std::string out;
    for (std::size_t i = 0; i < count; i += 4)
        out += fmt::format(
            "{:02X}{:02X}{:02X}{:02X}", bytes[i + 3], bytes[i + 2], bytes[i + 1], bytes[i]);
    return out;
}

// In each of the two tables: of IPv4, and of IPv6 that speaks it.
std::vector<std::string> namesOf(const asio::ip::address& address) {
    if (address.is_v6()) {
        const auto bytes = address.to_v6().to_bytes();
        return {words(bytes.data(), bytes.size())};
    }
    const auto bytes = address.to_v4().to_bytes();
    const auto plain = words(bytes.data(), bytes.size());
    return {plain, "0000000000000000FFFF0000" + plain};
}

bool isPlace(std::string_view text, const asio::ip::tcp::endpoint& place) {
    const auto port = fmt::format(":{:04X}", place.port());
    const auto names = namesOf(place.address());
    return text.ends_with(port)
        && std::find(names.begin(), names.end(), text.substr(0, text.size() - port.size()))
        != names.end();
}

bool isAnywhere(std::string_view text, std::uint16_t port) {
    const auto end = text.find(':');
    return text.substr(0, end).find_first_not_of('0') == std::string_view::npos
        && text.ends_with(fmt::format(":{:04X}", port));
}

std::vector<uid_t> trustedUsers() {
    std::vector<uid_t> out{0, ::geteuid()};
    if (const char* user = std::getenv("SUDO_UID"); user != nullptr && ::geteuid() == 0)
        out.push_back(static_cast<uid_t>(std::strtoul(user, nullptr, 10)));
    if (const auto service = serviceAccount())
        out.push_back(*service);
    return out;
}

bool isTrusted(uid_t user, const std::vector<uid_t>& trusted) {
    return std::find(trusted.begin(), trusted.end(), user) != trusted.end();
}

// An error: the kernel does not say it this way.
Result<std::optional<uid_t>> strangerBehind(const asio::ip::tcp::endpoint& client,
    const asio::ip::tcp::endpoint& server, const std::vector<uid_t>& trusted) {
    // First the one that listens: until it has accepted the connection, the other end is nobody's,
    // and if it listens no more, it has.
    for (const auto& remote : {asio::ip::tcp::endpoint(server.protocol(), 0), client}) {
        const auto owner = socketOwner(server, remote);
        if (!owner)
            return tl::unexpected(owner.error());
        if (*owner && !isTrusted((*owner)->user, trusted))
            return (*owner)->user;
    }
    return std::nullopt;
}

// For a kernel without sock_diag.
std::optional<uid_t> strangerInTables(const asio::ip::tcp::endpoint& client,
    const asio::ip::tcp::endpoint& server, const std::vector<uid_t>& trusted) {
    for (const auto* path : {"/proc/net/tcp", "/proc/net/tcp6"}) {
        std::ifstream file(path);
        std::ostringstream table;
        table << file.rdbuf();
        if (const auto stranger = strangerAt(table.str(), client, server, trusted))
            return stranger;
    }
    return std::nullopt;
}

} // namespace

std::optional<uid_t> strangerAt(std::string_view table, const asio::ip::tcp::endpoint& client,
    const asio::ip::tcp::endpoint& server, const std::vector<uid_t>& trusted) {
    std::istringstream lines{std::string(table)};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream columns(line);
        std::string slot, local, remote, state, queues, timer, retransmits;
        uid_t user = 0;
        if (!(columns >> slot >> local >> remote >> state >> queues >> timer >> retransmits
                >> user))
            continue;
        const bool listens
            = state == kListens && (isPlace(local, server) || isAnywhere(local, server.port()));
        const bool isOtherEnd = isPlace(local, server) && isPlace(remote, client);
        if ((listens || isOtherEnd) && !isTrusted(user, trusted))
            return user;
    }
    return std::nullopt;
}

Status checkLoopbackServer(const Socket& socket) {
    error_code error;
    auto client = socket.local_endpoint(error);
    const auto server = error ? decltype(client)() : socket.remote_endpoint(error);
    if (error)
        return {}; // cut already
    const auto trusted = trustedUsers();
    const auto asked = strangerBehind(ipEndpoint(client), ipEndpoint(server), trusted);
    const auto stranger
        = asked ? *asked : strangerInTables(ipEndpoint(client), ipEndpoint(server), trusted);
    if (stranger)
        return failure(
            fmt::format(
                "Port {} of this host is in use by user id {}, not by root or you: nothing is sent "
                "there. The master may be down and another program may have taken its port",
                ipEndpoint(server).port(), *stranger),
            Error::Kind::Denied);
    return {};
}

} // namespace muster::net
