// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/history/statement.h"
#include "core/kernel/base/id.h"
#include "core/kernel/base/time.h"
#include "core/kernel/base/units.h"

namespace muster::history {

// What a task had, from then until it ended.
struct UsageInterval {
    Instant started;
    std::string user;
    std::int64_t gpus = 0;
    Milli cpus;
    bool failed = false;
    std::vector<GpuUuid> held; // which GPUs, if it is known
};

// How long a job had waited when it started.
struct Wait {
    Instant started;
    std::string user;
    Duration waited{};
};

struct Use {
    std::int64_t gpuMs = 0; // GPUs held x time
    std::int64_t cpuMs = 0;
    std::uint32_t tasks = 0; // that had something in the span
    std::uint32_t failed = 0; // of them in the span
    std::int64_t waitMs = 0; // of jobs that started in the span, together
    std::uint32_t started = 0; // such jobs
    bool operator==(const Use&) const = default;
};

// Who used how much between two times: what reaches beyond them counts up to them.
class Usage {
public:
    Usage(Instant from, Instant to) : m_from(from), m_to(to) { }

    // `ended`: nothing or later than `to` if it goes on.
    void add(std::string_view user, Instant started, Instant ended, std::int64_t gpus, Milli cpus,
        bool failed);
    void add(std::string_view user, Instant started, Duration waited);

    Instant from() const { return m_from; }
    Instant to() const { return m_to; }
    const std::map<std::string, Use, std::less<>>& users() const { return m_users; }
    bool cut = false; // there was more than could be counted

private:
    Use& of(std::string_view user);

    Instant m_from;
    Instant m_to;
    std::map<std::string, Use, std::less<>> m_users;
};

// The tables of control.db that say what ended tasks had. One thread at a time.
class UsageIntervals {
public:
    explicit UsageIntervals(const Database& database);

    // REQUIRES: the row in `ended` that it belongs to is the last insert of this connection.
    Status add(const UsageInterval& interval, Instant ended);
    Status add(const Wait& wait);
    // Forgets what is older than that, at most `most` rows. Returns how many went.
    Result<std::int64_t> prune(Instant before, std::int64_t most);

    // Adds what is known, of at most `most` ended tasks and as many jobs.
    Status addTo(Usage& usage, std::size_t most);

private:
    Statement m_addInterval;
    Statement m_addHolder;
    Statement m_addWait;
    Statement m_intervals;
    Statement m_waits;
    Statement m_pruneIntervals;
    Statement m_pruneHolders;
    Statement m_pruneWaits;
};

} // namespace muster::history
