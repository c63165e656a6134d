// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/history/chunk.h"
#include "core/history/level.h"
#include "core/history/statement.h"
#include "core/kernel/base/id.h"

namespace muster::history {

// The number of a GPU in the database; below kMaxGpus.
using GpuNumber = std::uint32_t;
inline constexpr std::int64_t kMaxGpus = 1 << 24;

// telemetry.db as rows: chunks by level, block and GPU, and one tail a level and GPU. Knows nothing
// of what is inside a chunk. Views it returns are valid until its next call. One thread at a time.
class BlockStore {
public:
    static Result<BlockStore> open(const std::filesystem::path& path);

    struct KnownGpu {
        GpuNumber number;
        GpuUuid uuid;
    };
    Result<std::vector<KnownGpu>> gpus();
    Status addGpu(const KnownGpu& gpu);
    const SectionNumbers& sections() const { return m_sections; }

    Result<std::string_view> chunk(Level level, GpuNumber gpu, std::int64_t block); // empty: none
    Status putChunk(Level level, GpuNumber gpu, std::int64_t block, std::string_view data);
    // False: there is one already, and it stays.
    Result<bool> addChunk(Level level, GpuNumber gpu, std::int64_t block, std::string_view data);

    struct Tail {
        GpuNumber gpu = 0;
        std::int64_t block = 0;
        std::string data;
    };
    Result<std::optional<Tail>> tail(Level level, GpuNumber gpu);
    Result<std::vector<Tail>> tails(Level level, std::int64_t before); // of blocks before that one
    Status putTail(Level level, GpuNumber gpu, std::int64_t block, std::string_view data);
    Status dropTail(Level level, GpuNumber gpu);

    // Blocks from first to last, both of them included, of which there are chunks (tails not
    // counted); ascending.
    Result<std::vector<std::int64_t>> blocks(Level level, std::int64_t first, std::int64_t last);

    // Forgets chunks of blocks before that one. What is before the horizon was forgotten once. The
    // horizon goes back to what is there when the clock that moved it was ahead.
    Status cut(Level level, std::int64_t block);
    std::int64_t horizon(Level level) const { return m_horizon[indexOf(level)]; }

    Database& database() { return m_database; }

private:
    struct LevelStatements {
        Statement get;
        Statement put;
        Statement add;
        Statement cut;
        Statement next;
    };

    explicit BlockStore(Database database);
    Status loadSections();
    Status loadHorizons();
    // The first block at or after that one of which there are chunks.
    Result<std::optional<std::int64_t>> next(Level level, std::int64_t block);

    Database m_database;
    std::array<LevelStatements, kLevelCount> m_levels;
    Statement m_addGpu;
    Statement m_tail;
    Statement m_tails;
    Statement m_putTail;
    Statement m_dropTail;
    Statement m_putHorizon;
    SectionNumbers m_sections{};
    std::string m_chunk; // the last one read
    std::array<std::int64_t, kLevelCount> m_horizon{};
};

} // namespace muster::history
