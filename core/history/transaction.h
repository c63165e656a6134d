// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/database.h"

namespace muster::history {

// Rolls back unless committed. Must not outlive its database.
class Transaction {
public:
    // Takes the write lock at once, so that a conflict shows here and not half way.
    static Result<Transaction> begin(Database& database);
    // Many reads of one state, without the lock. Needs no commit.
    static Result<Transaction> beginReading(Database& database);

    Transaction(Transaction&& other) noexcept;
    Transaction& operator=(Transaction&&) = delete;
    ~Transaction();

    // After an error nothing of it is in the database.
    Status commit();

private:
    explicit Transaction(Database& database) : m_database(&database) { }
    void rollBack();

    Database* m_database; // null: over
};

} // namespace muster::history
