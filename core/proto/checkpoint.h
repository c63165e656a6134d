// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/kernel/node/agent.h"
#include "core/proto/muster/v1/agent.pb.h"
#include "core/proto/muster/v1/executor_checkpoint.pb.h"

namespace muster::proto {

// The agent's files <-> the kernel's values. What was written by another version than ours is
// refused with both in the message, never guessed at.
muster::v1::TaskCheckpoint toProto(const node::TaskCheckpoint& task);
Result<node::TaskCheckpoint> fromProto(const muster::v1::TaskCheckpoint& task);

muster::v1::ExecutorCheckpoint toProto(const node::ExecutorCheckpoint& executor);
Result<node::ExecutorCheckpoint> fromProto(const muster::v1::ExecutorCheckpoint& executor);

muster::v1::AgentCheckpoint toProto(
    const AgentId& id, const std::vector<Restriction>& restrictions);
Result<node::RecoveredAgent> fromProto(const muster::v1::AgentCheckpoint& agent);

} // namespace muster::proto
