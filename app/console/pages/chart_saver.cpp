// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/pages/chart_saver.h"

#include <QDateTime>
#include <QFileDialog>
#include <QFileInfo>
#include <QStandardPaths>

#include "app/console/pages/page.h"

namespace muster::console {

ChartSaver::ChartSaver(Page* page) : QObject(page), m_page(page) { }

void ChartSaver::ask(const QString& subject, const QString& suffix, Save save) {
    if (m_folder.isEmpty()) {
        m_folder = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    }
    auto words = subject;
    const auto name
        = QStringLiteral("%1-%2.%3")
              .arg(words.replace(QLatin1Char(' '), QLatin1Char('-')),
                  QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmm")), suffix);
    auto* dialog = new QFileDialog(m_page, tr("Export the charts"), m_folder,
        suffix == QLatin1String("csv") ? tr("Values (*.csv)") : tr("Picture (*.png)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    dialog->selectFile(name);
    connect(dialog, &QFileDialog::fileSelected, this,
        [this, save = std::move(save)](const QString& path) {
            m_folder = QFileInfo(path).absolutePath();
            const auto problem = save(path);
            emit m_page->notice(
                problem.isEmpty() ? tr("Saved %1").arg(path) : problem, problem.isEmpty());
        });
    dialog->open();
}

} // namespace muster::console
