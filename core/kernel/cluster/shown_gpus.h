// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/kernel/cluster/entries.h"

namespace muster::cluster {

// The states of an agent's GPUs, in their order, as views show them. An offer names a number of
// GPUs, not which: the agent will choose the lowest free minors, so these are shown as offered.
std::vector<GpuState> shownGpus(const AgentEntry& agent);

} // namespace muster::cluster
