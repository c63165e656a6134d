// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/net/socket_owner.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace muster::net {

namespace {

namespace fs = std::filesystem;

bool isLinkTo(const fs::path& link, const std::string& target) {
    std::array<char, 64> text{};
    const auto size = ::readlink(link.c_str(), text.data(), text.size());
    return size > 0 && std::string_view(text.data(), static_cast<std::size_t>(size)) == target;
}

struct Question {
    nlmsghdr head;
    inet_diag_req_v2 about;
};

void setAddress(const asio::ip::address& from, std::uint32_t (&to)[4]) {
    if (from.is_v4()) {
        const auto bytes = from.to_v4().to_bytes();
        std::memcpy(to, bytes.data(), bytes.size());
    } else {
        const auto bytes = from.to_v6().to_bytes();
        std::memcpy(to, bytes.data(), bytes.size());
    }
}

Question questionAbout(
    const asio::ip::tcp::endpoint& local, const asio::ip::tcp::endpoint& remote) {
    Question out{};
    out.head.nlmsg_len = sizeof out;
    out.head.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    out.head.nlmsg_flags = NLM_F_REQUEST;
    out.about.sdiag_family = local.address().is_v6() ? AF_INET6 : AF_INET;
    out.about.sdiag_protocol = IPPROTO_TCP;
    auto& id = out.about.id;
    id.idiag_sport = htons(local.port());
    id.idiag_dport = htons(remote.port());
    setAddress(local.address(), id.idiag_src);
    setAddress(remote.address(), id.idiag_dst);
    id.idiag_cookie[0] = id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
    return out;
}

tl::unexpected<Error> unanswered(int number) {
    return failure(
        fmt::format("The kernel does not say whose a socket is: {}", std::strerror(number)),
        Error::Kind::Unavailable);
}

} // namespace

Result<std::optional<SocketOwner>> socketOwner(
    const asio::ip::tcp::endpoint& local, const asio::ip::tcp::endpoint& remote) {
    const int kernel = ::socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    if (kernel < 0)
        return unanswered(errno);
    const auto question = questionAbout(local, remote);
    alignas(nlmsghdr) std::array<char, 1024> text;
    auto size = ::send(kernel, &question, sizeof question, 0);
    if (size >= 0)
        size = ::recv(kernel, text.data(), text.size(), 0);
    const int problem = errno;
    ::close(kernel);
    if (size < 0)
        return unanswered(problem);
    nlmsghdr head{};
    if (static_cast<std::size_t>(size) < sizeof head)
        return unanswered(EBADMSG);
    std::memcpy(&head, text.data(), sizeof head);
    const auto* body = text.data() + NLMSG_HDRLEN;
    const auto rest = static_cast<std::size_t>(size) - NLMSG_HDRLEN;
    if (head.nlmsg_type == NLMSG_ERROR && rest >= sizeof(nlmsgerr)) {
        nlmsgerr error{};
        std::memcpy(&error, body, sizeof error);
        if (error.error == -ENOENT)
            return std::nullopt;
        return unanswered(-error.error);
    }
    inet_diag_msg answer{};
    if (head.nlmsg_type != SOCK_DIAG_BY_FAMILY || rest < sizeof answer)
        return unanswered(EBADMSG);
    std::memcpy(&answer, body, sizeof answer);
    return SocketOwner{answer.idiag_uid, answer.idiag_inode};
}

bool holdsSocket(const std::vector<pid_t>& processes, std::uint64_t inode) {
    const auto target = fmt::format("socket:[{}]", inode);
    return std::ranges::any_of(processes, [&](pid_t process) {
        std::error_code error; // it may end meanwhile
        for (fs::directory_iterator entry(fmt::format("/proc/{}/fd", process), error), end;
             !error && entry != end; entry.increment(error)) {
            if (isLinkTo(entry->path(), target)) {
                return true;
            }
        }
        return false;
    });
}

} // namespace muster::net
