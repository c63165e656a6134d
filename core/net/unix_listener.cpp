// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/unix_listener.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace muster::net {

namespace {

constexpr std::size_t kMaximumAddress = sizeof(sockaddr_un::sun_path) - 1;

tl::unexpected<Error> systemFailure(std::string_view action) {
    return failure(fmt::format("failed to {}: {}", action, std::strerror(errno)));
}

sockaddr_un addressOf(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.data(), path.size());
    return address;
}

int newSocket() {
    return ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

} // namespace

Result<UnixListener> UnixListener::open(const UnixSocket& where) {
    const std::filesystem::path path(where.path);
    const auto context = fmt::format("Failed to listen on {}", where.path);
    Descriptor folder(::open(path.has_parent_path() ? path.parent_path().c_str() : ".",
        O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!folder.valid())
        return failure(context, systemFailure("open its folder").value());
    UnixListener listener(std::move(folder), path.filename().string());
    if (const auto length = listener.address().size(); length > kMaximumAddress)
        return failure(
            fmt::format("{}: the address of a unix socket has at most {} bytes, this one "
                        "has {}: give it a shorter name",
                context, kMaximumAddress, length));
    auto status = listener.removeStale();
    if (status)
        status = listener.bind();
    if (status && (where.uid != ::geteuid() || where.gid != ::getegid()))
        status = listener.giveTo(where.uid, where.gid);
    if (!status)
        return failure(context, status.error());
    return listener;
}

UnixListener::UnixListener(UnixListener&& other) noexcept
    : m_folder(std::move(other.m_folder)), m_name(std::move(other.m_name)),
      m_socket(std::move(other.m_socket)), m_bound(std::exchange(other.m_bound, false)) { }

UnixListener::~UnixListener() {
    if (m_bound)
        ::unlinkat(m_folder.get(), m_name.c_str(), 0);
}

std::string UnixListener::address() const {
    return fmt::format("/proc/self/fd/{}/{}", m_folder.get(), m_name);
}

Status UnixListener::removeStale() const {
    struct stat info { };
    if (::fstatat(m_folder.get(), m_name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT ? Status() : systemFailure("look at it");
    if (!S_ISSOCK(info.st_mode))
        return failure("it is there and is no socket: remove it or choose another path",
            Error::Kind::Conflict);
    const Descriptor probe(newSocket());
    const auto address = addressOf(this->address());
    if (::connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0
        || errno != ECONNREFUSED)
        return failure(
            "another program listens there: stop it or choose another path", Error::Kind::Conflict);
    if (::unlinkat(m_folder.get(), m_name.c_str(), 0) != 0)
        return systemFailure("remove the stale socket");
    return {};
}

Status UnixListener::bind() {
    m_socket = Descriptor(newSocket());
    const auto address = addressOf(this->address());
    // The mode of a socket that is not bound yet is the one that its file is born with.
    if (!m_socket.valid() || ::fchmod(m_socket.get(), 0600) != 0
        || ::bind(m_socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        return systemFailure("bind");
    m_bound = true;
    if (::listen(m_socket.get(), SOMAXCONN) != 0)
        return systemFailure("listen");
    return {};
}

// The folder's owner may have put another file in place: only a socket with one name is given away.
Status UnixListener::giveTo(unsigned uid, unsigned gid) const {
    const Descriptor file(
        ::openat(m_folder.get(), m_name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    struct stat info { };
    if (!file.valid() || ::fstat(file.get(), &info) != 0)
        return systemFailure("open it");
    if (!S_ISSOCK(info.st_mode) || info.st_nlink != 1)
        return failure("it was replaced by another file", Error::Kind::Denied);
    if (::fchownat(file.get(), "", uid, gid, AT_EMPTY_PATH) != 0)
        return systemFailure(fmt::format("give it to uid {}", uid));
    return {};
}

} // namespace muster::net
