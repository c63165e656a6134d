// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/node/agent.h"
#include "core/proto/mesos/v1/executor/executor.pb.h"

namespace muster::proto {

// Mesos v1 executor messages <-> the kernel's values, of the executor in that container. A call
// that Mesos' agent would refuse is refused with its text. REQUIRES: neither UNKNOWN nor HEARTBEAT,
// which say nothing.
Result<node::AgentInput> fromProto(
    const mesos::v1::executor::Call& call, const ContainerId& container);

// A SUBSCRIBED without the agent and the container.
mesos::v1::executor::Event toProto(const node::TellExecutor::Event& event);

} // namespace muster::proto
