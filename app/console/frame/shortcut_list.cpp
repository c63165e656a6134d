// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/frame/shortcut_list.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QTableWidget>
#include <QVBoxLayout>

namespace muster::console {

ShortcutList::ShortcutList(const QList<QAction*>& actions, QWidget* parent)
    : QDialog(parent), m_table(new QTableWidget(0, 2, this)) {
    setWindowTitle(tr("Keyboard shortcuts"));
    m_table->setHorizontalHeaderLabels({tr("Keys"), tr("Action")});
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->verticalHeader()->hide();
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setShowGrid(false);
    m_table->setAccessibleName(windowTitle());
    for (const auto* action : actions) {
        if (!action->shortcuts().isEmpty() && !action->text().isEmpty()) {
            QStringList keys;
            for (const auto& sequence : action->shortcuts()) {
                keys << sequence.toString(QKeySequence::NativeText);
            }
            auto words = action->text();
            add(keys.join(tr(" or ")),
                words.replace(QLatin1String("&&"), QLatin1String("\n"))
                    .remove(QLatin1Char('&'))
                    .replace(QLatin1Char('\n'), QLatin1Char('&')));
        }
    }
    add(QKeySequence(QKeySequence::Copy).toString(QKeySequence::NativeText), tr("Copy the cell"));
    add(QKeySequence(QStringLiteral("Ctrl+Shift+C")).toString(QKeySequence::NativeText),
        tr("Copy the row"));
    add(QKeySequence(QStringLiteral("Ctrl+Shift+I")).toString(QKeySequence::NativeText),
        tr("Copy the id of the row"));
    add(tr("Arrow keys"), tr("Move the divider between two parts of a page, which Tab leads to"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_table);
    column->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 80, fontMetrics().height() * 32);
}

void ShortcutList::add(const QString& keys, const QString& words) {
    if (keysOf(words) == keys) {
        return; // of another page
    }
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    m_table->setItem(row, 0, new QTableWidgetItem(keys));
    m_table->setItem(row, 1, new QTableWidgetItem(words));
}

int ShortcutList::count() const {
    return m_table->rowCount();
}

QString ShortcutList::keysOf(const QString& words) const {
    for (int row = 0; row < m_table->rowCount(); ++row) {
        if (m_table->item(row, 1)->text() == words) {
            return m_table->item(row, 0)->text();
        }
    }
    return {};
}

} // namespace muster::console
