// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/cluster/messages.h"
#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::proto {

// Mesos' checks of what the kernel does not interpret: the first that fails, in Mesos' order, with
// Mesos' text. Facts: Mesos' src/common/validation.cpp, src/master/validation.cpp.

// By LAUNCH, or in a group by LAUNCH_GROUP.
enum class LaunchedBy { Launch, Group };

// Resources are not looked at.
cluster::Defect findDefect(const mesos::v1::TaskInfo& task, LaunchedBy by);
cluster::Defect findDefect(
    const mesos::v1::ExecutorInfo& executor, LaunchedBy by, const std::string& framework);

} // namespace muster::proto
