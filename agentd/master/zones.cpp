// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/zones.h"

#include <fstream>

#include <fmt/format.h>

#include "core/kernel/base/text.h"

namespace muster::agentd {
namespace {

constexpr const char* kFolder = "/usr/share/zoneinfo/";
constexpr std::size_t kLargestFile = 1 << 20;
constexpr std::size_t kLongestShown = 64;

Result<Zones::ZonePtr> readNew(const std::string& name) {
    const auto unknown = [&] {
        return failure(fmt::format("No time zone '{}' on the master's machine: write one such as "
                                   "Europe/Rome, or install the package tzdata",
            escaped(name.substr(0, kLongestShown))));
    };
    if (!schedule::isZoneName(name)) {
        return unknown();
    }
    std::ifstream file(kFolder + name, std::ios::binary);
    std::string bytes(kLargestFile, '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    if (bytes.empty()) {
        return unknown();
    }
    return schedule::Zone::parse(name, bytes).map([](schedule::Zone&& zone) {
        return std::make_shared<const schedule::Zone>(std::move(zone));
    });
}

} // namespace

Result<Zones::ZonePtr> Zones::read(const std::string& name) {
    if (const auto found = m_known.find(name); found != m_known.end()) {
        return found->second;
    }
    auto zone = readNew(name);
    if (zone) {
        m_known.emplace(name, *zone);
    }
    return zone;
}

Result<Zones::ZonePtr> Zones::of(const jobs::ScheduleSpec& spec) {
    if (!spec.zone.empty()) {
        return read(spec.zone);
    }
    const auto named = spec.text.empty() ? std::string() : schedule::Recurrence::zoneOf(spec.text);
    if (!named) {
        return tl::unexpected(named.error());
    }
    return named->empty() ? ZonePtr() : read(*named);
}

} // namespace muster::agentd
