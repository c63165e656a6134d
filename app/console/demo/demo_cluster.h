// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QTimer>

#include "core/net/context.h"

namespace muster::console {

// A cluster of one daemon with simulated GPUs, which ends with this console. Its folder is kept,
// and with it its jobs. A daemon that a console left behind when it was killed is ended first; one
// of another console that lives is used together.
class DemoCluster : public QObject {
    Q_OBJECT
public:
    static constexpr int kPatienceMs = 30'000;

    // `daemon` is muster-agentd. `root`: it may start containers.
    DemoCluster(QString daemon, QString folder, bool root, QObject* parent = nullptr);
    ~DemoCluster() override;

    void start(); // tells again that it is ready when it runs
    void stop();
    bool running() const { return m_phase == Phase::Running; }
    // Why its jobs wait for ever; empty: they run.
    QString whyNoJobs() const { return m_whyNoJobs; }

signals:
    void progress(const QString& words);
    void ready(const muster::net::Context& context);
    void failed(const QString& words);

private:
    enum class Phase { Idle, Clearing, Starting, Running };

    void step();
    void clear();
    void launch();
    void look(); // whether it has written where it listens
    void onEnd();
    void fail(const QString& words);
    QString path(const char* name) const;
    QString lastWords() const; // of the daemon
    bool locked() const; // a daemon has the folder
    bool shared() const; // by another console

    QString m_daemon;
    QString m_folder;
    bool m_root;
    Phase m_phase = Phase::Idle;
    QString m_whyNoJobs;
    net::Context m_context; // once it runs
    bool m_terminated = false; // the one that was left behind was told to end
    std::unique_ptr<QProcess> m_process;
    QTimer m_poll;
    QElapsedTimer m_since;
};

// Beside this program, else in $PATH; empty: nowhere.
QString findDaemon(const QString& besides);
// $XDG_STATE_HOME/muster/demo, else ~/.local/state/muster/demo.
QString demoFolder(const QString& xdgStateHome, const QString& home);

} // namespace muster::console
