// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/console/daemon.h"
#include "tests/support/paths.h"

#include <sys/mount.h>

#include <QFile>
#include <QStandardPaths>
#include <QTest>

namespace muster::test {

namespace {

constexpr int kStartMs = 60'000;
constexpr int kEndMs = 10'000;

} // namespace

Daemon::Daemon(const QString& scenario, const QString& cluster)
    : m_scenario(scenario), m_cluster(cluster) {
    start(QStringLiteral("0"));
}

Daemon::~Daemon() {
    m_process.terminate();
    if (!m_process.waitForFinished(kEndMs)) {
        killHard();
    }
    // Of a daemon that was killed and not started again.
    ::umount2(qPrintable(m_folder.filePath(QStringLiteral("work/mounts"))), MNT_DETACH);
}

void Daemon::start(const QString& port) {
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(
        QStringLiteral("XDG_CONFIG_HOME"), m_folder.filePath(QStringLiteral("config")));
    m_process.setProcessEnvironment(environment);
    m_process.setStandardErrorFile(m_folder.filePath(QStringLiteral("stderr")), QIODevice::Append);
    m_process.setStandardOutputFile(QProcess::nullDevice());
    m_process.start(QStringLiteral(MUSTER_BIN_DIR "/muster-agentd"),
        {QStringLiteral("standalone"), QStringLiteral("--simulate=") + m_scenario,
            QStringLiteral("--cluster=") + m_cluster, QStringLiteral("--port=") + port,
            QStringLiteral("--runc=") + QStandardPaths::findExecutable(QStringLiteral("runc")),
            QStringLiteral("--conmon=") + QStandardPaths::findExecutable(QStringLiteral("conmon")),
            QStringLiteral("--work_dir=") + m_folder.filePath(QStringLiteral("work"))});
}

std::filesystem::path Daemon::contexts() const {
    return m_folder.filePath(QStringLiteral("config/muster/contexts.toml")).toStdString();
}

Result<net::Context> Daemon::context() const {
    if (!QTest::qWaitFor([this] { return !address().isEmpty(); }, kStartMs)) {
        return failure("The daemon wrote no contexts.toml; it said: " + said().toStdString());
    }
    const auto read = net::readContexts(contexts());
    return *read->find(read->current);
}

QString Daemon::address() const {
    const auto read = net::readContexts(contexts());
    const auto* context = read ? read->find(read->current) : nullptr;
    return context == nullptr ? QString() : QString::fromStdString(context->address);
}

QString Daemon::said() const {
    QFile file(m_folder.filePath(QStringLiteral("stderr")));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

void Daemon::killHard() {
    m_process.kill();
    m_process.waitForFinished(kEndMs);
}

void Daemon::startAgain() {
    start(address().section(QLatin1Char(':'), -1));
}

} // namespace muster::test
