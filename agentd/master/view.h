// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/base/metric.h"
#include "core/kernel/cluster/master.h"
#include "core/kernel/jobs/scheduler.h"
#include "core/proto/muster/v1/view.pb.h"

namespace muster::agentd {

// The kernel's state as rows for people. The same row is what consoles are sent and what the
// journal keeps. The journal's rows also carry what recovery needs (the payload), and leave out
// what a restart finds anew (what a framework uses, why a job waits): such changes cost no write.
enum class RowFor { Consoles, Journal };

// `noDataSince`: what is known of the node is of then (live_data.h).
using NoDataSince = std::optional<Instant>;
muster::v1::Agent row(
    const cluster::Agent& agent, std::uint32_t gpuGeneration, NoDataSince noDataSince = {});
muster::v1::Gpu row(const cluster::Master::GpuView& gpu, NoDataSince noDataSince = {});
// Its state as that row says it: a GpuState's wire name, or proto::kUnavailable.
std::string_view shownState(const cluster::Master::GpuView& gpu, bool hasData);
muster::v1::Framework row(const cluster::Framework& framework, RowFor reader);
muster::v1::Offer row(const cluster::Offer& offer, const cluster::Framework* framework);
muster::v1::Task row(const cluster::Task& task, RowFor reader);
muster::v1::Job row(const jobs::Job& job, const FrameworkId& framework, RowFor reader);
muster::v1::MetricInfo row(const MetricInfo& metric);
muster::v1::Quota row(const cluster::QuotaConfig& config);
muster::v1::Weight row(const cluster::RoleWeight& weight);

// From the journal. An error names the row that cannot be read.
Result<cluster::FrameworkInfo> frameworkFromRow(std::string_view bytes);
Result<cluster::Task> taskFromRow(std::string_view bytes);
Result<jobs::Job> jobFromRow(std::string_view bytes);
Result<cluster::QuotaConfig> quotaFromRow(std::string_view bytes);
Result<cluster::RoleWeight> weightFromRow(std::string_view bytes);
// `which` begins the sentence: "A task".
tl::unexpected<Error> unreadableRow(std::string_view which);

} // namespace muster::agentd
