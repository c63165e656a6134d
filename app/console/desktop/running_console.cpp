// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/desktop/running_console.h"

#include <QDBusConnectionInterface>
#include <QDBusMessage>

namespace muster::console {

namespace {

const auto kName = QStringLiteral("io.github.muster.console");
const auto kPath = QStringLiteral("/io/github/muster/console");
const auto kInterface = QStringLiteral("org.freedesktop.Application");
constexpr int kAnswerMs = 2000;

} // namespace

RunningConsole::RunningConsole(QDBusConnection bus, QObject* parent)
    : QObject(parent), m_bus(std::move(bus)) {
    m_first = m_bus.isConnected()
        && m_bus.registerObject(kPath, this, QDBusConnection::ExportScriptableSlots)
        && m_bus.registerService(kName);
}

RunningConsole::~RunningConsole() {
    if (m_first) {
        m_bus.unregisterService(kName);
    }
    m_bus.unregisterObject(kPath);
}

bool RunningConsole::handOver(QDBusConnection bus, const DeepLink& link) {
    if (!bus.isConnected() || !bus.interface()->isServiceRegistered(kName)) {
        return false;
    }
    auto call = QDBusMessage::createMethodCall(kName, kPath, kInterface, QStringLiteral("Open"));
    call << QStringList{link.text()} << QVariantMap();
    return bus.call(call, QDBus::Block, kAnswerMs).type() == QDBusMessage::ReplyMessage;
}

void RunningConsole::Activate(const QVariantMap&) {
    emit raiseWanted();
}

void RunningConsole::Open(const QStringList& uris, const QVariantMap&) {
    emit raiseWanted();
    for (const auto& uri : uris) {
        if (const auto link = DeepLink::parse(uri)) {
            emit linkOpened(*link);
        }
    }
}

} // namespace muster::console
