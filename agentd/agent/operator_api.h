// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>

#include "agentd/agent/agent_metrics.h"
#include "agentd/agent/files.h"
#include "agentd/agent/task_records.h"
#include "core/gpu/sample.h"
#include "core/kernel/base/now.h"
#include "core/proto/muster/v1/agent.pb.h"

namespace muster::agentd {

// Answers Mesos' operator API of the agent (mesos.v1.agent.Call), which its master passes on: an
// agent listens on nothing. Facts: doc/wire.md, "Operator API", recordings. What Muster has
// not is refused with 501: standalone containers, resource providers. One thread.
class OperatorApi {
public:
    struct Facts {
        cluster::AgentInfo info;
        std::map<std::string, std::string> flags;
        std::uint16_t port = 0; // where the master answers for the agent
        Now started;
        std::string sandboxes; // <work_dir>/sandboxes
    };
    struct Callbacks {
        std::function<const gpu::Sample&()> sample; // the last one
        std::function<AgentId()> id; // empty: never registered
        std::function<std::vector<mesos::v1::ContainerID>()> nested; // that run
    };
    OperatorApi(Facts facts, Callbacks callbacks)
        : m_facts(std::move(facts)), m_callbacks(std::move(callbacks)), m_files(m_facts.sandboxes) {
    }

    muster::v1::AgentMessage::Answer answer(
        const muster::v1::AgentCommand::Query& query, Now now) const;

    mesos::v1::AgentInfo agentInfo() const;

    TaskRecords tasks;
    AgentMetrics counts;
    std::function<AgentParts()> parts; // may be empty

private:
    using Call = mesos::v1::agent::Call;
    using Response = mesos::v1::agent::Response;

    void containers(
        const Call& call, muster::v1::AgentMessage::Answer& answer, Response& out, Now now) const;
    std::map<std::string, double> metrics(Now now) const;
    Status fill(const Call& call, Response& out, Now now) const;

    Facts m_facts;
    Callbacks m_callbacks;
    SandboxFiles m_files;
};

} // namespace muster::agentd
