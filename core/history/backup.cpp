// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/backup.h"

#include <cerrno>
#include <cstring>
#include <functional>
#include <thread>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <unistd.h>

#include "core/history/checksum.h"
#include "core/history/database_files.h"
#include "core/history/incarnations.h"
#include "core/history/log_check.h"
#include "core/history/schema.h"

namespace muster::history {
namespace {

namespace fs = std::filesystem;

constexpr const char* kJournal = "control.db";
constexpr const char* kTelemetry = "telemetry.db";
constexpr const char* kMasterLock = "master.lock"; // of muster-agentd

class Lock {
public:
    // `more`: O_CREAT.
    explicit Lock(const fs::path& path, int more = 0)
        : m_fd(::open(path.c_str(), O_RDWR | O_CLOEXEC | more, 0600)) { }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    ~Lock() {
        if (m_fd >= 0) {
            ::close(m_fd);
        }
    }
    bool isOpen() const { return m_fd >= 0; }
    bool take() const { return ::flock(m_fd, LOCK_EX | LOCK_NB) == 0; }

private:
    int m_fd;
};

// In the state of one moment. All at once: in steps, it would begin anew after each commit of a
// master. A reader keeps no writer of a WAL waiting.
Status copyPages(Database& from, Database& to) {
    sqlite3_backup* copy = sqlite3_backup_init(to.handle(), "main", from.handle(), "main");
    int code = copy == nullptr ? SQLITE_ERROR : SQLITE_OK;
    while (code == SQLITE_OK || code == SQLITE_BUSY || code == SQLITE_LOCKED) {
        if (code != SQLITE_OK) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        code = sqlite3_backup_step(copy, -1);
    }
    sqlite3_backup_finish(copy);
    if (code != SQLITE_DONE) {
        return sqliteFailure(to.handle(), "Failed to copy the journal");
    }
    return {};
}

// Every row of a table, whatever its kind.
Status checkRows(Database& database, std::string_view sql) {
    Statement rows(database, sql);
    for (;;) {
        const auto row = rows.step();
        if (!row || !*row) {
            return row ? Status() : Status(tl::unexpected(row.error()));
        }
        if (rows.int64(3) != checksum({rows.text(0), rows.text(1), rows.blob(2)})) {
            return failure(fmt::format("{}: the row of {} {} is damaged", database.path().string(),
                               rows.text(0), rows.text(1)),
                Error::Kind::Internal);
        }
    }
}

Result<JournalFacts> check(Journal& journal) {
    auto& database = journal.database();
    if (auto whole = database.checkIntegrity(); !whole) {
        return tl::unexpected(whole.error());
    }
    for (const auto* sql : {"SELECT kind, id, payload, checksum FROM record",
             "SELECT kind, id, payload, checksum FROM ended"}) {
        if (auto sound = checkRows(database, sql); !sound) {
            return tl::unexpected(sound.error());
        }
    }
    const auto live = numberOf(database, "SELECT count(*) FROM record WHERE kind <> 'incarnation'");
    const auto ended = numberOf(database, "SELECT count(*) FROM ended");
    const auto jobs = numberOf(database, "SELECT count(*) FROM record WHERE kind = 'job'");
    for (const auto* counted : {&live, &ended, &jobs}) {
        if (!*counted) {
            return tl::unexpected(counted->error());
        }
    }
    std::error_code ignored;
    const auto bytes = fs::file_size(database.path(), ignored);
    return JournalFacts{journal.mark(), *live, *ended, *jobs, static_cast<std::int64_t>(bytes)};
}

// Read-only, also what is to be backed up. An empty file is a database, too, and a journal would be
// made of it.
Result<Database> openBackup(const fs::path& file) {
    std::error_code error;
    if (fs::is_directory(file, error)) {
        return failure(fmt::format(
            "{} is a directory: specify the file that 'muster backup' made", file.string()));
    }
    if (!fs::is_regular_file(file, error)) { // of a pipe nothing would ever come
        return failure(fmt::format("{} is not a file", file.string()));
    }
    auto database = Database::open({.path = file, .readOnly = true});
    if (!database) {
        return database;
    }
    const auto id = numberOf(*database, "PRAGMA application_id");
    const auto tables = numberOf(*database,
        "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('record', 'ended', "
        "'audit', 'mark')");
    if (!id || !tables || *id != kControlSchema.applicationId || *tables != 4) {
        return failure(fmt::format("{} is neither a Muster journal nor a backup of one{}",
            file.string(), id ? "" : ": " + id.error().message));
    }
    return database;
}

// What a master has made and nothing else is called.
bool isOfMaster(std::string_view name) {
    return name.starts_with(kJournal) || name.starts_with(kTelemetry) || name == kMasterLock
        || name == "master.reserve";
}

// What may be in the directory of a new master: what a file system makes, and the token, which
// agents know.
bool isOfNewMaster(const fs::path& entry, const fs::path& backup) {
    std::error_code ignored;
    const auto name = entry.filename().string();
    return name == "lost+found" || name == "token" || fs::equivalent(entry, backup, ignored);
}

// What is in a directory already are a master's files, or it is not the one that was meant. One
// that is not there, or is as good as empty, is a new master's.
Status checkWorkDir(const fs::path& workDir, const fs::path& backup) {
    std::error_code error;
    bool isNew = true;
    fs::directory_iterator entry(workDir, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        if (isOfMaster(entry->path().filename().string())) {
            return {};
        }
        isNew = isNew && isOfNewMaster(entry->path(), backup);
    }
    if (error && error != std::errc::no_such_file_or_directory) {
        return tl::unexpected(cannot("read", workDir, error.value()));
    }
    return isNew ? Status()
                 : failure(fmt::format("{} is neither empty nor the work directory of a master: "
                                       "specify that with --work_dir",
                     workDir.string()));
}

// Copies `from` to `to`, which is made, and checks it. Removes `to` if that fails.
Result<JournalFacts> copyChecked(
    const fs::path& from, const fs::path& to, const std::function<Status(Journal&)>& change = {}) {
    auto source = openBackup(from);
    if (!source) {
        return tl::unexpected(source.error());
    }
    removeDatabase(to);
    const auto made = [&]() -> Result<JournalFacts> {
        {
            auto target = Database::open({.path = to});
            auto copied = target ? copyPages(*source, *target) : tl::unexpected(target.error());
            if (!copied) {
                return tl::unexpected(copied.error());
            }
        }
        auto journal = Journal::open(to); // refuses what is no journal, or of another version
        if (!journal) {
            return tl::unexpected(journal.error());
        }
        auto facts = check(*journal);
        if (facts && change) {
            if (auto changed = change(*journal); !changed) {
                return tl::unexpected(changed.error());
            }
        }
        // One file, with nothing beside it that could be left behind.
        auto alone = journal->database().execute("PRAGMA journal_mode = DELETE;");
        return alone ? facts : tl::unexpected(alone.error());
    }();
    if (!made) {
        removeDatabase(to);
    }
    return made;
}

// Of what a damaged log drops, a copy would not tell. A master that works has checked its log, and
// writes it.
Status checkLogAtRest(const fs::path& workDir) {
    const Lock lock(workDir / kMasterLock);
    const bool isAtRest = lock.isOpen() && lock.take();
    const auto sound = isAtRest ? checkLog(workDir / kJournal) : Status();
    return sound ? sound
                 : failure(fmt::format("{}. Restore an earlier backup with 'muster restore', or "
                                       "start the master with --accept_older_journal to continue "
                                       "without it",
                               sound.error().message),
                     sound.error().kind);
}

} // namespace

Result<JournalFacts> backUpJournal(const fs::path& workDir, const fs::path& file) {
    std::error_code error;
    if (fs::exists(file, error)) {
        return failure(fmt::format("{} already exists: choose another file", file.string()),
            Error::Kind::Conflict);
    }
    const auto journal = workDir / kJournal;
    if (!fs::exists(journal, error) || fs::file_size(journal, error) == 0) {
        return failure(fmt::format("There is no journal in {}: specify the work directory of the "
                                   "master with --work_dir",
                           workDir.string()),
            Error::Kind::NotFound);
    }
    if (auto sound = checkLogAtRest(workDir); !sound) {
        return tl::unexpected(sound.error());
    }
    const auto fresh = fs::path(file.string() + ".new");
    auto facts = copyChecked(journal, fresh);
    if (!facts) {
        return facts;
    }
    if (::rename(fresh.c_str(), file.c_str()) != 0) {
        const int failed = errno;
        removeDatabase(fresh);
        return tl::unexpected(cannot("make", file, failed));
    }
    const auto folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    if (auto flushed = flushFolder(folder); !flushed) {
        return tl::unexpected(flushed.error());
    }
    return facts;
}

Result<Restored> restoreJournal(const fs::path& file, const fs::path& workDir, Instant now) {
    // Before anything is touched.
    if (const auto backup = openBackup(file); !backup) {
        // Not with the advice for a journal, which is to restore a backup.
        return backup.error().cause == Error::Cause::Damaged ? failure(fmt::format(
                   "{} is not a backup made by 'muster backup', or is damaged", file.string()))
                                                             : tl::unexpected(backup.error());
    }
    if (const auto fits = checkWorkDir(workDir, file); !fits) {
        return tl::unexpected(fits.error());
    }
    std::error_code error;
    fs::create_directories(workDir, error);
    const Lock lock(workDir / kMasterLock, O_CREAT);
    if (!lock.isOpen()) {
        return tl::unexpected(cannot("write to", workDir, errno));
    }
    if (!lock.take()) {
        return failure(fmt::format("A muster-agentd is using {}: stop it first", workDir.string()),
            Error::Kind::Conflict);
    }
    const auto journal = workDir / kJournal;
    const auto fresh = workDir / "control.db.restoring";
    auto facts = copyChecked(file, fresh,
        [&](Journal& restored) { return leapAhead(restored, now, "journal restored"); });
    if (!facts) {
        return tl::unexpected(facts.error());
    }
    return replaceDatabase(journal, fresh, "replaced", now).map([&](const fs::path& aside) {
        return Restored{*facts, aside};
    });
}

} // namespace muster::history
