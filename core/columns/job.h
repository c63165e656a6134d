// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/columns/cluster.h"
#include "core/columns/column.h"

namespace muster::columns {

struct JobRow {
    const v1::Job& job;
    const Cluster& cluster;
};

std::span<const Column<JobRow>> jobColumns();
std::span<const std::string_view> jobOrder(); // of screens, as onScreen() takes it

} // namespace muster::columns
