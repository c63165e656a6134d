// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/history/statement.h"
#include "core/history/usage_intervals.h"
#include "core/kernel/base/time.h"

namespace muster::history {

// Something that is: a job, a task, a framework, an agent, a restriction. The daemon chooses the
// kinds and encodes the payload.
struct Record {
    std::string kind;
    std::string id;
    std::string payload;
    bool operator==(const Record&) const = default;
};

// Something that was: the record as it stood when it ended.
struct EndedRecord {
    Record record;
    Instant endedAt;
    bool operator==(const EndedRecord&) const = default;
};

// A row whose bytes are not what was written.
struct DamagedRow {
    std::string kind;
    std::string id;
    std::optional<Instant> endedAt; // none: of something that is
    std::string why;
    bool operator==(const DamagedRow&) const = default;
};

// Tells one state of a journal from every other.
struct Mark {
    std::string journal; // which journal: another one for each that began empty
    std::uint64_t sequence = 0; // grows with each commit: the step
    std::string incarnation
        = {}; // which start of a master wrote it, see Incarnations; not of Journal
    bool operator==(const Mark&) const = default;
};

struct AuditEntry {
    Instant at;
    std::string author;
    std::string action; // "restrict"
    std::string object; // "GPU-..."
    std::string detail;
    bool operator==(const AuditEntry&) const = default;
};

// What one step of the kernel changes. Applied in the order of the fields, so a record can get its
// last payload and end in one change.
struct Change {
    struct Ending {
        std::string kind;
        std::string id;
        Instant at;
        std::optional<UsageInterval> interval = {}; // of a task
        std::optional<Wait> wait = {}; // of a job
    };
    std::vector<Record> upserts;
    std::vector<Ending> endings; // the record leaves load() and joins ended(); it must exist
    std::vector<std::pair<std::string, std::string>> removals; // kind and id; no trace is kept
    std::vector<AuditEntry> audit;

    bool empty() const {
        return upserts.empty() && endings.empty() && removals.empty() && audit.empty();
    }
};

// The control journal, control.db: what is acknowledged to anybody is in here first. One thread at
// a time.
class Journal {
public:
    struct Keep {
        Duration ended = std::chrono::days(90);
        Duration audit = std::chrono::days(365);
        // So many ended ones of a kind stay, the newest, however long ago they ended.
        std::map<std::string, std::size_t> newest = {};
    };

    static Result<Journal> open(const std::filesystem::path& path);

    // All changes in one transaction, all or none, and on the disk when it returns. One fsync for
    // as many changes as the caller gathered (group commit).
    Status commit(std::span<const Change> changes);

    // Damaged rows are left out of what is read and told once in takeDamaged().
    Result<std::vector<Record>> load(std::string_view kind); // by id
    Result<std::optional<Record>> loadOne(std::string_view kind, std::string_view id);

    // Newest first. The newest of an id that ended more than once.
    Result<std::vector<EndedRecord>> ended(
        std::string_view kind, std::size_t limit, std::size_t offset = 0);
    Result<std::optional<EndedRecord>> endedOne(std::string_view kind, std::string_view id);

    // Those whose ids begin so, by id, the last one first; ids are ASCII.
    Result<std::vector<EndedRecord>> endedBelow(
        std::string_view kind, const std::string& beginning, std::size_t limit);

    // Ended tasks that had the GPU in the span, newest first.
    Result<std::vector<EndedRecord>> holders(
        const GpuUuid& gpu, Instant from, Instant to, std::size_t limit);
    // Adds what ended tasks and jobs used, of at most `most` of each.
    Status addTo(Usage& usage, std::size_t most) { return m_intervals.addTo(usage, most); }

    // Entries with from <= at < to, newest first.
    Result<std::vector<AuditEntry>> audit(Instant from, Instant to, std::size_t limit);

    // Forgets what ended, and what was audited, longer ago than that: one slice of it, so that
    // commits need not wait for all. Returns how many rows went; kPruneSlice: call it again. `now`
    // is of a clock that ClockCheck trusts: nothing is deleted because of one step of it.
    static constexpr std::int64_t kPruneSlice = 1000;
    Result<std::int64_t> prune(Instant now, const Keep& keep);

    void noteDamaged(DamagedRow row); // by who could not read its payload
    std::vector<DamagedRow> takeDamaged() { return std::exchange(m_damaged, {}); }
    // The row is kept beside the others, as it is, and never read again.
    Status setAside(const DamagedRow& row, Instant now);

    // As of the last commit.
    const Mark& mark() const { return m_mark; }

    Database& database() { return m_database; }

private:
    explicit Journal(Database database);
    template <typename Row>
    Result<std::vector<Row>> sound(
        const Status& bound, Statement& statement, std::optional<Row> (*make)(const Statement&));

    Result<std::vector<std::string>> endedKinds();
    Status apply(const Change& change);
    Status end(const Change::Ending& ending);

    Database m_database;
    Statement m_upsert;
    Statement m_copyEnded;
    Statement m_remove;
    Statement m_addAudit;
    Statement m_load;
    Statement m_loadOne;
    Statement m_ended;
    Statement m_endedOne;
    Statement m_endedBelow;
    Statement m_holders;
    Statement m_audit;
    Statement m_nextKind;
    Statement m_pruneEnded;
    Statement m_pruneAudit;
    UsageIntervals m_intervals;
    Statement m_advance;
    Mark m_mark;
    std::vector<DamagedRow> m_damaged;
};

} // namespace muster::history
