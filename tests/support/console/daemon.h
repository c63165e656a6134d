// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include <QProcess>
#include <QString>
#include <QTemporaryDir>

#include "core/kernel/base/result.h"
#include "core/net/context.h"

namespace muster::test {

// The real `muster-agentd standalone` with simulated GPUs, on a free port, its work directory and
// context file in a folder of its own. Starts at once, ends with the object, leaves no mount.
class Daemon {
public:
    explicit Daemon(const QString& scenario = QStringLiteral("m60x4"),
        const QString& cluster = QStringLiteral("lab"));
    ~Daemon();

    // How to reach it, as it wrote that for its user; waits until it has.
    Result<net::Context> context() const;
    QString address() const; // empty: it has not started yet
    QString tokenFile() const { return m_folder.filePath(QStringLiteral("work/token")); }
    QString said() const; // all that it wrote to its log

    void killHard(); // kill -9: it tidies nothing up
    void startAgain(); // at the same address

private:
    void start(const QString& port);
    std::filesystem::path contexts() const;

    QTemporaryDir m_folder;
    QString m_scenario;
    QString m_cluster;
    QProcess m_process;
};

} // namespace muster::test
