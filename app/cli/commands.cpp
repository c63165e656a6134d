// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "app/cli/alerts/acknowledge.h"
#include "app/cli/alerts/events.h"
#include "app/cli/completion.h"
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
#include "app/cli/program.h"
#include "app/cli/report.h"
#include "app/cli/sessions/exec.h"
#include "app/cli/version.h"
#include "core/kernel/base/operator_command.h"

namespace muster::cli {

namespace {

template <typename T>
std::unique_ptr<Command> make() {
    return std::make_unique<T>();
}

// A command that gives an order of an operator.
template <typename T>
CommandRow ordering(OperatorCommand command) {
    const auto& row = info(command);
    return {row.line, row.summary, make<T>};
}

const auto kTable = std::to_array<CommandRow>({
    {"execute", "Run one command on the cluster; takes mesos-execute's flags", make<Execute>},
    {"gpus", "List GPUs: use, memory, temperature, state, who holds them", make<Gpus>},
    {"nodes", "List machines", make<Nodes>},
    ordering<DrainNode>(OperatorCommand::DrainNode),
    ordering<MarkNodeGone>(OperatorCommand::MarkNodeGone),
    ordering<ResumeNode>(OperatorCommand::ResumeNode),
    {"nodes topology", "Show how the GPUs of a machine reach each other", make<Topology>},
    {"offers", "List what frameworks are offered now", make<Offers>},
    {"offers refused", "List what frameworks are not offered now, and why", make<RefusedOffers>},
    ordering<RescindOffer>(OperatorCommand::RescindOffer),
    {"tasks", "List tasks", make<Tasks>},
    {"jobs", "List jobs, and why they wait", make<Jobs>},
    {"jobs explain", "Say why a job waits, and what would let it start", make<ExplainJob>},
    {"jobs spec", "Print what was submitted as a job, as a file for 'submit --file'",
        make<ShowSpec>},
    {"jobs clone", "Submit a job once more, with changes", make<CloneJob>},
    ordering<HoldJob>(OperatorCommand::HoldJob),
    ordering<ReleaseJob>(OperatorCommand::ReleaseJob),
    {"alerts", "List what needs somebody's attention", make<Alerts>},
    {"alerts list", "The same", make<Alerts>, true},
    ordering<Acknowledge>(OperatorCommand::AcknowledgeAlert),
    {"events", "List who did what, alerts and agents that came and went", make<Events>},
    {"submit", "Put a job into the queue", make<Submit>},
    {"templates", "List templates of jobs", make<ListTemplates>},
    {"templates list", "The same", make<ListTemplates>, true},
    {"templates show", "Show what a template asks for", make<ShowTemplate>},
    {"logs", "Show what a task or a job wrote", make<Logs>},
    {"exec", "Run one more command in the container of a running task", make<Exec>},
    {"attach", "Connect to a running task, or to a command that 'exec --detach' started",
        make<Attach>},
    {"cp", "Copy files out of a task's sandbox", make<Copy>},
    {"files", "List a folder of a task's sandbox", make<Files>},
    ordering<Kill>(OperatorCommand::KillJob),
    ordering<RestrictGpu>(OperatorCommand::RestrictGpu),
    ordering<ReleaseGpu>(OperatorCommand::ReleaseGpu),
    {"report", "Show who used how much, by user", make<Report>},
    {"images list", "List the images on the machines", make<ListImages>},
    {"images pull", "Bring an image to the machines", make<PullImage>},
    {"images prune", "Remove images that no container uses", make<PruneImages>},
    {"doctor", "Check whether this machine can run Muster, and say what to do where not",
        make<Doctor>},
    {"backup", "Copy the journal of a master on this machine", make<Backup>},
    {"restore", "Make such a copy the journal again", make<Restore>},
    {"context", "Show the masters that you know", make<ShowContexts>},
    {"context set", "Add or change one, and make it the current one", make<SetContext>},
    {"context use", "Choose the current one", make<UseContext>},
    {"completion", "Print a completion script for bash, zsh or fish", make<Completion>},
    {"__complete", "What completes the words", make<Complete>, true},
    {"version", "Show the version", make<Version>},
});

} // namespace

std::span<const CommandRow> commandTable() {
    return kTable;
}

} // namespace muster::cli
