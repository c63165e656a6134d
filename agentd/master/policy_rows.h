// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/kernel/cluster/master.h"
#include "core/proto/muster/v1/view.pb.h"

namespace muster::agentd {

// Agents and what operators ordered, as rows of the control journal. An error names the row that
// cannot be read.
muster::v1::AgentPolicy row(const cluster::AgentRecord& record);
muster::v1::GpuRestriction row(const cluster::GpuRestriction& restriction);
muster::v1::Maintenance row(const cluster::Maintenance& maintenance);

Status addAgentPolicy(std::string_view bytes, cluster::Recovered& into);
Result<cluster::GpuRestriction> restrictionFromRow(std::string_view bytes);
Status addMaintenance(std::string_view bytes, cluster::Recovered& into);

} // namespace muster::agentd
