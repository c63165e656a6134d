// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/journal.h"

#include <algorithm>

#include "core/history/checksum.h"
#include "core/history/instants.h"
#include "core/history/schema.h"
#include "core/history/transaction.h"

namespace muster::history {
namespace {

template <typename Each>
Status eachRow(const Status& bound, Statement& statement, Each each) {
    if (!bound) {
        return bound;
    }
    for (;;) {
        const auto row = statement.step();
        if (!row) {
            return tl::unexpected(row.error());
        }
        if (!*row) {
            return {};
        }
        each();
    }
}

// Reads every row of a bound statement through `make`.
template <typename Row>
Result<std::vector<Row>> rows(
    const Status& bound, Statement& statement, Row (*make)(const Statement&)) {
    std::vector<Row> out;
    return eachRow(bound, statement, [&] { out.push_back(make(statement)); }).map([&] {
        return std::move(out);
    });
}

template <typename Row>
Result<std::optional<Row>> firstOf(Result<std::vector<Row>> found) {
    return std::move(found).map([](std::vector<Row> all) {
        return all.empty() ? std::optional<Row>() : std::optional<Row>(std::move(all.front()));
    });
}

constexpr int kChecksum = 4; // its column

bool isSound(const Statement& row) {
    return row.int64(kChecksum) == checksum({row.text(0), row.text(1), row.blob(2)});
}

Record plainRecord(const Statement& row) {
    return {std::string(row.text(0)), std::string(row.text(1)), std::string(row.blob(2))};
}

// Nothing: the row is damaged.
std::optional<Record> recordOf(const Statement& row) {
    return isSound(row) ? std::optional(plainRecord(row)) : std::nullopt;
}

std::optional<EndedRecord> endedOf(const Statement& row) {
    return isSound(row) ? std::optional(EndedRecord{plainRecord(row), instant(row.int64(3))})
                        : std::nullopt;
}

AuditEntry auditOf(const Statement& row) {
    return {instant(row.int64(0)), std::string(row.text(1)), std::string(row.text(2)),
        std::string(row.text(3)), std::string(row.text(4))};
}

std::int64_t count(std::size_t number) {
    return static_cast<std::int64_t>(std::min<std::size_t>(number, INT64_MAX));
}

} // namespace

Result<Journal> Journal::open(const std::filesystem::path& path) {
    auto database = Database::open({.path = path, .durability = Database::Durability::Full});
    if (!database) {
        return tl::unexpected(database.error());
    }
    if (auto upgraded = upgrade(*database, kControlSchema); !upgraded) {
        return tl::unexpected(upgraded.error());
    }
    Journal journal(std::move(*database));
    Statement mark(journal.m_database, "SELECT journal, sequence FROM mark");
    const auto row = mark.step();
    if (!row || !*row) {
        return row ? damaged(path, "it has lost its mark") : tl::unexpected(row.error());
    }
    journal.m_mark = {std::string(mark.text(0)), static_cast<std::uint64_t>(mark.int64(1))};
    return journal;
}

Journal::Journal(Database database)
    : m_database(std::move(database)),
      m_upsert(m_database,
          "INSERT INTO record (kind, id, payload, checksum) VALUES (?1, ?2, ?3, ?4) ON CONFLICT "
          "(kind, id) DO UPDATE SET payload = excluded.payload, checksum = excluded.checksum"),
      m_copyEnded(m_database,
          "INSERT INTO ended (kind, id, ended_at, payload, checksum) "
          "SELECT kind, id, ?3, payload, checksum FROM record WHERE kind = ?1 AND id = ?2"),
      m_remove(m_database, "DELETE FROM record WHERE kind = ?1 AND id = ?2"),
      m_addAudit(m_database,
          "INSERT INTO audit (at, author, action, object, detail) VALUES (?1, ?2, ?3, ?4, ?5)"),
      m_load(m_database,
          "SELECT kind, id, payload, NULL, checksum FROM record WHERE kind = ?1 ORDER BY id"),
      m_loadOne(m_database,
          "SELECT kind, id, payload, NULL, checksum FROM record WHERE kind = ?1 AND id = ?2"),
      m_ended(m_database,
          "SELECT kind, id, payload, ended_at, checksum FROM ended WHERE kind = ?1 "
          "ORDER BY ended_at DESC, seq DESC LIMIT ?2 OFFSET ?3"),
      m_endedOne(m_database,
          "SELECT kind, id, payload, ended_at, checksum FROM ended WHERE kind = ?1 AND id = ?2 "
          "ORDER BY ended_at DESC, seq DESC LIMIT 1"),
      m_endedBelow(m_database,
          "SELECT kind, id, payload, ended_at, checksum FROM ended "
          "WHERE kind = ?1 AND id >= ?2 AND id < ?3 ORDER BY id DESC LIMIT ?4"),
      m_holders(m_database,
          "SELECT e.kind, e.id, e.payload, e.ended_at, e.checksum "
          "FROM holder h JOIN ended e ON e.seq = h.seq "
          "WHERE h.gpu = ?1 AND h.ended > ?2 AND h.started < ?3 "
          "ORDER BY h.ended DESC, h.seq DESC LIMIT ?4"),
      m_audit(m_database,
          "SELECT at, author, action, object, detail FROM audit WHERE at >= ?1 AND at < ?2 "
          "ORDER BY at DESC, seq DESC LIMIT ?3"),
      m_nextKind(m_database, "SELECT min(kind) FROM ended WHERE kind > ?1"),
      m_pruneEnded(m_database,
          "DELETE FROM ended WHERE seq IN "
          "(SELECT seq FROM ended WHERE kind = ?1 AND ended_at < ?2 AND seq NOT IN "
          "(SELECT seq FROM ended WHERE kind = ?1 ORDER BY ended_at DESC, seq DESC LIMIT ?4) "
          "LIMIT ?3)"),
      m_pruneAudit(m_database,
          "DELETE FROM audit WHERE seq IN (SELECT seq FROM audit WHERE at < ?1 LIMIT ?2)"),
      m_intervals(m_database), m_advance(m_database, "UPDATE mark SET sequence = sequence + 1") { }

Status Journal::commit(std::span<const Change> changes) {
    auto transaction = Transaction::begin(m_database);
    if (!transaction) {
        return tl::unexpected(transaction.error());
    }
    for (const auto& change : changes) {
        if (auto applied = apply(change); !applied) {
            return applied;
        }
    }
    return m_advance.run().and_then([&] { return transaction->commit(); }).map([&] {
        ++m_mark.sequence;
    });
}

Status Journal::apply(const Change& change) {
    Status done;
    for (const auto& record : change.upserts) {
        done = done ? m_upsert.run(record.kind, record.id, Blob{record.payload},
                   std::int64_t{checksum({record.kind, record.id, record.payload})})
                    : done;
    }
    for (const auto& ending : change.endings) {
        done = done ? end(ending) : done;
    }
    for (const auto& [kind, id] : change.removals) {
        done = done ? m_remove.run(kind, id) : done;
    }
    for (const auto& entry : change.audit) {
        done = done ? m_addAudit.run(
                   micros(entry.at), entry.author, entry.action, entry.object, entry.detail)
                    : done;
    }
    return done;
}

Status Journal::end(const Change::Ending& ending) {
    if (auto copied = m_copyEnded.run(ending.kind, ending.id, micros(ending.at)); !copied) {
        return copied;
    }
    if (m_copyEnded.changes() == 0) {
        return failure(
            fmt::format("No {} {} to end", ending.kind, ending.id), Error::Kind::NotFound);
    }
    Status done = ending.interval ? m_intervals.add(*ending.interval, ending.at) : Status();
    done = done && ending.wait ? m_intervals.add(*ending.wait) : done;
    return done ? m_remove.run(ending.kind, ending.id) : done;
}

template <typename Row>
Result<std::vector<Row>> Journal::sound(
    const Status& bound, Statement& statement, std::optional<Row> (*make)(const Statement&)) {
    std::vector<Row> out;
    const auto read = eachRow(bound, statement, [&] {
        if (auto made = make(statement)) {
            out.push_back(std::move(*made));
            return;
        }
        const auto ended
            = statement.isNull(3) ? std::nullopt : std::optional(instant(statement.int64(3)));
        noteDamaged({std::string(statement.text(0)), std::string(statement.text(1)), ended,
            "its bytes do not match their checksum"});
    });
    return read.map([&] { return std::move(out); });
}

void Journal::noteDamaged(DamagedRow row) {
    if (std::ranges::find(m_damaged, row) == m_damaged.end()) {
        m_damaged.push_back(std::move(row));
    }
}

Status Journal::setAside(const DamagedRow& row, Instant now) {
    auto transaction = Transaction::begin(m_database);
    if (!transaction) {
        return tl::unexpected(transaction.error());
    }
    Statement copy(m_database,
        row.endedAt ? "INSERT INTO damaged (found, origin, kind, id, why, payload) "
                      "SELECT ?1, 'ended', kind, id, ?2, payload FROM ended "
                      "WHERE kind = ?3 AND id = ?4 AND ended_at = ?5"
                    : "INSERT INTO damaged (found, origin, kind, id, why, payload) "
                      "SELECT ?1, 'record', kind, id, ?2, payload FROM record "
                      "WHERE kind = ?3 AND id = ?4");
    Statement remove(m_database,
        row.endedAt ? "DELETE FROM ended WHERE kind = ?1 AND id = ?2 AND ended_at = ?3"
                    : "DELETE FROM record WHERE kind = ?1 AND id = ?2");
    const auto done = row.endedAt
        ? copy.run(micros(now), row.why, row.kind, row.id, micros(*row.endedAt)).and_then([&] {
              return remove.run(row.kind, row.id, micros(*row.endedAt));
          })
        : copy.run(micros(now), row.why, row.kind, row.id).and_then([&] {
              return remove.run(row.kind, row.id);
          });
    return done ? transaction->commit() : done;
}

Result<std::vector<Record>> Journal::load(std::string_view kind) {
    return sound(m_load.bind(kind), m_load, recordOf);
}

Result<std::optional<Record>> Journal::loadOne(std::string_view kind, std::string_view id) {
    return firstOf(sound(m_loadOne.bind(kind, id), m_loadOne, recordOf));
}

Result<std::vector<EndedRecord>> Journal::ended(
    std::string_view kind, std::size_t limit, std::size_t offset) {
    return sound(m_ended.bind(kind, count(limit), count(offset)), m_ended, endedOf);
}

Result<std::optional<EndedRecord>> Journal::endedOne(std::string_view kind, std::string_view id) {
    return firstOf(sound(m_endedOne.bind(kind, id), m_endedOne, endedOf));
}

Result<std::vector<EndedRecord>> Journal::endedBelow(
    std::string_view kind, const std::string& beginning, std::size_t limit) {
    constexpr char kAfterAll = '\x7f';
    return sound(m_endedBelow.bind(kind, beginning, beginning + kAfterAll, count(limit)),
        m_endedBelow, endedOf);
}

Result<std::vector<EndedRecord>> Journal::holders(
    const GpuUuid& gpu, Instant from, Instant to, std::size_t limit) {
    return sound(
        m_holders.bind(gpu.value, micros(from), micros(to), count(limit)), m_holders, endedOf);
}

Result<std::vector<AuditEntry>> Journal::audit(Instant from, Instant to, std::size_t limit) {
    return rows(m_audit.bind(micros(from), micros(to), count(limit)), m_audit, auditOf);
}

// One search of the index for each: there are few kinds and many rows.
Result<std::vector<std::string>> Journal::endedKinds() {
    std::vector<std::string> out;
    for (std::string last;;) {
        const auto row = m_nextKind.bind(last).and_then([&] { return m_nextKind.step(); });
        if (!row) {
            return tl::unexpected(row.error());
        }
        if (m_nextKind.isNull(0)) {
            return m_nextKind.reset().map([&] { return std::move(out); });
        }
        last = m_nextKind.text(0);
        out.push_back(last);
    }
}

Result<std::int64_t> Journal::prune(Instant now, const Keep& keep) {
    auto transaction = Transaction::begin(m_database);
    const auto kinds = transaction ? endedKinds() : tl::unexpected(transaction.error());
    if (!kinds) {
        return tl::unexpected(kinds.error());
    }
    const auto endedBefore = now - keep.ended;
    std::int64_t gone = 0;
    Status done;
    for (const auto& kind : *kinds) {
        const auto kept = keep.newest.find(kind);
        done = done ? m_pruneEnded.run(kind, micros(endedBefore), kPruneSlice - gone,
                   count(kept != keep.newest.end() ? kept->second : 0))
                    : done;
        gone += done ? m_pruneEnded.changes() : 0;
    }
    return done.and_then([&] { return m_intervals.prune(endedBefore, kPruneSlice - gone); })
        .and_then([&](std::int64_t intervals) {
            gone += intervals;
            return m_pruneAudit.run(micros(now - keep.audit), kPruneSlice - gone);
        })
        .and_then([&] {
            gone += m_pruneAudit.changes();
            return transaction->commit();
        })
        .map([&] { return gone; });
}

} // namespace muster::history
