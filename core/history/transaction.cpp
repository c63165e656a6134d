// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/transaction.h"

#include <utility>

#include <sqlite3.h>

namespace muster::history {

Result<Transaction> Transaction::begin(Database& database) {
    return database.execute("BEGIN IMMEDIATE").map([&] { return Transaction(database); });
}

Result<Transaction> Transaction::beginReading(Database& database) {
    return database.execute("BEGIN").map([&] { return Transaction(database); });
}

Transaction::Transaction(Transaction&& other) noexcept
    : m_database(std::exchange(other.m_database, nullptr)) { }

Transaction::~Transaction() {
    rollBack();
}

Status Transaction::commit() {
    auto committed = m_database->execute("COMMIT");
    if (!committed) {
        rollBack();
    }
    m_database = nullptr;
    return committed;
}

// SQLite rolls back by itself after some errors (disk full among them): then there is nothing left
// to do.
void Transaction::rollBack() {
    if (m_database != nullptr && sqlite3_get_autocommit(m_database->handle()) == 0) {
        static_cast<void>(m_database->execute("ROLLBACK"));
    }
}

} // namespace muster::history
