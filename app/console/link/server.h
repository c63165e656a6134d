// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QUrl>

namespace muster::console {

// The master that a console talks to. The token goes into one request header and nowhere else.
struct Server {
    QUrl url; // ws(s)://host:port/ws/console
    QString token;
    QString caFile; // trusted instead of the system's; empty: the system's
};

} // namespace muster::console
