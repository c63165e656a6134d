// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/database.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

#include "core/history/statement.h"

namespace muster::history {
namespace {

struct Advice {
    std::string_view remedy;
    Error::Kind kind;
    Error::Cause cause = Error::Cause::Other;
};

constexpr std::string_view kRestore
    = "move the file away and restore a backup (see 'muster restore --help')";

Advice adviceFor(int code) {
    switch (code) {
    case SQLITE_FULL:
        return {"free space on that disk; nothing was written", Error::Kind::Unavailable,
            Error::Cause::DiskFull};
    case SQLITE_READONLY:
        return {"make the file and its directory writable for this user", Error::Kind::Denied};
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
        return {"check that the directory exists and that this user may write to it",
            Error::Kind::Denied};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return {"another muster process uses the file: stop it or choose another directory",
            Error::Kind::Conflict};
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
        return {kRestore, Error::Kind::Internal, Error::Cause::Damaged};
    case SQLITE_IOERR:
        return {"check the disk (dmesg) before starting again", Error::Kind::Unavailable};
    default:
        return {"", Error::Kind::Internal};
    }
}

// SQLite creates files with the umask's rights; its -wal and -shm take those of the database.
void createPrivate(const std::filesystem::path& path) {
    if (const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600); fd >= 0) {
        ::close(fd);
    }
}

void harden(sqlite3* handle) {
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_FKEY, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
}

// The WAL may grow while a reader holds an old snapshot; the limit gives the space back afterwards.
constexpr std::string_view kWriterPragmas = "PRAGMA journal_mode = WAL; PRAGMA journal_size_limit "
                                            "= 67108864; PRAGMA cache_size = -16384;";

Status configure(Database& database, const Database::Options& options) {
    harden(database.handle());
    sqlite3_extended_result_codes(database.handle(), 1);
    sqlite3_busy_timeout(database.handle(), static_cast<int>(options.busyTimeout.count()));
    if (options.readOnly) {
        return database.execute("PRAGMA query_only = 1; SELECT count(*) FROM sqlite_schema;");
    }
    return database.execute(kWriterPragmas).and_then([&] {
        return database.execute(options.durability == Database::Durability::Full
                ? "PRAGMA synchronous = FULL;"
                : "PRAGMA synchronous = NORMAL;");
    });
}

} // namespace

void Database::Close::operator()(sqlite3* handle) const {
    sqlite3_close_v2(handle);
}

Database::Database(Handle handle, std::filesystem::path path)
    : m_handle(std::move(handle)), m_path(std::move(path)) { }

Result<Database> Database::open(const Options& options) {
    if (!options.readOnly) {
        createPrivate(options.path);
    }
    const int mode = options.readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    sqlite3* raw = nullptr;
    const int code
        = sqlite3_open_v2(options.path.c_str(), &raw, mode | SQLITE_OPEN_NOMUTEX, nullptr);
    Database database(Handle(raw), options.path);
    if (code != SQLITE_OK) {
        const auto advice = adviceFor(code & 0xff);
        return failure(fmt::format("Failed to open {}: {}; {}", options.path.string(),
                           raw ? sqlite3_errmsg(raw) : sqlite3_errstr(code), advice.remedy),
            advice.kind, advice.cause);
    }
    if (auto configured = configure(database, options); !configured) {
        return tl::unexpected(configured.error());
    }
    return database;
}

Status Database::execute(std::string_view sql) {
    const std::string text(sql);
    if (sqlite3_exec(handle(), text.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
        return sqliteFailure(handle(), "Failed to run a statement");
    }
    return {};
}

Status Database::checkIntegrity() {
    Statement check(*this, "PRAGMA integrity_check(1)");
    return verdict(check);
}

Status Database::checkPages() {
    Statement check(*this, "PRAGMA quick_check(1)");
    return verdict(check);
}

Status Database::checkTable(std::string_view name) {
    Statement check(*this, "SELECT * FROM pragma_quick_check(?1)");
    return check.bind(name).and_then([&] { return verdict(check); });
}

// "ok", or what is wrong first.
Status Database::verdict(Statement& check) const {
    const auto row = check.step();
    if (!row) {
        return tl::unexpected(row.error());
    }
    if (*row && check.text(0) != "ok") {
        return damaged(m_path, check.text(0));
    }
    return {};
}

tl::unexpected<Error> sqliteFailure(sqlite3* handle, std::string_view tried) {
    const char* file = sqlite3_db_filename(handle, "main");
    const auto advice = adviceFor(sqlite3_errcode(handle) & 0xff);
    return failure(fmt::format("{} in {}: {}{}{}", tried, file ? file : "a database",
                       sqlite3_errmsg(handle), advice.remedy.empty() ? "" : "; ", advice.remedy),
        advice.kind, advice.cause);
}

tl::unexpected<Error> damaged(const std::filesystem::path& file, std::string_view why) {
    return failure(fmt::format("{} is damaged: {}; {}", file.string(), why, kRestore),
        Error::Kind::Internal, Error::Cause::Damaged);
}

} // namespace muster::history
