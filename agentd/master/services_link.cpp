// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/services_link.h"

#include <utility>

namespace muster::agentd {
namespace {

constexpr std::size_t kNodesAtOnce = 256;

} // namespace

ServicesLink::ServicesLink(services::Scheduler scheduler, OwnFramework framework,
    const cluster::Master& master, Batch& batch)
    : m_scheduler(std::move(scheduler)), m_framework(std::move(framework)), m_master(master),
      m_batch(batch) { }

std::uint64_t ServicesLink::add(ServiceOrder order, Done done) {
    return m_open.add(
        [this, order = std::move(order), done = std::move(done)](const services::Answer& answer) {
            if (answer.result) {
                m_batch.audit(order.author,
                    std::string(info(order.command).name), order.object, order.detail);
            }
            m_batch.whenDurable([done, answer] { done(answer); });
        });
}

void ServicesLink::onAnswer(services::Answer answer) {
    if (const auto take = m_open.take(answer.request)) {
        (*take)(answer);
    }
}

void ServicesLink::refuseAll(const Error& why) {
    for (const auto& take : m_open.takeAll()) {
        take({0, tl::unexpected(why)});
    }
}

void ServicesLink::reconnect(cluster::Link link) {
    m_framework.reconnect(link);
    post(services::Connected{});
}

void ServicesLink::note(const std::vector<cluster::Event>& events) {
    m_seeded = m_seeded && !m_scheduler.apps().empty();
    for (const auto& event : events) {
        const auto* agent = cluster::shownAgent(event);
        if (agent != nullptr && m_seeded) {
            m_changed.insert(*agent);
        }
    }
}

bool ServicesLink::postCluster() {
    if (!m_seeded && !m_scheduler.apps().empty()) {
        m_seeded = true;
        for (const auto* agent : m_master.agents()) {
            m_changed.insert(agent->id);
        }
    }
    if (m_changed.empty()) {
        return false;
    }
    services::ClusterSeen seen;
    for (std::size_t i = 0; i < kNodesAtOnce && !m_changed.empty(); ++i) {
        auto id = std::move(m_changed.extract(m_changed.begin()).value());
        if (const auto* agent = m_master.agent(id)) {
            seen.machines.push_back(
                {agent->id, agent->info.hostname, agent->info.attributes, agent->info.total});
        } else {
            seen.gone.push_back(std::move(id));
        }
    }
    post(std::move(seen));
    return true;
}

bool ServicesLink::hasNews() const {
    return m_changed.size() >= kNodesAtOnce;
}

std::vector<services::ServicesOutput> ServicesLink::apply(Now now) {
    auto input = std::move(m_inputs.front());
    m_inputs.pop_front();
    if (std::holds_alternative<services::Connected>(input)) {
        m_framework.told();
    }
    auto outputs = m_scheduler.apply(std::move(input), now);
    for (const auto& output : outputs) {
        if (const auto* named = std::get_if<services::FrameworkNamed>(&output)) {
            m_framework.named(named->framework);
        }
    }
    if (!m_framework.mayCall()) { // for the framework that is gone
        std::erase_if(outputs, [](const services::ServicesOutput& output) {
            return std::holds_alternative<services::Call>(output);
        });
    }
    return outputs;
}

} // namespace muster::agentd
