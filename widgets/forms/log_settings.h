// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace muster::widgets {

// How the reader wants logs to be shown; kept from log to log and from day to day.
struct LogSettings {
    enum class Streams { Both, Out, Error };

    Streams streams = Streams::Both;
    qint64 tailBytes = 256 << 10; // of each file, from its end; 0: all of it
    bool wrap = false;
    bool times = false; // when each line arrived
    bool searchRegex = false;
    bool searchCase = false;
    bool filterRegex = false;
    bool filterCase = false;
    bool filterInverse = false;

    bool operator==(const LogSettings&) const = default;
};

} // namespace muster::widgets
