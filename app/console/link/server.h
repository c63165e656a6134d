// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QUrl>

#include "core/kernel/base/result.h"

namespace muster::net {
struct Context;
} // namespace muster::net

namespace muster::console {

// The master that a console talks to. The token goes into one request header and nowhere else.
struct Server {
    QUrl url; // ws(s)://host:port/ws/console
    QString token;
    QString caFile; // trusted instead of the system's; empty: the system's
};

// The address of a context and its token, which is read from its file. An error says what is wrong
// with either.
Result<Server> serverOf(const net::Context& context);

} // namespace muster::console
