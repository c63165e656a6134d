// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/jobs/hold.h"

#include "app/cli/conversation.h"
#include "app/cli/operator_command.h"
#include "app/cli/text.h"
#include "core/kernel/base/operator_command.h"

namespace muster::cli {

using muster::v1::Request;

CommandLine HoldJob::line() {
    CommandLine line;
    line.flags = {reasonFlag(m_reason)};
    line.arguments = {{"JOB", &m_job, "The id or name of a pending job", true, Names::OpenJobs}};
    m_master.addTo(line);
    line.examples = "  muster jobs hold job-7 --reason='waits for data'\n"
                    "  muster jobs hold train --reason='waits for data'\n"
                    "The job keeps its place in the queue until 'muster jobs release'";
    return line;
}

ExitCode HoldJob::run(const CliContext& here) {
    if (const auto reason = checkReason(CommandKind::HoldJob, m_reason, "--reason"); !reason)
        return fail(here, reason.error(), ExitCode::Usage);
    Request request;
    auto& hold = *request.mutable_hold_job();
    hold.set_job_id(m_job);
    hold.set_reason(m_reason);
    hold.set_author(authorOf(here));
    return sendOperatorCommand(m_master, here, request,
        fmt::format("Job '{}' is held until it is released", escaped(m_job)), m_job);
}

CommandLine ReleaseJob::line() {
    CommandLine line;
    line.arguments = {{"JOB", &m_job, "The id or name of a held job", true, Names::OpenJobs}};
    m_master.addTo(line);
    line.examples = "  muster jobs release job-7";
    return line;
}

ExitCode ReleaseJob::run(const CliContext& here) {
    Request request;
    request.mutable_release_job()->set_job_id(m_job);
    request.mutable_release_job()->set_author(authorOf(here));
    return sendOperatorCommand(
        m_master, here, request, fmt::format("Released job '{}'", escaped(m_job)), m_job);
}

} // namespace muster::cli
