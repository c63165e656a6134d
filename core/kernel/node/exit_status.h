// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/kernel/base/units.h"
#include "core/kernel/node/agent.h"

namespace muster::node {

// The word that Mesos prints for a signal, which is the C library's in the C locale: "Killed",
// "Segmentation fault", "Real-time signal 2", "Unknown signal 77". Linux numbers (x86, arm).
std::string signalWord(int signal);

// "Command exited with status 7", "Command terminated with signal Killed".
// REQUIRES: exit has a code or a signal.
std::string exitMessage(const Exit& exit);

// The container ended because its memory was exceeded. Mesos ends it as soon as the kernel has
// killed any process of it; here the command decides whether it can do without: it has not failed
// if it then exits with 0, as a program that starts a killed worker again.
bool isEndOfMemory(const Exit& exit);

// The terminal status that an exit means: state, source, reason, message, code and signal; the rest
// is left to the caller. `killed`: the agent ended it, and why. `memory`: the task's limit in MiB.
cluster::TaskStatus endOf(const Exit& exit, std::optional<KillCause> killed, Milli memory);

// The end of a container that did not start: "Failed to launch container: <cause>". Dropped, which
// Mesos has for what may work at another time or place, unless the task is at fault.
cluster::TaskStatus endOfLaunch(std::string_view cause, bool killed,
    LaunchFault fault = LaunchFault::Task, LaunchStep step = LaunchStep::Container);

// The end of a task whose resources are not free (any more).
cluster::TaskStatus endOfClaim(const Error& why);

// The agent was restarted between taking the task and starting its container: no fault of the task,
// whose command never began.
cluster::TaskStatus endOfUnbegun(bool killed);

// Whether it may be that only the machine's shutdown ended it: no exit is known, or that of the
// signals with which a machine goes down.
bool mayBeOfShutdown(const Exit& exit);

// The end of a container whose node was rebooted under it: no fault of the task.
cluster::TaskStatus endOfReboot(bool killed);

// The end of a container that is gone and left no exit behind: "Executor terminated".
cluster::TaskStatus endOfLost(bool killed);

} // namespace muster::node
