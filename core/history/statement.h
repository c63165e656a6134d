// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/history/database.h"

struct sqlite3_stmt;

namespace muster::history {

// Bytes that are stored as a BLOB, not as TEXT.
struct Blob {
    std::string_view bytes;
};

// One prepared statement, made at its first use and used again for ever. Not thread-safe; must not
// outlive its database. Positions of parameters and columns count from 0.
class Statement {
public:
    // REQUIRES: sql is constant text of exactly one statement, and outlives the object.
    Statement(const Database& database, std::string_view sql);

    // Starts anew with these values: integers, std::string_view (TEXT, NULs kept), Blob, nullptr
    // (NULL).
    template <typename... Values>
    Status bind(const Values&... values) {
        auto ready = reset();
        int position = 0;
        ((ready = ready ? bindOne(position++, values) : ready), ...);
        return ready;
    }

    // Binds, then steps to the end; rows are discarded.
    template <typename... Values>
    Status run(const Values&... values) {
        return bind(values...).and_then([this] { return finish(); });
    }

    // As run(), with all columns of the row that the other has reached.
    Status runWith(const Statement& row);

    // True: a row is there to be read. False: no more rows, and the statement is reset.
    Result<bool> step();

    // Views are valid until the next step, bind or reset.
    std::int64_t int64(int column) const;
    std::string_view text(int column) const;
    std::string_view blob(int column) const;
    bool isNull(int column) const;

    Status reset();
    std::int64_t changes() const; // rows changed by the last run

private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };

    Status prepare();
    Status finish();
    Status bindOne(int position, std::int64_t value);
    Status bindOne(int position, std::string_view value);
    Status bindOne(int position, Blob value);
    Status bindOne(int position, std::nullptr_t);
    Status bound(int code);

    sqlite3* m_database;
    std::string_view m_sql;
    std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
};

// The first column of the first row; 0 where there is none.
Result<std::int64_t> numberOf(const Database& database, std::string_view sql);

} // namespace muster::history
