// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/console/environment.h"
#include "app/console/kiosk/kiosk_options.h"
#include "app/console/link/server.h"
#include "app/console/preferences.h"

class QApplication;

namespace muster::console {

// What the wall view takes from the environment beyond what every console does: its service manager
// and its desktop's bus.
inline constexpr const char* kKioskVariables[]
    = {"NOTIFY_SOCKET", "WATCHDOG_USEC", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"};

// Shows the wall view until its window is closed or the process is told to end; returns the exit
// status. It is dark unless `theme` is light. An error: the screen is not there.
Result<int> runKiosk(QApplication& app, const KioskOptions& options, Theme theme,
    const Server& server, const Environment& environment);

} // namespace muster::console
