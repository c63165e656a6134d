// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/jobs/explain.h"

#include <ostream>

#include <nlohmann/json.hpp>

#include "app/cli/conversation.h"
#include "app/cli/listing.h"
#include "app/cli/target.h"
#include "app/cli/text.h"
#include "core/proto/states.h"

namespace muster::cli {

using muster::v1::Explanation;

namespace {

// A machine a row, a requirement a column; what is not met has a mark.
Listing tableOf(const Explanation& explanation) {
    Listing out{"machines", {{"NODE", ""}}, {}};
    for (const auto& requirement : explanation.requirements())
        out.fields.push_back({fmt::format("{}: {}", requirement.name(), requirement.needed()), ""});
    for (const auto& machine : explanation.machines()) {
        auto& row = out.rows.emplace_back();
        row.push_back(Cell::word(machine.hostname()));
        for (const auto& finding : machine.findings())
            row.push_back(Cell::word((finding.met() ? "  " : "! ") + finding.found()));
    }
    return out;
}

} // namespace

std::string explanationText(const Explanation& explanation) {
    std::string text = escaped(explanation.sentence()) + "\n";
    if (explanation.machines_size() > 0)
        text += "\n" + tableText(tableOf(explanation), /*wide=*/false, /*header=*/true);
    if (explanation.left_out() > 0)
        text += fmt::format("and {} more: use --machines=N to list more\n", explanation.left_out());
    if (explanation.would_start_size() > 0)
        text += "\nIt would start\n";
    for (const auto& sentence : explanation.would_start())
        text += fmt::format("  {}\n", escaped(sentence));
    if (explanation.ahead() > 0 && explanation.serves().empty())
        text += fmt::format("\n{} ahead of it in the queue\n",
            explanation.ahead() == 1 ? "1 job is"
                                     : fmt::format("{} jobs are", explanation.ahead()));
    return text;
}

std::string explanationJson(const Explanation& explanation) {
    using Json = nlohmann::ordered_json;
    Json requirements = Json::array();
    for (const auto& requirement : explanation.requirements())
        requirements.push_back({{"name", requirement.name()}, {"needed", requirement.needed()}});
    Json machines = Json::array();
    for (const auto& machine : explanation.machines()) {
        Json findings = Json::array();
        for (const auto& finding : machine.findings())
            findings.push_back({{"found", finding.found()}, {"met", finding.met()}});
        machines.push_back({{"node", machine.hostname()}, {"agent_id", machine.agent_id()},
            {"could_serve", machine.could_serve()}, {"findings", std::move(findings)}});
    }
    const Json serves = explanation.serves().empty() ? Json() : Json(explanation.serves());
    const Json document{{"schema_version", kSchemaVersion},
        {"state", std::string(proto::word(explanation.state()))},
        {"reason", std::string(proto::word(explanation.reason()))},
        {"sentence", explanation.sentence()}, {"serves", serves}, {"ahead", explanation.ahead()},
        {"requirements", std::move(requirements)}, {"machines", std::move(machines)},
        {"left_out", explanation.left_out()},
        {"would_start",
            std::vector<std::string>(
                explanation.would_start().begin(), explanation.would_start().end())}};
    return escapedJson(document.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

ExitCode explain(const muster::v1::Explain& question, const std::string& output, bool check,
    const MasterFlags& flags, const CliContext& here) {
    muster::v1::Request request;
    *request.mutable_explain() = question;
    const auto show = [&](const muster::v1::Reply& reply) {
        const auto& explanation = reply.explanation();
        here.out << (output == "json" ? explanationJson(explanation)
                                      : explanationText(explanation));
        return check && explanation.serves().empty() ? ExitCode::WouldWait : ExitCode::Ok;
    };
    return check ? askMaster(flags, here, std::move(request), show)
                 : askAboutJob(flags, here, question.job_id(), std::move(request), show);
}

CommandLine ExplainJob::line() {
    CommandLine line;
    line.flags = {
        outputFlag(m_output, {"table", "json"}),
        {"--machines", &m_machines, "List at most this many nodes, best candidates first", "N"},
    };
    line.arguments = {{"JOB", &m_id, "The id or name of a job", true, Names::OpenJobs}};
    m_master.addTo(line);
    line.examples = "  muster jobs explain job-7\n"
                    "  muster jobs explain train -o json\n"
                    "'!' marks what a node lacks. 'muster submit --check ...' explains a job "
                    "without submitting it";
    return line;
}

ExitCode ExplainJob::run(const CliContext& here) {
    if (m_machines < 1)
        return fail(here, Error{"'--machines' must be at least 1"}, ExitCode::Usage);
    auto id = m_id;
    if (!isJobId(m_id)) {
        const auto master = findMaster(m_master, here, "/ws/console");
        if (!master)
            return fail(here, master.error(), ExitCode::Usage);
        const auto view = lookAround(*master, here);
        if (!view)
            return view.error();
        const auto job = findJob(*view, {m_id}, now());
        if (!job)
            return fail(here, job.error(), exitCodeOf(job.error().kind));
        id = *job ? (*job)->id() : m_id;
    }
    muster::v1::Explain request;
    request.set_job_id(id);
    request.set_machines(static_cast<std::uint32_t>(m_machines));
    return explain(request, m_output, /*check=*/false, m_master, here);
}

} // namespace muster::cli
