// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "core/net/transport.h"

namespace muster::net {

// Any user of a machine, and any task, may take a free port of loopback, also that of a master that
// is just not there, and would be shown its token. So the kernel is asked whose the other end is.

// Of the sockets in a text as /proc/net/tcp: who, but for `trusted`, listens at the server's
// address or has the other end of the connection. Nothing: nobody. Pure.
std::optional<uid_t> strangerAt(std::string_view table, const asio::ip::tcp::endpoint& client,
    const asio::ip::tcp::endpoint& server, const std::vector<uid_t>& trusted);

// Before a secret is sent on a connection of this machine without TLS: an error if its server is of
// neither root nor the user of this process (nor of whoever typed sudo), nor of the service.
Status checkLoopbackServer(const Socket& socket);

} // namespace muster::net
