// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

#include "agentd/master/control.h"
#include "agentd/master/live_data.h"
#include "agentd/master/telemetry_hub.h"
#include "core/history/cluster_series.h"

namespace muster::agentd {

// The figures of the whole cluster as they stand, for its history; what is not known now is left
// out of them. They are sums that follow each change: neither a change nor a sample costs anything
// that grows with the cluster; the cost of a change of an agent grows with its GPUs. Not
// thread-safe.
class ClusterMeter {
public:
    struct Gpu {
        bool allocated = false;
        std::int64_t memoryMib = 0; // 0: the board does not say
    };
    struct Job {
        bool queued = true; // else it runs
        Instant submitted;
        WaitReason waiting = WaitReason::None; // while it is queued
        std::optional<Instant> firstStarted{};
    };
    // How long jobs waited that started in the life of this master.
    struct Waits {
        static constexpr std::array<std::int64_t, 9> kBounds{
            1, 5, 15, 60, 300, 900, 3600, 14400, 86400}; // seconds
        // counts[i]: over kBounds[i - 1], at most kBounds[i]; the last one: longer.
        std::array<std::uint64_t, kBounds.size() + 1> counts{};
        Duration sum{};
        void add(Duration wait);
    };

    ClusterMeter(const TelemetryHub& hub, const LiveData& live) : m_hub(hub), m_live(live) { }

    void updateAll(const Control& control);
    void onEvents(const BatchEvents& events, const Control& control);
    void updateAgent(const AgentId& id, const Control& control); // with its GPUs
    void put(const std::string& uuid, const Gpu& gpu);
    void put(const JobId& id, const Job& job);
    void removeGpu(const std::string& uuid);
    void removeJob(const JobId& id);
    void endJob(const JobId& id, JobState state);

    history::ClusterSample sample(Instant now) const;

    // For exporters, beside the sample.
    std::int64_t running() const { return static_cast<std::int64_t>(m_jobs.size()) - queued(); }
    std::int64_t queued() const;
    std::int64_t queued(WaitReason reason) const;
    // When the one was submitted that has been queued for longest; nothing: none is.
    std::optional<Instant> oldest(WaitReason reason) const;
    std::uint64_t ended(JobState state) const; // in the life of this master
    const Waits& waits() const { return m_waits; }

private:
    void updateGpu(const GpuUuid& uuid, const Control& control);
    void updateJob(const JobId& id, const Control& control);

    const TelemetryHub& m_hub;
    const LiveData& m_live;
    std::unordered_map<std::string, Gpu> m_gpus;
    std::int64_t m_allocated = 0;
    std::int64_t m_memoryMib = 0;
    std::unordered_map<std::string, Job> m_jobs; // that are not over
    std::map<WaitReason, std::multiset<Instant>> m_queue; // when they were submitted
    std::int64_t m_submittedMs = 0; // the sum of these
    std::map<JobState, std::uint64_t> m_ended;
    Waits m_waits;
    bool m_recovers = false; // what is taken now happened in an earlier life
};

} // namespace muster::agentd
