// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <sys/types.h>

// Which process is at the other end of a connection over loopback: the kernel says so, and nobody
// can pretend to be another.
namespace muster::agentd {

// The number of the socket at the client's end of a connection from 127.0.0.1:`client` to
// 127.0.0.1:`server`, by the text of /proc/net/tcp or tcp6. Pure.
std::optional<std::uint64_t> socketAt(
    std::string_view table, std::uint16_t client, std::uint16_t server);

// Whether the client of such a connection is one of the processes.
bool isClient(const std::vector<pid_t>& processes, std::uint16_t client, std::uint16_t server);

} // namespace muster::agentd
