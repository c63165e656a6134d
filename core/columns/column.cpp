// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/columns/column.h"

#include <fmt/ranges.h>

#include "core/kernel/base/elapsed.h"
#include "core/kernel/base/units.h"
#include "core/proto/time.h"

namespace muster::columns {

namespace {

constexpr std::string_view kUnknownText = "n/a";
constexpr std::string_view kNothing = "-";

std::string numberText(Measure measure, std::int64_t number) {
    switch (measure) {
    case Measure::Thousandths:
    case Measure::MebibyteThousandths:
        return Milli{number}.text();
    case Measure::Duration:
        return elapsedText(std::chrono::seconds(number));
    case Measure::Moment: {
        const auto text = momentText(number);
        return text.empty() ? std::string(kNothing) : text;
    }
    case Measure::Text:
    case Measure::Flag:
    case Measure::List:
    case Measure::Number:
    case Measure::Signed:
    case Measure::Mebibytes:
        break;
    }
    return std::to_string(number);
}

// "%" and "°C" stand at the number, words after a blank.
std::string withUnit(std::string text, std::string_view unit) {
    const bool close = unit.empty() || unit == "%" || unit == "°C";
    return text.append(close ? "" : " ").append(unit);
}

std::string bareText(Measure measure, const Value& value) {
    const auto* number = std::get_if<std::int64_t>(&value);
    return number == nullptr ? std::string(kUnknownText) : numberText(measure, *number);
}

} // namespace

bool isFigure(Measure measure) {
    switch (measure) {
    case Measure::Text:
    case Measure::Flag:
    case Measure::List:
    case Measure::Moment:
        return false;
    case Measure::Number:
    case Measure::Signed:
    case Measure::Thousandths:
    case Measure::Mebibytes:
    case Measure::MebibyteThousandths:
    case Measure::Duration:
        break;
    }
    return true;
}

std::string plainText(const Heading& heading, const Value& value) {
    if (const auto* flag = std::get_if<bool>(&value)) {
        return *flag ? "yes" : "no";
    }
    if (const auto* words = std::get_if<std::string>(&value)) {
        return words->empty() ? std::string(kNothing) : *words;
    }
    if (const auto* list = std::get_if<std::vector<std::string>>(&value)) {
        return list->empty() ? std::string(kNothing) : fmt::format("{}", fmt::join(*list, ", "));
    }
    const bool unknown = std::holds_alternative<std::monostate>(value);
    return unknown ? std::string(kUnknownText)
                   : withUnit(bareText(heading.measure, value), heading.unit);
}

std::string shareText(const Heading& heading, const Value& value, const Value& total) {
    if (std::holds_alternative<std::monostate>(value)
        && std::holds_alternative<std::monostate>(total)) {
        return std::string(kUnknownText);
    }
    return withUnit(
        bareText(heading.measure, value) + "/" + bareText(heading.measure, total), heading.unit);
}

std::string momentText(std::int64_t milliseconds) {
    constexpr std::size_t kToSeconds = 19;
    return milliseconds == 0 ? std::string()
                             : isoTime(proto::instant(milliseconds)).substr(0, kToSeconds) + "Z";
}

} // namespace muster::columns
