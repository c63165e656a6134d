// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/cli/execute/plan.h"
#include "app/cli/exit_code.h"
#include "core/proto/mesos/v1/scheduler/scheduler.pb.h"

namespace muster::cli {

// One run of `muster execute` as a framework, without sockets and clocks: what happened goes in,
// what to send and to print comes out. The lines are those of mesos-execute, recorded in
// tests/data/execute_*.txt. Launches once, on the first offer that contains the resources.
class ExecuteSession {
public:
    struct Outcome {
        std::vector<mesos::v1::scheduler::Call> calls;
        std::string out; // whole lines for stdout
        std::string err; // whole lines for stderr
        bool running = false; // a task runs from now on, the first one: --kill_after counts
        std::optional<ExitCode> done;
    };

    explicit ExecuteSession(ExecutePlan plan);

    Outcome opened(); // the connection is there: subscribes
    Outcome apply(const mesos::v1::scheduler::Event& event);
    Outcome waited(); // for long, and nothing is launched: says for what
    Outcome killDue(); // --kill_after has passed
    Outcome interrupted(); // Ctrl+C: kills what runs; a second one leaves at once

    bool isLaunched() const { return m_launched; }
    bool hasEnded() const { return m_ended.size() == m_plan.tasks.size(); }
    const std::optional<Duration>& killAfter() const { return m_plan.killAfter; }

private:
    void offers(const mesos::v1::scheduler::Event::Offers& offers, Outcome& outcome);
    void launch(const mesos::v1::Offer& offer, Outcome& outcome);
    void update(const mesos::v1::TaskStatus& status, Outcome& outcome);
    mesos::v1::scheduler::Call call(mesos::v1::scheduler::Call::Type type) const;
    mesos::v1::scheduler::Call launchCall(const mesos::v1::Offer& offer) const;
    mesos::v1::scheduler::Call kill(const mesos::v1::TaskInfo& task) const;
    std::vector<const mesos::v1::TaskInfo*> living() const;
    bool seesGpus() const;

    ExecutePlan m_plan;
    mesos::v1::FrameworkID m_id;
    mesos::v1::AgentID m_agent;
    std::string m_lastOffer; // the resources of the newest one that did not fit
    std::size_t m_declined = 0;
    bool m_launched = false;
    bool m_running = false;
    std::set<std::string> m_ended; // tasks
    bool m_failed = false; // one of these did
    bool m_interrupted = false;
};

} // namespace muster::cli
