// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "agentd/master/control.h"
#include "core/history/usage_intervals.h"
#include "core/kernel/cluster/master.h"
#include "core/kernel/jobs/scheduler.h"

namespace muster::agentd {

// What a task has or had, in the name of its user or, without one, of its framework's.
history::UsageInterval usageIntervalOf(const cluster::Task& task, const cluster::Master& master);

// How long the job waited until its first attempt ran, in the name of the user that it runs as.
// Nothing: none has.
std::optional<history::Wait> waitOf(const jobs::Job& job, const Control& control);

} // namespace muster::agentd
