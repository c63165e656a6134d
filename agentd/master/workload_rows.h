// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/kernel/cluster/master.h"
#include "core/kernel/jobs/scheduler.h"
#include "core/proto/muster/v1/journal.pb.h"

namespace muster::agentd {

// Frameworks, tasks and jobs as rows of the control journal. Left out is what a restart finds anew
// (who is connected, why a job waits): such changes cost no write.
muster::v1::FrameworkRow journalRow(const cluster::FrameworkInfo& framework);
muster::v1::TaskRow journalRow(const cluster::Task& task);
muster::v1::JobRow journalRow(const jobs::Job& job, const FrameworkId& framework);

// An error names the row that cannot be read.
Result<cluster::FrameworkInfo> frameworkFromRow(std::string_view bytes);
Result<cluster::Task> taskFromRow(std::string_view bytes);
Result<cluster::Task> toTask(const muster::v1::TaskRow& row);
Result<jobs::Job> jobFromRow(std::string_view bytes);
Result<jobs::Job> toJob(const muster::v1::JobRow& row);

} // namespace muster::agentd
