// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/child.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace muster::gpu {
namespace {

std::vector<std::string> mergedEnvironment(const std::vector<std::string>& ours) {
    std::vector<std::string> merged = ours;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view theirs = *entry;
        const auto name = theirs.substr(0, std::min(theirs.find('='), theirs.size() - 1) + 1);
        if (std::none_of(
                ours.begin(), ours.end(), [&](const auto& own) { return own.starts_with(name); })) {
            merged.emplace_back(theirs);
        }
    }
    return merged;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (auto& text : texts) {
        result.push_back(text.data());
    }
    result.push_back(nullptr);
    return result;
}

int spawnOn(
    int socket, std::vector<std::string> argv, std::vector<std::string> environment, pid_t& pid) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, socket, STDOUT_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    const int error = posix_spawn(&pid, argv.front().c_str(), &actions, &attributes,
        pointers(argv).data(), pointers(environment).data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

} // namespace

Result<Child> Child::spawn(
    const std::vector<std::string>& argv, const std::vector<std::string>& environment) {
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
        return failure(std::string("Failed to make a socket pair: ") + std::strerror(errno),
            Error::Kind::Internal);
    }
    pid_t pid = -1;
    const int error = spawnOn(sockets[1], argv, mergedEnvironment(environment), pid);
    ::close(sockets[1]);
    if (error != 0) {
        ::close(sockets[0]);
        return failure("Failed to start " + argv.front() + ": " + std::strerror(error),
            Error::Kind::Unavailable);
    }
    fcntl(sockets[0], F_SETFL, O_NONBLOCK);
    return Child(pid, sockets[0]);
}

Child::Child(Child&& other) noexcept
    : m_pid(std::exchange(other.m_pid, -1)), m_fd(std::exchange(other.m_fd, -1)) { }

Child& Child::operator=(Child&& other) noexcept {
    std::swap(m_pid, other.m_pid);
    std::swap(m_fd, other.m_fd);
    return *this;
}

Child::~Child() {
    if (const pid_t pid = kill(); pid > 0) {
        waitpid(pid, nullptr, WNOHANG);
    }
}

Status Child::send(std::string_view bytes) {
    const auto sent = ::send(m_fd, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent != static_cast<ssize_t>(bytes.size())) {
        return failure("muster-nvml does not read its requests", Error::Kind::Unavailable);
    }
    return {};
}

pid_t Child::close() {
    if (m_fd >= 0) {
        ::close(std::exchange(m_fd, -1));
    }
    return std::exchange(m_pid, -1);
}

pid_t Child::kill() {
    if (m_pid > 0) {
        ::kill(m_pid, SIGKILL);
    }
    return close();
}

} // namespace muster::gpu
