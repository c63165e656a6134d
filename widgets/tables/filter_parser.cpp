// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <QCoreApplication>

#include "widgets/tables/filter.h"

namespace muster::widgets {

using models::Measure;

namespace {

constexpr auto kSeconds = 1.0;
// A row is at most this much work for a pattern, however it backtracks.
constexpr auto kRegexLimit = "(*LIMIT_MATCH=20000)";

struct Unit {
    const char* name; // lower case
    double factor;
};
constexpr std::array<Unit, 7> kTimes{{{"s", kSeconds}, {"sec", kSeconds}, {"m", 60}, {"min", 60},
    {"h", 3600}, {"d", 86400}, {"w", 7 * 86400}}};
// In MiB.
constexpr std::array<Unit, 12> kSizes{{{"k", 1.0 / 1024}, {"kb", 1.0 / 1024}, {"kib", 1.0 / 1024},
    {"m", 1}, {"mb", 1}, {"mib", 1}, {"g", 1024}, {"gb", 1024}, {"gib", 1024}, {"t", 1048576},
    {"tb", 1048576}, {"tib", 1048576}}};
constexpr std::array<Unit, 6> kOthers{
    {{"%", 1}, {"w", 1}, {"c", 1}, {"°c", 1}, {"mhz", 1}, {"ghz", 1000}}};

template <std::size_t Count>
std::optional<double> factorOf(const std::array<Unit, Count>& units, const QString& name) {
    const auto found = std::find_if(units.begin(), units.end(),
        [&](const Unit& unit) { return name == QString::fromUtf8(unit.name); });
    return found == units.end() ? std::nullopt : std::optional(found->factor);
}

std::optional<double> factor(Measure measure, const QString& name) {
    switch (measure) {
    case Measure::Mebibytes:
    case Measure::MebibyteThousandths:
        return name.isEmpty() ? 1 : factorOf(kSizes, name);
    case Measure::Duration:
    case Measure::Moment:
        return name.isEmpty() ? kSeconds : factorOf(kTimes, name);
    case Measure::Text:
    case Measure::Flag:
    case Measure::List:
    case Measure::Number:
    case Measure::Signed:
    case Measure::Thousandths:
        break;
    }
    return name.isEmpty() ? 1 : factorOf(kOthers, name);
}

double rawPerUnit(Measure measure) {
    switch (measure) {
    case Measure::Thousandths:
    case Measure::MebibyteThousandths:
    case Measure::Moment:
        return 1000;
    case Measure::Text:
    case Measure::Flag:
    case Measure::List:
    case Measure::Number:
    case Measure::Signed:
    case Measure::Mebibytes:
    case Measure::Duration:
        break;
    }
    return 1;
}

// "80", "1.5G", "2h30m": numbers, each with its unit.
std::optional<qint64> amount(const QString& text, Measure measure) {
    static const QRegularExpression part(
        QStringLiteral("\\G\\s*(-?[0-9]{1,15}(?:\\.[0-9]{1,9})?)\\s*([a-z%°]*)"),
        QRegularExpression::CaseInsensitiveOption);
    double sum = 0;
    int at = 0;
    while (at < text.size()) {
        const auto found = part.match(text, at);
        const auto unit = factor(measure, found.captured(2).toLower());
        if (!found.hasMatch() || !unit) {
            return std::nullopt;
        }
        sum += found.captured(1).toDouble() * *unit;
        at = found.capturedEnd();
    }
    const auto raw = std::round(sum * rawPerUnit(measure));
    return text.isEmpty() || std::abs(raw) > 9e18 ? std::nullopt
                                                  : std::optional(static_cast<qint64>(raw));
}

const char* exampleOf(Measure measure) {
    switch (measure) {
    case Measure::Mebibytes:
    case Measure::MebibyteThousandths:
        return "40G";
    case Measure::Duration:
    case Measure::Moment:
        return "2h30m";
    case Measure::Text:
    case Measure::Flag:
    case Measure::List:
    case Measure::Number:
    case Measure::Signed:
    case Measure::Thousandths:
        break;
    }
    return "80";
}

struct Words {
    Q_DECLARE_TR_FUNCTIONS(muster::widgets::Filter)
};

tl::unexpected<Error> refusal(const QString& sentence) {
    return failure(sentence.toStdString());
}

} // namespace

// One pass from left to right; m_at is behind what was read.
class Filter::Parser {
public:
    Parser(const QString& text, const std::vector<FilterColumn>& columns, const QString& me)
        : m_text(text), m_columns(columns), m_me(me) { }

    Result<Filter> run() {
        Filter filter;
        for (skipBlanks(); !atEnd(); skipBlanks()) {
            Term term;
            while (take(QLatin1Char('!'))) {
                term.negated = !term.negated;
            }
            auto wanted = readTerm(term);
            if (!wanted) {
                return tl::unexpected(wanted.error());
            }
            if (*wanted) {
                filter.m_terms.push_back(std::move(term));
            }
        }
        return filter;
    }

private:
    bool atEnd() const { return m_at >= m_text.size(); }
    QChar next() const { return m_text.at(m_at); }
    bool take(QChar wanted) {
        const bool taken = !atEnd() && next() == wanted;
        m_at += taken ? 1 : 0;
        return taken;
    }
    void skipBlanks() {
        while (!atEnd() && next().isSpace()) {
            ++m_at;
        }
    }

