// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/cluster/messages.h"
#include "core/proto/muster/v1/agent.pb.h"

namespace muster::proto {

// The agent's connection <-> the kernel's values.
muster::v1::AgentMessage toProto(const cluster::AgentMessage& message);
// Only the messages that the kernel knows (register, update, status); an error for the others.
Result<cluster::AgentMessage> fromProto(const muster::v1::AgentMessage& message);

muster::v1::AgentCommand toProto(const cluster::AgentCommand& command);
// Only the commands that the kernel knows; an error for the others (logs).
Result<cluster::AgentCommand> fromProto(const muster::v1::AgentCommand& command);

// What the master is to be told of the tasks of a launch that cannot be read and so never begins;
// of any other command nothing.
std::vector<cluster::StatusUpdate> refusalsOf(
    const muster::v1::AgentCommand& command, const Error& why, Instant now);

// What an agent is told of a task's framework.
muster::v1::FrameworkFacts toProto(const cluster::FrameworkInfo& info);
cluster::FrameworkInfo fromProto(const muster::v1::FrameworkFacts& facts);

} // namespace muster::proto
