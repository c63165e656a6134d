// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/kernel/cluster/master.h"

// What a framework is answered that asks about its tasks and operations, with Mesos' reasons and
// texts. Pure. Facts: doc/wire.md, "Reconciliation".
namespace muster::cluster {

TaskStatus latestStatus(const Task& task, Instant now);

// Of a task that the master does not know. `presence`: of the agent that the framework names.
// Nothing: the agent may have the task when it comes back, and the framework will ask again.
std::optional<TaskStatus> unknownTaskStatus(
    const TaskId& task, const AgentId& agent, Presence presence, Instant now);

// No operation is known: they are carried out at once.
OperationUpdate unknownOperation(const ReconcileOperations::Item& asked, Presence presence);

} // namespace muster::cluster
