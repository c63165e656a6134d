// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/columns/alert.h"

#include "core/columns/values.h"

namespace muster::columns {

namespace {

constexpr Column<AlertRow> kTable[] = {
    {.heading = {.key = "rule",
         .head = "ALERT",
         .listed = Listed::Table,
         .title = "Alert",
         .names = "alert rule",
         .rank = Rank::Main},
        .value = [](const AlertRow& row) -> Value { return word(row.alert.rule()); },
        .tip = [](const AlertRow& row) { return row.alert.id(); }},
    {.heading = {.key = "severity",
         .head = "SEVERITY",
         .listed = Listed::Table,
         .title = "Severity",
         .names = "severity state",
         .rank = Rank::Main},
        .value = [](const AlertRow& row) -> Value { return word(row.alert.severity()); }},
    {.heading = {.key = "name",
         .head = "WHERE",
         .listed = Listed::Table,
         .title = "Where",
         .names = "where object node gpu job",
         .rank = Rank::Main},
        .value = [](const AlertRow& row) -> Value { return row.alert.name(); },
        .tip = [](const AlertRow& row) { return row.alert.object(); }},
    {.heading = {.key = "since",
         .head = "SINCE",
         .listed = Listed::Table,
         .title = "Since",
         .names = "since age",
         .rank = Rank::Main,
         .measure = Measure::Moment},
        .value = [](const AlertRow& row) -> Value { return row.alert.since_ms(); }},
    {.heading = {.key = "acknowledged_by",
         .head = "ACKNOWLEDGED BY",
         .listed = Listed::Table,
         .title = "Acknowledged by",
         .names = "acknowledged seen by",
         .rank = Rank::Main},
        .value = [](const AlertRow& row) -> Value { return row.alert.acknowledged_by(); },
        .tip = [](const AlertRow& row) { return momentText(row.alert.acknowledged_ms()); }},
    {.heading = {.key = "text",
         .head = "WHAT",
         .listed = Listed::Table,
         .title = "What",
         .names = "what text",
         .rank = Rank::Main,
         .help = "What is wrong and how to fix it"},
        .value = [](const AlertRow& row) -> Value { return row.alert.text(); },
        .tip = [](const AlertRow& row) { return row.alert.text(); }},
    {.heading = {.key = "note",
         .head = "NOTE",
         .listed = Listed::Wide,
         .title = "Note",
         .names = "note",
         .rank = Rank::Usual},
        .value = [](const AlertRow& row) -> Value { return row.alert.note(); },
        .tip = [](const AlertRow& row) { return row.alert.note(); }},
    {.heading = {.key = "muted_until",
         .head = "MUTED UNTIL",
         .listed = Listed::Wide,
         .title = "Muted until",
         .names = "muted",
         .rank = Rank::Extra,
         .measure = Measure::Moment,
         .help = "It is not reported as new if it returns before this time"},
        .value = [](const AlertRow& row) -> Value { return row.alert.muted_until_ms(); }},
    {.heading = {.key = "alert_id", .head = "ID", .listed = Listed::Wide, .title = "Alert id"},
        .value = [](const AlertRow& row) -> Value { return row.alert.id(); }},
    {.heading = {.key = "object_kind", .title = "Kind of object"},
        .value = [](const AlertRow& row) -> Value { return word(row.alert.object_kind()); }},
    {.heading = {.key = "object", .title = "Id of the object"},
        .value = [](const AlertRow& row) -> Value { return row.alert.object(); }},
    {.heading = {.key = "node", .title = "Node"},
        .value = [](const AlertRow& row) -> Value { return nodeOf(row); }},
    {.heading = {.key = "acknowledged", .title = "Acknowledged", .measure = Measure::Moment},
        .value = [](const AlertRow& row) -> Value { return row.alert.acknowledged_ms(); }},
};

constexpr std::string_view kOrder[]
    = {"severity", "rule", "name", "since", "acknowledged_by", "note", "muted_until", "text"};

} // namespace

std::span<const Column<AlertRow>> alertColumns() {
    return kTable;
}

std::span<const std::string_view> alertOrder() {
    return kOrder;
}

std::string nodeOf(const AlertRow& row) {
    const auto& alert = row.alert;
    if (alert.object_kind() == v1::Alert::AGENT) {
        return alert.name();
    }
    const auto* gpu
        = alert.object_kind() == v1::Alert::GPU ? row.cluster.gpu(alert.object()) : nullptr;
    return gpu == nullptr ? std::string() : row.cluster.node(gpu->agent_id());
}

} // namespace muster::columns
