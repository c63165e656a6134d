// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/service_notify.h"

#include <cerrno>
#include <cstddef>
#include <cstring>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace muster::net {

Status notifyService(std::string_view socket, std::string_view lines) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const bool named = socket.starts_with('/') || socket.starts_with('@');
    if (!named || socket.size() < 2 || socket.size() >= sizeof address.sun_path) {
        return failure(fmt::format("NOTIFY_SOCKET '{}' is no path and no abstract name", socket));
    }
    std::memcpy(address.sun_path, socket.data(), socket.size());
    if (socket.front() == '@') {
        address.sun_path[0] = '\0';
    }
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket.size());
    const int descriptor = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) {
        return failure(fmt::format("No socket: {}", std::strerror(errno)), Error::Kind::Internal);
    }
    const auto sent = ::sendto(descriptor, lines.data(), lines.size(), MSG_NOSIGNAL,
        reinterpret_cast<const sockaddr*>(&address), length);
    const int problem = errno;
    ::close(descriptor);
    if (sent < 0) {
        return failure(fmt::format("Cannot notify '{}': {}", socket, std::strerror(problem)),
            Error::Kind::Unavailable);
    }
    return {};
}

} // namespace muster::net
