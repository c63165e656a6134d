// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/columns/cluster.h"
#include "core/columns/column.h"

namespace muster::columns {

struct NodeRow {
    const v1::Agent& agent;
    const Cluster& cluster;
};

std::span<const Column<NodeRow>> nodeColumns();
std::span<const std::string_view> nodeOrder(); // of screens, as onScreen() takes it

// The state of a node in one word, for lists and their filters: "draining" or "drained" where that
// was ordered, unless the node is away.
std::string nodeState(const v1::Agent& agent);

} // namespace muster::columns
