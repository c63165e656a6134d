// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/spell.h"

namespace muster::agentd {
namespace {

bool isFailure(TaskState state) {
    switch (state) {
    case TaskState::Failed:
    case TaskState::Lost:
    case TaskState::Error:
    case TaskState::Dropped:
    case TaskState::Gone:
    case TaskState::GoneByOperator:
        return true;
    case TaskState::Starting:
    case TaskState::Running:
    case TaskState::Finished:
    case TaskState::Killed:
    case TaskState::Staging:
    case TaskState::Killing:
    case TaskState::Unreachable:
    case TaskState::Unknown:
        return false;
    }
    return false;
}

} // namespace

history::Spell spellOf(const cluster::Task& task, const cluster::Master& master) {
    const auto* framework = task.info.user.empty() ? master.framework(task.framework) : nullptr;
    return {.started = task.created,
        .user = framework == nullptr ? task.info.user : framework->info.user,
        .gpus = task.info.resources.gpus().wholeUnits(),
        .cpus = task.info.resources.total("cpus"),
        .failed = isFailure(task.latest.state),
        .held = task.gpus};
}

std::optional<history::Wait> waitOf(const jobs::Job& job) {
    if (!job.started || job.attempts > 1) {
        return std::nullopt;
    }
    return history::Wait{*job.started, job.spec.user, *job.started - job.submitted};
}

} // namespace muster::agentd
