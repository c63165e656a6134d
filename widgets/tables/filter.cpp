// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/tables/filter.h"

#include <algorithm>

namespace muster::widgets {

using models::Measure;

QString Filter::folded(const QStringList& cells) {
    QString row;
    for (auto cell : cells) {
        row += cell.replace(kCellEnd, QLatin1Char(' '));
        row += kCellEnd;
    }
    return row.toLower();
}

bool Filter::readsCells() const {
    return std::any_of(
        m_terms.begin(), m_terms.end(), [](const Term& term) { return term.op < Op::Less; });
}

bool Filter::hasRegex() const {
    return std::any_of(
        m_terms.begin(), m_terms.end(), [](const Term& term) { return term.op == Op::Matches; });
}

bool Filter::hasAge() const {
    return std::any_of(m_terms.begin(), m_terms.end(),
        [](const Term& term) { return term.measure == Measure::Moment && term.op >= Op::Less; });
}

std::vector<int> Filter::comparedColumns() const {
    std::vector<int> columns;
    for (const auto& term : m_terms) {
        if (term.op >= Op::Less) {
            columns.push_back(term.column);
        }
    }
    return columns;
}

bool Filter::matches(
    const QString& cells, const std::function<qint64(int column)>& value, qint64 nowMs) const {
    return std::all_of(m_terms.begin(), m_terms.end(),
        [&](const Term& term) { return holds(term, cells, value, nowMs) != term.negated; });
}

bool Filter::compares(const Term& term, qint64 raw, qint64 nowMs) {
    const bool moment = term.measure == Measure::Moment;
    if ((raw < 0 && term.measure != Measure::Signed) || (moment && raw == 0)) {
        return false;
    }
    const auto left = moment ? nowMs - raw : raw;
    switch (term.op) {
    case Op::Less:
        return left < term.amount;
    case Op::LessEqual:
        return left <= term.amount;
    case Op::More:
        return left > term.amount;
    case Op::MoreEqual:
        return left >= term.amount;
    case Op::Same:
        return left == term.amount;
    case Op::Occurs:
    case Op::Equals:
    case Op::Matches:
        break;
    }
    return false;
}

bool Filter::holds(const Term& term, const QString& cells,
    const std::function<qint64(int column)>& value, qint64 nowMs) {
    if (term.op >= Op::Less) {
        return compares(term, value(term.column), nowMs);
    }
    int from = 0;
    int length = cells.size();
    if (term.column >= 0) {
        for (int column = 0; column < term.column; ++column) {
            from = cells.indexOf(kCellEnd, from) + 1;
        }
        length = cells.indexOf(kCellEnd, from) - from;
    }
    switch (term.op) {
    case Op::Occurs:
        return term.finder.indexIn(cells.constData() + from, length) >= 0;
    case Op::Equals:
        return cells.midRef(from, length) == term.word;
    default:
        return term.regex.match(cells.midRef(from, length)).hasMatch();
    }
}

} // namespace muster::widgets
