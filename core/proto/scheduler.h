// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/cluster/messages.h"
#include "core/proto/mesos/v1/scheduler/scheduler.pb.h"

namespace muster::proto {

// Mesos v1 scheduler messages <-> the kernel's values. A call that lacks what its type needs is
// refused with Mesos' text ("Expecting 'accept' to be present"); facts: mesos-api.md section 1,
// step 6.
Result<cluster::FrameworkCall> fromProto(const mesos::v1::scheduler::Call& call);
mesos::v1::scheduler::Event toProto(const cluster::FrameworkEvent& event);
mesos::v1::Offer toProto(const cluster::Offer& offer);

// The task as the kernel sees it; the whole message travels in its payload. What is wrong with it
// is its `defect`: one bad task must not cost the framework its call.
cluster::TaskInfo fromProto(const mesos::v1::TaskInfo& info);
// The payload again, with id, name, agent and resources as the kernel has them.
mesos::v1::TaskInfo toProto(const cluster::TaskInfo& info);

// The same for an executor.
cluster::ExecutorInfo fromProto(const mesos::v1::ExecutorInfo& info);
mesos::v1::ExecutorInfo toProto(const cluster::ExecutorInfo& info);

// What a command runs, for people: the shell's line or the words of argv.
std::string commandText(const mesos::v1::CommandInfo& command);

mesos::v1::TaskStatus toProto(const cluster::TaskStatus& status);
cluster::TaskStatus fromProto(const mesos::v1::TaskStatus& status);

} // namespace muster::proto
