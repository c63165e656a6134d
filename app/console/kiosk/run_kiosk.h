// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/program/options.h"

class QApplication;

namespace muster::console {

// What the wall view takes from the environment beyond what every console does: its service manager
// and its desktop's bus.
inline constexpr const char* kKioskVariables[]
    = {"NOTIFY_SOCKET", "WATCHDOG_USEC", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"};

// Shows the wall view until its window is closed or the process is told to end; returns the exit
// status. An error: the screen is not there.
Result<int> runKiosk(QApplication& app, const Options& options, const Server& server,
    const Environment& environment);

} // namespace muster::console
