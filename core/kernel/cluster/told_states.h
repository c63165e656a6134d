// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/cluster/master.h"

// What frameworks are told of the state of a task where it is not what the agent or the master
// says. Pure.
namespace muster::cluster {

// The states that a framework without PARTITION_AWARE does not know are all lost to it.
TaskState stateKnownTo(const FrameworkInfo& framework, TaskState state);

// A consistent sign to the framework that the task went away by the drain of its agent, whatever
// its executor says.
void noteDrain(const AgentPolicy& policy, const FrameworkInfo& framework, TaskStatus& status);

} // namespace muster::cluster
