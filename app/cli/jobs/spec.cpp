// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/jobs/spec.h"

#include <ostream>

#include "app/cli/jobs/job_flags.h"
#include "app/cli/target.h"
#include "app/cli/terminal.h"
#include "core/spec/job_file.h"
#include "core/spec/shell_words.h"

namespace muster::cli {

namespace {

// Says on stderr what went wrong, and what the words leave out.
ExitCode ask(
    const std::string& id, const MasterFlags& flags, const CliContext& here, spec::JobText& out) {
    muster::v1::Request request;
    request.mutable_query_job_spec()->set_job_id(id);
    return askAboutJob(flags, here, id, std::move(request), [&](const muster::v1::Reply& reply) {
        auto written = spec::textOf(reply.job_spec());
        if (!written.whole)
            here.err << "muster: the job has settings that cannot be shown here: this spec is "
                        "incomplete\n";
        out = std::move(written.job);
        return ExitCode::Ok;
    });
}

} // namespace

CommandLine ShowSpec::line() {
    CommandLine line;
    line.flags = {outputFlag(m_output, {"yaml", "command"})};
    line.arguments
        = {{"JOB", &m_id, "The id or name of a job, pending, running or ended", true, Names::Jobs}};
    m_master.addTo(line);
    line.examples = "  muster jobs spec job-7 > train.yaml\n  muster jobs spec job-7 -o command";
    return line;
}

ExitCode ShowSpec::run(const CliContext& here) {
    spec::JobText job;
    const auto code = ask(m_id, m_master, here, job);
    if (code == ExitCode::Ok)
        here.out << (m_output == "yaml" ? spec::yamlText(job) : spec::commandLine(job) + "\n");
    return code;
}

CommandLine CloneJob::line() {
    CommandLine line;
    addJobFlags(line, m_flags);
    for (auto& flag : line.flags) {
        const auto at = flag.help.rfind("; default: ");
        if (at != std::string::npos && flag.name != "--user")
            flag.help.replace(at, std::string::npos, "; default: that of the job");
    }
    addTo(line);
    line.arguments
        = {{"JOB", &m_id, "The id or name of a job, pending, running or ended", true, Names::Jobs}};
    line.examples = "  muster jobs clone job-7\n  muster jobs clone job-7 --gpus=4 --follow\n"
                    "  muster jobs clone train -- python3 /shared/train.py --epochs 20";
    return line;
}

ExitCode CloneJob::run(const CliContext& here) {
    spec::JobText old;
    if (const auto code = ask(m_id, m_master, here, old); code != ExitCode::Ok)
        return code;
    old.user.reset();
    auto job = spec::plan(spec::overridden(old, m_flags), here.user, terminalSize(here.input));
    return job ? send(std::move(*job), here) : fail(here, job.error(), ExitCode::Usage);
}

} // namespace muster::cli
