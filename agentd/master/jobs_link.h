// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <vector>

#include "agentd/master/cluster_news.h"
#include "core/kernel/cluster/master.h"
#include "core/kernel/jobs/scheduler.h"

namespace muster::agentd {

// The job scheduler on its link to the master: a framework among others, whose inputs wait here for
// their turn. When its framework has been torn down it connects anew, on another link, and nothing
// that it asks for before reaches the master. What its offers do not tell, for why jobs wait, is
// noted until somebody waits for it. Not thread-safe.
class JobsLink {
public:
    // `framework`: of an earlier life, or empty. `master` outlives it.
    JobsLink(jobs::Scheduler scheduler, FrameworkId framework, cluster::Link link,
        const cluster::Master& master);

    cluster::Link link() const { return m_link; } // on which its calls come
    const FrameworkId& framework() const { return m_framework; }
    const jobs::Scheduler& scheduler() const { return m_scheduler; }

    void post(jobs::JobsInput input) { m_inputs.push_back(std::move(input)); }
    std::size_t waiting() const { return m_inputs.size(); } // inputs
    void dropInputs() { m_inputs.clear(); }

    // The master has closed that link because the framework is no more. Of what else it refuses it
    // would refuse the same again.
    bool isTornDown(cluster::Link closed) const;
    void reconnect(cluster::Link link);

    void note(const std::vector<cluster::Event>& events);
    // Something has changed in the cluster, and somebody asks for it.
    bool hasNews() const { return !m_news.empty() && m_scheduler.needsCluster(); }
    // The next input is one slice of the news. False: there are none for now.
    bool postCluster();

    // Applies the next input. The calls among what comes of it are for link(). Why jobs wait is
    // found after the last input, if `mayExplain`. REQUIRES: one waits.
    std::vector<jobs::JobsOutput> apply(Now now, bool mayExplain);
    std::vector<jobs::JobEvent> trim() { return m_scheduler.trim(); }

private:
    jobs::Scheduler m_scheduler;
    FrameworkId m_framework;
    cluster::Link m_link;
    bool m_connecting = false; // it has not been told of its link
    const cluster::Master& m_master;
    std::deque<jobs::JobsInput> m_inputs;
    ClusterNews m_news; // that it was not told
};

} // namespace muster::agentd
