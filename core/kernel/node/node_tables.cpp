// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "core/kernel/node/node_tables.h"

#include <utility>

namespace muster::node {
namespace {

std::map<TaskKey, std::vector<GpuUuid>> heldGpus(const RecoveredAgent& recovered) {
    std::map<TaskKey, std::vector<GpuUuid>> held;
    for (const auto& executor : recovered.executors) {
        held[holderOf(executor)] = executor.gpus;
    }
    for (const auto& task : recovered.tasks) {
        if (!isTerminal(task.latest.state) && hasOwnContainer(task.info) && !task.gpus.empty()) {
            held[{task.framework.id, task.info.id}] = task.gpus;
        }
    }
    return held;
}

} // namespace

NodeTables::NodeTables(AgentOptions asked, const RecoveredAgent& recovered)
    : options(std::move(asked)), uuids(options.seed), gpus({.found = options.info.gpus,
                                                          .owned = options.owned,
                                                          .ownsLater = options.ownsLaterGpus,
                                                          .restrictions = recovered.restrictions,
                                                          .held = heldGpus(recovered)}),
      troubles(gpus, {options.firstProbe, options.lastProbe, options.rulesAlert}),
      tasks({options.killGrace, {options.firstRetry, options.lastRetry}}, uuids),
      executors({options.executorRegistration, options.executorReregistration,
          options.executorShutdownGrace}),
      capacity(options, gpus, tasks, executors) { }

} // namespace muster::node
