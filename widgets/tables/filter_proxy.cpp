// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/filter_proxy.h"

#include <algorithm>

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

} // namespace muster::widgets
