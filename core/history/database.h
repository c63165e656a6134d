// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string_view>

#include "core/kernel/base/result.h"

struct sqlite3;

namespace muster::history {

class Statement;

// One connection to one SQLite file. One thread at a time (the library's own mutexes are off).
// WAL journal, foreign keys on, SQLITE_DBCONFIG_DEFENSIVE on, schema not trusted, no extensions, no
// ATTACH; a new file is readable by its owner only. SQL is constant text with bound values, never
// built.
class Database {
public:
    // Full: a commit returns after fsync; nothing acknowledged is lost at a power cut.
    // Normal: a power cut may lose the last commits, a crash of the process none. Never
    // inconsistent.
    enum class Durability { Full, Normal };

    struct Options {
        std::filesystem::path path;
        Durability durability = Durability::Full;
        bool readOnly = false; // the file must exist; REQUIRES: nobody calls upgrade() on it
        std::chrono::milliseconds busyTimeout{5000};
    };

    // Messages name the file, SQLite's reason and, where one is known, the remedy.
    static Result<Database> open(const Options& options);

    // One or more statements without values: schema steps and pragmas.
    Status execute(std::string_view sql);
    // "ok", or what PRAGMA integrity_check found, as an error. Reads the whole file.
    Status checkIntegrity();
    // The same without a look at the order of indexes, in half the time: of all, or of one table.
    Status checkPages();
    Status checkTable(std::string_view name);

    const std::filesystem::path& path() const { return m_path; }
    sqlite3* handle() const { return m_handle.get(); }

private:
    struct Close {
        void operator()(sqlite3* handle) const;
    };
    using Handle = std::unique_ptr<sqlite3, Close>;

    Database(Handle handle, std::filesystem::path path);
    Status verdict(Statement& check) const;

    Handle m_handle;
    std::filesystem::path m_path;
};

// The connection's last error as ours: what was tried, the file, SQLite's text, the remedy. Its
// cause is DiskFull or Damaged where SQLite says so.
tl::unexpected<Error> sqliteFailure(sqlite3* handle, std::string_view tried);
// The file is not what Muster writes. `why`: "its row has no index".
tl::unexpected<Error> damaged(const std::filesystem::path& file, std::string_view why);

} // namespace muster::history
