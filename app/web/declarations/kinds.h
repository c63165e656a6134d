// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/columns/alert.h"
#include "core/columns/event.h"
#include "core/columns/gpu.h"
#include "core/columns/job.h"
#include "core/columns/node.h"
#include "core/columns/offer.h"
#include "core/columns/refusal.h"
#include "core/columns/task.h"
#include "core/columns/usage.h"

namespace muster::web {

// Calls each("gpus", gpuColumns(), gpuOrder()), and so for each kind of row that has a table.
void forEachKind(auto&& each) {
    using namespace columns;
    each("gpus", gpuColumns(), gpuOrder());
    each("nodes", nodeColumns(), nodeOrder());
    each("jobs", jobColumns(), jobOrder());
    each("tasks", taskColumns(), taskOrder());
    each("offers", offerColumns(), offerOrder());
    each("refusals", refusalColumns(), refusalOrder());
    each("alerts", alertColumns(), alertOrder());
    each("events", eventColumns(), eventOrder());
    each("usage", usageColumns(), usageOrder());
}

} // namespace muster::web
