// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/history/telemetry.h"
#include "core/kernel/cluster/master.h"
#include "core/proto/muster/v1/view.pb.h"

namespace muster::agentd {

// The newest samples of each agent and what they come to, and the way of all of them into the
// history. A generation names the order of an agent's GPUs: samples of another one are dropped,
// never mixed up. One thread.
class TelemetryHub {
public:
    using Values = std::array<MetricValue, kMetricCount>; // of a GPU, by metric

    explicit TelemetryHub(history::Telemetry& history) : m_history(history) { }

    // The agent's GPUs, in the order of its samples. A new order is a new generation.
    void setGpus(const std::string& agent, std::vector<GpuUuid> gpus);
    void forget(const std::string& agent); // its samples; it may come back
    void remove(const std::string& agent); // it has left the cluster
    std::uint32_t generation(const std::string& agent) const;
    // The newest samples of an agent, GPU by GPU; nothing of one that has none.
    void eachNewest(const std::string& agent,
        const std::function<void(const GpuUuid& gpu, const Values& values)>& visit) const;

    // Stores the samples and stamps them with agent and generation. False: not of the right shape.
    // Metrics of a later version's agent are not stored: consoles of that version know them.
    // `ofOthers`: GPUs that it sees and that are another agent's; their values are left out.
    using Claims = std::map<GpuUuid, std::string>;
    bool take(const std::string& agent, muster::v1::Telemetry& telemetry,
        const Claims& ofOthers = Claims());

    // Each GPU's values when they have arrived.
    std::function<void(const GpuUuid& gpu, const Values& values)> onValues;
    std::function<void(const std::string& agent)> onSample; // of all its GPUs

    const std::map<std::string, muster::v1::Telemetry>& newest() const { return m_newest; }

    // How often samples were taken: the number of an agent's newest ones is what it was then.
    std::uint64_t taken() const { return m_taken; }
    struct Newest { // valid until the next call that changes something
        const muster::v1::Telemetry* telemetry;
        const std::vector<GpuUuid>* gpus; // in their order
        std::uint64_t number;
    };
    std::optional<Newest> newestOf(const std::string& agent) const;
    std::vector<Newest> newestAfter(std::uint64_t number) const;

    // Of the newest samples of all GPUs, as far as they know the metric. Kept as samples arrive.
    struct Sum {
        std::int64_t total = 0;
        std::int64_t count = 0;
    };
    struct Sums {
        Sum utilization; // %
        Sum power; // mW
        Sum memoryUsed; // MiB
    };
    const Sums& sums() const { return m_sums; }

private:
    struct Source {
        std::vector<GpuUuid> gpus;
        std::uint32_t generation = 0;
        std::uint64_t number = 0; // of its newest samples
        Sums sums; // of its newest samples
    };

    void setSums(Source& source, const Sums& sums);

    history::Telemetry& m_history;
    std::map<std::string, Source> m_sources;
    std::uint32_t m_lastGeneration = 0; // of all agents: one that is removed may join again
    std::map<std::string, muster::v1::Telemetry> m_newest;
    std::uint64_t m_taken = 0;
    Sums m_sums;
};

} // namespace muster::agentd
