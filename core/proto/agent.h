// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/cluster/messages.h"
#include "core/kernel/node/agent.h"
#include "core/proto/muster/v1/agent.pb.h"

namespace muster::proto {

// The agent's connection and its checkpoints <-> the kernel's values.
muster::v1::AgentMessage toProto(const cluster::AgentMessage& message);
// Only the messages that the kernel knows (register, update, status); an error for the others.
Result<cluster::AgentMessage> fromProto(const muster::v1::AgentMessage& message);

muster::v1::AgentCommand toProto(const cluster::AgentCommand& command);
// Only the commands that the kernel knows; an error for the others (logs).
Result<cluster::AgentCommand> fromProto(const muster::v1::AgentCommand& command);

muster::v1::TaskCheckpoint toProto(const node::TaskCheckpoint& task);
// Refuses another version than ours, with both in the message.
Result<node::TaskCheckpoint> fromProto(const muster::v1::TaskCheckpoint& task);

muster::v1::AgentCheckpoint toProto(
    const AgentId& id, const std::vector<Restriction>& restrictions);
Result<node::RecoveredAgent> fromProto(const muster::v1::AgentCheckpoint& agent);

muster::v1::Restriction toProto(const Restriction& restriction);
Restriction fromProto(const muster::v1::Restriction& restriction);

// Facts and the agent's view of the state; `status` may be empty.
muster::v1::Gpu toProto(const GpuInfo& info, const cluster::GpuStatus* status);
GpuInfo infoFromProto(const muster::v1::Gpu& gpu);
cluster::GpuStatus statusFromProto(const muster::v1::Gpu& gpu);

} // namespace muster::proto
