// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <QObject>
#include <QString>

namespace muster::console {

class Page;

// Asks where charts are to be saved, and lets the page say what became of it. Remembers the folder.
class ChartSaver : public QObject {
    Q_OBJECT
public:
    // Writes to the path; returns why not, empty: it is done.
    using Save = std::function<QString(const QString& path)>;

    explicit ChartSaver(Page* page);

    // Opens the dialog; `suffix` is "csv" or "png", `subject` a part of the file's name.
    void ask(const QString& subject, const QString& suffix, Save save);

private:
    Page* m_page;
    QString m_folder;
};

} // namespace muster::console
