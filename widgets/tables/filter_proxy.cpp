// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/filter_proxy.h"

#include <algorithm>
#include <iterator>

#include <QDateTime>
#include <QElapsedTimer>

namespace muster::widgets {

using models::TableModel;

namespace {
constexpr int kTies = 2; // columns that name a row
constexpr int kAgingMs = 5000;
constexpr int kRegexBudgetMs = 1000;
constexpr int kReadAtOnce = 500; // rows: a few ms
} // namespace

FilterProxy::FilterProxy(QObject* parent) : QAbstractProxyModel(parent) {
    m_aging.setInterval(kAgingMs);
    connect(&m_reading, &QTimer::timeout, this, [this] {
        const int end = std::min(m_readTo + kReadAtOnce, static_cast<int>(m_rows.size()));
        while (m_readTo < end) {
            m_values.cells(m_readTo++);
        }
        if (end == static_cast<int>(m_rows.size())) {
            m_reading.stop();
        }
    });
    connect(&m_aging, &QTimer::timeout, this, [this] {
        if (refilter(m_filter) && !m_held) {
            arrange();
        }
    });
}

void FilterProxy::readAhead() {
    m_readTo = 0;
    m_reading.start();
}

void FilterProxy::setSourceModel(QAbstractItemModel* model) {
    beginResetModel();
    QAbstractProxyModel::setSourceModel(model);
    connectSource(model);
    rebuild();
    endResetModel();
}

// A TableModel says when a batch is complete; any other model is taken up signal by signal.
void FilterProxy::connectSource(QAbstractItemModel* model) {
    using Model = QAbstractItemModel;
    auto* table = qobject_cast<TableModel*>(model);
    const auto now = [this, table] {
        if (table == nullptr) {
            takeUp();
        }
    };
    connect(
        model, &Model::rowsInserted, this, [this, now](const QModelIndex&, int first, int last) {
            onInserted(first, last - first + 1);
            now();
        });
    connect(
        model, &Model::rowsAboutToBeRemoved, this, [this](const QModelIndex&, int first, int last) {
            onAboutToRemove(first, last - first + 1);
        });
    connect(model, &Model::rowsRemoved, this, [this, now](const QModelIndex&, int first, int last) {
        onRemoved(first, last - first + 1);
        now();
    });
    connect(model, &Model::modelAboutToBeReset, this, [this] { beginResetModel(); });
    connect(model, &Model::modelReset, this, [this] {
        rebuild();
        endResetModel();
    });
    if (table != nullptr) {
        connect(table, &TableModel::batchEnded, this, [this](const std::vector<int>& rows) {
            std::for_each(rows.begin(), rows.end(), [this](int row) { markDirty(row); });
            takeUp();
        });
        return;
    }
    connect(model, &Model::dataChanged, this,
        [this](const QModelIndex& first, const QModelIndex& last) {
            for (int row = first.row(); row <= last.row(); ++row) {
                markDirty(row);
            }
            takeUp();
        });
}

std::vector<FilterColumn> FilterProxy::filterColumns() const {
    std::vector<FilterColumn> columns;
    for (int column = 0; column < columnCount(); ++column) {
        const auto header
            = [&](int role) { return sourceModel()->headerData(column, Qt::Horizontal, role); };
        columns.push_back(
            {header(TableModel::KeysRole).toString().split(QLatin1Char(' '), Qt::SkipEmptyParts),
                static_cast<models::Measure>(header(TableModel::MeasureRole).toInt())});
    }
    return columns;
}

Status FilterProxy::setFilter(const QString& text) {
    auto filter = Filter::parse(text, filterColumns(), m_me);
    if (!filter) {
        return tl::unexpected(filter.error());
    }
    keepColumns(*filter);
    if (auto done = refilter(*filter); !done) {
        keepColumns(m_filter);
        return done;
    }
    m_filter = std::move(*filter);
    m_text = text;
    if (m_filter.hasAge()) {
        m_aging.start();
    } else {
        m_aging.stop();
    }
    arrange();
    return {};
}

Status FilterProxy::refilter(const Filter& filter) {
    const auto now = QDateTime::currentMSecsSinceEpoch();
    std::vector<char> wanted(m_rows.size());
    QElapsedTimer spent;
    spent.start();
    for (std::size_t source = 0; source < m_rows.size(); ++source) {
        wanted[source] = accepts(filter, static_cast<int>(source), now) ? 1 : 0;
        if (filter.hasRegex() && spent.elapsed() > kRegexBudgetMs) {
            return failure(tr("The pattern is too slow: %1 of %2 rows in %3 s; simplify it")
                               .arg(source + 1)
                               .arg(m_rows.size())
                               .arg(kRegexBudgetMs / 1000)
                               .toStdString(),
                Error::Kind::Timeout);
        }
    }
    for (std::size_t source = 0; source < m_rows.size(); ++source) {
        m_rows[source].wanted = wanted[source] != 0;
    }
    return {};
}

bool FilterProxy::accepts(const Filter& filter, int source, qint64 nowMs) {
    return filter.empty()
        || filter.matches(
            filter.readsCells() ? m_values.cells(source) : QString(),
            [&](int column) { return m_values.number(column, source); }, nowMs);
}

void FilterProxy::keepColumns(const Filter& filter) {
    std::set<int> columns;
    for (int tie = 0; tie < std::min(kTies, columnCount()); ++tie) {
        columns.insert(tie);
    }
    for (const auto& key : m_keys) {
        columns.insert(key.column);
    }
    for (const int column : filter.comparedColumns()) {
        columns.insert(column);
    }
    m_values.keepColumns(columns);
}

void FilterProxy::setSortKeys(std::vector<SortKey> keys) {
    std::erase_if(
        keys, [this](const SortKey& key) { return key.column < 0 || key.column >= columnCount(); });
    m_keys = std::move(keys);
    keepColumns(m_filter);
    for (auto& known : m_rows) {
        known.late = true;
    }
    arrange();
    emit sortKeysChanged();
}

void FilterProxy::sort(int column, Qt::SortOrder order) {
    setSortKeys({{column, order}});
}

bool FilterProxy::before(int left, int right) const {
    for (const auto& key : m_keys) {
        if (const int order = m_values.compare(key.column, left, right); order != 0) {
            return (order < 0) == (key.order == Qt::AscendingOrder);
        }
    }
    for (int tie = 0; tie < std::min(kTies, columnCount()); ++tie) {
        if (const int order = m_values.compare(tie, left, right); order != 0) {
            return order < 0;
        }
    }
    return left < right;
}

QModelIndex FilterProxy::index(int row, int column, const QModelIndex& parent) const {
    return hasIndex(row, column, parent) ? createIndex(row, column) : QModelIndex();
}

int FilterProxy::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int FilterProxy::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || sourceModel() == nullptr ? 0 : sourceModel()->columnCount();
}

