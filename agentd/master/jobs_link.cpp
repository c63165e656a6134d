// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/jobs_link.h"

#include <utility>

namespace muster::agentd {

JobsLink::JobsLink(jobs::Scheduler scheduler, OwnFramework framework, const cluster::Master& master)
    : m_scheduler(std::move(scheduler)), m_framework(std::move(framework)), m_master(master),
      m_news(master) { }

void JobsLink::reconnect(cluster::Link link) {
    m_framework.reconnect(link);
    post(jobs::Connected{});
}

void JobsLink::note(const std::vector<cluster::Event>& events) {
    for (const auto& event : events) {
        m_news.note(event);
    }
}

bool JobsLink::postCluster() {
    if (!hasNews()) {
        m_news.breakOff();
        return false;
    }
    post(m_news.takeSlice(m_master));
    return true;
}

std::vector<jobs::JobsOutput> JobsLink::apply(Now now, bool mayExplain) {
    auto input = std::move(m_inputs.front());
    m_inputs.pop_front();
    if (std::holds_alternative<jobs::Connected>(input)) {
        m_framework.told();
    }
    using Then = jobs::Scheduler::Then;
    const bool isLast = m_inputs.empty() && m_news.isTold();
    auto outputs = m_scheduler.apply(
        std::move(input), now, isLast && mayExplain ? Then::Explain : Then::More);
    for (const auto& output : outputs) {
        if (const auto* named = std::get_if<jobs::FrameworkNamed>(&output)) {
            m_framework.named(named->framework);
        }
    }
    if (!m_framework.mayCall()) { // for the framework that is gone
        std::erase_if(outputs, [](const jobs::JobsOutput& output) {
            return std::holds_alternative<jobs::Call>(output);
        });
    }
    return outputs;
}

} // namespace muster::agentd
