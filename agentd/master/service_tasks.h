// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/jobs/service/scheduler.h"

namespace muster::agentd {

// Puts into the tasks that the call launches what is known only now: their ports and environment.
void completeTasks(services::Call& call, const services::Scheduler& scheduler);

} // namespace muster::agentd
