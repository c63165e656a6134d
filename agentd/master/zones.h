// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>

#include "core/kernel/jobs/schedules.h"

namespace muster::agentd {

// The rules of time zones, from the files of this machine's tzdata. Each is read once: a newer
// tzdata counts from the daemon's next start on. Not thread-safe.
class Zones {
public:
    using ZonePtr = std::shared_ptr<const schedule::Zone>;

    // An error names the zone and the remedy.
    Result<ZonePtr> read(const std::string& name);
    // The zone that a schedule names, or that its text does ("TZ=Asia/Tokyo 0 3 * * *"). Null:
    // none.
    Result<ZonePtr> of(const jobs::ScheduleSpec& spec);

private:
    std::map<std::string, ZonePtr> m_known;
};

} // namespace muster::agentd
