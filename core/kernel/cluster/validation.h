// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/kernel/cluster/messages.h"

namespace muster::cluster {

// What the master has under the id of a task that is to be launched.
enum class IdUse { Free, Live, Unreachable };

struct LaunchContext {
    const AgentId& agent; // of the offers
    const Resources& available; // of them, less what was launched before
    std::string_view role; // that they are allocated to
    const ExecutorInfo* running; // under the id of the executor that is asked for, or null
};

// Mesos' checks in Mesos' order with Mesos' texts (doc/wire.md, "Task validation";
// Mesos' src/master/validation.cpp). Pure.
Status validateLaunch(const TaskInfo& task, IdUse use, const LaunchContext& context);
// `uses` of the tasks, in their order.
Status validateGroup(
    const LaunchGroup& group, const std::vector<IdUse>& uses, const LaunchContext& context);

// As Mesos prints them: "cpus(allocated: prod)(reservations: [(DYNAMIC,prod,ann)]):2", without a
// role as allocated to nobody; "ports(allocated: *):[31000-32000]; cpus(allocated: *):2", "{}".
std::string itemText(const Resource& item, std::string_view role);
std::string allocatedText(const Resources& resources, std::string_view role);

} // namespace muster::cluster
