// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/web/declarations/tables.h"

#include <sstream>

#include "app/web/declarations/kinds.h"
#include "app/web/declarations/script.h"

namespace muster::web {

namespace {

using columns::Heading;
using columns::Listed;
using columns::Measure;
using columns::Rank;

std::string_view nameOf(Listed listed) {
    switch (listed) {
    case Listed::Table:
        return "table";
    case Listed::Wide:
        return "wide";
    case Listed::Data:
        return "data";
    case Listed::Never:
        return "never";
    }
    return {};
}

std::string_view nameOf(Rank rank) {
    switch (rank) {
    case Rank::Main:
        return "main";
    case Rank::Usual:
        return "usual";
    case Rank::Extra:
        return "extra";
    case Rank::Absent:
        return "absent";
    }
    return {};
}

std::string_view nameOf(Measure measure) {
    switch (measure) {
    case Measure::Text:
        return "text";
    case Measure::Flag:
        return "flag";
    case Measure::List:
        return "list";
    case Measure::Number:
        return "number";
    case Measure::Signed:
        return "signed";
    case Measure::Thousandths:
        return "thousandths";
    case Measure::Mebibytes:
        return "mebibytes";
    case Measure::MebibyteThousandths:
        return "mebibyteThousandths";
    case Measure::Duration:
        return "duration";
    case Measure::Moment:
        return "moment";
    }
    return {};
}

std::string_view nameOf(MetricInfo::RollUp rollUp) {
    switch (rollUp) {
    case MetricInfo::RollUp::Average:
        return "average";
    case MetricInfo::RollUp::Maximum:
        return "maximum";
    case MetricInfo::RollUp::Last:
        return "last";
    }
    return {};
}

std::string_view nameOf(MetricInfo::Form form) {
    switch (form) {
    case MetricInfo::Form::Number:
        return "number";
    case MetricInfo::Form::PerformanceState:
        return "performanceState";
    case MetricInfo::Form::ThrottleReasons:
        return "throttleReasons";
    }
    return {};
}

std::string_view nameOf(MetricInfo::Limit limit) {
    switch (limit) {
    case MetricInfo::Limit::None:
        return "none";
    case MetricInfo::Limit::Memory:
        return "memory";
    case MetricInfo::Limit::Power:
        return "power";
    }
    return {};
}

Json wordsOf(std::string_view text) {
    Json out = Json::array();
    std::istringstream words{std::string(text)};
    for (std::string word; words >> word;) {
        out.push_back(word);
    }
    return out;
}

template <typename Row>
Json headingOf(const columns::Column<Row>& column) {
    const auto& heading = column.heading;
    Json out{{"key", heading.key}, {"head", heading.head}, {"listed", nameOf(heading.listed)},
        {"title", heading.title}, {"names", wordsOf(heading.names)}, {"rank", nameOf(heading.rank)},
        {"measure", nameOf(heading.measure)}, {"figure", columns::isFigure(heading.measure)},
        {"share", column.total != nullptr}, {"unit", heading.unit}, {"help", heading.help}};
    if (heading.metric) {
        out["metric"] = info(*heading.metric).key;
    }
    return out;
}

constexpr std::string_view kHeading
    = R"(// A column of a list. "gpus" and so on are the rows; "names" are what filters call it, the main one first.
// "figure": it stands at the right. "share": its value is a part of a total, "2/4".
export interface Heading<Key extends string = string> {
  key: Key;
  head: string;
  listed: "table" | "wide" | "data" | "never";
  title: string;
  names: readonly string[];
  rank: "main" | "usual" | "extra" | "absent";
  measure: Measure;
  figure: boolean;
  share: boolean;
  unit: string;
  help: string;
  metric?: MetricKey;
}

// Values of numbers are whole: resources in thousandths, durations in s, moments in ms since 1970 (0: never).
export type Measure =
  | "text" | "flag" | "list" | "number" | "signed" | "thousandths" | "mebibytes" | "mebibyteThousandths"
  | "duration" | "moment";

)";

std::string columnDeclarations() {
    std::string keyTypes;
    Json tables;
    Json orders;
    forEachKind([&](const std::string& kind, auto table, auto order) {
        std::vector<std::string> keys;
        for (const auto& column : table) {
            keys.emplace_back(column.heading.key);
            tables[kind].push_back(headingOf(column));
        }
        for (const auto* column : columns::onScreen(table, order)) {
            orders[kind].push_back(column->heading.key);
        }
        keyTypes += fmt::format("  {}: {};\n", kind, unionOf(keys));
    });
    return std::string(kHeading) + "export interface ColumnKeys {\n" + keyTypes + "}\n"
        + "export type Kind = keyof ColumnKeys;\n\n"
        + constant("columns", "{ readonly [K in Kind]: readonly Heading<ColumnKeys[K]>[] }", tables)
        + "// What the page shows, in that order.\n"
        + constant("orders", "{ readonly [K in Kind]: readonly ColumnKeys[K][] }", orders);
}

constexpr std::string_view kMetric
    = R"(// What is measured of a GPU. A sample is in "unit", the shown number is it divided by "shownDivisor", in "shownUnit".
export interface Metric {
  metric: number;
  key: MetricKey;
  label: string;
  help: string;
  unit: string;
  maximum: number;
  rollUp: "average" | "maximum" | "last";
  slow: boolean;
  form: "number" | "performanceState" | "throttleReasons";
  shownUnit: string;
  shownDivisor: number;
  decimals: number;
  limit: "none" | "memory" | "power";
  chart: { readonly title: string; readonly line: string };
  heat?: { readonly label: string; readonly help: string; readonly low: number; readonly high: number };
}

)";

Json metricOf(const MetricInfo& row) {
    Json out{{"metric", static_cast<int>(row.metric)}, {"key", row.key}, {"label", row.label},
        {"help", row.help}, {"unit", row.unit}, {"maximum", row.maximum},
        {"rollUp", nameOf(row.rollUp)}, {"slow", row.slow}, {"form", nameOf(row.form)},
        {"shownUnit", row.shownUnit.empty() ? row.unit : row.shownUnit},
        {"shownDivisor", row.shownDivisor}, {"decimals", row.decimals},
        {"limit", nameOf(row.limit)},
        {"chart", {{"title", row.chart.title}, {"line", row.chart.line}}}};
    if (row.heat) {
        out["heat"] = {{"label", row.heat->label}, {"help", row.heat->help}, {"low", row.heat->low},
            {"high", row.heat->high}};
    }
    return out;
}

Json throttleReasons() {
    Json out = Json::array();
    for (MetricValue bit = 1; bit > 0 && bit <= (1 << 30); bit = bit < (1 << 30) ? bit * 2 : 0) {
        for (const auto word : columns::throttleReasons(bit)) {
            out.push_back({{"bit", bit}, {"word", word}});
        }
    }
    return out;
}

std::string metricDeclarations() {
    std::vector<std::string> keys;
    Json rows;
    for (const auto& row : metricTable()) {
        keys.emplace_back(row.key);
        rows.push_back(metricOf(row));
    }
    return fmt::format("export type MetricKey = {};\n\n", unionOf(keys)) + std::string(kMetric)
        + constant("metrics", "readonly Metric[]", rows)
        + constant("unknownSample", "number", kUnknown)
        + "// Of the bits of a sample of \"throttle_reasons\".\n"
        + constant("throttleReasons", "readonly { readonly bit: number; readonly word: string }[]",
            throttleReasons());
}

} // namespace

std::string tableDeclarations() {
    return columnDeclarations() + metricDeclarations();
}

} // namespace muster::web
