// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "agentd/master/batch.h"
#include "agentd/master/open_requests.h"
#include "agentd/master/own_framework.h"
#include "core/kernel/base/operator_command.h"
#include "core/kernel/jobs/service/scheduler.h"

namespace muster::agentd {

// Who orders what, for the audit log.
struct ServiceOrder {
    CommandKind command;
    std::string author;
    std::string object; // "/shop/front"
    std::string detail;
};

// The scheduler of services on its link to the master, whose inputs wait here for their turn. What
// people order of it is in the audit log with the batch that did it, and answered once, when that
// is durable. Not thread-safe.
class ServicesLink {
public:
    using Done = std::function<void(const services::Answer&)>;

    // Both outlive it.
    ServicesLink(services::Scheduler scheduler, OwnFramework framework,
        const cluster::Master& master, Batch& batch);

    const OwnFramework& framework() const { return m_framework; }
    const services::Scheduler& scheduler() const { return m_scheduler; }

    std::uint64_t add(ServiceOrder order, Done done); // the number that has to be answered
    void onAnswer(services::Answer answer);
    void refuseAll(const Error& why); // that are not answered

    void post(services::ServicesInput input) { m_inputs.push_back(std::move(input)); }
    std::size_t waiting() const { return m_inputs.size(); }
    void dropInputs() { m_inputs.clear(); }
    void reconnect(cluster::Link link);

    void note(const std::vector<cluster::Event>& events); // what has changed of nodes
    // While there are services: the next input is a slice of the nodes that have changed. False:
    // none has.
    bool postCluster();
    // There are more of them than one slice.
    bool hasNews() const;

    // Applies the next input. The calls among what comes of it are for its link. REQUIRES: one
    // waits.
    std::vector<services::ServicesOutput> apply(Now now);

private:
    services::Scheduler m_scheduler;
    OwnFramework m_framework;
    const cluster::Master& m_master;
    Batch& m_batch;
    std::deque<services::ServicesInput> m_inputs;
    OpenRequests<Done> m_open;
    bool m_seeded = false; // it was told of all nodes: while there are services
    std::set<AgentId> m_changed; // since then
};

} // namespace muster::agentd
