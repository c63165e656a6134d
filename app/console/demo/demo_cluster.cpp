// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/demo/demo_cluster.h"

#include <csignal>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include "widgets/models/text.h"

namespace muster::console {

using models::text;

namespace {

constexpr int kPollMs = 100;
constexpr int kEndMs = 5000;
constexpr auto kConfig = "config/muster/contexts.toml";
constexpr auto kLog = "daemon.log";
constexpr auto kOwner = "console.pid";
constexpr auto kDaemonPid = "daemon.pid";

// The kernel ends it with the console, also when that crashes.
class Daemon : public QProcess {
protected:
    void setupChildProcess() override { ::prctl(PR_SET_PDEATHSIG, SIGTERM); }
};

qint64 readPid(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toLongLong() : 0;
}

void writePid(const QString& path, qint64 pid) {
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) {
        file.write(QByteArray::number(pid) + '\n');
    }
}

// Also of one that was upgraded while it runs.
QString programOf(qint64 pid) {
    return QFileInfo(QStringLiteral("/proc/%1/exe").arg(pid))
        .symLinkTarget()
        .remove(QLatin1String(" (deleted)"));
}

// A number may be another process's by now.
bool isProgram(qint64 pid, const QString& program) {
    return pid > 0 && programOf(pid).endsWith(program);
}

// Flags of a daemon are variables, too; the user's are for another one.
QProcessEnvironment environmentFor(const QString& configFolder) {
    auto out = QProcessEnvironment::systemEnvironment();
    for (const auto& name : out.keys()) {
        if (name.startsWith(QLatin1String("MUSTER_")) || name.startsWith(QLatin1String("SUDO_"))) {
            out.remove(name);
        }
    }
    out.insert(QStringLiteral("XDG_CONFIG_HOME"), configFolder);
    return out;
}

} // namespace

DemoCluster::DemoCluster(QString daemon, QString folder, bool root, QObject* parent)
    : QObject(parent), m_daemon(std::move(daemon)), m_folder(std::move(folder)), m_root(root) {
    m_poll.setInterval(kPollMs);
    connect(&m_poll, &QTimer::timeout, this, &DemoCluster::step);
}

DemoCluster::~DemoCluster() {
    stop();
}

QString DemoCluster::path(const char* name) const {
    return m_folder + QLatin1Char('/') + QString::fromLatin1(name);
}

void DemoCluster::start() {
    if (m_phase == Phase::Running) {
        emit ready(m_context);
    }
    if (m_phase != Phase::Idle) {
        return;
    }
    m_terminated = false;
    m_whyNoJobs = m_root
        ? QString()
        : tr("Its GPUs are restricted and its jobs stay pending: only root may start containers.");
    if (m_daemon.isEmpty()) {
        emit failed(tr("muster-agentd was not found next to this program or in PATH"));
        return;
    }
    if (!QDir().mkpath(m_folder)) {
        emit failed(tr("Cannot create the directory %1").arg(m_folder));
        return;
    }
    m_phase = Phase::Clearing;
    m_since.start();
    m_poll.start();
    emit progress(tr("Starting a cluster with simulated GPUs…"));
    step();
}

void DemoCluster::step() {
    if (m_since.elapsed() > kPatienceMs) {
        fail(tr("The demo cluster did not start within %1 s. Its output: %2")
                 .arg(kPatienceMs / 1000)
                 .arg(lastWords()));
    } else if (m_phase == Phase::Clearing) {
        clear();
    } else if (m_phase == Phase::Starting) {
        look();
    }
}

void DemoCluster::clear() {
    if (!locked()) {
        QFile::remove(path(kConfig));
        launch();
    } else if (shared()) {
        m_phase = Phase::Starting;
        look();
    } else if (const auto pid = readPid(path(kDaemonPid));
               !m_terminated && isProgram(pid, QStringLiteral("/muster-agentd"))) {
        m_terminated = true;
        ::kill(static_cast<pid_t>(pid), SIGTERM);
    }
}

