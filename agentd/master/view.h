// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/kernel/alerts/alert.h"
#include "core/kernel/base/metric.h"
#include "core/kernel/cluster/master.h"
#include "core/kernel/jobs/scheduler.h"
#include "core/proto/muster/v1/view.pb.h"

namespace muster::agentd {

// The kernel's state as rows for people: what consoles are sent.

// `noDataSince`: what is known of the node is of then (live_data.h).
using NoDataSince = std::optional<Instant>;
muster::v1::Agent row(
    const cluster::Agent& agent, std::uint32_t gpuGeneration, NoDataSince noDataSince = {});
muster::v1::Gpu row(const cluster::Master::GpuView& gpu, NoDataSince noDataSince = {});
// Its state as that row says it.
muster::v1::Gpu::State shownState(const cluster::Master::GpuView& gpu, bool hasData);
muster::v1::Framework row(const cluster::Framework& framework);
muster::v1::Offer row(const cluster::Offer& offer, const cluster::Framework* framework);
muster::v1::Task row(const cluster::Task& task);
muster::v1::Job row(const jobs::Job& job, const FrameworkId& framework);
muster::v1::Alert row(const alerts::Alert& alert);
muster::v1::MetricInfo row(const MetricInfo& metric);

} // namespace muster::agentd
