// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/kernel/node/agent.h"
#include "core/kernel/node/gpu_ledger.h"

namespace muster::node {

// What is wrong with the node itself, and which GPUs are out for it. What made a launch fail, the
// node or single GPUs, stays out until a probe launch finds it well; probes come less and less
// often. A container that nobody knows keeps the GPUs that it may have until it is destroyed.
// Not thread-safe.
class NodeTroubles {
public:
    struct Timing {
        Duration firstProbe; // after a launch failed, doubling to lastProbe
        Duration lastProbe;
        Duration rulesAlert; // how long a change of device rules is told
    };
    NodeTroubles(GpuLedger& gpus, Timing timing) : m_gpus(gpus), m_timing(timing) { }

    // Of a container that was to have these GPUs.
    void onLaunchFailed(
        const ContainerFailed& failed, const std::vector<GpuUuid>& gpus, Uptime now);
    void onProbed(const LaunchProbed& probed, Uptime now);
    void onStray(const StrayFound& stray);
    void onDestroyed(const ContainerId& container);
    void onGpus(const GpusReported& reported); // after the ledger has heard of it
    void onDriver(const DriverChecked& checked);
    void onDisk(const DiskChecked& checked, Uptime now);
    // `whose`: "task train"; the GPUs that are concerned are added.
    void onRulesChanged(std::string whose, const DeviceRulesChanged& changed, Now now);

    std::optional<ProbeLaunch> tick(Uptime now); // that is due
    std::optional<Uptime> nextDeadline() const;
    std::vector<cluster::NodeTrouble> list() const;

private:
    void withholdGpusOfStrays();

    struct ChangedRules {
        std::string text; // of the last change
        unsigned changes = 0;
        Uptime until;
    };

    GpuLedger& m_gpus;
    Timing m_timing;
    std::string m_launch; // why no container can be launched; empty: they can
    std::string m_driver; // what NVML says, where no GPU is known that could show it
    std::string m_disk;
    std::string m_versions; // of the driver's module and library
    std::optional<Uptime> m_probeAt; // none while a probe is under way
    Duration m_probeAfter{0}; // 0: everything is well
    std::map<ContainerId, StrayFound> m_strays;
    std::optional<ChangedRules> m_changedRules;
};

} // namespace muster::node
