// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/kernel/node/agent.h"

namespace muster::agentd {

// What the agent's parts counted since its start, beside its state machine.
struct AgentParts {
    std::uint64_t fetched = 0; // tasks whose URIs came
    std::uint64_t notFetched = 0;
    Bytes cache{0}; // that URIs may take
    std::uint64_t notEnded = 0; // containers that did not end when they were told to
    std::uint64_t removed = 0; // sandboxes
    std::uint64_t notRemoved = 0;
    std::uint64_t toRemove = 0; // ended ones that stay for now
    Duration sandboxAge{0}; // how long these may stay
};

// The numbers of an agent's GET_METRICS under Mesos' names, as far as they are no sum over its
// tasks. Follows the state machine: each input, its outputs, and done(). One thread.
class AgentMetrics {
public:
    void recovered(const node::RecoveredAgent& agent, std::size_t errors, Duration took);

    void onInput(const node::AgentInput& input);
    void onOutput(const node::AgentOutput& output);
    void done(); // all outputs of the last input were seen

    void list(const AgentParts& parts, std::map<std::string, double>& out) const;

private:
    enum class Phase { Registering, Running, Terminating };
    struct Container {
        FrameworkId framework;
        Phase phase = Phase::Registering;
        bool hasImage = false;
    };
    void enter(const ContainerId& id, Phase phase);
    void leave(const ContainerId& id);
    void note(const node::TaskCheckpoint& task);

    std::map<ContainerId, Container> m_containers;
    std::map<ContainerId, std::optional<Uuid>> m_statuses; // the last of each task
    bool m_fromExecutor = false; // the input is a status of an executor
    bool m_toExecutor = false; // the input is a message for an executor
    bool m_took = false; // it went where it should
    double m_launchErrors = 0, m_terminated = 0;
    double m_updates = 0, m_invalidUpdates = 0, m_messages = 0, m_invalidMessages = 0;
    double m_recoveryErrors = 0, m_recoverySeconds = 0;
};

// What a Mesos serves and Muster's agents have not, and why. A name that ends in '*' is a
// beginning.
struct AbsentAgentMetric {
    const char* name;
    const char* reason;
};
inline constexpr AbsentAgentMetric kAbsentAgentMetrics[] = {
    {"containerizer/fetcher/cache_size_used_bytes", "du <work_dir>/fetch says it"},
    {"containerizer/mesos/provisioner/*",
        "an image is unpacked once; nothing is removed for each container"},
    {"resource_provider_manager/*", "there are no resource providers"},
    {"slave/executors_preempted", "nothing is revocable"},
};

} // namespace muster::agentd
