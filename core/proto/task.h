// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "core/kernel/cluster/messages.h"
#include "core/proto/mesos/v1/mesos.pb.h"

// mesos.v1 TaskInfo, ExecutorInfo and TaskStatus <-> the kernel's values.
namespace muster::proto {

// The task as the kernel sees it; the whole message travels in its payload. What is wrong with it
// is its `defect`: one bad task must not cost the framework its call.
cluster::TaskInfo fromProto(const mesos::v1::TaskInfo& info);
// The message stays in the payload, for whoever reads it next.
cluster::TaskInfo fromProto(mesos::v1::TaskInfo&& info);
// What the payload says: decoded only if nobody has yet. Never null.
std::shared_ptr<const mesos::v1::TaskInfo> messageOf(const cluster::TaskInfo& info);
// The payload again, with id, name, agent and resources as the kernel has them.
mesos::v1::TaskInfo toProto(const cluster::TaskInfo& info);

// The same for an executor.
cluster::ExecutorInfo fromProto(const mesos::v1::ExecutorInfo& info);
mesos::v1::ExecutorInfo toProto(const cluster::ExecutorInfo& info);

// What a command runs, for people: the shell's line or the words of argv.
std::string commandText(const mesos::v1::CommandInfo& command);
// Of a serialized TaskInfo, of which nothing else is decoded; empty if it cannot be read.
std::string commandText(std::string_view task);

mesos::v1::TaskStatus toProto(const cluster::TaskStatus& status);
// Into an object that is used again.
void toProto(const cluster::TaskStatus& status, mesos::v1::TaskStatus& out);
cluster::TaskStatus fromProto(const mesos::v1::TaskStatus& status);

// Between SIGTERM and SIGKILL, if the policy says it. An error is of the policy of `whose`. Of an
// executor: from SHUTDOWN to its end.
Result<std::optional<Duration>> graceOf(
    const mesos::v1::KillPolicy& policy, std::string_view whose);
Result<std::optional<Duration>> graceOf(const mesos::v1::ExecutorInfo& info);

} // namespace muster::proto
