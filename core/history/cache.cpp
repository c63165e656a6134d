// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/cache.h"

#include "core/history/schema.h"

namespace muster::history {
namespace {

Result<Database> openAtNewest(const std::filesystem::path& path) {
    auto database = Database::open({.path = path, .durability = Database::Durability::Normal});
    if (!database) {
        return database;
    }
    return upgrade(*database, kCacheSchema).map([&] { return std::move(*database); });
}

void discard(const std::filesystem::path& path) {
    std::error_code ignored;
    for (const auto* suffix : {"", "-wal", "-shm"}) {
        std::filesystem::remove(path.string() + suffix, ignored);
    }
}

// Internal: damaged. Invalid: of a newer version.
bool isWorthless(const Error& error) {
    return error.kind == Error::Kind::Internal || error.kind == Error::Kind::Invalid;
}

} // namespace

Result<Cache> Cache::open(const std::filesystem::path& path) {
    auto database = openAtNewest(path);
    if (!database && isWorthless(database.error())) {
        discard(path);
        database = openAtNewest(path);
    }
    return std::move(database).map([](Database opened) { return Cache(std::move(opened)); });
}

Cache::Cache(Database database)
    : m_database(std::move(database)),
      m_store(m_database,
          "INSERT INTO entry (key, at, bytes) VALUES (?1, ?2, ?3) "
          "ON CONFLICT (key) DO UPDATE SET at = excluded.at, bytes = excluded.bytes"),
      m_load(m_database, "SELECT at, bytes FROM entry WHERE key = ?1") { }

Status Cache::store(std::string_view key, std::string_view bytes, Instant at) {
    return m_store.run(key, at.time_since_epoch().count(), Blob{bytes});
}

Result<std::optional<Cache::Entry>> Cache::load(std::string_view key) {
    const auto row = m_load.bind(key).and_then([&] { return m_load.step(); });
    if (!row) {
        return tl::unexpected(row.error());
    }
    if (!*row) {
        return std::optional<Entry>();
    }
    Entry entry{std::string(m_load.blob(1)), Instant(Duration(m_load.int64(0)))};
    static_cast<void>(m_load.reset());
    return std::optional(std::move(entry));
}

} // namespace muster::history
