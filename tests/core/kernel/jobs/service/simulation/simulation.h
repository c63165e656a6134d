// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/kernel/jobs/service/fake_master.h"
#include "tests/core/kernel/jobs/service/simulation/cluster.h"

namespace muster::services {

// Apps of all kinds on a cluster where everything fails: crash loops, flapping health, agents that
// are lost and come back or do not, links that break, schedulers that crash and know only what was
// made durable. After each step: no app has more instances than its strategy allows, no back-off is
// longer than its limit, what is durable is what is. When the faults are over, each app has the
// instances that it is to have. Throws a Violation.
class Simulation {
public:
    explicit Simulation(std::uint64_t seed);
    void run();
    std::uint64_t steps() const { return m_steps; }
    std::uint64_t launches() const { return m_cluster.launches(); }

private:
    void step(Duration time);
    void disturb();
    void disturbAgents();
    void order(); // something that a person asks for
    AppSpec anySpec(const AppId& id);
    AppId anyApp();

    void apply(ServicesInput input);
    void deliver(); // what the cluster has to say
    void disconnect();
    void reconnect(bool crash);
    void becomeReady();

    void check() const;
    void checkCounts() const;
    void checkDurable() const;
    std::string unsettled() const; // why the end is not reached; empty: it is

    Random m_random;
    Cluster m_cluster;
    Instant m_now{std::chrono::hours(1)};
    ServicesOptions m_options;
    Store m_store;
    std::optional<Scheduler> m_scheduler;
    bool m_connected = false;
    bool m_losesCalls = false; // the link breaks before the next ones get through
    std::uint64_t m_requests = 0;
    std::uint64_t m_steps = 0;
};

} // namespace muster::services
