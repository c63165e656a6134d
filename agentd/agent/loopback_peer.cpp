// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/agent/loopback_peer.h"

#include <array>
#include <sstream>

#include "core/container/files.h"
#include "core/net/socket_owner.h"

namespace muster::agentd {
namespace {

// As the kernel prints it on these machines, 127.0.0.1 backwards; with zeros before it in tcp6.
std::string loopback(std::uint16_t port) {
    return fmt::format("0100007F:{:04X}", port);
}

} // namespace

std::optional<std::uint64_t> socketAt(
    std::string_view table, std::uint16_t client, std::uint16_t server) {
    const auto from = loopback(client);
    const auto to = loopback(server);
    std::istringstream lines{std::string(table)};
    for (std::string line; std::getline(lines, line);) {
        // slot, local, remote, state, queues, timer, retransmits, uid, timeout, inode
        std::istringstream words(line);
        std::array<std::string, 9> word;
        for (auto& one : word) {
            words >> one;
        }
        std::uint64_t socket = 0;
        if (word[1].ends_with(from) && word[2].ends_with(to) && words >> socket && socket != 0) {
            return socket;
        }
    }
    return std::nullopt;
}

bool isClient(const std::vector<pid_t>& processes, std::uint16_t client, std::uint16_t server) {
    const auto at = [](std::uint16_t port) {
        return boost::asio::ip::tcp::endpoint(boost::asio::ip::address_v4::loopback(), port);
    };
    if (const auto owner = net::socketOwner(at(client), at(server))) {
        return *owner && (*owner)->inode != 0 && net::holdsSocket(processes, (*owner)->inode);
    }
    // A kernel without sock_diag.
    for (const auto* path : {"/proc/net/tcp", "/proc/net/tcp6"}) {
        const auto table = container::readFile(path).value_or("");
        if (const auto socket = socketAt(table, client, server)) {
            return net::holdsSocket(processes, *socket);
        }
    }
    return false;
}

} // namespace muster::agentd
