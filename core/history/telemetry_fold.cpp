// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// How finished blocks reach the coarse levels. Every path ends in the same rule: the point above a
// block is the roll-up of all that the block holds, so late samples only mean doing it again.
#include "core/history/telemetry.h"

namespace muster::history {

Buckets Telemetry::decode(Level level, std::string_view data) {
    Buckets out;
    const auto view = ChunkView::parse(data);
    if (!view || !view->read(m_store.sections(), level, out)) {
        ++m_losses.damaged;
        return {};
    }
    return out;
}

Result<Buckets> Telemetry::storedBuckets(Level level, GpuNumber gpu, std::int64_t block) {
    return m_store.chunk(level, gpu, block).map([&](std::string_view data) {
        return data.empty() ? Buckets() : decode(level, data);
    });
}

Status Telemetry::fold(Level level, GpuNumber gpu, std::int64_t block, const Buckets& update) {
    auto tail = m_store.tail(level, gpu);
    if (!tail) {
        return tl::unexpected(tail.error());
    }
    if (*tail && (*tail)->block == block) {
        auto buckets = decode(level, (*tail)->data);
        buckets.overlay(update);
        return m_store.putTail(level, gpu, block, m_writer.write(buckets, level));
    }
    const bool late = *tail && (*tail)->block > block;
    if (*tail && !late) {
        if (auto closed = closeTail(level, **tail); !closed) {
            return closed;
        }
    }
    auto buckets = storedBuckets(level, gpu, block); // there is one after a pause of the GPU, too
    if (!buckets) {
        return tl::unexpected(buckets.error());
    }
    buckets->overlay(update);
    const auto data = m_writer.write(*buckets, level);
    if (!late) {
        return m_store.putTail(level, gpu, block, data);
    }
    return m_store.putChunk(level, gpu, block, data).and_then([&] {
        return foldUp(level, gpu, block, *buckets);
    });
}

Status Telemetry::foldUp(Level level, GpuNumber gpu, std::int64_t block, const Buckets& buckets) {
    if (level == Level::Hour) {
        return {};
    }
    const auto points = info(Level::Hour).points;
    const auto day = floorDivide(block, points);
    Buckets update;
    rollUpInto(buckets, static_cast<std::size_t>(info(level).points),
        static_cast<std::size_t>(block - day * points), update);
    return fold(Level::Hour, gpu, day, update);
}

Status Telemetry::closeTail(Level level, const BlockStore::Tail& tail) {
    return m_store.putChunk(level, tail.gpu, tail.block, tail.data)
        .and_then([&] { return m_store.dropTail(level, tail.gpu); })
        .and_then([&] { return foldUp(level, tail.gpu, tail.block, decode(level, tail.data)); });
}

// Of GPUs that are gone: nobody else would close theirs.
Status Telemetry::closeOldTails(Level level, std::int64_t before) {
    const auto tails = m_store.tails(level, before);
    if (!tails) {
        return tl::unexpected(tails.error());
    }
    Status done;
    for (const auto& tail : *tails) {
        done = done ? closeTail(level, tail) : done;
    }
    return done;
}

} // namespace muster::history
