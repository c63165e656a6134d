// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QNetworkRequest>
#include <QSslError>

#include "app/console/link/server.h"

class QSslConfiguration;
class QWebSocket;

namespace muster::console {

// What Link and ConnectionTest share: how a console opens its connection, and why it did not open.
QNetworkRequest handshake(const Server& server);
QSslConfiguration tlsOf(const Server& server);

// In words that say what to do. `tls` are the errors of the certificate, if there are any.
QString causeOf(const QWebSocket& socket, const QList<QSslError>& tls = {});

} // namespace muster::console
