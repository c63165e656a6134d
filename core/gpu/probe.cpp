// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/gpu/probe.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <utility>

#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/kernel/base/elapsed.h"

namespace muster::gpu {
namespace {

using namespace std::chrono_literals;

constexpr Duration kFirstBackOff = 1s;
constexpr Duration kLongestBackOff = 60s;
constexpr Duration kProven = 60s; // a child that answered for so long starts the back-off anew

} // namespace

Probe::Probe(ProbeOptions options) : m_options(std::move(options)), m_backOff(kFirstBackOff) { }

Probe::~Probe() {
    if (m_child) {
        static_cast<void>(m_child->send(encode(Request::Shutdown)));
        m_ended.push_back(m_child->close());
    }
    for (int i = 0; i < 10 && !m_ended.empty();
         ++i) { // 10 ms at most, then without NVML's own shutdown
        usleep(1000);
        reap();
    }
    for (const auto pid : m_ended) {
        kill(pid, SIGKILL);
    }
    reap();
}

int Probe::fd() const {
    return m_child ? m_child->fd() : -1;
}

Status Probe::start() {
    auto child = Child::spawn({m_options.program, m_options.library}, m_options.environment);
    if (!child) {
        return tl::unexpected(child.error());
    }
    m_child = std::move(*child);
    m_frames = {};
    m_restartAt.reset();
    m_answeringSince.reset();
    ++m_generation;
    return {};
}

Status Probe::request(Request request, Uptime deadline) {
    reap();
    if (busy()) {
        return failure("muster-nvml has not answered the last request yet", Error::Kind::Conflict);
    }
    if (m_restartAt) {
        return failure("The NVIDIA driver does not respond; muster-nvml will be restarted within "
                + elapsedText(kLongestBackOff),
            Error::Kind::Unavailable);
    }
    if (!m_child) {
        if (auto started = start(); !started) {
            return started;
        }
    }
    // A child that has died since is seen by onReadable(), and the request is answered there.
    static_cast<void>(m_child->send(encode(request)));
    m_requestDeadline = deadline;
    return {};
}

Reply Probe::giveUp(Error error, Uptime now) {
    if (m_answeringSince && now - *m_answeringSince >= kProven) {
        m_backOff = kFirstBackOff;
    }
    if (m_child) {
        m_ended.push_back(m_child->kill());
        m_child.reset();
    }
    m_requestDeadline.reset();
    m_restartAt = now + m_backOff;
    m_backOff = std::min(2 * m_backOff, kLongestBackOff);
    reap();
    return tl::unexpected(std::move(error));
}

std::optional<Reply> Probe::take(Uptime now) {
    const auto payload = m_frames.next();
    if (!payload) {
        return giveUp(payload.error(), now);
    }
    if (!*payload) {
        return std::nullopt;
    }
    auto reply = decodeReply(**payload);
    if (!reply) {
        return giveUp(reply.error(), now);
    }
    m_requestDeadline.reset();
    m_answeringSince = m_answeringSince.value_or(now);
    return std::move(*reply);
}

std::optional<Reply> Probe::onReadable(Uptime now) {
    char buffer[16384];
    for (;;) {
        const auto size = m_child ? recv(m_child->fd(), buffer, sizeof(buffer), MSG_DONTWAIT) : 0;
        if (size > 0) {
            m_frames.append({buffer, static_cast<std::size_t>(size)});
            if (auto reply = take(now)) {
                return reply;
            }
        } else if (size < 0 && errno == EINTR) {
            continue;
        } else if (!m_child || (size < 0 && errno == EAGAIN)) {
            return std::nullopt;
        } else {
            return giveUp({"muster-nvml exited: the NVIDIA driver's library may have crashed it; "
                           "it is being restarted",
                              Error::Kind::Unavailable},
                now);
        }
    }
}

std::optional<Uptime> Probe::deadline() const {
    return m_requestDeadline ? m_requestDeadline : m_restartAt;
}

std::optional<Reply> Probe::onDeadline(Uptime now) {
    reap();
    if (m_requestDeadline && now >= *m_requestDeadline) {
        if (auto reply = onReadable(now)) { // we were late, not the child
            return reply;
        }
        return giveUp(
            {"The NVIDIA driver does not respond; muster-nvml is killed and will be restarted in "
                    + elapsedText(m_backOff),
                Error::Kind::Timeout},
            now);
    }
    if (m_restartAt && now >= *m_restartAt) {
        if (const auto started = start(); !started) {
            return giveUp(started.error(), now);
        }
    }
    return std::nullopt;
}

void Probe::reap() {
    // Gone also when somebody else has reaped it (ECHILD).
    std::erase_if(m_ended, [](pid_t pid) { return waitpid(pid, nullptr, WNOHANG) != 0; });
}

Result<Discovery> discover(const ProbeOptions& options, Duration timeout) {
    const auto started = std::chrono::steady_clock::now();
    const auto now = [&] {
        return Uptime(
            std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - started));
    };
    Probe probe(options);
    if (const auto sent = probe.request(Request::Discover, Uptime(timeout)); !sent) {
        return tl::unexpected(sent.error());
    }
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(Uptime(timeout) - now());
        pollfd event{probe.fd(), POLLIN, 0};
        poll(&event, 1, static_cast<int>(std::max(left.count(), std::int64_t{0})));
        auto reply = event.revents != 0 ? probe.onReadable(now()) : probe.onDeadline(now());
        if (reply && !*reply) {
            return tl::unexpected(reply->error());
        }
        if (reply) {
            auto* found = std::get_if<Discovery>(&**reply);
            return found ? Result<Discovery>(std::move(*found))
                         : failure("muster-nvml answered another question", Error::Kind::Internal);
        }
    }
}

} // namespace muster::gpu
