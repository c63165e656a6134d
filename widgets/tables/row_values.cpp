// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/row_values.h"

#include <QAbstractItemModel>

#include "widgets/models/table_model.h"
#include "widgets/tables/filter.h"

namespace muster::widgets {

namespace {
std::size_t at(int row) {
    return static_cast<std::size_t>(row);
}
} // namespace

// The C locale knows no numeric order.
RowValues::RowValues()
    : m_collator(QLocale().language() == QLocale::C ? QLocale(QLocale::English) : QLocale()) {
    m_collator.setNumericMode(true);
    m_collator.setCaseSensitivity(Qt::CaseInsensitive);
}

void RowValues::reset(const QAbstractItemModel* model) {
    m_model = model;
    m_columns.clear();
    m_cells.assign(at(model->rowCount()), {});
}

void RowValues::keepColumns(const std::set<int>& columns) {
    std::erase_if(m_columns, [&](const auto& kept) { return !columns.contains(kept.first); });
    for (const int column : columns) {
        const auto [kept, fresh] = m_columns.try_emplace(column);
        if (fresh) {
            kept->second.reserve(m_cells.size());
            for (int row = 0; row < static_cast<int>(m_cells.size()); ++row) {
                kept->second.push_back(read(row, column));
            }
        }
    }
}

void RowValues::insert(int first, int count) {
    m_cells.insert(m_cells.begin() + first, at(count), {});
    for (auto& [column, values] : m_columns) {
        values.insert(values.begin() + first, at(count), {});
    }
}

void RowValues::remove(int first, int count) {
    m_cells.erase(m_cells.begin() + first, m_cells.begin() + first + count);
    for (auto& [column, values] : m_columns) {
        values.erase(values.begin() + first, values.begin() + first + count);
    }
}

bool RowValues::refresh(int row) {
    m_cells[at(row)] = QString();
    bool changed = false;
    for (auto& [column, values] : m_columns) {
        auto now = read(row, column);
        auto& known = values[at(row)];
        if (now.number != known.number || now.text != known.text) {
            known = std::move(now);
            changed = true;
        }
    }
    return changed;
}

RowValues::Value RowValues::read(int row, int column) const {
    const auto raw = m_model->index(row, column).data(models::TableModel::SortRole);
    if (raw.userType() != QMetaType::QString) {
        return {raw.toLongLong()};
    }
    const auto text = raw.toString();
    return {0, text, m_collator.sortKey(text)};
}

int RowValues::compare(int column, int left, int right) const {
    const auto& values = m_columns.at(column);
    const auto& a = values[at(left)];
    const auto& b = values[at(right)];
    if (a.order && b.order) {
        return a.order->compare(*b.order);
    }
    return a.number < b.number ? -1 : (a.number > b.number ? 1 : 0);
}

qint64 RowValues::number(int column, int row) const {
    return m_columns.at(column)[at(row)].number;
}

const QString& RowValues::cells(int row) {
    auto& cells = m_cells[at(row)];
    if (cells.isNull()) {
        QStringList texts;
        const int columns = m_model->columnCount();
        texts.reserve(columns);
        for (int column = 0; column < columns; ++column) {
            texts << m_model->index(row, column).data().toString();
        }
        cells = Filter::folded(texts);
    }
    return cells;
}

} // namespace muster::widgets
