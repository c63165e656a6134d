// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

class QAction;
class QTableWidget;

namespace muster::console {

// Every key of a window, as its actions have them.
class ShortcutList : public QDialog {
    Q_OBJECT
public:
    ShortcutList(const QList<QAction*>& actions, QWidget* parent);

    int count() const;
    QString keysOf(const QString& words) const; // empty: there is no such action

private:
    void add(const QString& keys, const QString& words);

    QTableWidget* m_table;
};

} // namespace muster::console
