// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/schedule/zone.h"

#include <algorithm>
#include <cstdint>

namespace muster::schedule {
namespace {

using namespace std::chrono;

constexpr sys_seconds kFirst = sys_days(year(1900) / 1 / 1);
constexpr sys_seconds kLast = sys_days(year(2400) / 1 / 1);
constexpr seconds kBeyond = days(30);
constexpr seconds kLargestOffset = hours(26); // RFC 9636: less than that, east or west
constexpr std::size_t kLargestFile = 64 * 1024; // those of tzdata have 4 KiB
constexpr std::size_t kLongestName = 255;

// The counts of a header, in the file's order.
struct Counts {
    std::uint32_t utcFlags;
    std::uint32_t standardFlags;
    std::uint32_t leapSeconds;
    std::uint32_t times;
    std::uint32_t types;
    std::uint32_t letters;

    std::uint64_t bytes(std::uint64_t timeSize) const {
        return times * (timeSize + 1) + types * std::uint64_t(6) + letters
            + leapSeconds * (timeSize + 4) + standardFlags + utcFlags;
    }
};

constexpr std::size_t kHeader = 44;

// REQUIRES: that many bytes are there.
std::int64_t takeNumber(std::string_view& bytes, std::size_t size) {
    // The sign of the first byte is the number's.
    std::int64_t value = static_cast<signed char>(bytes[0]);
    for (std::size_t i = 1; i < size; ++i) {
        value = static_cast<std::int64_t>(
            static_cast<std::uint64_t>(value) << 8 | static_cast<unsigned char>(bytes[i]));
    }
    bytes.remove_prefix(size);
    return value;
}

std::string_view take(std::string_view& bytes, std::size_t size) {
    const auto taken = bytes.substr(0, size);
    bytes.remove_prefix(size);
    return taken;
}

struct Block {
    char version;
    Counts counts;
    std::string_view data;
};

Result<Block> takeBlock(std::string_view& rest, std::uint64_t timeSize) {
    if (!rest.starts_with("TZif")) {
        return failure("it does not begin with TZif");
    }
    if (rest.size() < kHeader) {
        return failure("it ends within its header");
    }
    Block block{rest[4], {}, {}};
    rest.remove_prefix(20); // the version, and 15 bytes for the future
    const auto count = [&rest] { return static_cast<std::uint32_t>(takeNumber(rest, 4)); };
    block.counts = {count(), count(), count(), count(), count(), count()};
    const auto bytes = block.counts.bytes(timeSize);
    if (bytes > rest.size()) {
        return failure(fmt::format("it ends {} bytes too early", bytes - rest.size()));
    }
    block.data = take(rest, static_cast<std::size_t>(bytes));
    return block;
}

struct Rules {
    std::vector<std::pair<std::int64_t, seconds>> settings;
    seconds initial{0};
};

Result<std::vector<seconds>> readOffsets(std::string_view types) {
    std::vector<seconds> offsets;
    while (!types.empty()) {
        const seconds offset(takeNumber(types, 4));
        types.remove_prefix(2); // whether it is summer time, and its abbreviation
        if (offset <= -kLargestOffset || offset >= kLargestOffset) {
            return failure(fmt::format("it has an offset of {} seconds", offset.count()));
        }
        offsets.push_back(offset);
    }
    return offsets;
}

Result<Rules> readRules(const Block& block, std::size_t timeSize) {
    const auto& counts = block.counts;
    if (counts.types == 0 || counts.types > 256) {
        return failure(fmt::format("it has {} offsets, not 1 to 256", counts.types));
    }
    auto data = block.data;
    auto times = take(data, counts.times * timeSize);
    const auto indices = take(data, counts.times);
    const auto offsets = readOffsets(take(data, counts.types * std::size_t(6)));
    if (!offsets) {
        return tl::unexpected(offsets.error());
    }
    Rules rules{{}, offsets->front()};
    for (const char index : indices) {
        const auto type = static_cast<unsigned char>(index);
        const auto at = takeNumber(times, timeSize);
        if (type >= offsets->size()
            || (!rules.settings.empty() && at <= rules.settings.back().first)) {
            return failure("its times are out of order");
        }
        rules.settings.emplace_back(at, (*offsets)[type]);
    }
    return rules;
}

Result<std::optional<PosixZone>> readFooter(std::string_view footer) {
    const auto end = footer.find('\n', 1);
    if (!footer.starts_with('\n') || end == std::string_view::npos) {
        return failure("its rule for the future does not end");
    }
    const auto text = footer.substr(1, end - 1);
    if (text.empty()) {
        return std::nullopt;
    }
    return PosixZone::parse(text).map([](const PosixZone& rule) { return std::optional(rule); });
}

} // namespace

bool isZoneName(std::string_view name) {
    bool begins = true; // a part of the name
    for (const char c : name) {
        const bool slash = c == '/';
        const bool isPart = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
            || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '_';
        if (slash ? begins : !isPart) {
            return false;
        }
        begins = slash;
    }
    return !begins && name.size() <= kLongestName;
}

Zone Zone::fixed(seconds offset) {
    Zone zone;
    zone.m_initial = offset;
    const auto size = abs(duration_cast<minutes>(offset)).count();
    zone.m_name = offset == seconds(0)
        ? "UTC"
        : fmt::format("{}{:02}:{:02}", offset < seconds(0) ? '-' : '+', size / 60, size % 60);
    return zone;
}

Result<Zone> Zone::parse(std::string_view name, std::string_view file) {
    const auto wrong = [&](const std::string& what) {
        return failure(fmt::format(
            "The file of time zone {} cannot be used: {}; install tzdata again", name, what));
    };
    if (file.size() > kLargestFile) {
        return wrong(
            fmt::format("it has {} bytes, at most {} are allowed", file.size(), kLargestFile));
    }
    std::size_t timeSize = 4;
    auto block = takeBlock(file, timeSize);
    const bool hasSecond = block && block->version >= '2';
    if (hasSecond) { // what came first is for readers of version 1
        timeSize = 8;
        block = takeBlock(file, timeSize);
    }
    if (!block) {
        return wrong(block.error().message);
    }
    if (block->counts.leapSeconds > 0) {
        return failure(fmt::format(
            "Time zone {} counts leap seconds; use the zone without right/ in front", name));
    }
    const auto rules = readRules(*block, timeSize);
    if (!rules) {
        return wrong(rules.error().message);
    }
    const auto later = hasSecond ? readFooter(file) : Result<std::optional<PosixZone>>();
    if (!later) {
        return wrong(later.error().message);
    }
    Zone zone;
    zone.m_name = name;
    zone.m_initial = rules->initial;
    zone.m_later = *later;
    for (const auto& [at, offset] : rules->settings) {
        if (at < kFirst.time_since_epoch().count()) {
            zone.m_initial = offset;
        } else if (at < kLast.time_since_epoch().count()) {
            zone.m_settings.push_back({sys_seconds(seconds(at)), offset});
        }
    }
    return zone;
}

Zone::Span Zone::spanAt(Instant at) const {
    const auto time = std::clamp(floor<seconds>(at), kFirst - days(2), kLast + days(2));
    const auto after = std::upper_bound(m_settings.begin(), m_settings.end(), time,
        [](sys_seconds t, const Setting& setting) { return t < setting.at; });
    const bool none = after == m_settings.begin();
    const sys_seconds begin = none ? kFirst - kBeyond : (after - 1)->at;
    if (after != m_settings.end()) {
        return {begin, after->at, none ? m_initial : (after - 1)->offset};
    }
    if (m_later) {
        const auto span = m_later->spanAt(time);
        return {std::max(begin, span.begin.value_or(begin)), span.end.value_or(kLast + kBeyond),
            span.offset};
    }
    return {begin, kLast + kBeyond, none ? m_initial : (after - 1)->offset};
}

Zone::Moment Zone::find(Civil time) const {
    const Instant asUtc
        = std::clamp(Instant(time.time_since_epoch()), Instant(kFirst), Instant(kLast));
    std::optional<Moment> shown;
    std::optional<Moment> jumped;
    std::optional<Instant> tooLate; // for the span before
    // No clock is further from UTC than this, so the first span begins before the time is shown,
    // and the last ends after it.
    auto span = spanAt(asUtc - kLargestOffset);
    for (;; span = spanAt(span.end)) {
        const Instant at = asUtc - span.offset;
        if (at >= span.begin && at < span.end) {
            shown = shown ? Moment{Moment::Kind::Fold, shown->first, at}
                          : Moment{Moment::Kind::Unique, at, at};
        } else if (at < span.begin && tooLate && !jumped) {
            jumped = Moment{Moment::Kind::Gap, span.begin, *tooLate};
        }
        tooLate = at >= span.end ? std::optional(at) : std::nullopt;
        if (span.end > asUtc + kLargestOffset) {
            break;
        }
    }
    return shown ? *shown : *jumped;
}

} // namespace muster::schedule
