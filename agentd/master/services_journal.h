// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/journal.h"
#include "core/kernel/jobs/service/scheduler.h"

// What the control journal holds of services: apps and their versions, instances, deployments, the
// identity of their framework. What people asked for is kept as the JSON of Marathon's API.
namespace muster::agentd {

// A row that cannot be read is left out, and told to the journal.
Result<services::RecoveredServices> recoverServices(history::Journal& journal);

// Adds the rows that these events change, each object once, as it is now.
void addServices(const std::vector<services::ServicesEvent>& events,
    const services::Scheduler& scheduler, history::Change& change);

history::Record servicesFrameworkRecord(const FrameworkId& framework);

} // namespace muster::agentd
