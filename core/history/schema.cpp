// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/schema.h"

#include <sqlite3.h>

#include "core/history/statement.h"
#include "core/history/transaction.h"

namespace muster::history {
namespace {

Status refuseForeign(Database& database, const Schema& schema, std::int64_t version) {
    const auto id = numberOf(database, "PRAGMA application_id");
    const auto tables = numberOf(database, "SELECT count(*) FROM sqlite_schema");
    if (!id || !tables) {
        return tl::unexpected((id ? tables : id).error());
    }
    const bool fresh = version == 0 && *tables == 0 && *id == 0;
    if (!fresh && *id != schema.applicationId) {
        return failure(
            fmt::format("{} is not a Muster {} database: choose another path or move the file away",
                database.path().string(), schema.name),
            Error::Kind::Conflict);
    }
    if (version == 0 && *tables > 0) {
        return damaged(database.path(),
            fmt::format("it has lost its {} schema version: user_version is 0, but it is not empty",
                schema.name));
    }
    return {};
}

Status applyStep(Database& database, std::string_view sql, std::int64_t version) {
    auto transaction = Transaction::begin(database);
    if (!transaction) {
        return tl::unexpected(transaction.error());
    }
    if (auto applied = database.execute(sql); !applied) {
        // "no such column", "duplicate column name": our own SQL is sound. Anything else says
        // nothing about the file, or adviceFor() knows what.
        const bool doesNotFit
            = version > 1 && (sqlite3_errcode(database.handle()) & 0xff) == SQLITE_ERROR;
        return doesNotFit ? damaged(database.path(),
                   fmt::format("its tables are not those of schema version {}, which it says it "
                               "has: {}",
                       version - 1, applied.error().message))
                          : applied;
    }
    const auto reached = numberOf(database, "PRAGMA user_version");
    if (!reached || *reached != version) {
        return failure(fmt::format("{}: schema step {} does not set its own version",
                           database.path().string(), version),
            Error::Kind::Internal);
    }
    return transaction->commit();
}

} // namespace

Status upgrade(Database& database, const Schema& schema) {
    const auto version = numberOf(database, "PRAGMA user_version");
    if (!version) {
        return tl::unexpected(version.error());
    }
    if (auto ours = refuseForeign(database, schema, *version); !ours) {
        return ours;
    }
    const auto newest = static_cast<std::int64_t>(schema.steps.size());
    if (*version > newest || *version < 0) {
        return failure(
            fmt::format("{} has {} schema version {}, this Muster reads version {}: use the Muster "
                        "that wrote it, or move the file away to start over",
                database.path().string(), schema.name, *version, newest),
            Error::Kind::Invalid);
    }
    for (auto next = *version; next < newest; ++next) {
        auto applied = applyStep(database, schema.steps[static_cast<std::size_t>(next)], next + 1);
        if (!applied) {
            return applied;
        }
    }
    return {};
}

} // namespace muster::history
