// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/jobs/service/instance.h"

namespace muster::services {

// What a task finds in its environment beside what its app sets itself: where it is, its ports and
// its app, in Marathon's names. MESOS_TASK_ID is set by the agent.
Environment environmentOf(const App& app, const Instance& instance);

} // namespace muster::services
