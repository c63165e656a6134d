// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal.h"

#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace muster::cli {

bool isTerminal(int descriptor) {
    return descriptor >= 0 && isatty(descriptor) == 1;
}

TerminalSize terminalSize(int descriptor) {
    winsize size{};
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0)
        return {};
    return {size.ws_row, size.ws_col};
}

RawTerminal::RawTerminal(int descriptor) : m_descriptor(descriptor) {
    termios modes{};
    if (tcgetattr(descriptor, &modes) != 0)
        return;
    m_before = std::make_unique<termios>(modes);
    cfmakeraw(&modes);
    tcsetattr(descriptor, TCSANOW, &modes);
}

RawTerminal::~RawTerminal() {
    if (m_before)
        tcsetattr(m_descriptor, TCSANOW, m_before.get());
}

} // namespace muster::cli
