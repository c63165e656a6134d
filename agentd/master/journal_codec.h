// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/kernel/alerts/alert.h"
#include "core/kernel/cluster/master.h"
#include "core/kernel/jobs/schedules.h"
#include "core/proto/muster/v1/journal.pb.h"

// The kernel's values as rows of the control journal, messages of
// core/proto/muster/v1/journal.proto, and back. Left out is what a restart finds anew (who is
// connected, why a job waits): such changes cost no write. An error names the row that cannot be
// read.
namespace muster::agentd {

muster::v1::FrameworkRow journalRow(const cluster::FrameworkInfo& framework);
muster::v1::TaskRow journalRow(const cluster::Task& task);
muster::v1::JobRow journalRow(const jobs::Job& job, const FrameworkId& framework);
muster::v1::ScheduleRow journalRow(const jobs::Schedule& schedule);
muster::v1::SlotRow journalRow(const jobs::SlotDecided& slot);
muster::v1::AgentRow journalRow(const cluster::AgentRecord& record);
muster::v1::RestrictionRow journalRow(const cluster::GpuRestriction& restriction);
muster::v1::MaintenanceRow journalRow(const cluster::Maintenance& maintenance);
muster::v1::QuotaRow journalRow(const cluster::QuotaConfig& config);
muster::v1::WeightRow journalRow(const cluster::RoleWeight& weight);
muster::v1::AlertRow journalRow(const alerts::Alert& alert);

Result<cluster::FrameworkInfo> frameworkFromRow(std::string_view bytes);
Result<cluster::Task> taskFromRow(std::string_view bytes);
Result<cluster::Task> toTask(const muster::v1::TaskRow& row);
Result<jobs::Job> jobFromRow(std::string_view bytes);
Result<jobs::Job> toJob(const muster::v1::JobRow& row);
// Without when it is due, which depends on its zone, and its runs, which the jobs name.
Result<jobs::Schedule> scheduleFromRow(std::string_view bytes);
Result<jobs::SlotDecided> slotFromRow(std::string_view bytes); // without its schedule
Result<cluster::AgentRecord> agentFromRow(std::string_view bytes);
Result<cluster::GpuRestriction> restrictionFromRow(std::string_view bytes);
Status addMaintenance(std::string_view bytes, cluster::Recovered& into);
Result<cluster::QuotaConfig> quotaFromRow(std::string_view bytes);
Result<cluster::RoleWeight> weightFromRow(std::string_view bytes);
Result<alerts::Alert> alertFromRow(std::string_view bytes);

// `which` begins the sentence: "A task".
tl::unexpected<Error> unreadableRow(std::string_view which);

// `Row`: a message of journal.proto.
template <typename Row>
Result<Row> parseRow(std::string_view bytes, std::string_view which) {
    Row out;
    if (!out.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
        return unreadableRow(which);
    }
    return out;
}

} // namespace muster::agentd
