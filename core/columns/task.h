// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/columns/cluster.h"
#include "core/columns/column.h"

namespace muster::columns {

struct TaskRow {
    const v1::Task& task;
    const Cluster& cluster;
};

std::span<const Column<TaskRow>> taskColumns();
std::span<const std::string_view> taskOrder(); // of screens, as onScreen() takes it

} // namespace muster::columns
