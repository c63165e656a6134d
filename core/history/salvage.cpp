// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/salvage.h"

#include <fmt/ranges.h>

#include "core/history/database_files.h"
#include "core/history/journal.h"
#include "core/history/transaction.h"

namespace muster::history {
namespace {

namespace fs = std::filesystem;

struct Table {
    std::string_view name, read, write;
    bool isCounted = false; // for reports, beside what it counts
};

constexpr Table kTables[] = {
    {"record", "SELECT * FROM record", "INSERT INTO record VALUES (?1, ?2, ?3, ?4)"},
    {"ended", "SELECT * FROM ended", "INSERT INTO ended VALUES (?1, ?2, ?3, ?4, ?5, ?6)"},
    {"audit", "SELECT * FROM audit", "INSERT INTO audit VALUES (?1, ?2, ?3, ?4, ?5, ?6)"},
    {"damaged", "SELECT * FROM damaged", "INSERT INTO damaged VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"},
    {"mark", "SELECT * FROM mark", "UPDATE mark SET journal = ?1, sequence = ?2"},
    {"usage_interval", "SELECT * FROM usage_interval",
        "INSERT INTO usage_interval VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", true},
    {"holder", "SELECT * FROM holder", "INSERT INTO holder VALUES (?1, ?2, ?3, ?4)", true},
    {"waited", "SELECT * FROM waited", "INSERT INTO waited VALUES (?1, ?2, ?3, ?4)", true},
};

// Row by row: a copy of the pages would be one of the damage.
Status copyRows(Database& from, Database& to, const Table& table) {
    Statement read(from, table.read);
    Statement write(to, table.write);
    for (;;) {
        const auto row = read.step();
        if (!row || !*row) {
            return row ? Status() : Status(tl::unexpected(row.error()));
        }
        if (auto written = write.runWith(read); !written) {
            return written;
        }
    }
}

// The names of the tables that are left out.
Result<std::vector<std::string>> copySound(Database& from, Database& to) {
    std::vector<std::string> lost;
    auto transaction = Transaction::begin(to);
    if (!transaction) {
        return tl::unexpected(transaction.error());
    }
    for (const auto& table : kTables) {
        auto done = from.checkTable(table.name);
        if (!done && table.isCounted) {
            lost.emplace_back(table.name);
            continue;
        }
        done = done ? copyRows(from, to, table) : done;
        if (!done) {
            return tl::unexpected(done.error());
        }
    }
    return transaction->commit().map([&] { return lost; });
}

// Without what is left out of it.
Result<std::vector<std::string>> copyTo(const fs::path& fresh, Database& damaged, Instant now) {
    auto journal = Journal::open(fresh);
    auto lost = journal ? copySound(damaged, journal->database()) : tl::unexpected(journal.error());
    journal = lost ? Journal::open(fresh) : tl::unexpected(lost.error()); // with the mark
    if (!journal) {
        return tl::unexpected(journal.error());
    }
    const Change told{
        .audit = {{now, "master", "journal repaired", "control.db",
            fmt::format("without what was damaged: {}",
                lost->empty() ? "free pages" : fmt::format("{}", fmt::join(*lost, ", ")))}}};
    return journal->commit(std::span(&told, 1))
        .and_then([&] { return journal->database().execute("PRAGMA journal_mode = DELETE;"); })
        .map([&] { return *lost; });
}

} // namespace

Result<Salvaged> salvageJournal(const fs::path& path, Instant now) {
    const auto fresh = fs::path(path.string() + ".salvaged");
    std::vector<std::string> lost;
    {
        auto journal = Journal::open(path);
        if (!journal) {
            return tl::unexpected(journal.error());
        }
        if (journal->database().checkPages()) {
            return Salvaged{};
        }
        removeDatabase(fresh);
        auto copied = copyTo(fresh, journal->database(), now);
        if (!copied) {
            removeDatabase(fresh);
            return tl::unexpected(copied.error());
        }
        lost = std::move(*copied);
    }
    auto aside = replaceDatabase(path, fresh, "damaged", now);
    return aside.map([&](const fs::path& moved) { return Salvaged{moved, lost}; });
}

} // namespace muster::history
