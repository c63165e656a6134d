// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "agentd/master/viewer.h"
#include "core/kernel/cluster/master.h"
#include "core/proto/mesos/v1/maintenance/maintenance.pb.h"
#include "core/proto/mesos/v1/quota/quota.pb.h"

// What operators have set, as the operator API says it; of roles as far as the viewer sees them.
namespace muster::agentd::api {

mesos::v1::quota::QuotaStatus quotaStatus(const cluster::Master& master, const Viewer& viewer);
google::protobuf::RepeatedPtrField<mesos::v1::WeightInfo> weightInfos(
    const cluster::Master& master, const Viewer& viewer);
mesos::v1::maintenance::Schedule maintenanceSchedule(const cluster::Maintenance& maintenance);
mesos::v1::maintenance::ClusterStatus maintenanceStatus(const cluster::Maintenance& maintenance);

} // namespace muster::agentd::api
