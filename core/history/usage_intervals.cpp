// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/usage_intervals.h"

#include <algorithm>

#include "core/history/instants.h"

namespace muster::history {
namespace {

std::int64_t milliseconds(Duration duration) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
}

} // namespace

Use& Usage::of(std::string_view user) {
    const auto found = m_users.find(user);
    return found != m_users.end() ? found->second : m_users[std::string(user)];
}

// Rows of earlier versions have the clocks of two machines in them, and somebody may set the
// master's back: nothing counts as less than no time.
void Usage::add(std::string_view user, Instant started, Instant ended, std::int64_t gpus,
    Milli cpus, bool failed) {
    if (started >= m_to || ended <= m_from) {
        return;
    }
    auto& use = of(user);
    const auto had = std::max(
        milliseconds(std::min(ended, m_to) - std::max(started, m_from)), std::int64_t{0});
    use.gpuMs += had * gpus;
    use.cpuMs += had * cpus.value / 1000;
    ++use.tasks;
    use.failed += failed && ended <= m_to ? 1 : 0;
}

void Usage::add(std::string_view user, Instant started, Duration waited) {
    if (started >= m_from && started < m_to) {
        auto& use = of(user);
        use.waitMs += std::max(milliseconds(waited), std::int64_t{0});
        ++use.started;
    }
}

UsageIntervals::UsageIntervals(const Database& database)
    : m_addInterval(database,
        "INSERT INTO usage_interval (ended, seq, started, gpus, cpus, failed, user) "
        "VALUES (?1, last_insert_rowid(), ?2, ?3, ?4, ?5, ?6)"),
      m_addHolder(database,
          "INSERT OR IGNORE INTO holder (gpu, ended, seq, started) "
          "VALUES (?1, ?2, last_insert_rowid(), ?3)"),
      m_addWait(database,
          "INSERT INTO waited (started, seq, waited, user) "
          "VALUES (?1, last_insert_rowid(), ?2, ?3)"),
      m_intervals(database,
          "SELECT started, ended, gpus, cpus, failed, user FROM usage_interval WHERE ended > ?1 "
          "ORDER BY ended LIMIT ?2"),
      m_waits(database,
          "SELECT started, waited, user FROM waited WHERE started >= ?1 AND started < ?2 "
          "ORDER BY started LIMIT ?3"),
      m_pruneIntervals(database,
          "DELETE FROM usage_interval WHERE (ended, seq) IN "
          "(SELECT ended, seq FROM usage_interval WHERE ended < ?1 LIMIT ?2)"),
      m_pruneHolders(database,
          "DELETE FROM holder WHERE (gpu, ended, seq) IN "
          "(SELECT gpu, ended, seq FROM holder WHERE ended < ?1 LIMIT ?2)"),
      m_pruneWaits(database,
          "DELETE FROM waited WHERE (started, seq) IN "
          "(SELECT started, seq FROM waited WHERE started < ?1 LIMIT ?2)") { }

Status UsageIntervals::add(const UsageInterval& interval, Instant ended) {
    auto done = m_addInterval.run(micros(ended), micros(interval.started), interval.gpus,
        interval.cpus.value, std::int64_t{interval.failed}, interval.user);
    for (const auto& gpu : interval.held) {
        done = done ? m_addHolder.run(gpu.value, micros(ended), micros(interval.started)) : done;
    }
    return done;
}

Status UsageIntervals::add(const Wait& wait) {
    return m_addWait.run(micros(wait.started), wait.waited.count(), wait.user);
}

Result<std::int64_t> UsageIntervals::prune(Instant before, std::int64_t most) {
    std::int64_t gone = 0;
    for (auto* statement : {&m_pruneIntervals, &m_pruneHolders, &m_pruneWaits}) {
        if (auto pruned = statement->run(micros(before), most - gone); !pruned) {
            return tl::unexpected(pruned.error());
        }
        gone += statement->changes();
    }
    return gone;
}

// What ended before the span has nothing in it, and the index begins there; how long after it a
// task of the span ends is not known, so all that follows is looked at.
Status UsageIntervals::addTo(Usage& usage, std::size_t most) {
    std::size_t rows = 0;
    auto row
        = m_intervals.bind(micros(usage.from()), static_cast<std::int64_t>(most)).and_then([&] {
              return m_intervals.step();
          });
    for (; row && *row; row = m_intervals.step(), ++rows) {
        usage.add(m_intervals.text(5), instant(m_intervals.int64(0)), instant(m_intervals.int64(1)),
            m_intervals.int64(2), Milli{m_intervals.int64(3)}, m_intervals.int64(4) != 0);
    }
    if (!row) {
        return tl::unexpected(row.error());
    }
    usage.cut = usage.cut || rows == most;
    rows = 0;
    row = m_waits.bind(micros(usage.from()), micros(usage.to()), static_cast<std::int64_t>(most))
              .and_then([&] { return m_waits.step(); });
    for (; row && *row; row = m_waits.step(), ++rows) {
        usage.add(m_waits.text(2), instant(m_waits.int64(0)), Duration(m_waits.int64(1)));
    }
    usage.cut = usage.cut || rows == most;
    return row ? Status() : tl::unexpected(row.error());
}

} // namespace muster::history
