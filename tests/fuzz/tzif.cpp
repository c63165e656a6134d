// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/jobs/schedule/zone.h"

#include "tests/fuzz/check.h"

// A compiled time zone, as in /usr/share/zoneinfo.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    using namespace muster;
    using schedule::Zone;
    const auto zone = Zone::parse("Test/Zone", fuzz::textOf(data, size));
    if (!zone) {
        fuzz::check(!zone.error().message.empty(), "an error has a text");
        return 0;
    }
    using namespace std::chrono;
    for (int y = 1800; y <= 2500; y += 7) {
        const Instant at = sys_days(year(y) / (1 + y % 12) / (1 + y % 28)) + minutes(y * 7 % 1440);
        const auto span = zone->spanAt(at);
        fuzz::check(span.begin < span.end, "a span lasts");
        if (y <= 1900 || y >= 2400) {
            continue; // those years stand for all beyond them
        }
        fuzz::check(span.begin <= at && at < span.end, "a span has the instant");
        const auto civil = zone->civil(at);
        const auto moment = zone->find(civil);
        fuzz::check(moment.first <= moment.last, "the first is the first");
        fuzz::check(moment.kind != Zone::Moment::Kind::Gap, "what is shown is in no gap");
        fuzz::check(moment.first <= at && at <= moment.last, "an instant is found again");
        fuzz::check(zone->civil(moment.first) == civil && zone->civil(moment.last) == civil,
            "what is found shows the time");
        const auto shifted = zone->find(civil + minutes(y % 90));
        fuzz::check(shifted.first <= shifted.last, "any time is found, or a gap is");
    }
    return 0;
}
