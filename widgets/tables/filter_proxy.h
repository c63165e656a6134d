// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <QAbstractProxyModel>
#include <QTimer>

#include "widgets/tables/filter.h"
#include "widgets/tables/row_values.h"

namespace muster::widgets {

// Shows a list's rows that a filter wants, sorted by several columns; equal rows by their first two
// columns, then by arrival, so that nothing moves without a cause. Made for 50,000 rows: a batch of
// a TableModel costs one pass over them and at most four signals, whatever it changed.
//
// While it is held, no shown row moves: rows that would go become blank or stay, new ones come
// last.
class FilterProxy : public QAbstractProxyModel {
    Q_OBJECT
public:
    struct SortKey {
        int column = 0;
        Qt::SortOrder order = Qt::AscendingOrder;
        bool operator==(const SortKey&) const = default;
    };

    explicit FilterProxy(QObject* parent = nullptr);

    void setSourceModel(QAbstractItemModel* model) override;

    // An error keeps the filter as it was.
    Status setFilter(const QString& text);
    const QString& filter() const { return m_text; }
    void setMe(const QString& me) { m_me = me; } // who "user:me" is
    std::vector<FilterColumn> filterColumns() const;
    void readAhead(); // the rows' texts, in small steps, so that the first letter finds them

    void setSortKeys(std::vector<SortKey> keys); // the first weighs most
    const std::vector<SortKey>& sortKeys() const { return m_keys; }
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    void hold(bool held); // letting go settles
    void settle(); // puts in order what waited

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex&) const override { return {}; }
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    bool hasChildren(const QModelIndex& parent = {}) const override { return rowCount(parent) > 0; }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QModelIndex mapToSource(const QModelIndex& index) const override;
    QModelIndex mapFromSource(const QModelIndex& index) const override;

signals:
    void sortKeysChanged();

private:
    struct Row { // of the source
        int place = -1; // where it is shown
        bool wanted = false; // by the filter
        bool late = true; // not in m_sorted, or its values changed since
        bool dirty = true; // to be read again
    };

    void connectSource(QAbstractItemModel* model);
    void rebuild();
    void onInserted(int first, int count);
    void onAboutToRemove(int first, int count);
    void onRemoved(int first, int count);
    void markDirty(int row) { m_rows[static_cast<std::size_t>(row)].dirty = true; }
    void takeUp();
    void arrange();
    void dropUnwanted();
    void appendWanted();
    void sortLate();
    void reorder(const std::vector<int>& oldPlaces);
    bool accepts(const Filter& filter, int row, qint64 nowMs);
    Status refilter(const Filter& filter);
    void keepColumns(const Filter& filter);
    bool before(int left, int right) const;
    Row& row(int source) { return m_rows[static_cast<std::size_t>(source)]; }

    RowValues m_values;
    std::vector<Row> m_rows;
    std::vector<int> m_sorted; // all rows of the source; -1: removed
    std::vector<int> m_shown; // by place, the source's row; -1: removed
    std::vector<SortKey> m_keys;
    Filter m_filter;
    QString m_text;
    QString m_me;
    QTimer m_aging;
    QTimer m_reading;
    int m_readTo = 0;
    bool m_held = false;
};

} // namespace muster::widgets
