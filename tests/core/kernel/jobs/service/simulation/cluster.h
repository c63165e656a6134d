// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/kernel/cluster/messages.h"
#include "core/kernel/jobs/service/instance.h"

namespace muster::services {

struct Violation : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Random {
    std::mt19937_64 generator;
    std::uint64_t below(std::uint64_t limit) { return generator() % limit; }
    bool oneIn(std::uint64_t limit) { return below(limit) == 0; }
};

// A master with agents that run tasks in virtual time, as a framework sees them. What it has to say
// lies in `events`, which are lost with the link. Checks that each launch is within what was
// offered, and that each offer is answered once.
class Cluster {
public:
    struct Task {
        cluster::TaskInfo info;
        AppId app;
        TaskState state = TaskState::Staging;
        Instant due; // of what happens to it next
        bool healthy = true;
        unsigned failedChecks = 0;
        bool isLive() const { return state != TaskState::Killing; }
    };
    struct Agent {
        AgentId id;
        std::string hostname;
        Attributes attributes;
        Resources total;
        bool reachable = true;
        std::map<TaskId, Task> tasks;
        std::vector<cluster::TaskStatus> untold; // ends while it could not be reached
        Instant refusedUntil;
        Resources refused;
    };

    explicit Cluster(Random& random) : m_random(random) { }

    void addAgent();
    void pass(Instant now); // tasks start, crash, flap, end
    void offer(); // what is free on some of the agents, if the framework wants it
    void handle(const cluster::FrameworkCall& call);
    void checkAnswered() const; // each offer

    void breakLink(); // what was under way is lost
    void cutOff(Agent& agent); // its tasks go on
    void comeBack(Agent& agent);
    void destroy(const AgentId& id); // nobody knows that it will not come back
    void tellDestroyed(); // an operator does

    std::vector<Agent*> agents(bool reachable);
    const std::map<AgentId, Agent>& all() const { return m_agents; }
    std::uint64_t launches() const { return m_everLaunched.size(); }

    std::deque<cluster::FrameworkEvent> events; // to the framework
    bool calm = false; // no task ends by itself

private:
    void on(const cluster::Subscribe& call);
    void on(const cluster::Accept& call);
    void on(const cluster::Decline& call);
    void on(const cluster::Kill& call);
    void on(const cluster::Reconcile& call);
    void on(const cluster::Revive& call);
    void on(const cluster::Suppress&) { m_suppressed = true; }
    void on(const auto&) { }

    Resources takeOffers(const std::vector<OfferId>& offers, Agent*& agent);
    void refuse(Agent& agent, Duration time);
    void launch(Agent& agent, const cluster::TaskInfo& info);
    void step(Agent& agent, Task& task);
    void check(Agent& agent, Task& task);
    void end(Agent& agent, const Task& task, TaskState state, std::optional<bool> healthy = {});
    void tell(Agent& agent, cluster::TaskStatus status);
    cluster::TaskStatus statusOf(const Task& task, const Agent& agent) const;
    static Resources freeOf(const Agent& agent);

    Random& m_random;
    bool m_subscribed = false;
    bool m_suppressed = false;
    Instant m_now;
    std::map<AgentId, Agent> m_agents;
    std::map<OfferId, AgentId> m_outstanding;
    std::map<TaskId, AgentId> m_destroyed; // tasks of agents that are gone
    std::set<TaskId> m_everLaunched;
    int m_agentNumber = 0;
    int m_offerNumber = 0;
};

} // namespace muster::services
