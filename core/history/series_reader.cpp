// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/series_reader.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>

#include "core/history/transaction.h"

namespace muster::history {
namespace {

constexpr std::size_t kMostInSeries = 100'000;

std::int64_t ceilDivide(std::int64_t a, std::int64_t b) {
    return -floorDivide(-a, b);
}

Bucket bucketOf(MetricValue value) {
    return value == kUnknown ? Bucket{} : Bucket::of(value);
}

const Bucket& bucketOf(const Bucket& bucket) {
    return bucket;
}

// The coarsest level with a point for each pixel; one level up where the fine one was pruned.
Level levelFor(const BlockStore& store, std::int64_t from, std::int64_t to, std::int64_t points) {
    auto level = Level::Hour;
    while (level != Level::Second && (to - from) / info(level).step < points) {
        level = level == Level::Hour ? Level::Minute : Level::Second;
    }
    while (level != Level::Hour && floorDivide(from, span(level)) < store.horizon(level)) {
        level = above(level);
    }
    return level;
}

} // namespace

Result<SeriesReader> SeriesReader::plan(Telemetry& telemetry, const Query& query) {
    const auto points
        = static_cast<std::int64_t>(std::clamp<std::size_t>(query.maxPoints, 2, kMostInSeries));
    const auto from = wholeSeconds(query.from);
    const auto to = wholeSeconds(query.to - Duration(1)) + 1;
    SeriesReader reader(telemetry, query, levelFor(telemetry.m_store, from, to, points));
    const auto step = info(reader.m_level).step;
    reader.m_first = floorDivide(from, step);
    reader.m_last = ceilDivide(to, step);
    // Aligned buckets: the first and the last may be cut, which makes one more than the range has
    // strides.
    const auto count = reader.m_last - reader.m_first;
    reader.m_stride = count <= points ? 1 : ceilDivide(count, points - 1);
    reader.m_firstBlock = floorDivide(reader.m_first, info(reader.m_level).points);
    reader.m_lastBlock = floorDivide(reader.m_last - 1, info(reader.m_level).points);
    auto stored = telemetry.m_store.blocks(reader.m_level, reader.m_firstBlock, reader.m_lastBlock);
    if (!stored) {
        return tl::unexpected(stored.error());
    }
    reader.m_stored = std::move(*stored);
    return reader;
}

SeriesReader::SeriesReader(Telemetry& telemetry, const Query& query, Level level)
    : m_telemetry(telemetry), m_metric(query.metric), m_rollUp(muster::info(query.metric).rollUp),
      m_level(level) { }

std::size_t SeriesReader::mostPoints() const {
    return static_cast<std::size_t>(
        floorDivide(m_last - 1, m_stride) - floorDivide(m_first, m_stride) + 1);
}

Result<Series> SeriesReader::read(const GpuUuid& uuid) {
    Series series{.gpu = uuid, .step = std::chrono::seconds(m_stride * info(m_level).step)};
    const auto found = m_telemetry.m_gpus.find(uuid);
    if (found == m_telemetry.m_gpus.end()) {
        return series;
    }
    Source source{.gpu = &found->second, .series = &series};
    m_buckets.assign(mostPoints(), {});
    auto done = loadSource(source).and_then([&] { return readRange(source); });
    if (!done) {
        return tl::unexpected(done.error());
    }
    emit(series);
    return series;
}

Status SeriesReader::loadSource(Source& source) {
    for (const auto& sealed : source.gpu->sealed) {
        source.unsealed.push_back(sealed.block);
    }
    if (source.gpu->open) {
        source.unsealed.push_back(source.gpu->block);
    }
    std::sort(source.unsealed.begin(), source.unsealed.end());
    source.unsealed.erase(
        std::unique(source.unsealed.begin(), source.unsealed.end()), source.unsealed.end());
    for (auto level = Level::Minute; indexOf(level) <= indexOf(m_level); level = Level::Hour) {
        const auto tail = m_telemetry.m_store.tail(level, source.gpu->number);
        if (!tail) {
            return tl::unexpected(tail.error());
        }
        if (*tail) {
            auto& open = source.tails[indexOf(level)].emplace();
            open.block = (*tail)->block;
            const auto view = ChunkView::parse((*tail)->data);
            const auto section = m_telemetry.m_store.sections()[static_cast<std::size_t>(m_metric)];
            if (!view || !view->read(section, level, open.column)) {
                reportDamage(source, level, open.block);
                open.column.fill({});
            }
        }
        if (level == Level::Hour) {
            break;
        }
    }
    return {};
}

// The blocks of the level and the range in which the GPU may have something, ascending.
std::vector<std::int64_t> SeriesReader::blocksOf(const Source& source) const {
    auto out = m_stored;
    const auto include = [&](Level level, std::int64_t block) {
        const auto here = floorDivide(block * span(level), span(m_level));
        if (here >= m_firstBlock && here <= m_lastBlock) {
            out.push_back(here);
        }
    };
    for (const auto block : source.unsealed) {
        include(Level::Second, block);
    }
    for (const auto level : {Level::Minute, Level::Hour}) {
        if (const auto& tail = source.tails[indexOf(level)]) {
            include(level, tail->block);
        }
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

Status SeriesReader::readRange(Source& source) {
    Samples::Column samples;
    Buckets::Column buckets;
    for (const auto block : blocksOf(source)) {
        const auto done = m_level == Level::Second ? readSeconds(source, block, samples)
                                                   : readBuckets(source, m_level, block, buckets);
        if (!done) {
            return done;
        }
        if (m_level == Level::Second) {
            collect(block, samples);
        } else {
            collect(block, buckets);
        }
    }
    return {};
}

Status SeriesReader::readSeconds(Source& source, std::int64_t block, Samples::Column& out) {
    const auto& store = m_telemetry.m_store;
    const auto section = store.sections()[static_cast<std::size_t>(m_metric)];
    const auto overlay = [&](const Samples::Column& newer) {
        std::transform(newer.begin(), newer.end(), out.begin(), out.begin(),
            [](MetricValue fresh, MetricValue old) { return fresh == kUnknown ? old : fresh; });
    };
    const auto take = [&](std::string_view data) {
        Samples::Column column;
        const auto view = ChunkView::parse(data);
        if (!view || !view->read(section, column)) {
            return reportDamage(source, Level::Second, block);
        }
        overlay(column);
    };
    out.fill(kUnknown);
    const auto stored = m_telemetry.m_store.chunk(Level::Second, source.gpu->number, block);
    if (!stored) {
        return tl::unexpected(stored.error());
    }
    if (!stored->empty()) {
        take(*stored);
    }
    for (const auto& sealed : source.gpu->sealed) {
        if (sealed.block == block) {
            take(sealed.data);
        }
    }
    if (source.gpu->open && source.gpu->block == block) {
        overlay(source.gpu->open->columns[static_cast<std::size_t>(m_metric)]);
    }
    return {};
}

Status SeriesReader::readBuckets(
    Source& source, Level level, std::int64_t block, Buckets::Column& out) {
    const auto& tail = source.tails[indexOf(level)];
    if (tail && tail->block == block) {
        out = tail->column;
    } else {
        out.fill({});
        const auto stored = m_telemetry.m_store.chunk(level, source.gpu->number, block);
        if (!stored) {
            return tl::unexpected(stored.error());
        }
        const auto view = ChunkView::parse(*stored);
        const auto section = m_telemetry.m_store.sections()[static_cast<std::size_t>(m_metric)];
        if (!stored->empty() && (!view || !view->read(section, level, out))) {
            reportDamage(source, level, block);
            out.fill({});
        }
    }
    return level == Level::Minute ? overlayMinutes(source, block, out)
                                  : overlayHours(source, block, out);
}

// Minutes that no flush has folded yet.
Status SeriesReader::overlayMinutes(Source& source, std::int64_t hour, Buckets::Column& out) {
    for (const auto block : source.unsealed) {
        const auto first = block * static_cast<std::int64_t>(kMinutesInSamples);
        if (floorDivide(first, info(Level::Minute).points) != hour) {
            continue;
        }
        Samples::Column samples;
        if (auto read = readSeconds(source, block, samples); !read) {
            return read;
        }
        const auto at = static_cast<std::size_t>(first - hour * info(Level::Minute).points);
        for (std::size_t minute = 0; minute < kMinutesInSamples; ++minute) {
            const std::span<const MetricValue> all(samples);
            const auto bucket = rollUp(all.subspan(minute * 60, 60), m_rollUp);
            out[at + minute] = bucket.count == 0 ? out[at + minute] : bucket;
        }
    }
    return {};
}

// Hours that are still open: that of the minute tail, and those of the samples in memory.
Status SeriesReader::overlayHours(Source& source, std::int64_t day, Buckets::Column& out) {
    std::vector<std::int64_t> hours;
    if (const auto& tail = source.tails[indexOf(Level::Minute)]) {
        hours.push_back(tail->block);
    }
    for (const auto block : source.unsealed) {
        hours.push_back(floorDivide(block * span(Level::Second), span(Level::Minute)));
    }
    std::sort(hours.begin(), hours.end());
    hours.erase(std::unique(hours.begin(), hours.end()), hours.end());
    for (const auto hour : hours) {
        if (floorDivide(hour, info(Level::Hour).points) != day) {
            continue;
        }
        Buckets::Column minutes;
        if (auto read = readBuckets(source, Level::Minute, hour, minutes); !read) {
            return read;
        }
        const auto bucket = rollUp(std::span<const Bucket>(minutes), m_rollUp);
        auto& here = out[static_cast<std::size_t>(hour - day * info(Level::Hour).points)];
        here = bucket.count == 0 ? here : bucket;
    }
    return {};
}

template <typename Values>
void SeriesReader::collect(std::int64_t block, const Values& values) {
    const auto start = block * info(m_level).points;
    const auto first = std::max(start, m_first);
    const auto last = std::min(start + info(m_level).points, m_last);
    auto bucket = floorDivide(first, m_stride);
    auto end = (bucket + 1) * m_stride;
    const auto base = floorDivide(m_first, m_stride);
    for (auto point = first; point < last; ++point) {
        if (point == end) {
            ++bucket;
            end += m_stride;
        }
        add(m_buckets[static_cast<std::size_t>(bucket - base)],
            bucketOf(values[static_cast<std::size_t>(point - start)]), m_rollUp);
    }
}

void SeriesReader::emit(Series& series) const {
    const auto seconds = m_stride * info(m_level).step;
    auto at = floorDivide(m_first, m_stride) * seconds;
    for (const auto& bucket : m_buckets) {
        if (bucket.count != 0) {
            series.points.push_back(
                {instantOf(at), bucket.min, bucket.max, bucket.average(m_rollUp)});
        }
        at += seconds;
    }
}

void SeriesReader::reportDamage(const Source& source, Level level, std::int64_t block) const {
    const auto start = block * span(level);
    source.series->damage
        = Error{fmt::format("{} has damaged telemetry of {} from {} to {}; the rest is readable",
                    m_telemetry.m_store.database().path().string(), source.series->gpu.value,
                    isoTime(instantOf(start)), isoTime(instantOf(start + span(level)))),
            Error::Kind::Internal};
}

Result<std::vector<Series>> Telemetry::query(const Query& query) {
    std::vector<Series> out;
    if (query.from >= query.to) {
        return failure(fmt::format(
            "The range from {} to {} is empty", isoTime(query.from), isoTime(query.to)));
    }
    const auto snapshot = Transaction::beginReading(m_store.database());
    if (!snapshot) {
        return tl::unexpected(snapshot.error());
    }
    auto reader = SeriesReader::plan(*this, query);
    if (!reader) {
        return tl::unexpected(reader.error());
    }
    std::vector<GpuUuid> gpus;
    std::unordered_set<GpuUuid> seen;
    std::ranges::copy_if(query.gpus, std::back_inserter(gpus),
        [&](const auto& gpu) { return seen.insert(gpu).second; });
    if (gpus.size() > kMostPoints / reader->mostPoints()) {
        return failure(fmt::format("{} series of up to {} points are too many for one query, the "
                                   "maximum is {} points in all: ask for fewer series or points",
            gpus.size(), reader->mostPoints(), kMostPoints));
    }
    out.reserve(gpus.size());
    for (const auto& gpu : gpus) {
        auto series = reader->read(gpu);
        if (!series) {
            return tl::unexpected(series.error());
        }
        out.push_back(std::move(*series));
    }
    return out;
}

} // namespace muster::history
