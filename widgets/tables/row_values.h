// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include <QCollator>
#include <QString>

class QAbstractItemModel;

namespace muster::widgets {

// What sorting and filtering ask of a model's rows, kept so that 50,000 rows are not asked again at
// each key stroke. Raw values are of TableModel::SortRole: numbers as numbers, texts by the locale
// with "node9" before "node10". Rows are the model's own; the caller tells what becomes of them.
class RowValues {
public:
    RowValues();

    void reset(const QAbstractItemModel* model); // forgets all
    void keepColumns(const std::set<int>& columns); // those of compare() and number()

    void insert(int first, int count); // to be refreshed one by one
    void remove(int first, int count);
    bool refresh(int row); // reads the row again: whether a kept column's value changed

    int compare(int column, int left, int right) const; // < 0, 0, > 0
    qint64 number(int column, int row) const;
    const QString& cells(int row); // Filter::folded

private:
    struct Value {
        qint64 number = 0;
        QString text = {};
        std::optional<QCollatorSortKey> order = {}; // only of texts
    };
    Value read(int row, int column) const;

    const QAbstractItemModel* m_model = nullptr;
    QCollator m_collator;
    std::map<int, std::vector<Value>> m_columns;
    std::vector<QString> m_cells; // null: not read yet
};

} // namespace muster::widgets
