// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include <QRegularExpression>
#include <QStringList>
#include <QStringMatcher>

#include "core/kernel/base/result.h"
#include "widgets/models/table_model.h"

namespace muster::widgets {

// What a filter may ask of a list's column.
struct FilterColumn {
    QStringList keys; // "util", "gpu": lower case, ASCII; none: only plain words find its cells
    models::Measure measure = models::Measure::Text;
};

// The words of a filter box, parsed. All terms must hold, case does not count:
//
//   word  "two words"     occurs in some cell
//   /regex/               matches some cell
//   key:word  key:/regex/ as above, in one column; user:me is the reader's own name
//   key>80  key<=2h       compares raw values: > >= < <= = !=; 40G, 2h30m, 80%; unknown never holds
//   !term                 does not hold
//
// A term that is still being typed ("key:", "key>", "!", at the end) holds always. A value type.
class Filter {
public:
    static constexpr int kLongest = 1000; // characters
    static constexpr QChar kCellEnd = QLatin1Char('\n');

    Filter() = default;
    // Error: an unknown column, a broken regex, a number that is none; says the remedy.
    static Result<Filter> parse(
        const QString& text, const std::vector<FilterColumn>& columns, const QString& me);
    // A row's cells as matches() wants them.
    static QString folded(const QStringList& cells);

    bool empty() const { return m_terms.empty(); }
    bool readsCells() const; // else matches() may be given no text
    bool hasRegex() const; // may be slow
    bool hasAge() const; // its answer changes with time
    std::vector<int> comparedColumns() const;

    // `cells` is from folded(); `value` gives the raw value of one of comparedColumns().
    bool matches(
        const QString& cells, const std::function<qint64(int column)>& value, qint64 nowMs) const;

private:
    enum class Op { Occurs, Equals, Matches, Less, LessEqual, More, MoreEqual, Same };
    struct Term {
        Op op = Op::Occurs;
        bool negated = false;
        int column = -1; // any
        models::Measure measure = models::Measure::Text;
        QString word = {};
        QStringMatcher finder = {};
        QRegularExpression regex = {};
        qint64 amount = 0;
    };
    class Parser;

    static bool holds(const Term& term, const QString& cells,
        const std::function<qint64(int column)>& value, qint64 nowMs);
    static bool compares(const Term& term, qint64 raw, qint64 nowMs);

    std::vector<Term> m_terms;
};

} // namespace muster::widgets
