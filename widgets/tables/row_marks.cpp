// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/row_marks.h"

#include <algorithm>

#include <QAbstractItemModel>
#include <QCollator>

#include "widgets/models/table_model.h"

namespace muster::widgets {

using models::TableModel;

RowMarks::RowMarks(QAbstractItemModel* model, QObject* parent) : QObject(parent), m_model(model) {
    connect(model, &QAbstractItemModel::rowsAboutToBeRemoved, this,
        [this](const QModelIndex&, int first, int last) { forget(first, last); });
    connect(model, &QAbstractItemModel::modelReset, this, &RowMarks::forgetUnknown);
}

bool RowMarks::has(const QModelIndex& index) const {
    return !m_keys.isEmpty() && m_keys.contains(index.data(TableModel::KeyRole).toString());
}

QStringList RowMarks::keys() const {
    QStringList out(m_keys.begin(), m_keys.end());
    QCollator order;
    order.setNumericMode(true);
    std::sort(out.begin(), out.end(), order);
    return out;
}

void RowMarks::set(const QStringList& keys, bool marked) {
    for (const auto& key : keys) {
        if (marked && !key.isEmpty()) {
            m_keys.insert(key);
        } else {
            m_keys.remove(key);
        }
    }
    emit changed();
}

bool RowMarks::clear() {
    if (m_keys.isEmpty()) {
        return false;
    }
    m_keys.clear();
    emit changed();
    return true;
}

void RowMarks::forget(int first, int last) {
    const int before = m_keys.size();
    for (int row = first; row <= last && !m_keys.isEmpty(); ++row) {
        m_keys.remove(m_model->index(row, 0).data(TableModel::KeyRole).toString());
    }
    if (m_keys.size() != before) {
        emit changed();
    }
}

void RowMarks::forgetUnknown() {
    if (m_keys.isEmpty()) {
        return;
    }
    QSet<QString> left;
    for (int row = 0; row < m_model->rowCount() && left.size() < m_keys.size(); ++row) {
        const auto key = m_model->index(row, 0).data(TableModel::KeyRole).toString();
        if (m_keys.contains(key)) {
            left.insert(key);
        }
    }
    m_keys = std::move(left);
    emit changed();
}

} // namespace muster::widgets
