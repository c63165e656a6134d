// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/filter_proxy.h"

#include <algorithm>

#include "widgets/models/table_model.h"

namespace muster::widgets {

namespace {
bool isText(const QVariant& value) {
    return value.userType() == QMetaType::QString;
}
} // namespace

// The C locale knows no numeric order.
FilterProxy::FilterProxy(QObject* parent)
    : QSortFilterProxyModel(parent),
      m_collator(QLocale().language() == QLocale::C ? QLocale(QLocale::English) : QLocale()) {
    m_collator.setNumericMode(true);
    m_collator.setCaseSensitivity(Qt::CaseInsensitive);
    setSortRole(models::TableModel::SortRole);
}

void FilterProxy::setFilter(const QString& filter) {
    m_filter = filter;
    m_words = filter.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

int FilterProxy::compare(const QVariant& a, const QVariant& b) const {
    if (isText(a) && isText(b)) {
        return m_collator.compare(a.toString(), b.toString());
    }
    const auto left = a.toLongLong();
    const auto right = b.toLongLong();
    return left < right ? -1 : (left > right ? 1 : 0);
}

// Equal cells are told apart by the first columns, which name the row: the GPUs of a node stand in
// the order of their indices.
bool FilterProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    if (const int order = compare(left.data(sortRole()), right.data(sortRole())); order != 0) {
        return order < 0;
    }
    for (const int column : {0, 1}) {
        const int order = compare(left.sibling(left.row(), column).data(sortRole()),
            right.sibling(right.row(), column).data(sortRole()));
        if (order != 0) {
            return order < 0;
        }
    }
    return compare(left.data(models::TableModel::KeyRole), right.data(models::TableModel::KeyRole))
        < 0;
}

bool FilterProxy::filterAcceptsRow(int row, const QModelIndex& parent) const {
    if (m_words.isEmpty()) {
        return true;
    }
    QStringList cells;
    for (int column = 0; column < sourceModel()->columnCount(parent); ++column) {
        cells << sourceModel()->index(row, column, parent).data().toString();
    }
    const auto occurs = [&](const QString& word) {
        return std::any_of(cells.cbegin(), cells.cend(),
            [&](const QString& cell) { return cell.contains(word, Qt::CaseInsensitive); });
    };
    return std::all_of(m_words.cbegin(), m_words.cend(), [&](const QString& word) {
        const bool wanted = !word.startsWith(QLatin1Char('!'));
        return occurs(wanted ? word : word.mid(1)) == wanted || word == QLatin1String("!");
    });
}

} // namespace muster::widgets
