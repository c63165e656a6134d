// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/models/shown_columns.h"

#include <QCoreApplication>
#include <QStringList>

#include "widgets/models/metric_text.h"
#include "widgets/models/resource_text.h"
#include "widgets/models/text.h"

namespace muster::models {

namespace {

QString translated(const char* context, std::string_view words) {
    return words.empty() ? QString()
                         : QCoreApplication::translate(context, std::string(words).c_str());
}

QString numberText(Measure measure, qint64 number) {
    switch (measure) {
    case Measure::Thousandths:
    case Measure::MebibyteThousandths:
        return amountText(Milli{number});
    case Measure::Duration:
        return durationText(number);
    case Measure::Text:
    case Measure::Flag:
    case Measure::List:
    case Measure::Number:
    case Measure::Signed:
    case Measure::Mebibytes:
    case Measure::Moment:
        break;
    }
    return QString::number(number);
}

QString partText(Measure measure, const columns::Value& value) {
    const auto* number = std::get_if<std::int64_t>(&value);
    return number == nullptr ? unknownText() : numberText(measure, *number);
}

qint64 sortOf(const columns::Value& value) {
    const auto* number = std::get_if<std::int64_t>(&value);
    return number == nullptr ? kUnknown : *number;
}

// A filter takes lists, on and off by their words.
Measure filtered(Measure measure) {
    return measure == Measure::Flag || measure == Measure::List ? Measure::Text : measure;
}

TableModel::Cell wordCell(const QString& word) {
    return {word, word};
}

} // namespace

TableModel::Column headOf(const columns::Heading& heading, const char* context) {
    const bool metric = heading.metric.has_value();
    const bool own = !metric || heading.title != info(*heading.metric).label;
    return {.title = own ? translated(context, heading.title) : metricWords(heading.title),
        .keys = heading.names.data(),
        .measure = filtered(heading.measure),
        .rank = heading.rank,
        .unit = text(heading.unit),
        .help = metric ? metricWords(heading.help) : translated(context, heading.help)};
}

TableModel::Cell cellOf(const columns::Heading& heading, const columns::Value& value) {
    if (const auto* word = std::get_if<std::string>(&value)) {
        return wordCell(text(*word));
    }
    if (const auto* flag = std::get_if<bool>(&value)) {
        return wordCell(*flag ? QCoreApplication::translate("muster::models::GpuModel", "On")
                              : QCoreApplication::translate("muster::models::GpuModel", "Off"));
    }
    if (const auto* list = std::get_if<std::vector<std::string>>(&value)) {
        QStringList words;
        for (const auto& word : *list) {
            words << text(word);
        }
        return wordCell(words.join(QStringLiteral(", ")));
    }
    if (heading.measure == Measure::Moment) {
        return {sortOf(value), {}, {}, Mark::None, true};
    }
    const bool figure = columns::isFigure(heading.measure);
    return {
        figure ? QVariant(sortOf(value)) : QVariant(QString()), partText(heading.measure, value)};
}

TableModel::Cell shareCell(
    const columns::Heading& heading, const columns::Value& value, const columns::Value& total) {
    return {sortOf(value),
        QStringLiteral("%1 / %2").arg(
            partText(heading.measure, value), partText(heading.measure, total))};
}

} // namespace muster::models
