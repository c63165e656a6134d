// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/history/database.h"

namespace muster::history {

// A database's layout: step i turns version i into version i + 1, and sets PRAGMA user_version
// itself. Append-only. The product's own are compiled in from resources/sql.
struct Schema {
    std::string_view name; // "control"
    std::uint32_t applicationId = 0;
    std::span<const std::string_view> steps;
};

extern const Schema kControlSchema;
extern const Schema kTelemetrySchema;
extern const Schema kCacheSchema;

// Brings the database to the schema's newest version, each step in its own transaction: a crash
// between two leaves a whole older version. Refused: a version that is none of the steps (Invalid;
// both are named), another program's file or another of our databases (Conflict), one whose tables
// are not those of the version that it says (Damaged).
Status upgrade(Database& database, const Schema& schema);

} // namespace muster::history
