// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/usage_interval.h"

#include "agentd/master/console_rights.h"

namespace muster::agentd {
namespace {

// By itself: what its machine lost or an operator ended is no failure of its user.
bool isFailure(TaskState state) {
    return state == TaskState::Failed || state == TaskState::Error;
}

} // namespace

history::UsageInterval usageIntervalOf(const cluster::Task& task, const cluster::Master& master) {
    const auto* framework = task.info.user.empty() ? master.framework(task.framework) : nullptr;
    return {.started = task.created,
        .user = framework == nullptr ? task.info.user : framework->info.user,
        .gpus = task.info.resources.gpus().wholeUnits(),
        .cpus = task.info.resources.total("cpus"),
        .failed = isFailure(task.latest.state),
        .held = task.gpus};
}

std::optional<history::Wait> waitOf(const jobs::Job& job, const Control& control) {
    if (!job.firstStarted) {
        return std::nullopt;
    }
    return history::Wait{*job.firstStarted, userOf(job.spec, control), *job.firstStarted - job.submitted};
}

} // namespace muster::agentd
