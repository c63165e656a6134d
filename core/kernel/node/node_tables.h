// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/base/uuid.h"
#include "core/kernel/node/capacity.h"
#include "core/kernel/node/executor_table.h"
#include "core/kernel/node/gpu_ledger.h"
#include "core/kernel/node/node_troubles.h"
#include "core/kernel/node/task_table.h"

namespace muster::node {

// All that the node knows of itself, its GPUs, its tasks and its executors. Each part keeps its own
// invariant; what spans several of them is upheld by Reporter, ExecutorHost and Agent. Not
// thread-safe; it stays where it is, for its parts refer to each other.
struct NodeTables {
    NodeTables(AgentOptions asked, const RecoveredAgent& recovered);
    NodeTables(const NodeTables&) = delete;
    NodeTables& operator=(const NodeTables&) = delete;

    AgentOptions options; // info.driverVersion and info.cudaVersion as they are now
    UuidSequence uuids; // of updates and containers
    GpuLedger gpus;
    NodeTroubles troubles;
    TaskTable tasks; // none is recovered yet
    ExecutorTable executors;
    Capacity capacity;
};

} // namespace muster::node
