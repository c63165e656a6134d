// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "app/cli/alerts/acknowledge.h"
#include "app/cli/alerts/events.h"
#include "app/cli/context.h"
#include "app/cli/doctor/doctor.h"
#include "app/cli/execute/command.h"
#include "app/cli/files/copy.h"
#include "app/cli/gpu/restrict.h"
#include "app/cli/images/images.h"
#include "app/cli/jobs/explain.h"
#include "app/cli/jobs/hold.h"
#include "app/cli/jobs/kill.h"
#include "app/cli/jobs/logs.h"
#include "app/cli/jobs/spec.h"
#include "app/cli/jobs/submit.h"
#include "app/cli/jobs/templates.h"
#include "app/cli/journal/backup.h"
#include "app/cli/lists/alerts.h"
#include "app/cli/lists/gpus.h"
#include "app/cli/lists/jobs.h"
#include "app/cli/lists/nodes.h"
#include "app/cli/lists/offers.h"
#include "app/cli/lists/tasks.h"
#include "app/cli/lists/topology.h"
#include "app/cli/nodes/drain.h"
#include "app/cli/nodes/gone.h"
#include "app/cli/offers/refused.h"
#include "app/cli/offers/rescind.h"
#include "app/cli/program/completion.h"
#include "app/cli/program/program.h"
#include "app/cli/report.h"
#include "app/cli/schedules/create.h"
#include "app/cli/schedules/schedules.h"
#include "app/cli/services/changes.h"
#include "app/cli/services/logs.h"
#include "app/cli/services/services.h"
#include "app/cli/sessions/exec.h"
#include "app/cli/version.h"
#include "app/cli/web.h"
#include "core/kernel/base/operator_command.h"

namespace muster::cli {

namespace {

template <typename T>
std::unique_ptr<Command> make() {
    return std::make_unique<T>();
}

// A command that sends an operator command.
template <typename T>
CommandRow operating(CommandKind kind) {
    const auto& row = info(kind);
    return {row.line, row.summary, make<T>};
}

const auto kTable = std::to_array<CommandRow>({
    {"execute", "Run one command on the cluster; accepts the flags of mesos-execute",
        make<Execute>},
    {"gpus", "List GPUs with utilisation, memory, temperature, state and holder", make<Gpus>},
    {"nodes", "List nodes", make<Nodes>},
    operating<DrainNode>(CommandKind::DrainNode),
    operating<MarkNodeGone>(CommandKind::MarkNodeGone),
    operating<ResumeNode>(CommandKind::ResumeNode),
    {"nodes topology", "Show how the GPUs of a node are connected", make<Topology>},
    {"offers", "List outstanding offers", make<Offers>},
    {"offers refused", "List what is currently not offered to frameworks, and why",
        make<RefusedOffers>},
    operating<RescindOffer>(CommandKind::RescindOffer),
    {"tasks", "List tasks", make<Tasks>},
    {"jobs", "List jobs, and why they are pending", make<Jobs>},
    {"jobs explain", "Explain why a job is pending, and what would let it start", make<ExplainJob>},
    {"jobs spec", "Print the spec of a job as a file for 'submit --file'", make<ShowSpec>},
    {"jobs clone", "Submit a job again, with changes", make<CloneJob>},
    operating<HoldJob>(CommandKind::HoldJob),
    operating<ReleaseJob>(CommandKind::ReleaseJob),
    {"alerts", "List active alerts", make<Alerts>},
    {"alerts list", "Same as 'muster alerts'", make<Alerts>, true},
    operating<Acknowledge>(CommandKind::AcknowledgeAlert),
    {"events", "List operator commands, alerts, and agents that joined or left", make<Events>},
    {"submit", "Submit a job to the queue", make<Submit>},
    {"templates", "List job templates", make<ListTemplates>},
    {"templates list", "Same as 'muster templates'", make<ListTemplates>, true},
    {"templates show", "Show the fields of a template", make<ShowTemplate>},
    {"schedules", "List scheduled jobs", make<ListSchedules>},
    {"schedules list", "Same as 'muster schedules'", make<ListSchedules>, true},
    {"schedules show", "Show a scheduled job", make<ShowSchedule>},
    operating<CreateSchedule>(CommandKind::PutSchedule),
    operating<RunSchedule>(CommandKind::RunSchedule),
    operating<PauseSchedule>(CommandKind::PauseSchedule),
    operating<ResumeSchedule>(CommandKind::ResumeSchedule),
    {"schedules next", "Show when a scheduled job is due next", make<NextRuns>},
    {"schedules history", "Show what became of each time that it was due", make<ScheduleHistory>},
    operating<DeleteSchedule>(CommandKind::DeleteSchedule),
    {"services", "List services, and whether all their instances run", make<ListServices>},
    {"services list", "Same as 'muster services'", make<ListServices>, true},
    {"services show", "Show a service, why it waits, and its instances", make<ShowService>},
    operating<CreateService>(CommandKind::PutService),
    operating<ScaleService>(CommandKind::ScaleService),
    operating<RestartService>(CommandKind::RestartService),
    {"services update", "Change a service; only what is given changes", make<UpdateService>},
    {"services rollback", "Cancel the deployment of a service, or restore an earlier version",
        make<RollBackService>},
    {"services history", "List the versions of a service, and what each changed",
        make<ServiceHistory>},
    {"services logs", "Show the output of an instance of a service", make<ServiceLogs>},
    operating<DeleteService>(CommandKind::DeleteService),
    {"logs", "Show the output of a task or job", make<Logs>},
    {"exec", "Run a command in the container of a running task", make<Exec>},
    {"attach", "Attach to a running task, or to a command started by 'exec --detach'",
        make<Attach>},
    {"cp", "Copy files out of a task's sandbox", make<Copy>},
    {"files", "List the files in a task's sandbox", make<Files>},
    operating<Kill>(CommandKind::KillJob),
    operating<RestrictGpu>(CommandKind::RestrictGpu),
    operating<ReleaseGpu>(CommandKind::ReleaseGpu),
    {"report", "Show resource usage by user", make<Report>},
    {"web", "Open the web page in the browser, signed in", make<Web>},
    {"images list", "List the images on the nodes", make<ListImages>},
    {"images pull", "Pull an image to the nodes", make<PullImage>},
    {"images prune", "Remove unused images", make<PruneImages>},
    {"doctor", "Check whether this host can run Muster, and say what to fix", make<Doctor>},
    {"backup", "Back up the journal of the master on this host", make<Backup>},
    {"restore", "Restore the journal from a backup", make<Restore>},
    {"context", "List the contexts: masters that you can connect to", make<ShowContexts>},
    {"context set", "Add or change a context, and make it the current one", make<SetContext>},
    {"context remove", "Remove a context", make<RemoveContext>},
    {"context use", "Choose the current context", make<UseContext>},
    {"completion", "Print a completion script for bash, zsh or fish", make<Completion>},
    {"__complete", "Print the completions of a command line", make<Complete>, true},
    {"version", "Print the version", make<Version>},
});

} // namespace

std::span<const CommandRow> commandTable() {
    return kTable;
}

} // namespace muster::cli
