// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/console/frame/cluster_switcher.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>

namespace muster::console {

ClusterSwitcher::ClusterSwitcher(const ClusterEntries& clusters, QWidget* parent)
    : QDialog(parent), m_field(new QLineEdit(this)), m_list(new QListWidget(this)) {
    setWindowTitle(tr("Switch cluster"));
    m_field->setPlaceholderText(tr("Name or address"));
    m_field->setAccessibleName(tr("Name or address of the cluster"));
    m_list->setAccessibleName(tr("Clusters"));
    for (const auto& cluster : clusters) {
        auto* item = new QListWidgetItem(
            clusterIcon(cluster.colour), tr("%1 (%2)").arg(cluster.name, cluster.address), m_list);
        item->setData(Qt::UserRole, cluster.name);
    }
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_field);
    column->addWidget(m_list);
    resize(fontMetrics().averageCharWidth() * 60, fontMetrics().height() * 16);
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &ClusterSwitcher::filter);
    connect(m_field, &QLineEdit::returnPressed, this, &ClusterSwitcher::choose);
    connect(m_list, &QListWidget::itemActivated, this, &ClusterSwitcher::choose);
    filter({});
}

QString ClusterSwitcher::chosen() const {
    const auto* item = m_list->currentItem();
    return item == nullptr || item->isHidden() ? QString() : item->data(Qt::UserRole).toString();
}

void ClusterSwitcher::filter(const QString& words) {
    int first = -1;
    for (int row = 0; row < m_list->count(); ++row) {
        const bool fits = m_list->item(row)->text().contains(words, Qt::CaseInsensitive);
        m_list->setRowHidden(row, !fits);
        first = first < 0 && fits ? row : first;
    }
    m_list->setCurrentRow(first);
}

void ClusterSwitcher::choose() {
    const auto name = chosen();
    if (!name.isEmpty()) {
        accept();
        emit clusterWanted(name);
    }
}

// The keys that move in the list do so while one types.
bool ClusterSwitcher::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Down || key->key() == Qt::Key_Up) {
            const int step = key->key() == Qt::Key_Down ? 1 : -1;
            int row = m_list->currentRow() + step;
            while (row >= 0 && row < m_list->count() && m_list->isRowHidden(row)) {
                row += step;
            }
            if (row >= 0 && row < m_list->count()) {
                m_list->setCurrentRow(row);
            }
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace muster::console
