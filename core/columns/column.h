// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/kernel/base/metric.h"

namespace muster::columns {

// What a cell holds, to sort by and for scripts. monostate: unknown, which is no 0 and no empty
// text.
using Value
    = std::variant<std::monostate, bool, std::int64_t, std::string, std::vector<std::string>>;

// What the values of a column are. Those of numbers are std::int64_t; a filter compares them
// ("mem>=40G", "age<2h"), and below 0 is unknown, but for Signed.
enum class Measure {
    Text, // std::string; empty: nothing
    Flag, // bool
    List, // std::vector<std::string>
    Number,
    Signed,
    Thousandths, // resources in Milli, mW shown as W
    Mebibytes,
    MebibyteThousandths, // resources in Milli
    Duration, // s
    Moment, // ms since 1970; 0: never. A filter compares its age
};

// Numbers stand at the right, so that their digits are below each other.
bool isFigure(Measure measure);

// Who sees a column in the console: the preset "Compact" too, everybody at first, who asks for it,
// nobody.
enum class Rank { Main, Usual, Extra, Absent };

// Where the command line has a column: in its table, in the wide one alone, only in JSON and CSV,
// nowhere.
enum class Listed { Table, Wide, Data, Never };

struct Heading {
    std::string_view key; // in JSON and CSV, with the unit: "memory_used_mib"
    std::string_view head{}; // in the command line's table: "MEM"
    Listed listed = Listed::Data;
    std::string_view title; // for people, English: "Memory used / total"
    std::string_view names{}; // in the console's filters and settings, "util gpu"; the first is
                              // the main one
    Rank rank = Rank::Absent;
    Measure measure = Measure::Text;
    std::string_view unit{}; // of what is shown: "MiB"
    std::string_view help{}; // for people, English
    std::optional<Metric> metric{}; // that it shows: the words are those of its row, but for titles
                                    // that differ
};

// One column of a kind of row: declared once, for the command line, the console and the web page.
// Ordered as the command line prints them.
template <typename Row>
struct Column {
    Heading heading;
    Value (*value)(const Row& row);
    // For people, English, where that is not what the value says; empty: nothing.
    std::string (*text)(const Row& row) = nullptr;
    Value (*total)(const Row& row) = nullptr; // of which the value is a part: "2/4"
    std::string (*tip)(const Row& row) = nullptr; // what stands behind it, such as an id
};

// What people read, in English: "97%", "120 MiB/s", "2026-11-20T12:04:31Z", "a, b"; "n/a" for what
// is unknown, "-" for nothing.
std::string plainText(const Heading& heading, const Value& value);
// "2/4 MiB"; what is unknown of the two is "n/a".
std::string shareText(const Heading& heading, const Value& value, const Value& total);

template <typename Row>
std::string shownText(const Column<Row>& column, const Row& row) {
    if (column.text != nullptr) {
        auto text = column.text(row);
        return text.empty() ? "-" : text;
    }
    return column.total == nullptr
        ? plainText(column.heading, column.value(row))
        : shareText(column.heading, column.value(row), column.total(row));
}

template <typename Row>
const Column<Row>* find(std::span<const Column<Row>> table, std::string_view key) {
    for (const auto& column : table) {
        if (column.heading.key == key) {
            return &column;
        }
    }
    return nullptr;
}

// What the console and the web page show of a table: the columns of `first`, in that order, then
// all others that have a rank. REQUIRES: every key is in the table.
template <typename Row>
std::vector<const Column<Row>*> onScreen(
    std::span<const Column<Row>> table, std::span<const std::string_view> first) {
    std::vector<const Column<Row>*> out;
    for (const auto key : first) {
        out.push_back(find(table, key));
        assert(out.back() != nullptr);
    }
    for (const auto& column : table) {
        if (column.heading.rank != Rank::Absent
            && std::find(out.begin(), out.end(), &column) == out.end()) {
            out.push_back(&column);
        }
    }
    return out;
}

// "2026-11-20T12:04:31Z" of ms since the epoch; empty for 0, which is never.
std::string momentText(std::int64_t milliseconds);

} // namespace muster::columns
