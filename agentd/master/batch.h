// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/history/journal.h"
#include "core/kernel/base/now.h"
#include "core/kernel/cluster/events.h"
#include "core/kernel/jobs/schedules.h"
#include "core/kernel/jobs/service/scheduler.h"

namespace muster::agentd {

// What a batch of inputs brought about, each in its order.
struct BatchEvents {
    std::vector<cluster::Event> cluster;
    std::vector<jobs::JobEvent> jobs;
    std::vector<jobs::ScheduleEvent> schedules;
    std::vector<services::ServicesEvent> services;
    bool empty() const {
        return cluster.empty() && jobs.empty() && schedules.empty() && services.empty();
    }
};

// What comes of a batch of inputs: what is to be written, and the calls that wait until that is
// durable. Whoever writes takes the changes first, and the events and calls when the changes are on
// the disk: nobody is told what a crash could undo. Not thread-safe.
class Batch {
public:
    void begin(Now now) { m_now = now; }
    const Now& now() const { return m_now; } // of all its inputs

    void add(std::vector<cluster::Event> events);
    void add(jobs::JobEvent event);
    void add(jobs::ScheduleEvent event);
    void add(services::ServicesEvent event);
    void audit(std::string author, std::string action, std::string object, std::string detail);
    void put(history::Record record); // beside what the events change
    // What was decided elsewhere. `written`, if any, is called when it is durable.
    void keep(history::Change change, std::function<void()> written);
    void whenDurable(std::function<void()> call);

    const BatchEvents& events() const { return m_events; }
    // All that is to be written, in order. `ofEvents`: what events() change.
    std::vector<history::Change> takeChanges(history::Change ofEvents);

    BatchEvents takeEvents() { return std::exchange(m_events, {}); }
    // In their order. What they ask for in turn waits for the next batch.
    std::vector<std::function<void()>> takeCalls() { return std::exchange(m_calls, {}); }

private:
    Now m_now;
    BatchEvents m_events;
    std::vector<history::Change> m_kept;
    std::vector<history::Record> m_records;
    std::vector<history::AuditEntry> m_audit;
    std::vector<std::function<void()>> m_calls;
};

} // namespace muster::agentd
