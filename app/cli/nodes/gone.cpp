// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/nodes/gone.h"

#include <fmt/format.h>

#include "app/cli/confirm.h"
#include "app/cli/conversation.h"
#include "app/cli/operator_command.h"
#include "app/cli/text.h"
#include "core/kernel/base/operator_command.h"

namespace muster::cli {

CommandLine MarkNodeGone::line() {
    CommandLine line;
    line.flags = {
        reasonFlag(m_reason),
        yesFlag(m_yes),
    };
    line.arguments = {{"NODE", &m_node, "The host name or id of a node", true, Names::Nodes}};
    m_master.addTo(line);
    line.examples
        = "  muster nodes gone node-7 --reason='sold' --yes\n"
          "Its jobs restart on other nodes. If its agent comes back, it is told to end its\n"
          "tasks and may not join; with an empty work directory it joins as a new node";
    return line;
}

ExitCode MarkNodeGone::run(const CliContext& here) {
    if (const auto reason = checkReason(CommandKind::MarkNodeGone, m_reason, "--reason"); !reason)
        return fail(here, reason.error(), ExitCode::Usage);
    if (const auto over = confirm(here, CommandKind::MarkNodeGone, m_yes,
            fmt::format("What runs on {} is over when it is marked as gone, and this cannot be "
                        "undone. Go on?",
                escaped(m_node))))
        return *over;
    muster::v1::Request request;
    auto& gone = *request.mutable_mark_node_gone();
    gone.set_agent(m_node);
    gone.set_reason(m_reason);
    gone.set_author(authorOf(here));
    return sendOperatorCommand(m_master, here, request,
        fmt::format("{} is marked as gone: its jobs restart elsewhere", escaped(m_node)));
}

} // namespace muster::cli
