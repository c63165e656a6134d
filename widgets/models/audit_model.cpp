// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/audit_model.h"

#include <algorithm>

#include "widgets/models/table_model.h"
#include "widgets/models/text.h"

namespace muster::models {

namespace {

Mark markOf(const std::string& action) {
    constexpr std::pair<std::string_view, Mark> kMarks[] = {
        {"alert raised", Mark::Bad},
        {"alert ended", Mark::Good},
        {"agent joined", Mark::Good},
        {"agent left", Mark::Lost},
        {"restrict", Mark::Restricted},
        {"drain", Mark::Draining},
    };
    for (const auto& [name, mark] : kMarks) {
        if (name == action) {
            return mark;
        }
    }
    return Mark::None;
}

const char* keysOf(int column) {
    constexpr const char* kKeys[]
        = {"when age", "who author user", "action", "object where node gpu job", "detail"};
    return kKeys[column];
}

template <typename Rows>
int sameTime(Rows begin, Rows end) {
    if (begin == end) {
        return 0;
    }
    const auto at = begin->row.at_ms();
    return static_cast<int>(
        std::find_if(begin, end, [at](const auto& one) { return one.row.at_ms() != at; }) - begin);
}

} // namespace

AuditModel::AuditModel(const ClusterState& state, QObject* parent)
    : QAbstractTableModel(parent), m_state(state) { }

int AuditModel::newestRows() const {
    return sameTime(m_rows.begin(), m_rows.end());
}

int AuditModel::oldestRows() const {
    return sameTime(m_rows.rbegin(), m_rows.rend());
}

int AuditModel::addNewer(const v1::AuditRows& rows) {
    const int fresh = rows.rows_size() - newestRows();
    if (fresh <= 0) {
        return 0;
    }
    beginInsertRows({}, 0, fresh - 1);
    for (int i = fresh - 1; i >= 0; --i) {
        m_rows.push_front({m_rows.empty() ? 0 : m_rows.front().number + 1, rows.rows(i)});
    }
    endInsertRows();
    return fresh;
}

int AuditModel::addOlder(const v1::AuditRows& rows) {
    const int known = oldestRows();
    const int fresh = rows.rows_size() - known;
    if (fresh <= 0) {
        return 0;
    }
    const int first = rowCount();
    beginInsertRows({}, first, first + fresh - 1);
    for (int i = known; i < rows.rows_size(); ++i) {
        m_rows.push_back({m_rows.empty() ? 0 : m_rows.back().number - 1, rows.rows(i)});
    }
    endInsertRows();
    return fresh;
}

void AuditModel::clear() {
    if (!m_rows.empty()) {
        beginResetModel();
        m_rows.clear();
        endResetModel();
    }
}

const v1::AuditRow* AuditModel::find(const QString& key) const {
    bool isNumber = false;
    const auto number = key.toLongLong(&isNumber);
    if (!isNumber || m_rows.empty() || number > m_rows.front().number
        || number < m_rows.back().number) {
        return nullptr;
    }
    return &m_rows[static_cast<std::size_t>(m_rows.front().number - number)].row;
}

int AuditModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int AuditModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kColumns;
}

QString AuditModel::objectName(const v1::AuditRow& row) const {
    if (const auto* gpu = m_state.gpu(row.object())) {
        const auto* agent = m_state.agent(gpu->agent_id());
        if (agent != nullptr) {
            return tr("%1:%2").arg(text(agent->hostname())).arg(gpu->index());
        }
    }
    const auto* agent = m_state.agent(row.object());
    return text(agent == nullptr ? row.object() : agent->hostname());
}

QString AuditModel::shown(const v1::AuditRow& row, int column) const {
    switch (static_cast<Column>(column)) {
    case When:
        return clockText(row.at_ms());
    case Author:
        return text(row.author());
    case Action:
        return text(row.action());
    case Object:
        return objectName(row);
    case Detail:
        return text(row.detail());
    case kColumns:
        break;
    }
    return {};
}

QVariant AuditModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    const auto& [number, row] = m_rows[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return shown(row, column);
    case TableModel::SortRole:
        return column == When ? QVariant(qint64{row.at_ms()}) : QVariant(shown(row, column));
    case Qt::ToolTipRole:
        return column == When  ? isoText(row.at_ms())
            : column == Object ? text(row.object())
                               : shown(row, column);
    case TableModel::KeyRole:
        return QString::number(number);
    case TableModel::MarkRole:
        return static_cast<int>(column == Action ? markOf(row.action()) : Mark::None);
    case Qt::TextAlignmentRole:
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant AuditModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= kColumns) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
    case TableModel::TitleRole: {
        const QString titles[] = {tr("When"), tr("Who"), tr("Action"), tr("Where"), tr("Detail")};
        return titles[section];
    }
    case TableModel::KeysRole:
        return QString::fromLatin1(keysOf(section));
    case TableModel::MeasureRole:
        return static_cast<int>(section == When ? Measure::Moment : Measure::Text);
    case TableModel::RankRole:
        return static_cast<int>(Rank::Main);
    case Qt::TextAlignmentRole:
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    default:
        return {};
    }
}

} // namespace muster::models
