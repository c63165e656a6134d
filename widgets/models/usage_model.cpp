// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/usage_model.h"

#include <algorithm>
#include <map>

#include <QLocale>

#include "core/columns/usage.h"
#include "widgets/models/shown_columns.h"

namespace muster::models {

namespace {

const auto& shownColumns() {
    static const ShownColumns<columns::UsageRow> all(
        "muster::models::UsageModel", columns::usageColumns(), columns::usageOrder());
    return all;
}

QString hoursText(qint64 ms) {
    constexpr double kHourMs = 3'600'000;
    return QLocale().toString(static_cast<double>(ms) / kHourMs, 'f', 1);
}

} // namespace

void UsageModel::setUsage(const v1::Usage& usage) {
    std::map<std::string, const v1::Usage::Row*> fresh;
    m_total = columns::totalOf(usage);
    m_cut = usage.cut();
    for (const auto& row : usage.rows()) {
        fresh.emplace(row.user(), &row);
    }
    for (auto i = static_cast<int>(m_rows.size()) - 1; i >= 0; --i) {
        auto& row = m_rows[static_cast<std::size_t>(i)];
        if (const auto found = fresh.find(row.user()); found != fresh.end()) {
            row = *found->second;
            fresh.erase(found);
        } else {
            beginRemoveRows({}, i, i);
            m_rows.erase(m_rows.begin() + i);
            endRemoveRows();
        }
    }
    if (!m_rows.empty()) { // the shares of all have changed
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
    if (!fresh.empty()) {
        beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(fresh.size()) - 1);
        for (const auto& [user, row] : fresh) {
            m_rows.push_back(*row);
        }
        endInsertRows();
    }
}

QString UsageModel::total() const {
    return m_rows.empty()
        ? QString()
        : tr("Total: %1 GPU-hours, %2 CPU-hours; tasks: %3, failed: %4")
              .arg(hoursText(m_total.gpu_ms()), hoursText(m_total.cpu_ms()),
                  QLocale().toString(m_total.tasks()), QLocale().toString(m_total.failed()));
}

int UsageModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int UsageModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : shownColumns().count();
}

TableModel::Column UsageModel::column(int index) {
    return shownColumns().head(index);
}

// Counts and hours as the language writes them.
TableModel::Cell UsageModel::cell(const v1::Usage::Row& row, int column) const {
    auto cell = shownColumns().cell(column, {row, m_total});
    switch (column) {
    case User:
        return row.user().empty() ? TableModel::Cell{cell.sort, unknownText()} : cell;
    case GpuHours:
        return {cell.sort, hoursText(row.gpu_ms())};
    case CpuHours:
        return {cell.sort, hoursText(row.cpu_ms())};
    case Share:
    case Tasks:
    case Failed:
        return {cell.sort, QLocale().toString(cell.sort.toLongLong())};
    default:
        return cell;
    }
}

QVariant UsageModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const auto& row = m_rows[static_cast<std::size_t>(index.row())];
    return TableModel::dataOf(
        role, [&] { return text(row.user()); }, [&] { return column(index.column()); },
        [&] { return cell(row, index.column()); });
}

QVariant UsageModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return orientation == Qt::Horizontal && section >= 0 && section < columnCount()
        ? TableModel::headerOf(column(section), role)
        : QVariant();
}

} // namespace muster::models
