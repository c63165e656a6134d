// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include "agentd/master/cluster_news.h"
#include "agentd/master/own_framework.h"
#include "core/kernel/cluster/master.h"
#include "core/kernel/jobs/scheduler.h"

namespace muster::agentd {

// The job scheduler on its link to the master, whose inputs wait here for their turn. What its
// offers do not tell, for why jobs wait, is noted until somebody waits for it. Not thread-safe.
class JobsLink {
public:
    // `master` outlives it.
    JobsLink(jobs::Scheduler scheduler, OwnFramework framework, const cluster::Master& master);

    const OwnFramework& framework() const { return m_framework; }
    const jobs::Scheduler& scheduler() const { return m_scheduler; }

    void post(jobs::JobsInput input) { m_inputs.push_back(std::move(input)); }
    std::size_t waiting() const { return m_inputs.size(); } // inputs
    void dropInputs() { m_inputs.clear(); }

    void reconnect(cluster::Link link);

    void note(const std::vector<cluster::Event>& events);
    // Something has changed in the cluster, and somebody asks for it.
    bool hasNews() const { return !m_news.empty() && m_scheduler.needsCluster(); }
    // The next input is one slice of the news. False: there are none for now.
    bool postCluster();

    // Applies the next input. The calls among what comes of it are for its link. Why jobs wait is
    // found after the last input, if `mayExplain`. REQUIRES: one waits.
    std::vector<jobs::JobsOutput> apply(Now now, bool mayExplain);
    std::vector<jobs::JobEvent> trim() { return m_scheduler.trim(); }

private:
    jobs::Scheduler m_scheduler;
    OwnFramework m_framework;
    const cluster::Master& m_master;
    std::deque<jobs::JobsInput> m_inputs;
    ClusterNews m_news; // that it was not told
};

} // namespace muster::agentd
