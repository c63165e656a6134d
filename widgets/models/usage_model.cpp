// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/usage_model.h"

#include <algorithm>
#include <map>

#include <QLocale>

#include "widgets/models/text.h"

namespace muster::models {

namespace {

constexpr qint64 kHourMs = 3'600'000;
constexpr qint64 kSecondMs = 1000;

qint64 milliHours(qint64 ms) {
    return ms / (kHourMs / 1000);
}

QString hoursText(qint64 ms) {
    return QLocale().toString(static_cast<double>(ms) / kHourMs, 'f', 1);
}

qint64 meanWait(const v1::Usage::Row& row) {
    return row.started() == 0 ? -1 : row.wait_ms() / row.started() / kSecondMs;
}

} // namespace

void UsageModel::setUsage(const v1::Usage& usage) {
    std::map<std::string, const v1::Usage::Row*> fresh;
    m_total.Clear();
    m_cut = usage.cut();
    for (const auto& row : usage.rows()) {
        fresh.emplace(row.user(), &row);
        m_total.set_gpu_ms(m_total.gpu_ms() + row.gpu_ms());
        m_total.set_cpu_ms(m_total.cpu_ms() + row.cpu_ms());
        m_total.set_tasks(m_total.tasks() + row.tasks());
        m_total.set_failed(m_total.failed() + row.failed());
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
        emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
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
    return parent.isValid() ? 0 : kColumns;
}

TableModel::Column UsageModel::head(int column) {
    const auto of
        = [](const QString& title, const char* keys, Measure measure, const QString& help) {
              return TableModel::Column{title, keys, measure, Rank::Main, {}, help};
          };
    switch (static_cast<Column>(column)) {
    case User:
        return of(tr("User"), "user", Measure::Text, {});
    case GpuHours:
        return of(tr("GPU-hours"), "gpuh gpu", Measure::Thousandths,
            tr("GPUs allocated, busy or idle, times hours"));
    case Share:
        return of(
            tr("Share (%)"), "share", Measure::Number, tr("Share of the GPU-hours of all users"));
    case CpuHours:
        return of(tr("CPU-hours"), "cpuh cpu", Measure::Thousandths,
            tr("CPUs allocated, busy or idle, times hours"));
    case Tasks:
        return of(
            tr("Tasks"), "tasks", Measure::Number, tr("Tasks that held resources in this period"));
    case Failed:
        return of(tr("Failed"), "failed", Measure::Number, tr("Tasks that failed in this period"));
    case MeanWait:
        return of(tr("Mean wait"), "wait", Measure::Duration,
            tr("Time in the queue of jobs whose first attempt started in this period"));
    case kColumns:
        break;
    }
    return {};
}

// In the measure of the column.
qint64 UsageModel::raw(const v1::Usage::Row& row, int column) const {
    switch (static_cast<Column>(column)) {
    case GpuHours:
        return milliHours(row.gpu_ms());
    case Share:
        return m_total.gpu_ms() == 0
            ? 0
            : (100 * row.gpu_ms() + m_total.gpu_ms() / 2) / m_total.gpu_ms();
    case CpuHours:
        return milliHours(row.cpu_ms());
    case Tasks:
        return row.tasks();
    case Failed:
        return row.failed();
    case MeanWait:
        return meanWait(row);
    case User:
    case kColumns:
        break;
    }
    return 0;
}

QString UsageModel::shown(const v1::Usage::Row& row, int column) const {
    switch (static_cast<Column>(column)) {
    case User:
        return row.user().empty() ? unknownText() : text(row.user());
    case GpuHours:
        return hoursText(row.gpu_ms());
    case CpuHours:
        return hoursText(row.cpu_ms());
    case MeanWait:
        return row.started() == 0 ? unknownText() : durationText(meanWait(row));
    case Share:
    case Tasks:
    case Failed:
    case kColumns:
        break;
    }
    return QLocale().toString(raw(row, column));
}

QVariant UsageModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const auto& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return shown(row, index.column());
    case TableModel::SortRole:
        return index.column() == User ? QVariant(text(row.user()))
                                      : QVariant(raw(row, index.column()));
    case TableModel::KeyRole:
        return text(row.user());
    case Qt::TextAlignmentRole:
        return int((index.column() == User ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant UsageModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return orientation == Qt::Horizontal && section >= 0 && section < kColumns
        ? TableModel::headerOf(head(section), role)
        : QVariant();
}

} // namespace muster::models
