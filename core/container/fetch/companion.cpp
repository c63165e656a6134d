// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/container/fetch/companion.h"

#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "core/container/process.h"

namespace muster::container::fetch {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t longestLine = 16384;

class Lines {
public:
    explicit Lines(const std::function<void(std::string_view)>& sink) : m_sink(sink) { }

    void take(std::string_view text) {
        for (const char c : text) {
            if (c == '\n')
                flush();
            else if (m_line.size() < longestLine)
                m_line += c;
        }
    }
    void flush() {
        if (!m_line.empty() && m_sink)
            m_sink(m_line);
        m_line.clear();
    }

private:
    const std::function<void(std::string_view)>& m_sink;
    std::string m_line;
};

int millisecondsUntil(Clock::time_point end) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, 60'000));
}

// What the child says, then its end. Conflict: stopped; Timeout: too late.
Status follow(int pipe, int ended, int stopped, Clock::time_point deadline, Lines& lines) {
    std::array<char, 4096> buffer{};
    bool isOpen = true;
    for (;;) {
        std::array<pollfd, 3> ready{{{stopped, POLLIN, 0}, {isOpen ? pipe : -1, POLLIN, 0},
            {isOpen ? -1 : ended, POLLIN, 0}}};
        const int wait = millisecondsUntil(deadline);
        const int count = poll(ready.data(), ready.size(), wait);
        if (count < 0 && errno != EINTR)
            return systemFailure("wait for a companion program");
        if (ready[0].revents != 0)
            return cancelled();
        if (ready[2].revents != 0)
            return {};
        if (ready[1].revents != 0) {
            const auto size = read(pipe, buffer.data(), buffer.size());
            if (size > 0)
                lines.take({buffer.data(), static_cast<std::size_t>(size)});
            else if (size == 0 || errno != EINTR)
                isOpen = false;
        }
        if (wait == 0 && count <= 0)
            return failure("it took too long", Error::Kind::Timeout);
    }
}

} // namespace

tl::unexpected<Error> cancelled() {
    return failure("it was cancelled", Error::Kind::Conflict);
}

Result<int> runCompanion(const Companion& companion) {
    const auto deadline = Clock::now() + companion.limit;
    const Fd stopped(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    int ends[2] = {-1, -1};
    if (!stopped || pipe2(ends, O_CLOEXEC) != 0)
        return systemFailure("create a pipe");
    const Fd reader(ends[0]);
    Fd writer(ends[1]);
    const auto pid = spawn(companion.argv, {"PATH=/usr/sbin:/usr/bin:/sbin:/bin"}, "/",
        {companion.in, writer.number(), writer.number(), companion.extra});
    if (!pid)
        return tl::unexpected(pid.error());
    writer = Fd();
    const std::stop_callback onStop(companion.stop, [&] { eventfd_write(stopped.number(), 1); });
    // Our own child: its number is its until we wait for it.
    const Fd ended(static_cast<int>(syscall(SYS_pidfd_open, *pid, 0)));
    Lines lines(companion.onLine);
    const auto followed = ended
        ? follow(reader.number(), ended.number(), stopped.number(), deadline, lines)
        : Status(systemFailure("watch " + companion.argv.front()));
    kill(-*pid, SIGKILL); // its session: after a good end nothing is left in it
    if (!followed)
        kill(*pid, SIGKILL);
    const int code = waitForChild(*pid);
    lines.flush();
    if (!followed)
        return tl::unexpected(followed.error());
    return code;
}

} // namespace muster::container::fetch
