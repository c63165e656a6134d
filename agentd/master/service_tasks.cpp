// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/master/service_tasks.h"

#include "agentd/master/marathon/task_payload.h"

namespace muster::agentd {
namespace {

void complete(cluster::TaskInfo& task, const services::Scheduler& scheduler,
    const services::Environment& environment) {
    const auto* instance = scheduler.instance(task.id);
    const auto* app = instance != nullptr ? scheduler.app(instance->app) : nullptr;
    if (app == nullptr) {
        return;
    }
    mesos::v1::TaskInfo payload;
    payload.ParsePartialFromString(task.payload.bytes());
    marathon::completeTask(payload, app->spec, *instance, environment);
    task.payload = payload.SerializePartialAsString();
}

} // namespace

void completeTasks(services::Call& call, const services::Scheduler& scheduler) {
    auto* accept = std::get_if<cluster::Accept>(&call.call);
    if (accept == nullptr) {
        return;
    }
    for (auto& operation : accept->operations) {
        if (auto* launch = std::get_if<cluster::LaunchTasks>(&operation)) {
            for (auto& task : launch->tasks) {
                complete(task, scheduler, call.environments[task.id]);
            }
        }
    }
}

} // namespace muster::agentd
