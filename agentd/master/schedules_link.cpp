// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/schedules_link.h"

#include <utility>

namespace muster::agentd {

std::uint64_t SchedulesLink::add(ScheduleOrder order, Done done) {
    return m_open.add([this, order = std::move(order), done = std::move(done)](Status status) {
        if (status) {
            m_batch.audit(
                order.author, std::string(info(order.command).name), order.schedule, order.detail);
        }
        m_batch.whenDurable([done, status = std::move(status)] { done(status); });
    });
}

void SchedulesLink::onAnswer(jobs::ScheduleAnswer answer) {
    if (const auto take = m_open.take(answer.request)) {
        (*take)(std::move(answer.status));
    }
}

void SchedulesLink::refuseAll(const Error& why) {
    for (const auto& take : m_open.takeAll()) {
        take(tl::unexpected(why));
    }
}

void SchedulesLink::note(const jobs::JobEvent& event, const jobs::Scheduler& scheduler) {
    const auto* added = std::get_if<jobs::JobAdded>(&event);
    const auto* updated = std::get_if<jobs::JobUpdated>(&event);
    if (added == nullptr && updated == nullptr) {
        return;
    }
    const auto* job = scheduler.job(added != nullptr ? added->job : updated->job);
    if (job != nullptr && job->spec.run && (added != nullptr || isTerminal(job->state))) {
        post(jobs::RunSeen{job->id, *job->spec.run, job->state});
    }
}

std::vector<jobs::SchedulesOutput> SchedulesLink::apply(Now now) {
    auto input = std::move(m_inputs.front());
    m_inputs.pop_front();
    return m_schedules.apply(std::move(input), now);
}

} // namespace muster::agentd
