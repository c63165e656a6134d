// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/columns/column.h"
#include "widgets/models/table_model.h"
#include "widgets/models/text.h"

namespace muster::models {

// A heading as a header answers it, with its words translated in `context`, the name of the model's
// class; those of a metric in the context of the metric table.
TableModel::Column headOf(const columns::Heading& heading, const char* context);
// The texts of a cell as core/columns gives them: in this language and time zone where the value
// alone decides them.
TableModel::Cell cellOf(const columns::Heading& heading, const columns::Value& value);
// "3 / 8", sorted by the first.
TableModel::Cell shareCell(
    const columns::Heading& heading, const columns::Value& value, const columns::Value& total);

// The columns of a table of core/columns that a model shows: those named first, in that order, as
// the model's enum numbers them, then all others that the console shows.
template <typename Row>
class ShownColumns {
public:
    // REQUIRES: every key is in the table.
    ShownColumns(const char* context, std::span<const columns::Column<Row>> table,
        std::span<const std::string_view> first)
        : m_context(context), m_columns(columns::onScreen(table, first)) { }

    int count() const { return static_cast<int>(m_columns.size()); }
    const columns::Heading& heading(int index) const { return at(index).heading; }
    TableModel::Column head(int index) const { return headOf(at(index).heading, m_context); }
    columns::Value value(int index, const Row& row) const { return at(index).value(row); }
    std::optional<columns::Value> total(int index, const Row& row) const {
        const auto& column = at(index);
        return column.total == nullptr ? std::nullopt : std::optional(column.total(row));
    }

    TableModel::Cell cell(int index, const Row& row) const {
        const auto& column = at(index);
        auto cell = column.total == nullptr
            ? cellOf(column.heading, column.value(row))
            : shareCell(column.heading, column.value(row), column.total(row));
        if (column.tip != nullptr) {
            cell.toolTip = text(column.tip(row));
        }
        return cell;
    }

private:
    const columns::Column<Row>& at(int index) const {
        return *m_columns[static_cast<std::size_t>(index)];
    }

    const char* m_context;
    std::vector<const columns::Column<Row>*> m_columns;
};

} // namespace muster::models
