// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/sessions/input_reader.h"

#include <array>
#include <cerrno>
#include <csignal>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <boost/asio/post.hpp>

namespace muster::cli {

namespace {

constexpr std::size_t kPiece = 16 << 10;

} // namespace

InputReader::InputReader(boost::asio::io_context& io, int descriptor,
    std::function<void(const std::string& piece)> onPiece)
    : m_io(io), m_input(descriptor), m_onPiece(std::move(onPiece)),
      m_wanted(eventfd(0, EFD_CLOEXEC)), m_stop(eventfd(0, EFD_CLOEXEC)) {
    // Signals are for the thread that runs the io_context.
    sigset_t all{};
    sigset_t before{};
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    m_thread = std::thread([this] { run(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

InputReader::~InputReader() {
    eventfd_write(m_stop, 1);
    m_thread.join();
    close(m_wanted);
    close(m_stop);
}

void InputReader::next() {
    eventfd_write(m_wanted, 1);
}

bool InputReader::waitFor(int descriptor) const {
    std::array<pollfd, 2> fds{{{descriptor, POLLIN, 0}, {m_stop, POLLIN, 0}}};
    while (poll(fds.data(), fds.size(), -1) < 0) {
        if (errno != EINTR)
            return false;
    }
    return fds[1].revents == 0;
}

void InputReader::run() {
    std::array<char, kPiece> buffer{};
    for (;;) {
        eventfd_t count = 0;
        if (!waitFor(m_wanted) || eventfd_read(m_wanted, &count) != 0 || !waitFor(m_input))
            return;
        const auto size = read(m_input, buffer.data(), buffer.size());
        if (size < 0 && errno == EINTR) {
            next();
            continue;
        }
        boost::asio::post(m_io,
            [tell = m_onPiece,
                piece = std::string(buffer.data(), static_cast<std::size_t>(size > 0 ? size : 0))] {
                tell(piece);
            });
        if (size <= 0) // a terminal that is gone says EIO
            return;
    }
}

} // namespace muster::cli
