// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <sys/types.h>

#include "core/kernel/base/result.h"
#include "core/net/transport.h"

namespace muster::net {

struct SocketOwner {
    uid_t user = 0;
    std::uint64_t inode = 0; // 0: nobody has accepted the connection yet
};

// Whose TCP socket of this machine has `local` as its own end and `remote` as its other; without
// such a connection: whose listens at `local`. Nothing: nobody's. An error: this kernel does not
// answer such questions. Costs one question to the kernel (sock_diag(7)), however many sockets
// there are: /proc/net/tcp takes milliseconds even where there is none. Any thread.
Result<std::optional<SocketOwner>> socketOwner(
    const asio::ip::tcp::endpoint& local, const asio::ip::tcp::endpoint& remote = {});

// Whether one of the processes has the socket with that inode open. One that hands its socket to
// others speaks for them.
bool holdsSocket(const std::vector<pid_t>& processes, std::uint64_t inode);

} // namespace muster::net
