// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/table_model.h"

#include <algorithm>

#include "widgets/models/text.h"

namespace muster::models {

TableModel::TableModel(const ClusterState& state, Kind kind, QObject* parent)
    : QAbstractTableModel(parent), m_state(state), m_kind(kind) {
    m_keys = m_state.keys(m_kind);
    reindex(0);
    connect(&m_state, &ClusterState::changed, this, &TableModel::onChanged);
}

int TableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_keys.size());
}

int TableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns();
}

QVariant TableModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) {
        return {};
    }
    return dataOf(
        role, [&] { return text(keyAt(index.row())); }, [&] { return column(index.column()); },
        [&] { return cell(keyAt(index.row()), index.column()); });
}

QVariant TableModel::dataOf(const Cell& cell, int role) {
    switch (role) {
    case Qt::DisplayRole:
        return shownText(cell);
    case Qt::ToolTipRole:
        return cell.moment ? isoText(cell.sort.toLongLong()) : cell.toolTip;
    case SortRole:
        return cell.sort;
    case MarkRole:
        return static_cast<int>(cell.mark);
    default:
        return {};
    }
}

int TableModel::alignmentOf(const Column& column) {
    return int(
        (columns::isFigure(column.measure) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

QVariant TableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columns()) {
        return {};
    }
    return headerOf(column(section), role);
}

QVariant TableModel::headerOf(const Column& column, int role) {
    switch (role) {
    case Qt::DisplayRole:
        return column.unit.isEmpty() ? column.title
                                     : QStringLiteral("%1 (%2)").arg(column.title, column.unit);
    case TitleRole:
        return column.title;
    case Qt::ToolTipRole:
        return column.help.isEmpty() ? column.title : column.help;
    case Qt::TextAlignmentRole:
        return alignmentOf(column);
    case KeysRole:
        return QString::fromLatin1(column.keys);
    case MeasureRole:
        return static_cast<int>(column.measure);
    case RankRole:
        return static_cast<int>(column.rank);
    default:
        return {};
    }
}

const std::string& TableModel::keyAt(int row) const {
    return m_keys[static_cast<std::size_t>(row)];
}

int TableModel::rowOf(const std::string& key) const {
    const auto found = m_rows.find(key);
    return found == m_rows.end() ? -1 : found->second;
}

KeySet TableModel::alsoTouched(const Changes&) const {
    return {};
}

QString TableModel::shownText(const Cell& cell) {
    return cell.moment ? clockText(cell.sort.toLongLong()) : cell.text;
}

TableModel::Cell TableModel::textCell(QString text, QString toolTip) {
    return {text, text, std::move(toolTip)};
}

TableModel::Cell TableModel::numberCell(qint64 value, QString text) {
    return {value, text.isNull() ? QString::number(value) : std::move(text)};
}

TableModel::Cell TableModel::unknownCell() {
    return {QString(), unknownText()};
}

TableModel::Cell TableModel::stateCell(const StateText& state) {
    return {state.word, state.word, state.sentence, state.mark};
}

TableModel::Cell TableModel::timeCell(qint64 epochMs) {
    return {epochMs, {}, {}, Mark::None, true};
}

void TableModel::onChanged(const Changes& changes) {
    if (changes.everything) {
        reload();
        return;
    }
    removeRowsOf(changes.of(m_kind));
    insertRowsOf(changes.of(m_kind));
    auto touched = changes.of(m_kind);
    touched.merge(alsoTouched(changes));
    refresh(touched);
}

// A snapshot is taken up as removals, insertions and changes, so that a reconnect keeps the
// reader's selection and place.
void TableModel::reload() {
    const auto now = ownKeys();
    KeySet all(now.begin(), now.end());
    all.insert(m_keys.begin(), m_keys.end());
    removeRowsOf(all);
    insertRowsOf(all);
    refresh(all);
}

bool TableModel::has(const std::string& key) const {
    return m_state.contains(m_kind, key) && belongs(key);
}

void TableModel::removeRowsOf(const KeySet& keys) {
    std::vector<int> gone;
    for (const auto& key : keys) {
        if (const int row = rowOf(key); row >= 0 && !has(key)) {
            gone.push_back(row);
        }
    }
    std::sort(gone.rbegin(), gone.rend());
    for (const int row : gone) {
        m_rows.erase(keyAt(row));
    }
    for (std::size_t at = 0; at < gone.size();) {
        auto end = at + 1;
        while (end < gone.size() && gone[end] == gone[end - 1] - 1) {
            ++end;
        }
        const int last = gone[at];
        const int first = gone[end - 1];
        beginRemoveRows({}, first, last);
        m_keys.erase(m_keys.begin() + first, m_keys.begin() + last + 1);
        endRemoveRows();
        at = end;
    }
    if (!gone.empty()) {
        reindex(static_cast<std::size_t>(gone.back()));
    }
}

void TableModel::insertRowsOf(const KeySet& keys) {
    std::vector<std::string> fresh;
    for (const auto& key : keys) {
        if (rowOf(key) < 0 && has(key)) {
            fresh.push_back(key);
        }
    }
    if (fresh.empty()) {
        return;
    }
    const auto first = m_keys.size();
    beginInsertRows({}, static_cast<int>(first), static_cast<int>(first + fresh.size()) - 1);
    m_keys.insert(m_keys.end(), fresh.begin(), fresh.end());
    reindex(first);
    endInsertRows();
}

// One range for all: a view repaints what it shows of it.
void TableModel::refresh(const KeySet& keys) {
    if (keys.empty()) {
        return;
    }
    std::vector<int> rows;
    rows.reserve(keys.size());
    for (const auto& key : keys) {
        if (const int row = rowOf(key); row >= 0) {
            rows.push_back(row);
        }
    }
    if (!rows.empty()) {
        const auto [first, last] = std::minmax_element(rows.begin(), rows.end());
        emit dataChanged(index(*first, 0), index(*last, columns() - 1));
    }
    emit batchEnded(rows);
}

void TableModel::reindex(std::size_t from) {
    for (auto row = from; row < m_keys.size(); ++row) {
        m_rows[m_keys[row]] = static_cast<int>(row);
    }
}

} // namespace muster::models