QVariant FilterProxy::data(const QModelIndex& index, int role) const {
    const auto source = mapToSource(index);
    return source.isValid() ? sourceModel()->data(source, role) : QVariant();
}

QVariant FilterProxy::headerData(int section, Qt::Orientation orientation, int role) const {
    return orientation == Qt::Horizontal && sourceModel() != nullptr
        ? sourceModel()->headerData(section, orientation, role)
        : QVariant();
}

Qt::ItemFlags FilterProxy::flags(const QModelIndex& index) const {
    const auto source = mapToSource(index);
    return source.isValid() ? sourceModel()->flags(source) : Qt::NoItemFlags;
}

QModelIndex FilterProxy::mapToSource(const QModelIndex& index) const {
    const int source = index.isValid() ? m_shown[static_cast<std::size_t>(index.row())] : -1;
    return source < 0 ? QModelIndex() : sourceModel()->index(source, index.column());
}

QModelIndex FilterProxy::mapFromSource(const QModelIndex& index) const {
    const int place = index.isValid() ? m_rows[static_cast<std::size_t>(index.row())].place : -1;
    return place < 0 ? QModelIndex() : this->index(place, index.column());
}

// Within a reset.
void FilterProxy::rebuild() {
    m_values.reset(sourceModel());
    m_rows.assign(static_cast<std::size_t>(sourceModel()->rowCount()), {});
    m_sorted.clear();
    m_shown.clear();
    keepColumns(m_filter);
    const auto now = QDateTime::currentMSecsSinceEpoch();
    for (int i = 0; i < static_cast<int>(m_rows.size()); ++i) {
        row(i).dirty = false;
        row(i).wanted = accepts(m_filter, i, now);
    }
    sortLate();
    std::copy_if(m_sorted.begin(), m_sorted.end(), std::back_inserter(m_shown),
        [this](int source) { return row(source).wanted; });
    for (std::size_t place = 0; place < m_shown.size(); ++place) {
        row(m_shown[place]).place = static_cast<int>(place);
    }
}

void FilterProxy::onInserted(int first, int count) {
    for (auto* places : {&m_sorted, &m_shown}) {
        for (int& source : *places) {
            source += source >= first ? count : 0;
        }
    }
    m_rows.insert(m_rows.begin() + first, static_cast<std::size_t>(count), {});
    m_values.insert(first, count);
}

void FilterProxy::onAboutToRemove(int first, int count) {
    for (int source = first; source < first + count; ++source) {
        if (const int place = row(source).place; place >= 0) {
            m_shown[static_cast<std::size_t>(place)] = -1;
        }
    }
}

void FilterProxy::onRemoved(int first, int count) {
    for (auto* places : {&m_sorted, &m_shown}) {
        for (int& source : *places) {
            if (source >= first) {
                source = source < first + count ? -1 : source - count;
            }
        }
    }
    m_rows.erase(m_rows.begin() + first, m_rows.begin() + first + count);
    m_values.remove(first, count);
}

