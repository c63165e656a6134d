// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
// Prints the slots of schedules for compare.py. Each line of the input is
//   FILE-OF-A-ZONE <tab> AFTER <tab> UNTIL <tab> SCHEDULE
// with times in seconds of 1970. The answer is a line with the number of slots in (AFTER, UNTIL],
// as they come one by one and as they are counted, then each slot in 8 bytes: little-endian
// seconds.
// "- message" is an error.
#include <charconv>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <vector>

#include "core/kernel/jobs/schedule/recurrence.h"

namespace {

using namespace muster;
using namespace muster::schedule;

using ZonePointer = std::shared_ptr<const Zone>;

Result<ZonePointer> readZone(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    return Zone::parse(path, bytes).map([](Zone&& zone) {
        return ZonePointer(std::make_shared<const Zone>(std::move(zone)));
    });
}

Instant secondsOf(const std::string& text) {
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return Instant(std::chrono::seconds(value));
}

void answer(const Result<Recurrence>& recurrence, Instant after, Instant until) {
    if (!recurrence) {
        std::cout << "- " << recurrence.error().message << '\n';
        return;
    }
    std::vector<std::int64_t> slots;
    for (auto slot = recurrence->next(after); slot && *slot <= until;
         slot = recurrence->next(*slot)) {
        slots.push_back(std::chrono::floor<std::chrono::seconds>(*slot).time_since_epoch().count());
    }
    std::cout << slots.size() << ' ' << recurrence->count(after, until) << '\n';
    std::cout.write(reinterpret_cast<const char*>(slots.data()),
        static_cast<std::streamsize>(slots.size() * sizeof(slots[0])));
}

} // namespace

int main() {
    std::ios::sync_with_stdio(false);
    std::map<std::string, ZonePointer> zones;
    std::string path;
    std::string after;
    std::string until;
    std::string text;
    while (std::getline(std::cin, path, '\t') && std::getline(std::cin, after, '\t')
        && std::getline(std::cin, until, '\t') && std::getline(std::cin, text)) {
        auto& zone = zones[path];
        if (!zone) {
            const auto read = readZone(path);
            if (!read) {
                std::cout << "- " << read.error().message << '\n' << std::flush;
                continue;
            }
            zone = *read;
        }
        answer(Recurrence::parse(text, zone, Instant()), secondsOf(after), secondsOf(until));
        std::cout << std::flush;
    }
}
