// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/nodes/drain.h"

#include <ostream>
#include <set>

#include <fmt/ranges.h>

#include "app/cli/confirm.h"
#include "app/cli/conversation.h"
#include "app/cli/listing.h"
#include "app/cli/lists/topology.h"
#include "app/cli/operator_command.h"
#include "app/cli/terminal.h"
#include "app/cli/text.h"
#include "core/kernel/base/nearest.h"
#include "core/kernel/base/operator_command.h"
#include "core/kernel/base/text.h"
#include "core/kernel/base/time.h"

namespace muster::cli {

using muster::v1::Agent;
using muster::v1::Request;
using muster::v1::Task;

Result<std::string> drainPreview(const ClusterView& view, const std::string& node) {
    const auto agent = findNode(view, node);
    if (!agent)
        return tl::unexpected(agent.error());
    const auto hostname = escaped((*agent)->hostname());
    Listing list{
        "tasks", {{"TASK", ""}, {"NAME", ""}, {"USER", ""}, {"GPUS", "", false, true}}, {}};
    std::set<std::string> users;
    for (const auto& [key, task] : view.tasks()) {
        if (task.agent_id() != (*agent)->id() || task.ended_ms() != 0)
            continue;
        users.insert(task.user());
        list.rows.push_back({Cell::word(task.id()), Cell::word(task.name()),
            Cell::word(task.user()), Cell::number(task.gpus_size())});
    }
    if (list.rows.empty())
        return fmt::format("Draining {} stops nothing: no task is running there\n", hostname);
    return fmt::format("Draining {} stops {} of {}\n\n{}", hostname,
        counted(list.rows.size(), "task"), counted(users.size(), "user"),
        tableText(list, /*wide=*/false, /*header=*/true));
}

CommandLine DrainNode::line() {
    CommandLine line;
    line.flags = {
        reasonFlag(m_reason),
        {"--max-grace", &m_maxGrace,
            "The maximum grace period of its tasks; default: each task's own", "DURATION"},
        {"--dry-run", &m_dryRun, "Only show what would be stopped"},
        yesFlag(m_yes),
    };
    line.arguments = {{"NODE", &m_node, "The host name or id of a node", true, Names::Nodes}};
    m_master.addTo(line);
    line.examples
        = "  muster nodes drain node-7 --reason='fan rattles' --max-grace=10m\n"
          "  muster nodes drain node-7 --dry-run\n"
          "Jobs that are stopped return to the queue. 'muster nodes resume' ends the drain";
    return line;
}

ExitCode DrainNode::run(const CliContext& here) {
    Request request;
    auto& drain = *request.mutable_drain_node();
    drain.set_agent(m_node);
    drain.set_reason(m_reason);
    drain.set_author(authorOf(here));
    if (m_maxGrace) {
        const auto grace = parseDuration(*m_maxGrace);
        if (!grace)
            return fail(here, Error{"'--max-grace': " + grace.error().message}, ExitCode::Usage);
        const auto whole = std::chrono::ceil<std::chrono::milliseconds>(*grace).count();
        if (whole <= 0)
            return fail(here, Error{"'--max-grace' must be above 0"}, ExitCode::Usage);
        drain.set_max_grace_ms(whole);
    }
    if (m_dryRun)
        return preview(here);
    if (const auto reason = checkReason(CommandKind::DrainNode, m_reason, "--reason"); !reason)
        return fail(here, reason.error(), ExitCode::Usage);
    if (!m_yes && isTerminal(here.input)) {
        if (const auto shown = preview(here); shown != ExitCode::Ok)
            return shown;
        here.out << '\n' << std::flush;
    }
    if (const auto over
        = confirm(here, CommandKind::DrainNode, m_yes, fmt::format("Drain {}?", escaped(m_node))))
        return *over;
    return sendOperatorCommand(m_master, here, request,
        fmt::format("Draining {}: no new work is placed there", escaped(m_node)));
}

ExitCode DrainNode::preview(const CliContext& here) {
    const auto view = askForCluster(m_master, here);
    if (!view)
        return view.error();
    const auto text = drainPreview(*view, m_node);
    if (!text)
        return fail(here, text.error(), exitCodeOf(text.error().kind));
    here.out << *text;
    return ExitCode::Ok;
}

CommandLine ResumeNode::line() {
    CommandLine line;
    line.flags = {{"--reason", &m_reason, "The reason, for the audit log", "TEXT"}};
    line.arguments
        = {{"NODE", &m_node, "The host name or id of a drained node", true, Names::Nodes}};
    m_master.addTo(line);
    line.examples = "  muster nodes resume node-7 --reason='new fan'";
    return line;
}

ExitCode ResumeNode::run(const CliContext& here) {
    Request request;
    auto& resume = *request.mutable_reactivate_node();
    resume.set_agent(m_node);
    resume.set_reason(m_reason);
    resume.set_author(authorOf(here));
    return sendOperatorCommand(
        m_master, here, request, fmt::format("{} accepts new work again", escaped(m_node)));
}

} // namespace muster::cli
