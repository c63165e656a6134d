// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentd/master/cluster_meter.h"
#include "agentd/master/telemetry_hub.h"

namespace muster::agentd::api {

// What one answer of /metrics says, as values of their own: it is taken in one turn of the loop and
// may be encoded on any thread. Labels are as appendLabel() makes them.
struct MetricsPage {
    struct Gpu {
        std::string labels; // node, gpu, uuid
        std::string about; // further labels: model, driver
        std::string_view state; // as every list says it; its text lives for ever
        std::string holder{}; // further labels: framework, task, job, user; empty: not to be said
        std::int64_t memoryBytes = 0; // that it has; 0: the board does not say
        std::string dcgm{}; // labels as dcgm-exporter has them; empty: not under its names
        std::optional<TelemetryHub::Values> values{}; // none: nothing of it is known now
    };
    struct Node {
        std::string labels; // node, agent
        double lastSeen = 0; // seconds since the epoch
    };
    struct Count {
        std::string labels; // state, reason
        std::int64_t count = 0;
    };

    std::string version;
    std::vector<Gpu> gpus; // without those whose nodes are lost
    std::vector<Node> nodes;
    std::vector<Count> nodesByState, gpusByState, jobs, endedJobs, tasks, endedTasks;
    std::vector<Count> nodeProblems; // node, agent, problem: each is 1
    std::vector<Count> oldestPending; // reason: seconds since the job was submitted
    ClusterMeter::Waits waits;
};

// In Prometheus' text format. What is unknown is absent, never 0.
std::string encode(const MetricsPage& page);

} // namespace muster::agentd::api