// Tells what changed in the rows as they stand, then lets them come, go and move.
void FilterProxy::takeUp() {
    const auto now = QDateTime::currentMSecsSinceEpoch();
    auto firstPlace = rowCount();
    int lastPlace = -1;
    for (int source = 0; source < static_cast<int>(m_rows.size()); ++source) {
        auto& known = row(source);
        if (!known.dirty) {
            continue;
        }
        known.dirty = false;
        known.late = m_values.refresh(source) || known.late;
        known.wanted = accepts(m_filter, source, now);
        if (known.place >= 0) {
            firstPlace = std::min(firstPlace, known.place);
            lastPlace = std::max(lastPlace, known.place);
        }
    }
    if (m_held) { // a blank row is news, too
        const auto blank = std::find(m_shown.begin(), m_shown.end(), -1);
        if (blank != m_shown.end()) {
            const auto last = std::find(m_shown.rbegin(), m_shown.rend(), -1);
            firstPlace = std::min(firstPlace, static_cast<int>(blank - m_shown.begin()));
            lastPlace = std::max(lastPlace, static_cast<int>(m_shown.rend() - last) - 1);
        }
    }
    if (lastPlace >= 0) {
        emit dataChanged(index(firstPlace, 0), index(lastPlace, columnCount() - 1));
    }
    if (m_held) {
        appendWanted();
    } else {
        arrange();
    }
}

void FilterProxy::hold(bool held) {
    m_held = held;
    if (!held) {
        settle();
    }
}

void FilterProxy::settle() {
    arrange();
}

void FilterProxy::arrange() {
    dropUnwanted();
    appendWanted();
    sortLate();
    std::vector<int> oldPlaces;
    oldPlaces.reserve(m_shown.size());
    for (const int source : m_sorted) {
        if (row(source).place >= 0) {
            oldPlaces.push_back(row(source).place);
        }
    }
    reorder(oldPlaces);
}

// In one step, for which the rows to go are first put behind the others.
void FilterProxy::dropUnwanted() {
    const auto goes = [this](int source) { return source < 0 || !row(source).wanted; };
    std::vector<int> oldPlaces;
    std::vector<int> going;
    oldPlaces.reserve(m_shown.size());
    for (int place = 0; place < rowCount(); ++place) {
        (goes(m_shown[static_cast<std::size_t>(place)]) ? going : oldPlaces).push_back(place);
    }
    if (going.empty()) {
        return;
    }
    const int count = static_cast<int>(going.size());
    int first = going.front();
    if (going.back() - first + 1 != count) {
        first = static_cast<int>(oldPlaces.size());
        oldPlaces.insert(oldPlaces.end(), going.begin(), going.end());
        reorder(oldPlaces);
    }
    beginRemoveRows({}, first, first + count - 1);
    for (auto place = m_shown.begin() + first; place != m_shown.begin() + first + count; ++place) {
        if (*place >= 0) {
            row(*place).place = -1;
        }
    }
    m_shown.erase(m_shown.begin() + first, m_shown.begin() + first + count);
    for (int place = first; place < static_cast<int>(m_shown.size()); ++place) {
        row(m_shown[static_cast<std::size_t>(place)]).place = place;
    }
    endRemoveRows();
}

void FilterProxy::appendWanted() {
    std::vector<int> coming;
    for (int source = 0; source < static_cast<int>(m_rows.size()); ++source) {
        if (row(source).wanted && row(source).place < 0) {
            coming.push_back(source);
        }
    }
    if (coming.empty()) {
        return;
    }
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(coming.size()) - 1);
    for (const int source : coming) {
        row(source).place = rowCount();
        m_shown.push_back(source);
    }
    endInsertRows();
}

// The others stand in order already: the few are sorted and merged in.
void FilterProxy::sortLate() {
    std::erase_if(m_sorted, [this](int source) { return source < 0 || row(source).late; });
    const auto steady = static_cast<std::ptrdiff_t>(m_sorted.size());
    for (int source = 0; source < static_cast<int>(m_rows.size()); ++source) {
        if (row(source).late) {
            row(source).late = false;
            m_sorted.push_back(source);
        }
    }
    const auto less = [this](int left, int right) { return before(left, right); };
    std::sort(m_sorted.begin() + steady, m_sorted.end(), less);
    if (steady > 0 && steady < static_cast<std::ptrdiff_t>(m_sorted.size())) {
        std::inplace_merge(m_sorted.begin(), m_sorted.begin() + steady, m_sorted.end(), less);
    }
}

// `oldPlaces` holds every place once, in the new order.
void FilterProxy::reorder(const std::vector<int>& oldPlaces) {
    if (std::is_sorted(oldPlaces.begin(), oldPlaces.end())) {
        return;
    }
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    std::vector<int> shown(oldPlaces.size());
    std::vector<int> newPlaces(oldPlaces.size());
    for (std::size_t place = 0; place < oldPlaces.size(); ++place) {
        const auto old = static_cast<std::size_t>(oldPlaces[place]);
        shown[place] = m_shown[old];
        newPlaces[old] = static_cast<int>(place);
        if (shown[place] >= 0) {
            row(shown[place]).place = static_cast<int>(place);
        }
    }
    m_shown = std::move(shown);
    const auto from = persistentIndexList();
    QModelIndexList to;
    to.reserve(from.size());
    for (const auto& old : from) {
        to << index(newPlaces[static_cast<std::size_t>(old.row())], old.column());
    }
    changePersistentIndexList(from, to);
    emit layoutChanged({}, VerticalSortHint);
}

} // namespace muster::widgets
