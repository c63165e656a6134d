// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWebSocket>

#include "app/console/link/server.h"

namespace muster::console {

// Tries a connection once, as the console would open it, and says what came of it.
class ConnectionTest : public QObject {
    Q_OBJECT
public:
    static constexpr int kPatienceMs = 10'000;

    // `version` is this console's own. Starts at once.
    ConnectionTest(Server server, QString version, QObject* parent = nullptr);

signals:
    // Once. `good`: a master answered and admitted this user; its version may still be another.
    void finished(bool good, const QString& words);

private:
    void subscribe();
    void onBytes(const QByteArray& bytes);
    void end(bool good, const QString& words);

    Server m_server;
    QString m_version;
    QWebSocket m_socket;
    QTimer m_patience;
    QList<QSslError> m_tlsErrors;
    bool m_ended = false;
};

// "0.2" of "0.2.7": consoles and masters of one series understand each other fully.
QString seriesOf(const QString& version);

} // namespace muster::console
