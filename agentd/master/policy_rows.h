// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/kernel/cluster/master.h"
#include "core/proto/muster/v1/journal.pb.h"

namespace muster::agentd {

// Agents and what operators ordered, as rows of the control journal. An error names the row that
// cannot be read.
muster::v1::AgentRow journalRow(const cluster::AgentRecord& record);
muster::v1::RestrictionRow journalRow(const cluster::GpuRestriction& restriction);
muster::v1::MaintenanceRow journalRow(const cluster::Maintenance& maintenance);
muster::v1::QuotaRow journalRow(const cluster::QuotaConfig& config);
muster::v1::WeightRow journalRow(const cluster::RoleWeight& weight);

Result<cluster::AgentRecord> agentFromRow(std::string_view bytes);
Result<cluster::GpuRestriction> restrictionFromRow(std::string_view bytes);
Status addMaintenance(std::string_view bytes, cluster::Recovered& into);
Result<cluster::QuotaConfig> quotaFromRow(std::string_view bytes);
Result<cluster::RoleWeight> weightFromRow(std::string_view bytes);

} // namespace muster::agentd
