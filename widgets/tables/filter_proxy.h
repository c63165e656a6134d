// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCollator>
#include <QSortFilterProxyModel>
#include <QStringList>

namespace muster::widgets {

// Sorts by TableModel::SortRole, numbers as numbers and "node9" before "node10"; equal rows by
// their first columns and key, so that nothing moves without a cause. Shows the rows in which every
// word of the filter occurs in some column; a word after "!" must not occur.
class FilterProxy : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit FilterProxy(QObject* parent = nullptr);

    void setFilter(const QString& filter);
    QString filter() const { return m_filter; }

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    int compare(const QVariant& a, const QVariant& b) const;

    QCollator m_collator;
    QString m_filter;
    QStringList m_words;
};

} // namespace muster::widgets
