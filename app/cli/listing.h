// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/columns/column.h"

namespace muster::cli {

// A field of a row: for scripts the value, for people the text.
struct Cell {
    using Value = std::variant<std::monostate, bool, std::int64_t, std::string,
        std::vector<std::string>, double>; // monostate: unknown; null in JSON, "n/a" in a table

    Value value;
    std::string text; // empty: what the value says

    static Cell number(std::int64_t value, std::string unit = {}) {
        return {value, unit.empty() ? "" : std::to_string(value) + unit};
    }
    // An empty text says nothing: null, and "-" in a table.
    static Cell word(const std::string& text) {
        return text.empty() ? Cell{{}, "-"} : Cell{text, {}};
    }
};

// One column of a table and one name of the JSON: declared once.
struct Field {
    std::string head; // empty: only in JSON
    std::string key; // empty: only in tables
    bool wide = false; // only with -o wide
    bool right = false; // numbers
};

struct Listing {
    std::string noun; // "gpus": the name of the array in JSON
    std::vector<Field> fields;
    std::vector<std::vector<Cell>> rows; // each as long as `fields`
};

inline constexpr int kSchemaVersion = 1; // of the JSON; names are only ever added

// As the tables of core/columns declare it.
Field fieldOf(const columns::Heading& heading);
Cell cellOf(const columns::Heading& heading, const columns::Value& value, std::string text);

// The columns of a table, without rows.
template <typename Row>
Listing listingOf(std::string noun, std::span<const columns::Column<Row>> table) {
    Listing listing{std::move(noun), {}, {}};
    for (const auto& column : table) {
        if (column.heading.listed != columns::Listed::Never)
            listing.fields.push_back(fieldOf(column.heading));
    }
    return listing;
}

// REQUIRES: a listing of the same table.
template <typename Row>
void add(Listing& listing, std::span<const columns::Column<Row>> table, const Row& row) {
    auto& cells = listing.rows.emplace_back();
    for (const auto& column : table) {
        if (column.heading.listed != columns::Listed::Never)
            cells.push_back(
                cellOf(column.heading, column.value(row), columns::shownText(column, row)));
    }
}

// Aligned by the width of what a terminal shows, control characters escaped, no blanks at the end.
std::string tableText(const Listing& listing, bool wide, bool header);
// {"schema_version":1,"gpus":[{...}]}
std::string jsonText(const Listing& listing);
nlohmann::ordered_json jsonOf(const Listing& listing, const std::vector<Cell>& row);
// RFC 4180, with the names of the JSON; unknown is empty, a list is joined by ", ".
std::string csvText(const Listing& listing);
// As "table", "wide", "json" or "csv"; a table without rows is nothing. `header`: of a table.
std::string listingText(const Listing& listing, const std::string& format, bool header);

// "2026-11-20T12:04:31Z" of ms since the epoch; 0 is never.
Cell timeCell(std::int64_t milliseconds);

} // namespace muster::cli
