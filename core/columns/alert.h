// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/columns/cluster.h"
#include "core/columns/column.h"

namespace muster::columns {

struct AlertRow {
    const v1::Alert& alert;
    const Cluster& cluster;
};

std::span<const Column<AlertRow>> alertColumns();
std::span<const std::string_view> alertOrder(); // of screens, as onScreen() takes it

// The node that it is about, by name; empty: none.
std::string nodeOf(const AlertRow& row);

} // namespace muster::columns
