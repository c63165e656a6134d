// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/kernel/jobs/schedule/recurrence.h"

// Zones and schedules in the words of people.
namespace muster::schedule {

// A zone without history: its file has nothing but the rule that clocks are set by every year.
std::string zoneFile(const std::string& rule);
std::shared_ptr<const Zone> zone(const std::string& name, const std::string& rule);

std::shared_ptr<const Zone> rome();
std::shared_ptr<const Zone> newYork();
std::shared_ptr<const Zone> lordHowe(); // half an hour of summer time
std::shared_ptr<const Zone> kathmandu(); // UTC+5:45
std::shared_ptr<const Zone> casablanca(); // an hour back in Ramadan, as in 2026
std::shared_ptr<const Zone> samoa(); // skipped 30 December 2011
std::shared_ptr<const Zone> cairo(); // sets its clocks at midnight

// Another big-endian number of a file.
std::string bigEndian(std::int64_t value, unsigned bytes);
struct Setting {
    std::int64_t at;
    int offset;
};
// A file of version 2: the offset before the settings, these, and a rule for what comes after.
std::string zoneFile(int initial, const std::vector<Setting>& settings, const std::string& rule);

Instant at(std::string_view text); // "2026-03-29T01:00Z", also with seconds
Recurrence recurrence(std::string_view text, std::shared_ptr<const Zone> zone = nullptr);
// The next ones in UTC, "2026-03-29T01:00Z" joined by spaces.
std::string slots(const Recurrence& recurrence, std::string_view after, std::size_t most);
std::string error(std::string_view text, std::shared_ptr<const Zone> zone = nullptr);

} // namespace muster::schedule
