// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/kernel/jobs/schedule/world.h"

#include <gtest/gtest.h>

namespace muster::schedule {
namespace {

std::string header(std::size_t times, std::size_t types) {
    const auto count = [](std::size_t n) { return bigEndian(static_cast<std::int64_t>(n), 4); };
    return "TZif2" + std::string(15, '\0') + count(0) + count(0) + count(0) + count(times)
        + count(types) + count(4);
}

std::string type(int offset) {
    return bigEndian(offset, 4) + std::string(2, '\0');
}

std::shared_ptr<const Zone> parsed(const std::string& name, const std::string& file) {
    auto zone = Zone::parse(name, file);
    EXPECT_TRUE(zone) << zone.error().message;
    return std::make_shared<const Zone>(zone ? *zone : Zone::utc());
}

std::string shortTime(Instant instant) {
    const auto text = isoSeconds(instant);
    return text.ends_with(":00Z") ? text.substr(0, 16) + 'Z' : text;
}

} // namespace

std::string bigEndian(std::int64_t value, unsigned bytes) {
    std::string out;
    while (bytes-- > 0) {
        out += static_cast<char>(value >> (8 * bytes));
    }
    return out;
}

std::string zoneFile(int initial, const std::vector<Setting>& settings, const std::string& rule) {
    std::string times;
    std::string indices;
    std::string types = type(initial);
    for (const auto& setting : settings) {
        times += bigEndian(setting.at, 8);
        indices += static_cast<char>(indices.size() + 1);
        types += type(setting.offset);
    }
    const std::string letters("XXX\0", 4);
    return header(0, 1) + type(0) + letters + header(settings.size(), settings.size() + 1) + times
        + indices + types + letters + '\n' + rule + '\n';
}

std::string zoneFile(const std::string& rule) {
    return zoneFile(0, {}, rule);
}

std::shared_ptr<const Zone> zone(const std::string& name, const std::string& rule) {
    return parsed(name, zoneFile(rule));
}

std::shared_ptr<const Zone> rome() {
    return zone("Europe/Rome", "CET-1CEST,M3.5.0,M10.5.0/3");
}

std::shared_ptr<const Zone> newYork() {
    return zone("America/New_York", "EST5EDT,M3.2.0,M11.1.0");
}

std::shared_ptr<const Zone> lordHowe() {
    return zone("Australia/Lord_Howe", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0");
}

std::shared_ptr<const Zone> kathmandu() {
    return zone("Asia/Kathmandu", "<+0545>-5:45");
}

std::shared_ptr<const Zone> casablanca() {
    const auto back = at("2026-02-15T02:00Z").time_since_epoch() / std::chrono::seconds(1);
    const auto forward = at("2026-03-22T02:00Z").time_since_epoch() / std::chrono::seconds(1);
    return parsed("Africa/Casablanca", zoneFile(3600, {{back, 0}, {forward, 3600}}, "<+01>-1"));
}

std::shared_ptr<const Zone> samoa() {
    const auto skipped = at("2011-12-30T10:00Z").time_since_epoch() / std::chrono::seconds(1);
    return parsed("Pacific/Apia", zoneFile(-10 * 3600, {{skipped, 14 * 3600}}, "<+14>-14"));
}

std::shared_ptr<const Zone> cairo() {
    return zone("Africa/Cairo", "EET-2EEST,M4.5.5/0,M10.5.4/24");
}

Instant at(std::string_view text) {
    int y = 0;
    unsigned m = 0;
    unsigned d = 0;
    int hour = 0;
    int minute = 0;
    int second = 0;
    const auto read = std::sscanf(
        std::string(text).c_str(), "%4d-%2u-%2uT%2d:%2d:%2d", &y, &m, &d, &hour, &minute, &second);
    EXPECT_GE(read, 5) << text;
    using namespace std::chrono;
    return sys_days(year(y) / month(m) / day(d)) + hours(hour) + minutes(minute) + seconds(second);
}

Recurrence recurrence(std::string_view text, std::shared_ptr<const Zone> zone) {
    auto out = Recurrence::parse(text, std::move(zone), at("2026-01-01T00:00Z"));
    EXPECT_TRUE(out) << out.error().message;
    return out ? *out : *Recurrence::parse("R0//P1D", nullptr, at("2026-01-01T00:00Z"));
}

std::string slots(const Recurrence& recurrence, std::string_view after, std::size_t most) {
    std::string out;
    auto slot = recurrence.next(at(after));
    for (; slot && most > 0; slot = recurrence.next(*slot), --most) {
        out += (out.empty() ? "" : " ") + shortTime(*slot);
    }
    return out;
}

std::string error(std::string_view text, std::shared_ptr<const Zone> zone) {
    const auto out = Recurrence::parse(text, std::move(zone), at("2026-01-01T00:00Z"));
    return out ? "no error" : out.error().message;
}

} // namespace muster::schedule
