// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>

#include "agentd/master/api/timings.h"
#include "agentd/master/control.h"

namespace muster::agentd::api {

// The numbers of /metrics/snapshot and GET_METRICS under Mesos' names. Events are counted as they
// happen, what exists is counted when it is asked for. Names of parts that Muster has not (the
// replicated log, volumes, libprocess' queues) are left out. Facts: doc/features.md B10,
// recordings. Lives on the io_context's thread.
class Metrics {
public:
    Metrics(const Control& control, Now started);

    // Before and after each apply().
    void onInput(const cluster::MasterInput& input);
    void onOutputs(const std::vector<cluster::MasterOutput>& outputs);
    // What the master's shell sends of its own accord.
    void countHeartbeat(const FrameworkId& framework);
    std::function<std::size_t()> operatorSubscribers;
    // Whether what is known of an agent is of now; without it, whether it is connected.
    std::function<bool(const cluster::Agent& agent)> isLive;
    std::function<double()> registryBytes;
    void countWritten(Duration took) { m_written.add(took); } // a batch, to the journal

    // How many tasks are in that state; of a terminal one: how many came into it.
    double tasks(TaskState state) const;

    using Snapshot = std::map<std::string, double>;
    Snapshot snapshot(Now now) const;

private:
    using Counts = std::map<std::string, double, std::less<>>;

    void addFramework(const cluster::FrameworkInfo& info);
    void countHappened(const cluster::Event& event);
    void count(std::string_view name, double by = 1) { m_counts.find(name)->second += by; }
    void countCall(const cluster::FromFramework& input);
    void countEvent(cluster::Link link, const cluster::FrameworkEvent& event);
    void moveTask(const cluster::TaskKey& task, std::optional<TaskState> from, TaskState to);
    Counts* countsOf(cluster::Link link);
    void countOperation(const std::string& kind, const char* state, double by = 1);
    void addRegistry(Snapshot& out) const;
    void addResources(Snapshot& out) const;
    void addAgentsAndFrameworks(Snapshot& out) const;

    const Control& m_control;
    Now m_started;
    Counts m_counts; // "master/...": every name from the start
    struct PerFramework {
        std::string prefix; // "master/frameworks/<name>/<id>/"
        std::set<std::string> roles;
        Counts counts;
    };
    std::map<FrameworkId, PerFramework> m_frameworks;
    std::deque<FrameworkId> m_removed; // of these, still shown
    std::unordered_map<cluster::Link, FrameworkId> m_links;
    bool m_firstRegistration = false; // of the input that runs
    std::map<std::string, double>
        m_operations; // of the input that runs, by kind; not yet carried out
    std::set<AgentId> m_awaited; // agents of an earlier life of the master
    Timings m_written;
};

} // namespace muster::agentd::api
