// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/columns/refusal.h"

#include "core/columns/headings.h"
#include "core/columns/values.h"

namespace muster::columns {

namespace {

using Row = v1::Refusals::Row;

constexpr Column<Row> kTable[] = {
    {.heading = kFrameworkHeading,
        .value = [](const Row& row) -> Value {
            return row.framework_name().empty() ? row.framework_id() : row.framework_name();
        },
        .tip = [](const Row& row) { return row.framework_id(); }},
    {.heading = {.key = "role",
         .head = "ROLE",
         .listed = Listed::Table,
         .title = "Role",
         .names = "role",
         .rank = Rank::Main,
         .help = "Role of the framework in which this is not offered"},
        .value = [](const Row& row) -> Value { return row.role(); }},
    {.heading = kNodeHeading,
        .value = [](const Row& row) -> Value { return row.hostname(); },
        .tip = [](const Row& row) { return row.agent_id(); }},
    {.heading = {.key = "gpus",
         .title = "GPUs",
         .names = "gpus gpu",
         .rank = Rank::Main,
         .measure = Measure::Thousandths},
        .value = [](const Row& row) -> Value {
            return row.has_resources() ? Value(amount(row.resources(), "gpus")) : Value();
        }},
    {.heading = {.key = "resources",
         .head = "RESOURCES",
         .listed = Listed::Table,
         .title = "Resources",
         .names = "resources",
         .rank = Rank::Main,
         .help = "These resources of the node, or less, are not offered"},
        .value = [](const Row& row) -> Value { return bundle(row.resources()); }},
    {.heading = {.key = "until",
         .head = "UNTIL",
         .listed = Listed::Table,
         .title = "Not offered until",
         .names = "until",
         .rank = Rank::Main,
         .measure = Measure::Moment},
        .value = [](const Row& row) -> Value { return row.until_ms(); }},
    {.heading = {.key = "why",
         .head = "WHY",
         .listed = Listed::Table,
         .title = "Why",
         .names = "why",
         .rank = Rank::Extra},
        .value = [](const Row& row) -> Value { return row.why(); }},
    {.heading = kFrameworkIdHeading,
        .value = [](const Row& row) -> Value { return row.framework_id(); }},
    {.heading = kAgentIdHeading, .value = [](const Row& row) -> Value { return row.agent_id(); }},
    {.heading = {.key = "reason", .title = "Reason", .names = "reason", .rank = Rank::Main},
        .value = [](const Row& row) -> Value { return word(row.reason()); }},
};

constexpr std::string_view kOrder[]
    = {"framework_name", "role", "node", "gpus", "until", "reason", "resources", "why"};

} // namespace

std::span<const Column<Row>> refusalColumns() {
    return kTable;
}

std::span<const std::string_view> refusalOrder() {
    return kOrder;
}

} // namespace muster::columns