    // False: nothing to ask for yet.
    Result<bool> readTerm(Term& term) {
        static const QRegularExpression keyed(
            QStringLiteral("\\G([A-Za-z_][A-Za-z0-9_]*)(:|[<>=!]=|[<>=])"));
        const auto found = keyed.match(m_text, m_at);
        if (!found.hasMatch()) {
            return readSought(term);
        }
        const auto key = found.captured(1).toLower();
        const auto column = std::find_if(m_columns.begin(), m_columns.end(),
            [&](const FilterColumn& known) { return known.keys.contains(key); });
        if (column == m_columns.end()) {
            return refusal(unknownColumn(found.captured(1), found.captured(0)));
        }
        term.column = static_cast<int>(column - m_columns.begin());
        term.measure = column->measure;
        m_at = found.capturedEnd();
        if (found.captured(2) != QLatin1String(":")) {
            return readCompared(term, key, found.captured(2));
        }
        if (key == QLatin1String("user")
            && m_text.mid(m_at).section(QLatin1Char(' '), 0, 0).toLower() == QLatin1String("me")) {
            m_at += 2;
            term.op = Op::Equals;
            term.word = m_me.toLower();
            return m_me.isEmpty() ? Result<bool>(
                       refusal(Words::tr("user:me: your user name is not known here; enter it")))
                                  : Result<bool>(true);
        }
        return readSought(term);
    }

    Result<bool> readSought(Term& term) {
        if (const auto pattern = readRegex()) {
            term.op = Op::Matches;
            term.regex = QRegularExpression(QLatin1String(kRegexLimit) + *pattern,
                QRegularExpression::CaseInsensitiveOption | QRegularExpression::MultilineOption
                    | QRegularExpression::UseUnicodePropertiesOption);
            if (!term.regex.isValid()) {
                return refusal(Words::tr("/%1/ is not a valid pattern: %2 at character %3")
                                   .arg(*pattern, term.regex.errorString())
                                   .arg(std::max(1,
                                       term.regex.patternErrorOffset() + 1
                                           - static_cast<int>(qstrlen(kRegexLimit)))));
            }
            term.regex.optimize();
            return !pattern->isEmpty();
        }
        term.word = readWord().toLower();
        term.finder.setPattern(term.word);
        return !term.word.isEmpty();
    }

    Result<bool> readCompared(Term& term, const QString& key, const QString& sign) {
        const auto value = readWord();
        if (value.isEmpty()) {
            return atEnd() ? Result<bool>(false)
                           : Result<bool>(refusal(
                               Words::tr("%1%2 needs a value, as in %1%2%3")
                                   .arg(key, sign, QLatin1String(exampleOf(term.measure)))));
        }
        if (sign == QLatin1String("!=")) {
            term.negated = !term.negated;
        }
        const bool equality = sign == QLatin1String("=") || sign == QLatin1String("==")
            || sign == QLatin1String("!=");
        if (term.measure == Measure::Text) {
            term.op = Op::Equals;
            term.word = value.toLower();
            return equality ? Result<bool>(true)
                            : Result<bool>(refusal(
                                Words::tr("%1 contains text, not numbers: use %1:%2 or %1=%2")
                                    .arg(key, value)));
        }
        const auto parsed = amount(value, term.measure);
        if (!parsed) {
            return refusal(Words::tr("\"%1\" is not a valid value for %2; use for example %2%3%4")
                               .arg(value, key, sign, QLatin1String(exampleOf(term.measure))));
        }
        term.amount = *parsed;
        term.op = equality ? Op::Same : orderOf(sign);
        return true;
    }

    static Op orderOf(const QString& sign) {
        const bool orEqual = sign.size() == 2;
        return sign.startsWith(QLatin1Char('<')) ? (orEqual ? Op::LessEqual : Op::Less)
                                                 : (orEqual ? Op::MoreEqual : Op::More);
    }

    // A slash begins a regex only if another ends it before a blank: /usr/bin/env is a word.
    std::optional<QString> readRegex() {
        if (atEnd() || next() != QLatin1Char('/')) {
            return std::nullopt;
        }
        for (int end = m_at + 1; end < m_text.size(); ++end) {
            if (m_text.at(end) == QLatin1Char('\\')) {
                ++end;
            } else if (m_text.at(end) == QLatin1Char('/')
                && (end + 1 == m_text.size() || m_text.at(end + 1).isSpace())) {
                const auto pattern = m_text.mid(m_at + 1, end - m_at - 1);
                m_at = end + 1;
                return pattern;
            }
        }
        return std::nullopt;
    }

    QString readWord() {
        QString word;
        bool quoted = false;
        for (; !atEnd() && (quoted || !next().isSpace()); ++m_at) {
            if (next() == QLatin1Char('"')) {
                quoted = !quoted;
            } else {
                word += next();
            }
        }
        return word;
    }

    QString unknownColumn(const QString& key, const QString& begin) const {
        QStringList known;
        for (const auto& column : m_columns) {
            known += column.keys.mid(0, 1);
        }
        return Words::tr("No column \"%1\"; columns are %2. To search for the text itself: \"%3…\"")
            .arg(key, known.join(QStringLiteral(", ")), begin);
    }

    const QString& m_text;
    const std::vector<FilterColumn>& m_columns;
    const QString& m_me;
    int m_at = 0;
};

Result<Filter> Filter::parse(
    const QString& text, const std::vector<FilterColumn>& columns, const QString& me) {
    if (text.size() > kLongest) {
        return refusal(Words::tr("The filter has %1 characters, the maximum is %2")
                           .arg(text.size())
                           .arg(kLongest));
    }
    return Parser(text, columns, me).run();
}

} // namespace muster::widgets
