// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "agentd/content.h"
#include "agentd/master/api/master_facts.h"
#include "agentd/master/control.h"
#include "agentd/master/viewer.h"
#include "core/proto/framework.h"
#include "core/proto/mesos/v1/master/master.pb.h"
#include "core/proto/message_writer.h"

namespace muster::agentd::api {

using AgentRow = mesos::v1::master::Response::GetAgents::Agent;
using FrameworkRow = mesos::v1::master::Response::GetFrameworks::Framework;
using ExecutorRow = mesos::v1::master::Response::GetExecutors::Executor;

// One row each, without what of it is offered just now.
void agentRow(
    const cluster::Agent& agent, const Control& control, const MasterFacts& facts, AgentRow& out);
void frameworkRow(const cluster::Framework& framework, FrameworkRow& out);
void taskRow(const cluster::Task& task, mesos::v1::Task& out);

// What the master knows and the viewer may see, as the answers of Mesos' operator API: GetAgents,
// GetTasks, ... Written row by row, for there may be 100,000 of them. Made for one answer: it must
// not outlive the handler. Facts: doc/wire.md, "Operator API", recordings of GET_STATE.
class OperatorModels {
public:
    OperatorModels(
        const Control& control, const MasterFacts& facts, const Viewer& viewer, Media media);

    proto::MessageWriter agents() const;
    proto::MessageWriter frameworks() const;
    proto::MessageWriter executors() const;
    proto::MessageWriter tasks() const;
    proto::MessageWriter state() const;

private:
    void framework(const cluster::Framework& framework, FrameworkRow& out) const;

    const Control& m_control;
    const MasterFacts& m_facts;
    const Viewer& m_viewer;
    proto::MesosEncoding m_encoding;
    std::unordered_map<AgentId, std::vector<const cluster::Offer*>> m_offersOfAgent;
    std::unordered_map<FrameworkId, std::vector<const cluster::Offer*>> m_offersOfFramework;
};

// A bundle for each role that it is allocated to.
using ByRole = std::map<std::string, Resources>;

// In Mesos' sense: it is there and may be offered.
inline bool isActive(const cluster::Agent& agent) {
    return agent.link && !agent.policy.deactivated;
}

// Unreachable tasks are neither live nor completed.
enum class TaskGroup { Live, Unreachable, Completed };
TaskGroup groupOf(const cluster::Task& task);

// What every agent of Muster can do, in Mesos' words.
inline constexpr mesos::v1::AgentInfo::Capability::Type kAgentCapabilities[] = {
    mesos::v1::AgentInfo::Capability::MULTI_ROLE,
    mesos::v1::AgentInfo::Capability::HIERARCHICAL_ROLE,
    mesos::v1::AgentInfo::Capability::RESERVATION_REFINEMENT,
    mesos::v1::AgentInfo::Capability::AGENT_DRAINING,
    mesos::v1::AgentInfo::Capability::TASK_RESOURCE_LIMITS,
};

// "slave(1)@127.0.0.1:5050": the master answers for the agent.
std::string agentPid(const cluster::Agent& agent, const Control& control, const MasterFacts& facts);

} // namespace muster::agentd::api
