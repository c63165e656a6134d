// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/batch.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace muster::agentd {

void Batch::add(std::vector<cluster::Event> events) {
    std::ranges::move(events, std::back_inserter(m_events.cluster));
}

void Batch::add(jobs::JobEvent event) {
    m_events.jobs.push_back(std::move(event));
}

void Batch::add(jobs::ScheduleEvent event) {
    m_events.schedules.push_back(std::move(event));
}

void Batch::add(services::ServicesEvent event) {
    m_events.services.push_back(std::move(event));
}

void Batch::audit(std::string author, std::string action, std::string object, std::string detail) {
    m_audit.push_back(
        {m_now, std::move(author), std::move(action), std::move(object), std::move(detail)});
}

void Batch::put(history::Record record) {
    m_records.push_back(std::move(record));
}

void Batch::keep(history::Change change, std::function<void()> written) {
    m_kept.push_back(std::move(change));
    if (written) {
        whenDurable(std::move(written));
    }
}

void Batch::whenDurable(std::function<void()> call) {
    m_calls.push_back(std::move(call));
}

std::vector<history::Change> Batch::takeChanges(history::Change ofEvents) {
    auto out = std::exchange(m_kept, {});
    ofEvents.audit = std::exchange(m_audit, {});
    std::ranges::move(std::exchange(m_records, {}), std::back_inserter(ofEvents.upserts));
    if (!ofEvents.empty()) {
        out.push_back(std::move(ofEvents));
    }
    return out;
}

} // namespace muster::agentd
