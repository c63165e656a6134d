// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/container/docker/fake_engine.h"

#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace muster::container::docker {

FakeEngine::FakeEngine() : m_end(eventfd(0, EFD_CLOEXEC)) {
    sockaddr_un address{.sun_family = AF_UNIX};
    socket().copy(address.sun_path, sizeof address.sun_path - 1);
    m_listener = Fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    EXPECT_EQ(bind(m_listener.number(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(listen(m_listener.number(), 8), 0);
    m_thread = std::thread([this] { serve(); });
}

FakeEngine::~FakeEngine() {
    eventfd_write(m_end.number(), 1);
    m_thread.join();
}

bool FakeEngine::waitFor(const Fd& fd) const {
    pollfd ready[]{{fd.number(), POLLIN, 0}, {m_end.number(), POLLIN, 0}};
    return poll(ready, 2, -1) > 0 && ready[1].revents == 0;
}

void FakeEngine::answerFirst(std::vector<Pieces> answers) {
    const std::lock_guard lock(m_mutex);
    m_first = std::move(answers);
}

void FakeEngine::answerTo(std::string words, Pieces pieces) {
    const std::lock_guard lock(m_mutex);
    m_special.emplace_back(std::move(words), std::move(pieces));
}

void FakeEngine::answer(Pieces pieces) {
    const std::lock_guard lock(m_mutex);
    m_pieces = std::move(pieces);
}

std::vector<std::string> FakeEngine::requests() const {
    const std::lock_guard lock(m_mutex);
    return m_requests;
}

FakeEngine::Pieces FakeEngine::take(std::string request) {
    const std::lock_guard lock(m_mutex);
    m_requests.push_back(std::move(request));
    if (m_requests.size() <= m_first.size())
        return m_first[m_requests.size() - 1];
    const auto special = std::find_if(m_special.begin(), m_special.end(),
        [this](const auto& one) { return m_requests.back().find(one.first) != std::string::npos; });
    return special == m_special.end() ? m_pieces : special->second;
}

void FakeEngine::serve() {
    while (waitFor(m_listener)) {
        const Fd client(accept4(m_listener.number(), nullptr, nullptr, SOCK_CLOEXEC));
        for (const std::string& piece : take(readRequest(client))) {
            if (piece == "(wait)")
                waitFor(client);
            else if (send(client.number(), piece.data(), piece.size(), MSG_NOSIGNAL) < 0)
                break;
        }
    }
}

std::string FakeEngine::readRequest(const Fd& client) const {
    std::string text;
    char buffer[4096];
    auto whole = std::string::npos;
    while (text.size() < whole && waitFor(client)) {
        const auto count = recv(client.number(), buffer, sizeof buffer, 0);
        if (count <= 0)
            break;
        text.append(buffer, static_cast<std::size_t>(count));
        const auto head = text.find("\r\n\r\n");
        const auto length = text.find("Content-Length: ");
        if (head != std::string::npos)
            whole = head + 4
                + (length < head ? std::stoul(text.substr(length + 16)) : std::size_t{0});
    }
    return text;
}

std::string answer(const std::string& body, const char* status) {
    return fmt::format(
        "HTTP/1.1 {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{}", status,
        body.size(), body);
}

std::string chunk(const std::string& text) {
    return fmt::format("{:x}\r\n{}\r\n", text.size(), text);
}

} // namespace muster::container::docker
