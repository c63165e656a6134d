// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "core/kernel/cluster/master.h"
#include "core/proto/mesos/v1/maintenance/maintenance.pb.h"
#include "core/proto/mesos/v1/quota/quota.pb.h"

// What operators have set, as the operator API says it.
namespace muster::agentd::api {

mesos::v1::quota::QuotaStatus quotaStatus(const std::map<std::string, allocator::Quota>& quotas);
mesos::v1::maintenance::Schedule maintenanceSchedule(const cluster::Maintenance& maintenance);
mesos::v1::maintenance::ClusterStatus maintenanceStatus(const cluster::Maintenance& maintenance);

} // namespace muster::agentd::api
