// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/block_store.h"

#include <algorithm>
#include <limits>

#include "core/history/schema.h"
#include "core/history/transaction.h"

namespace muster::history {
namespace {

std::int64_t keyOf(std::int64_t block, GpuNumber gpu) {
    return block * kMaxGpus + gpu;
}

std::int64_t number(Level level) {
    return static_cast<std::int64_t>(level);
}

// Calls `each` for every row of a bound statement.
template <typename Each>
Status forEachRow(const Status& bound, Statement& statement, Each each) {
    auto row = bound.and_then([&] { return statement.step(); });
    for (; row && *row; row = statement.step()) {
        each(statement);
    }
    return row ? Status() : tl::unexpected(row.error());
}

} // namespace

Result<BlockStore> BlockStore::open(const std::filesystem::path& path) {
    auto database = Database::open({.path = path, .durability = Database::Durability::Normal});
    if (!database) {
        return tl::unexpected(database.error());
    }
    if (auto upgraded = upgrade(*database, kTelemetrySchema); !upgraded) {
        return tl::unexpected(upgraded.error());
    }
    BlockStore store(std::move(*database));
    if (auto loaded = store.loadSections().and_then([&] { return store.loadHorizons(); });
        !loaded) {
        return tl::unexpected(loaded.error());
    }
    return store;
}

#define LEVEL(TABLE)                                                                               \
    LevelStatements {                                                                              \
        Statement(m_database, "SELECT data FROM " TABLE " WHERE key = ?1"),                        \
            Statement(m_database, "INSERT OR REPLACE INTO " TABLE " (key, data) VALUES (?1, ?2)"), \
            Statement(m_database, "INSERT OR IGNORE INTO " TABLE " (key, data) VALUES (?1, ?2)"),  \
            Statement(m_database, "DELETE FROM " TABLE " WHERE key < ?1"),                         \
            Statement(                                                                             \
                m_database, "SELECT key FROM " TABLE " WHERE key >= ?1 ORDER BY key LIMIT 1")      \
    }

BlockStore::BlockStore(Database database)
    : m_database(std::move(database)), m_levels{LEVEL("chunk_1s"), LEVEL("chunk_1m"),
                                           LEVEL("chunk_1h")},
      m_addGpu(m_database, "INSERT INTO gpu (id, uuid) VALUES (?1, ?2)"),
      m_tail(m_database, "SELECT gpu, block, data FROM tail WHERE level = ?1 AND gpu = ?2"),
      m_tails(m_database, "SELECT gpu, block, data FROM tail WHERE level = ?1 AND block < ?2"),
      m_putTail(m_database,
          "INSERT INTO tail (level, gpu, block, data) VALUES (?1, ?2, ?3, ?4) "
          "ON CONFLICT (level, gpu) DO UPDATE SET block = excluded.block, data = excluded.data"),
      m_dropTail(m_database, "DELETE FROM tail WHERE level = ?1 AND gpu = ?2"),
      m_putHorizon(m_database, "INSERT OR REPLACE INTO horizon (level, block) VALUES (?1, ?2)") { }

#undef LEVEL

Status BlockStore::loadSections() {
    Statement add(m_database,
        "INSERT OR IGNORE INTO metric (id, key) SELECT ifnull(max(id) + 1, 0), ?1 FROM metric "
        "WHERE NOT EXISTS (SELECT 1 FROM metric WHERE key = ?1)");
    Statement get(m_database, "SELECT id FROM metric WHERE key = ?1");
    auto transaction = Transaction::begin(m_database);
    Status done = transaction ? Status() : tl::unexpected(transaction.error());
    for (const auto& metric : metricTable()) {
        done = done ? add.run(metric.key) : done;
        done = done ? forEachRow(get.bind(metric.key), get,
                   [&](const Statement& row) {
                       m_sections[static_cast<std::size_t>(metric.metric)]
                           = static_cast<std::uint8_t>(row.int64(0));
                   })
                    : done;
    }
    return done.and_then([&] { return transaction->commit(); });
}

Status BlockStore::loadHorizons() {
    m_horizon.fill(std::numeric_limits<std::int64_t>::min());
    Statement all(m_database, "SELECT level, block FROM horizon WHERE level BETWEEN 0 AND 2");
    return forEachRow(all.bind(), all, [&](const Statement& row) {
        m_horizon[static_cast<std::size_t>(row.int64(0))] = row.int64(1);
    });
}

Result<std::vector<BlockStore::KnownGpu>> BlockStore::gpus() {
    std::vector<KnownGpu> out;
    Statement all(m_database, "SELECT id, uuid FROM gpu");
    return forEachRow(all.bind(), all, [&](const Statement& row) {
        out.push_back({static_cast<GpuNumber>(row.int64(0)), {std::string(row.text(1))}});
    }).map([&] { return std::move(out); });
}

Status BlockStore::addGpu(const KnownGpu& gpu) {
    return m_addGpu.run(std::int64_t{gpu.number}, std::string_view(gpu.uuid.value));
}

// Copied: a statement that stays on its row would hold back the checkpoint of the WAL.
Result<std::string_view> BlockStore::chunk(Level level, GpuNumber gpu, std::int64_t block) {
    auto& get = m_levels[indexOf(level)].get;
    m_chunk.clear();
    return forEachRow(get.bind(keyOf(block, gpu)), get, [&](const Statement& row) {
        m_chunk = row.blob(0);
    }).map([&] { return std::string_view(m_chunk); });
}

Status BlockStore::putChunk(Level level, GpuNumber gpu, std::int64_t block, std::string_view data) {
    return m_levels[indexOf(level)].put.run(keyOf(block, gpu), Blob{data});
}

Result<bool> BlockStore::addChunk(
    Level level, GpuNumber gpu, std::int64_t block, std::string_view data) {
    auto& add = m_levels[indexOf(level)].add;
    return add.run(keyOf(block, gpu), Blob{data}).map([&] { return add.changes() != 0; });
}

Result<std::optional<BlockStore::Tail>> BlockStore::tail(Level level, GpuNumber gpu) {
    std::optional<Tail> out;
    return forEachRow(m_tail.bind(number(level), std::int64_t{gpu}), m_tail,
        [&](const Statement& row) {
            out = Tail{gpu, row.int64(1), std::string(row.blob(2))};
        })
        .map([&] { return std::move(out); });
}

Result<std::vector<BlockStore::Tail>> BlockStore::tails(Level level, std::int64_t before) {
    std::vector<Tail> out;
    return forEachRow(m_tails.bind(number(level), before), m_tails, [&](const Statement& row) {
        out.push_back(
            {static_cast<GpuNumber>(row.int64(0)), row.int64(1), std::string(row.blob(2))});
    }).map([&] { return std::move(out); });
}

Status BlockStore::putTail(Level level, GpuNumber gpu, std::int64_t block, std::string_view data) {
    return m_putTail.run(number(level), std::int64_t{gpu}, block, Blob{data});
}

Status BlockStore::dropTail(Level level, GpuNumber gpu) {
    return m_dropTail.run(number(level), std::int64_t{gpu});
}

Result<std::optional<std::int64_t>> BlockStore::next(Level level, std::int64_t block) {
    auto& statement = m_levels[indexOf(level)].next;
    std::optional<std::int64_t> out;
    return forEachRow(statement.bind(keyOf(block, 0)), statement, [&](const Statement& row) {
        out = floorDivide(row.int64(0), kMaxGpus);
    }).map([&] { return out; });
}

// From one that is there to the next: a single sample of another century costs one step.
Result<std::vector<std::int64_t>> BlockStore::blocks(
    Level level, std::int64_t first, std::int64_t last) {
    std::vector<std::int64_t> out;
    auto found = next(level, first);
    for (; found && *found && **found <= last; found = next(level, **found + 1)) {
        out.push_back(**found);
    }
    return found.map([&](const auto&) { return std::move(out); });
}

Status BlockStore::cut(Level level, std::int64_t block) {
    auto& known = m_horizon[indexOf(level)];
    const auto first = m_levels[indexOf(level)].cut.run(keyOf(block, 0)).and_then([&] {
        return next(level, block);
    });
    if (!first) {
        return tl::unexpected(first.error());
    }
    const auto horizon = std::max(block, std::min(known, first->value_or(known)));
    if (horizon == known) {
        return {};
    }
    return m_putHorizon.run(number(level), horizon).map([&] { known = horizon; });
}

} // namespace muster::history
