// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/kernel/alerts/alert.h"
#include "core/kernel/base/audit_kind.h"
#include "core/kernel/cluster/master.h"
#include "core/kernel/jobs/scheduler.h"

namespace muster::alerts {

// Who holds a GPU, for those who ask them. All empty: nobody.
struct Holder {
    std::string_view framework;
    std::string_view task; // its id
    std::string_view name; // of the task
    std::string_view user;
};

// The newest sample of a GPU; kUnknown where the board does not say.
struct Readings {
    MetricValue temperature = kUnknown; // °C
    MetricValue utilization = kUnknown; // %
    MetricValue throttle = kUnknown; // bits of NVML's clock event reasons
};

// What others have to hear of since the last take().
struct News {
    std::set<std::string> alerts; // ids: begun, ended or changed; find() says which
    std::set<std::string> counts; // ids: only stored() is another one, which nobody is shown
    std::vector<cluster::Audit> events; // alerts, and agents that come and go
    bool empty() const { return alerts.empty() && counts.empty() && events.empty(); }
};

// Decides what people should look at. Is told of whatever changed, in any order; only what is told
// is looked at. Pure and deterministic, not thread-safe. O(log alerts) a call; a sample with which
// nothing begins or ends allocates nothing.
class Watch {
public:
    // `remembered`: what stored() gave in the last life of the master. Its alerts go on until what
    // they are about is back and well, or has not come back in time.
    Watch(Thresholds thresholds, std::vector<Alert> remembered, Now now);

    void agent(const AgentId& id, const cluster::Agent* agent, Now now); // nullptr: it is gone
    void gpu(
        const GpuUuid& uuid, const cluster::Master::GpuView* view, const Holder& holder, Now now);
    void job(const JobId& id, const jobs::Job* job, Now now);
    void sample(const GpuUuid& uuid, const Readings& readings, Now now);
    // Of the master: there is no room, its journal is an older copy. An empty problem: it is well.
    void disk(const std::string& problem, Now now);
    void journal(const std::string& problem, Now now);
    void tick(Now now); // when nextDeadline() has come
    std::optional<Uptime> nextDeadline() const;

    // An error says what is not known, or what is wrong with it.
    Status acknowledge(const std::string& id, Acknowledgement seen, Now now);
    // The id of the only alert that begins so.
    Result<std::string> find(const std::string& beginning) const;

    const std::map<std::string, Alert>& alerts() const { return m_alerts; } // lit now, by id
    // What has to outlive the master of it; nullptr: nothing. `since` is 0 if it has ended and is
    // muted only; `counted` is set while it is no alert yet.
    const Alert* stored(const std::string& id) const;
    bool hasNews() const { return !m_news.empty(); }
    News take();

private:
    struct Gpu {
        std::string node;
        unsigned index = 0;
        std::string framework, task, taskName, user; // of the holder
        unsigned lit = 0; // bits of its rules
        MetricValue peak = kUnknown; // while it is hot
        bool slowed = false;
        std::optional<Uptime> sampled, idleSince, coolSince;
        std::optional<Uptime> counted; // when its idle time was last stored
    };
    struct Job {
        Uptime since;
        bool lit = false;
        std::string name;
        std::string why;
    };
    using Waiting = std::pair<Uptime, std::string>; // since when, and the job's id

    void light(Rule rule, const std::string& object, std::string name, std::string text,
        Instant since, Now now);
    void dim(Rule rule, const std::string& object, Now now);
    void light(Gpu& gpu, Rule rule, const GpuUuid& uuid, std::string text, Instant since, Now now);
    void dim(Gpu& gpu, Rule rule, const GpuUuid& uuid, Now now);
    void dropAbsent(Now now);
    void watchMaster(Rule rule, const std::string& problem, Now now);
    void endUnconfirmed(Now now);
    void adopt(Gpu& gpu, const GpuUuid& uuid, Now now);
    void count(Gpu& gpu, const GpuUuid& uuid, Now now);
    void stopCounting(Gpu& gpu, const GpuUuid& uuid);
    void forgetIdle(Gpu& gpu, const GpuUuid& uuid, Now now);
    bool isOff(Rule rule) const;
    void watchTroubles(const AgentId& id, const cluster::Agent* agent, Now now);
    void watchState(Gpu& gpu, const cluster::Master::GpuView& view, Now now);
    void watchHeat(Gpu& gpu, const GpuUuid& uuid, const Readings& readings, Now now);
    void watchIdle(Gpu& gpu, const GpuUuid& uuid, const Readings& readings, Now now);
    void forgetReadings(Gpu& gpu, const GpuUuid& uuid, Now now);
    void leaveQueue(const JobId& id, Now now);
    void lightJobs(Now now);
    void event(AuditKind kind, std::string object, std::string detail);

    Thresholds m_thresholds;
    std::map<std::string, Alert> m_alerts;
    std::map<std::string, Alert> m_absent; // ended, and muted
    std::map<std::string, Alert> m_counting; // not alerts yet
    std::optional<Uptime> m_absentDue; // when a mute may be over
    // Of the last life: what they are about has not come back yet, and has to by then.
    std::set<std::string> m_unconfirmed;
    Uptime m_confirmUntil;
    std::unordered_map<std::string, Gpu> m_gpus; // only looked up in, as the next two
    std::unordered_map<std::string, AgentState> m_agents;
    std::unordered_map<std::string, std::vector<cluster::NodeTrouble>> m_troubles; // by agent
    std::unordered_map<std::string, Job> m_jobs; // queued
    std::set<Waiting> m_waiting; // not lit yet, the longest wait first
    std::size_t m_litJobs = 0;
    News m_news;
};

} // namespace muster::alerts
