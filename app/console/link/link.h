// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>

#include <QObject>
#include <QSslError>
#include <QTimer>
#include <QWebSocket>

#include "app/console/link/back_off.h"
#include "app/console/link/server.h"
#include "core/proto/muster/v1/console.pb.h"

namespace muster::models {
class ClusterState;
}

namespace muster::console {

// The console's one connection to its master. Keeps `state` current while it is live, and comes
// back by itself for ever. One thread, that of the event loop.
class Link : public QObject {
    Q_OBJECT
public:
    enum class Phase {
        Connecting, // also: connected, waiting for the snapshot
        Live,
        Waiting, // for the next attempt; see cause() and retryInMs()
    };
    // Called once, or for each chunk of a log until its end. An error of kind UNAVAILABLE when
    // the link was lost before the answer.
    using ReplyHandler = std::function<void(const v1::Reply&)>;

    Link(Server server, models::ClusterState& state, QObject* parent = nullptr);
    ~Link() override;

    void setBackOff(BackOff limits) { m_backOff = limits; } // from the next loss on
    void start();
    void retryNow();
    void resubscribe(); // a new snapshot, F5

    // Returns the request's id, for cancel(). Without a live link the handler is called at once.
    quint64 request(v1::Request request, ReplyHandler handler);
    // Forgets the handler; a log stream ends at the master too.
    void cancel(quint64 id);
    // Of a log with a window: so many further bytes are here, and more may come.
    void tellTaken(quint64 id, quint64 bytes);

    Phase phase() const { return m_phase; }
    QString cause() const { return m_cause; } // of the last loss; empty while all is well
    int retryInMs() const { return m_phase == Phase::Waiting ? m_retry.remainingTime() : 0; }
    QUrl url() const { return m_server.url; }

signals:
    void phaseChanged();
    void heard(); // any message of the master, or its answer to a ping

private:
    void open();
    void lost(const QString& cause);
    void setPhase(Phase phase);
    void onBytes(const QByteArray& bytes);
    void onReply(const v1::Reply& reply);
    void onSnapshot(v1::Snapshot snapshot);
    void onDelta(v1::Delta delta);
    void subscribe();
    void send(const v1::Request& request);
    void failAll(const QString& cause);
    void checkSilence();

    Server m_server;
    models::ClusterState& m_state;
    QWebSocket m_socket;
    QTimer m_retry;
    QTimer m_pulse;
    BackOff m_backOff;
    Phase m_phase = Phase::Waiting;
    QString m_cause;
    QList<QSslError> m_tlsErrors; // of the attempt that runs
    int m_failures = 0;
    int m_silentPulses = 0;
    bool m_waitsForSnapshot = true;
    quint64 m_lastId = 0;
    std::map<quint64, ReplyHandler> m_handlers;
};

} // namespace muster::console