bool DemoCluster::locked() const {
    const int lock
        = ::open(path("daemon/master.lock").toLocal8Bit().constData(), O_RDWR | O_CLOEXEC);
    if (lock < 0) {
        return false;
    }
    const bool taken = ::flock(lock, LOCK_EX | LOCK_NB) != 0;
    ::close(lock);
    return taken;
}

bool DemoCluster::shared() const {
    const auto owner = readPid(path(kOwner));
    return owner != ::getpid() && isProgram(owner, programOf(::getpid()));
}

void DemoCluster::launch() {
    QStringList arguments{QStringLiteral("standalone"), QStringLiteral("--simulate=h100x8"),
        QStringLiteral("--port=0"), QStringLiteral("--hostname=demo"),
        QStringLiteral("--config=/dev/null"), // the file of this machine is for another one, too
        QStringLiteral("--work_dir=") + path("daemon")};
    if (!m_whyNoJobs.isEmpty()) {
        arguments << QStringLiteral("--isolation=none");
    }
    m_process = std::make_unique<Daemon>();
    m_process->setProcessEnvironment(environmentFor(path("config")));
    m_process->setStandardOutputFile(QProcess::nullDevice());
    m_process->setStandardErrorFile(path(kLog));
    connect(m_process.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            fail(tr("Cannot start %1: %2").arg(m_daemon, m_process->errorString()));
        }
    });
    connect(m_process.get(), qOverload<int, QProcess::ExitStatus>(&QProcess::finished), this,
        &DemoCluster::onEnd);
    m_phase = Phase::Starting;
    writePid(path(kOwner), ::getpid());
    m_process->start(m_daemon, arguments);
    writePid(path(kDaemonPid), m_process->processId());
}

void DemoCluster::look() {
    const auto contexts = net::readContexts(path(kConfig).toStdString());
    const auto* context = contexts ? contexts->find(contexts->current) : nullptr;
    if (context == nullptr) {
        return;
    }
    m_poll.stop();
    m_phase = Phase::Running;
    m_context = *context;
    emit ready(m_context);
}

// A machine without runc, or a container without its rights: GPUs can still be looked at.
void DemoCluster::onEnd() {
    const auto said = lastWords();
    if (m_whyNoJobs.isEmpty() && m_since.elapsed() < kPatienceMs) {
        m_whyNoJobs = tr("Its jobs stay pending: %1").arg(said);
        m_phase = Phase::Clearing;
        m_poll.start();
        return;
    }
    fail(tr("The demo cluster has ended: %1").arg(said));
}

QString DemoCluster::lastWords() const {
    QFile file(path(kLog));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    const auto lines = file.readAll().trimmed().split('\n');
    return QString::fromUtf8(lines.last()).remove(QLatin1String("EXIT with status 1: "));
}

void DemoCluster::fail(const QString& words) {
    stop();
    emit failed(words);
}

void DemoCluster::stop() {
    m_poll.stop();
    m_phase = Phase::Idle;
    if (m_process) {
        m_process->disconnect(this);
        m_process->terminate();
        if (!m_process->waitForFinished(kEndMs)) {
            m_process->kill();
            m_process->waitForFinished(kEndMs);
        }
        // Perhaps called from one of its own signals.
        m_process.release()->deleteLater();
        QFile::remove(path(kOwner));
        QFile::remove(path(kDaemonPid));
    }
}

QString findDaemon(const QString& besides) {
    const auto name = QStringLiteral("muster-agentd");
    const auto near = QStandardPaths::findExecutable(name, {besides});
    return near.isEmpty() ? QStandardPaths::findExecutable(name) : near;
}

QString demoFolder(const QString& xdgStateHome, const QString& home) {
    const auto state = xdgStateHome.startsWith(QLatin1Char('/'))
        ? xdgStateHome
        : home + QStringLiteral("/.local/state");
    return state + QStringLiteral("/muster/demo");
}

} // namespace muster::console
