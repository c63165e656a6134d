// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "agentd/master/api/master_facts.h"
#include "agentd/master/viewer.h"
#include "core/proto/mesos/v1/agent/agent.pb.h"
#include "core/proto/muster/v1/agent.pb.h"

// How the old endpoints of an agent write what the master knows of it and what it answered. Facts:
// doc/wire.md, "Old endpoints", recordings.
namespace muster::agentd::api {

using AgentFlags = std::map<std::string, std::string>;

std::string agentState(const cluster::Agent& agent, const Control& control,
    const MasterFacts& facts, const Viewer& viewer, const AgentFlags& flags);

// The members of the list in /monitor/statistics, where an executor's containers are one row, or
// with `status` in /containers: without the brackets around, so that lists of several agents can be
// joined. Each GPU that a container holds is one of "gpus" in its "statistics": {"uuid", "minor",
// "utilization_percent", "memory_used_bytes", "memory_total_bytes"}; what is not known is left out.
// Mesos has no such key.
std::string containerRows(const mesos::v1::agent::Response::GetContainers& containers,
    const google::protobuf::RepeatedPtrField<muster::v1::GpuUse>& gpus, const cluster::Agent* agent,
    bool status);

} // namespace muster::agentd::api
