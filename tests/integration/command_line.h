// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <string>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "tests/support/e2e/world.h"
#include "tests/support/paths.h"

namespace muster::e2e {

// A program on a terminal of its own, whose keys the test presses.
class OnTerminal {
public:
    OnTerminal(const std::string& shellCommand, unsigned short rows, unsigned short columns)
        : m_terminal(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
        ::grantpt(m_terminal);
        ::unlockpt(m_terminal);
        char name[64] = {};
        ::ptsname_r(m_terminal, name, sizeof name);
        resize(rows, columns);
        m_pid = ::fork();
        if (m_pid == 0) {
            ::setsid();
            const int end = ::open(name, O_RDWR); // becomes the session's own terminal
            for (const int number : {0, 1, 2}) {
                ::dup2(end, number);
            }
            ::close_range(3, ~0U, 0);
            ::execl("/bin/sh", "sh", "-c", shellCommand.c_str(), nullptr);
            ::_exit(99);
        }
    }
    ~OnTerminal() {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
        ::close(m_terminal);
    }
    OnTerminal(const OnTerminal&) = delete;
    OnTerminal& operator=(const OnTerminal&) = delete;

    void resize(unsigned short rows, unsigned short columns) {
        winsize size{.ws_row = rows, .ws_col = columns};
        ::ioctl(m_terminal, TIOCSWINSZ, &size);
    }
    void type(const std::string& keys) {
        EXPECT_EQ(::write(m_terminal, keys.data(), keys.size()), ssize_t(keys.size()));
    }
    bool shows(const std::string& text, Patience patience = 15s) {
        return eventually(
            [&] {
                pollfd ready{m_terminal, POLLIN, 0};
                char buffer[4096];
                while (::poll(&ready, 1, 0) == 1 && (ready.revents & POLLIN) != 0) {
                    const auto count = ::read(m_terminal, buffer, sizeof buffer);
                    if (count <= 0) {
                        break;
                    }
                    shown.append(buffer, static_cast<std::size_t>(count));
                }
                return shown.find(text) != std::string::npos;
            },
            patience);
    }
    // Whether it echoes and makes lines, as a shell's terminal does.
    bool isCooked() const {
        termios modes{};
        ::tcgetattr(m_terminal, &modes);
        return (modes.c_lflag & (ICANON | ECHO | ISIG)) == (ICANON | ECHO | ISIG);
    }

    std::string shown;

private:
    int m_terminal;
    pid_t m_pid = -1;
};

// A world whose `muster` is run through a shell, so that the test can pipe.
template <typename World>
struct WithCommandLine : World {
    struct Said {
        int status;
        std::string out, err;
    };
    std::string line(const std::string& words) const {
        return "env XDG_CONFIG_HOME=" + this->m_base + "/config " + m_variables
            + " " MUSTER_BIN_DIR "/muster " + words;
    }
    Said run(const std::string& script) {
        const auto file = this->m_base + "/logs/run-" + std::to_string(++m_runs);
        Process process({"/bin/sh", "-c", script}, {file + ".out", file + ".err", {}, false});
        const auto status = process.wait(20s);
        return {status.value_or(-1), process.out(), process.err()};
    }
    Said muster(const std::string& words) { return run(line(words)); }

    std::string m_variables; // of its environment
    unsigned m_runs = 0;
};

} // namespace muster::e2e
