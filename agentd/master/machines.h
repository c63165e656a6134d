// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/kernel/cluster/master.h"
#include "core/kernel/jobs/machine.h"

namespace muster::agentd {

// Nodes and quotas as the reasons of pending jobs look at them. Offers count as other frameworks':
// the job scheduler answers its own before anybody is told a reason.
jobs::Machine machineOf(const cluster::Agent& agent);
// Of one without a quota the default quota.
jobs::RoleUse roleOf(const cluster::Master& master, const std::string& role);
std::vector<jobs::RoleUse> rolesOf(const cluster::Master& master); // that have a quota

} // namespace muster::agentd
