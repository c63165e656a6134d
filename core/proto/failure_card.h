// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/kernel/cluster/failure_card.h"
#include "core/proto/muster/v1/view.pb.h"

namespace muster::proto {

// Of a task's row, as consoles and the command line have it.
std::vector<cluster::FailureLine> failureCard(const muster::v1::Task& task);

} // namespace muster::proto
