// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/telemetry.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/history/transaction.h"

namespace muster::history {
namespace {

constexpr std::size_t kMaxSealed = 30; // an hour of a full disk, then the oldest go
constexpr auto kPruneEvery = std::chrono::minutes(10);
constexpr auto kIdleAfter = std::chrono::minutes(10);
constexpr auto kMostAhead = std::chrono::hours(1);

} // namespace

Result<Telemetry> Telemetry::open(const Options& options) {
    auto store = BlockStore::open(options.path);
    if (!store) {
        return tl::unexpected(store.error());
    }
    Telemetry telemetry(std::move(*store), options);
    if (auto loaded = telemetry.loadGpus(); !loaded) {
        return tl::unexpected(loaded.error());
    }
    return telemetry;
}

Telemetry::Telemetry(BlockStore store, const Options& options)
    : m_store(std::move(store)), m_options(options), m_writer(m_store.sections()) { }

Status Telemetry::loadGpus() {
    const auto known = m_store.gpus();
    auto tails = m_store.tails(Level::Second, std::numeric_limits<std::int64_t>::max());
    if (!known || !tails) {
        return tl::unexpected(known ? tails.error() : known.error());
    }
    std::unordered_map<GpuNumber, Gpu*> byNumber;
    for (const auto& [number, uuid] : *known) {
        auto& gpu = m_gpus[uuid];
        gpu.number = number;
        gpu.stored = true;
        byNumber[number] = &gpu;
        m_nextNumber = std::max(m_nextNumber, number + 1);
    }
    for (const auto& tail : *tails) {
        if (const auto gpu = byNumber.find(tail.gpu); gpu != byNumber.end()) {
            openTail(*gpu->second, tail);
        }
    }
    return {};
}

void Telemetry::openTail(Gpu& gpu, const BlockStore::Tail& tail) {
    auto samples = std::make_unique<Samples>();
    const auto view = ChunkView::parse(tail.data);
    if (!view || !view->read(m_store.sections(), *samples)) {
        ++m_losses.damaged;
        return;
    }
    gpu.block = tail.block;
    gpu.open = std::move(samples);
}

void Telemetry::append(
    const GpuUuid& uuid, Instant at, std::span<const MetricValue, kMetricCount> values) {
    const auto second = wholeSeconds(at);
    const bool isPossible = second >= 0 && (!m_now || at <= *m_now + kMostAhead);
    Gpu* gpu = isPossible ? touch(uuid) : nullptr;
    if (gpu == nullptr) {
        ++m_losses.refused;
        return;
    }
    const auto block = second / span(Level::Second);
    if (!gpu->open || gpu->block != block) {
        turnTo(*gpu, block);
    }
    const auto slot = static_cast<std::size_t>(second - block * span(Level::Second));
    for (std::size_t metric = 0; metric < kMetricCount; ++metric) {
        if (values[metric] >= 0) {
            gpu->open->columns[metric][slot] = values[metric];
        }
    }
}

// The GPU, new if need be, and on the list of the next flush.
Telemetry::Gpu* Telemetry::touch(const GpuUuid& uuid) {
    auto found = m_gpus.find(uuid);
    if (found == m_gpus.end()) {
        if (m_nextNumber >= kMaxGpus) {
            return nullptr;
        }
        found = m_gpus.try_emplace(uuid).first;
        found->second.number = m_nextNumber++;
    }
    if (!found->second.dirty) {
        found->second.dirty = true;
        m_dirty.push_back(&*found);
    }
    return &found->second;
}

void Telemetry::turnTo(Gpu& gpu, std::int64_t block) {
    if (gpu.open) {
        seal(gpu);
    } else {
        gpu.open = std::make_unique<Samples>();
    }
    gpu.block = block;
}

// Leaves the open block empty, for the next one.
void Telemetry::seal(Gpu& gpu) {
    if (m_diskRefuses && gpu.sealed.size() >= kMaxSealed) {
        gpu.sealed.erase(gpu.sealed.begin());
        ++m_losses.dropped;
    }
    gpu.sealed.push_back({gpu.block, m_writer.write(*gpu.open)});
    gpu.open->clear();
}

Status Telemetry::tick(Now now) {
    m_now = now.wall;
    const bool isTrusted = m_clock.isTrusted(now);
    if (auto flushed = flushInTurn(now.uptime); !flushed) {
        return flushed;
    }
    if (isTrusted && now.uptime - m_pruned >= kPruneEvery) {
        m_pruned = now.uptime;
        return prune(now.wall);
    }
    return {};
}

// Each second is the turn of some GPUs. Those of seconds without a call are not left out.
Status Telemetry::flushInTurn(Uptime now) {
    const auto turns = std::max<std::int64_t>(m_options.flushEvery / std::chrono::seconds(1), 1);
    const auto second = std::chrono::floor<std::chrono::seconds>(now).time_since_epoch().count();
    const auto passed = second - std::exchange(m_flushed, second);
    const auto isTheirTurn = [&](const Entry* entry) {
        return (second % turns + turns - entry->second.number % turns) % turns < passed;
    };
    const auto rest = std::partition(m_dirty.begin(), m_dirty.end(), isTheirTurn);
    return flushFirst(static_cast<std::size_t>(rest - m_dirty.begin()));
}

Status Telemetry::flush() {
    return flushFirst(m_dirty.size());
}

// Those of m_dirty.
Status Telemetry::flushFirst(std::size_t count) {
    if (count == 0) {
        return {};
    }
    auto written = writeDirty(count);
    m_diskRefuses = !written;
    return written;
}

Status Telemetry::writeDirty(std::size_t count) {
    const std::span<Entry*> entries(m_dirty.data(), count);
    auto transaction = Transaction::begin(m_store.database());
    if (!transaction) {
        return tl::unexpected(transaction.error());
    }
    for (auto* entry : entries) {
        if (auto written = write(entry->first, entry->second); !written) {
            return written;
        }
    }
    if (auto committed = transaction->commit(); !committed) {
        return committed;
    }
    for (auto* entry : entries) {
        entry->second.stored = true;
        entry->second.dirty = false;
        entry->second.sealed.clear();
    }
    m_dirty.erase(m_dirty.begin(), m_dirty.begin() + static_cast<std::ptrdiff_t>(count));
    return {};
}

Status Telemetry::write(const GpuUuid& uuid, Gpu& gpu) {
    Status done = gpu.stored ? Status() : m_store.addGpu({gpu.number, uuid});
    for (const auto& sealed : gpu.sealed) {
        done = done ? writeSealed(gpu.number, sealed) : done;
    }
    if (!done) {
        return done;
    }
    return gpu.open
        ? m_store.putTail(Level::Second, gpu.number, gpu.block, m_writer.write(*gpu.open))
        : m_store.dropTail(Level::Second, gpu.number);
}

Status Telemetry::writeSealed(GpuNumber gpu, const Sealed& sealed) {
    Samples samples;
    if (!ChunkView::parse(sealed.data)->read(m_store.sections(), samples)) {
        return failure("A block of samples could not be read back", Error::Kind::Internal);
    }
    const auto added = m_store.addChunk(Level::Second, gpu, sealed.block, sealed.data);
    if (!added) {
        return tl::unexpected(added.error());
    }
    if (!*added) {
        if (auto merged = mergeIntoChunk(gpu, sealed.block, samples); !merged) {
            return merged;
        }
    }
    const auto first = sealed.block * static_cast<std::int64_t>(kMinutesInSamples);
    const auto hour = floorDivide(first, info(Level::Minute).points);
    Buckets update;
    rollUpInto(
        samples, static_cast<std::size_t>(first - hour * info(Level::Minute).points), update);
    return fold(Level::Minute, gpu, hour, update);
}

// A chunk of that block exists when samples came late or the clock went back: the new ones join it.
Status Telemetry::mergeIntoChunk(GpuNumber gpu, std::int64_t block, Samples& samples) {
    const auto old = m_store.chunk(Level::Second, gpu, block);
    if (!old) {
        return tl::unexpected(old.error());
    }
    Samples merged;
    const auto view = ChunkView::parse(*old);
    if (!view || !view->read(m_store.sections(), merged)) {
        ++m_losses.damaged;
        merged.clear();
    }
    merged.overlay(samples);
    samples = merged;
    return m_store.putChunk(Level::Second, gpu, block, m_writer.write(samples));
}

Status Telemetry::prune(Instant now) {
    const auto blockAt = [&](Level level, Duration age) {
        return floorDivide(wholeSeconds(now - age), span(level));
    };
    sealIdle(blockAt(Level::Second, kIdleAfter));
    const auto rest = std::partition(m_dirty.begin(), m_dirty.end(),
        [](const Entry* entry) { return entry->second.open == nullptr; });
    if (auto flushed = flushFirst(static_cast<std::size_t>(rest - m_dirty.begin())); !flushed) {
        return flushed;
    }
    auto transaction = Transaction::begin(m_store.database());
    if (!transaction) {
        return tl::unexpected(transaction.error());
    }
    return closeOldTails(Level::Minute, blockAt(Level::Minute, std::chrono::days(1)))
        .and_then(
            [&] { return closeOldTails(Level::Hour, blockAt(Level::Hour, std::chrono::days(7))); })
        .and_then([&] {
            return m_store.cut(Level::Second, blockAt(Level::Second, m_options.keepSeconds));
        })
        .and_then([&] {
            return m_store.cut(Level::Minute, blockAt(Level::Minute, m_options.keepMinutes));
        })
        .and_then(
            [&] { return m_store.cut(Level::Hour, blockAt(Level::Hour, m_options.keepHours)); })
        .and_then([&] { return transaction->commit(); });
}

// A GPU that is gone holds no memory, and its last block gets old like any other.
void Telemetry::sealIdle(std::int64_t before) {
    for (auto& entry : m_gpus) {
        auto& gpu = entry.second;
        if (gpu.open && gpu.block < before) {
            seal(gpu);
            gpu.open.reset();
            if (!gpu.dirty) {
                gpu.dirty = true;
                m_dirty.push_back(&entry);
            }
        }
    }
}

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
