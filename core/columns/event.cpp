// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/columns/event.h"

namespace muster::columns {

namespace {

using v1::AuditRow;

constexpr Column<AuditRow> kTable[] = {
    {.heading = {.key = "at",
         .head = "WHEN",
         .listed = Listed::Table,
         .title = "When",
         .names = "when age",
         .rank = Rank::Main,
         .measure = Measure::Moment},
        .value = [](const AuditRow& row) -> Value { return row.at_ms(); }},
    {.heading = {.key = "author",
         .head = "WHO",
         .listed = Listed::Table,
         .title = "Who",
         .names = "who author user",
         .rank = Rank::Main},
        .value = [](const AuditRow& row) -> Value { return row.author(); },
        .tip = [](const AuditRow& row) { return row.author(); }},
    {.heading = {.key = "action",
         .head = "WHAT",
         .listed = Listed::Table,
         .title = "Action",
         .names = "action",
         .rank = Rank::Main},
        .value = [](const AuditRow& row) -> Value { return row.action(); },
        .tip = [](const AuditRow& row) { return row.action(); }},
    {.heading = {.key = "object",
         .head = "OBJECT",
         .listed = Listed::Table,
         .title = "Where",
         .names = "object where node gpu job",
         .rank = Rank::Main},
        .value = [](const AuditRow& row) -> Value { return row.object(); },
        .tip = [](const AuditRow& row) { return row.object(); }},
    {.heading = {.key = "detail",
         .head = "DETAIL",
         .listed = Listed::Table,
         .title = "Detail",
         .names = "detail",
         .rank = Rank::Main},
        .value = [](const AuditRow& row) -> Value { return row.detail(); },
        .tip = [](const AuditRow& row) { return row.detail(); }},
};

constexpr std::string_view kOrder[] = {"at", "author", "action", "object", "detail"};

} // namespace

std::span<const Column<AuditRow>> eventColumns() {
    return kTable;
}

std::span<const std::string_view> eventOrder() {
    return kOrder;
}

} // namespace muster::columns
