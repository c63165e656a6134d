// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/log_memory.h"

#include <algorithm>
#include <array>

#include <QFileDialog>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

#include "widgets/forms/log_viewer.h"
#include "widgets/models/save.h"

namespace muster::console {

using widgets::LogSettings;

namespace {

constexpr std::array<const char*, 3> kStreams{"both", "stdout", "stderr"};

struct Switch {
    const char* key;
    bool LogSettings::*member;
};

constexpr std::array<Switch, 7> kSwitches{{
    {"log/wrap", &LogSettings::wrap},
    {"log/times", &LogSettings::times},
    {"log/search_regex", &LogSettings::searchRegex},
    {"log/search_case", &LogSettings::searchCase},
    {"log/filter_regex", &LogSettings::filterRegex},
    {"log/filter_case", &LogSettings::filterCase},
    {"log/filter_inverse", &LogSettings::filterInverse},
}};

const auto kStreamsKey = QStringLiteral("log/streams");
const auto kTailKey = QStringLiteral("log/tail_bytes");

} // namespace

LogSettings readLogSettings(const QSettings& settings) {
    LogSettings read;
    const auto streams = settings.value(kStreamsKey).toString().toStdString();
    const auto* const found = std::find(kStreams.begin(), kStreams.end(), streams);
    if (found != kStreams.end()) {
        read.streams = static_cast<LogSettings::Streams>(found - kStreams.begin());
    }
    read.tailBytes = std::max(qint64{0}, settings.value(kTailKey, read.tailBytes).toLongLong());
    for (const auto& one : kSwitches) {
        read.*one.member = settings.value(QString::fromLatin1(one.key)).toBool();
    }
    return read;
}

void writeLogSettings(QSettings& settings, const LogSettings& wanted) {
    settings.setValue(
        kStreamsKey, QString::fromLatin1(kStreams[static_cast<std::size_t>(wanted.streams)]));
    settings.setValue(kTailKey, wanted.tailBytes);
    for (const auto& one : kSwitches) {
        settings.setValue(QString::fromLatin1(one.key), wanted.*one.member);
    }
}

LogMemory::LogMemory(QSettings& settings, widgets::LogViewer& viewer)
    : QObject(&viewer), m_settings(settings), m_viewer(viewer),
      m_folder(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)) {
    restore();
    connect(&viewer, &widgets::LogViewer::settingsChanged, this,
        [this] { writeLogSettings(m_settings, m_viewer.settings()); });
    connect(&viewer, &widgets::LogViewer::saveWanted, this, &LogMemory::askWhere);
}

void LogMemory::restore() {
    m_viewer.setSettings(readLogSettings(m_settings));
}

void LogMemory::askWhere(bool filtered) {
    auto* dialog = new QFileDialog(
        &m_viewer, tr("Save the log"), m_folder, tr("Text (*.log *.txt);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("log"));
    dialog->selectFile(QStringLiteral("muster.log"));
    connect(dialog, &QFileDialog::fileSelected, this,
        [this, filtered](const QString& path) { save(path, filtered); });
    dialog->open();
}

void LogMemory::save(const QString& path, bool filtered) {
    m_folder = QFileInfo(path).absolutePath();
    const auto problem = models::saveFile(path, m_viewer.textToSave(filtered));
    emit saved(problem.isEmpty() ? tr("Saved %1").arg(path) : problem, problem.isEmpty());
}

} // namespace muster::console
