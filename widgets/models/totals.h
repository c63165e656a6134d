// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <unordered_map>

#include <QObject>

#include "core/kernel/resources/resources.h"
#include "widgets/models/cluster_state.h"
#include "widgets/models/mark.h"

namespace muster::models {

// GPUs are counted one by one: their states know restrictions and faults, sums of resources do not.
// Away: on a node of which nothing is known now.
enum class GpuUse { Busy, Offered, Free, OutOfService, Away };
inline constexpr std::size_t kGpuUses = 5;

GpuUse gpuUse(v1::Gpu::State state);

// The first page's figures: Total / Allocated / Offered / Idle, where idle = total - (allocated +
// offered) as Mesos' page has it; GPUs that are out of service, what nodes have left that take no
// new work, and all that nodes have that are away are not idle. Of each resource the parts add up
// to the total.
struct Totals {
    Resources total;
    Resources allocated;
    Resources offered;
    Resources idle;
    Resources outOfService;
    Resources away; // all of the nodes of which nothing is known now
    int agents = 0; // of which something is known now
    int agentsKnown = 0;

    bool operator==(const Totals&) const = default;
};

// Keeps the figures current; work grows with what changed, not with the cluster. One thread.
class RunningTotals : public QObject {
    Q_OBJECT
public:
    explicit RunningTotals(const ClusterState& state, QObject* parent = nullptr);

    const Totals& now() const { return m_now; }

signals:
    void changed();

private:
    struct Share {
        bool active = false;
        Resources total, allocated, offered, outOfService;
    };

    void onChanged(const Changes& changes);
    void takeUp(const std::string& agent);
    void countGpu(const std::string& uuid);
    void sum();

    const ClusterState& m_state;
    std::unordered_map<std::string, Share> m_shares; // by agent
    std::unordered_map<std::string, GpuUse> m_uses; // by GPU
    std::array<int, kGpuUses> m_gpus{}; // by GpuUse
    Share m_sum; // of the active agents
    Resources m_away; // of the others
    int m_active = 0;
    Totals m_now;
};

} // namespace muster::models
