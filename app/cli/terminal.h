// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/spec/job_plan.h"

struct termios;

namespace muster::cli {

bool isTerminal(int descriptor);

using spec::askForTerminal;
using spec::TerminalSize;

// 0 x 0 if it does not say.
TerminalSize terminalSize(int descriptor);

// While this lives every key goes to the program as it is typed, Ctrl+C too, and nothing is echoed.
// Afterwards the terminal is as it was.
class RawTerminal {
public:
    explicit RawTerminal(int descriptor);
    ~RawTerminal();
    RawTerminal(const RawTerminal&) = delete;
    RawTerminal& operator=(const RawTerminal&) = delete;

private:
    int m_descriptor;
    std::unique_ptr<termios> m_before; // none: it is no terminal
};

} // namespace muster::cli
