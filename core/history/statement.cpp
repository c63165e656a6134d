// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/statement.h"

#include <sqlite3.h>

namespace muster::history {

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
    sqlite3_finalize(statement);
}

Statement::Statement(const Database& database, std::string_view sql)
    : m_database(database.handle()), m_sql(sql) { }

Status Statement::prepare() {
    sqlite3_stmt* raw = nullptr;
    const int code = sqlite3_prepare_v3(m_database, m_sql.data(), static_cast<int>(m_sql.size()),
        SQLITE_PREPARE_PERSISTENT, &raw, nullptr);
    m_statement.reset(raw);
    if (code != SQLITE_OK) {
        return sqliteFailure(m_database, fmt::format("Failed to prepare '{}'", m_sql));
    }
    return {};
}

Status Statement::reset() {
    if (!m_statement) {
        return prepare();
    }
    sqlite3_reset(m_statement.get()); // repeats the error of the last step, which was reported then
    return {};
}

Result<bool> Statement::step() {
    if (!m_statement) {
        if (auto prepared = prepare(); !prepared) {
            return tl::unexpected(prepared.error());
        }
    }
    const int code = sqlite3_step(m_statement.get());
    if (code == SQLITE_ROW) {
        return true;
    }
    if (code == SQLITE_DONE) {
        sqlite3_reset(m_statement.get());
        return false;
    }
    const auto error = sqliteFailure(m_database, fmt::format("Failed to run '{}'", m_sql));
    sqlite3_reset(m_statement.get());
    return error;
}

Status Statement::runWith(const Statement& row) {
    auto ready = reset();
    for (int column = 0; ready && column < sqlite3_column_count(row.m_statement.get()); ++column) {
        ready = bound(sqlite3_bind_value(
            m_statement.get(), column + 1, sqlite3_column_value(row.m_statement.get(), column)));
    }
    return ready ? finish() : ready;
}

Status Statement::finish() {
    for (;;) {
        const auto row = step();
        if (!row) {
            return tl::unexpected(row.error());
        }
        if (!*row) {
            return {};
        }
    }
}

Status Statement::bound(int code) {
    if (code != SQLITE_OK) {
        return sqliteFailure(m_database, fmt::format("Failed to bind a value of '{}'", m_sql));
    }
    return {};
}

Status Statement::bindOne(int position, std::int64_t value) {
    return bound(sqlite3_bind_int64(m_statement.get(), position + 1, value));
}

// An empty view may have no address, which SQLite would take for NULL.
Status Statement::bindOne(int position, std::string_view value) {
    const char* data = value.empty() ? "" : value.data();
    return bound(sqlite3_bind_text64(
        m_statement.get(), position + 1, data, value.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

Status Statement::bindOne(int position, Blob value) {
    const char* data = value.bytes.empty() ? "" : value.bytes.data();
    return bound(sqlite3_bind_blob64(
        m_statement.get(), position + 1, data, value.bytes.size(), SQLITE_TRANSIENT));
}

Status Statement::bindOne(int position, std::nullptr_t) {
    return bound(sqlite3_bind_null(m_statement.get(), position + 1));
}

std::int64_t Statement::int64(int column) const {
    return sqlite3_column_int64(m_statement.get(), column);
}

std::string_view Statement::text(int column) const {
    const auto* data
        = reinterpret_cast<const char*>(sqlite3_column_text(m_statement.get(), column));
    return {data, static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column))};
}

std::string_view Statement::blob(int column) const {
    const auto* data = static_cast<const char*>(sqlite3_column_blob(m_statement.get(), column));
    return {data, static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column))};
}

bool Statement::isNull(int column) const {
    return sqlite3_column_type(m_statement.get(), column) == SQLITE_NULL;
}

std::int64_t Statement::changes() const {
    return sqlite3_changes64(m_database);
}

Result<std::int64_t> numberOf(const Database& database, std::string_view sql) {
    Statement statement(database, sql);
    return statement.step().map([&](bool row) { return row ? statement.int64(0) : 0; });
}

} // namespace muster::history
