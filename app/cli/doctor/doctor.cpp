// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/doctor/doctor.h"

#include <ostream>

#include "app/cli/work_dir.h"

namespace muster::cli {

CommandLine Doctor::line() {
    CommandLine line;
    line.flags = {
        outputFlag(m_output, {"table", "json"}),
        {"--strict", &m_strict, "Exit with status 1 if there are warnings"},
        workDirFlag(m_workDir, "Work directory of the daemon"),
        {"--port", &m_port, "The port that the master will listen on", "N"},
    };
    line.examples = "  muster doctor\n"
                    "  sudo muster doctor --work_dir=/var/lib/muster-agent\n"
                    "  muster doctor --strict -o json\n"
                    "Checks this host only, and changes nothing. Exit status: 0 if Muster can run "
                    "here, 1 if there are\n"
                    "warnings and --strict is given, 2 if something must be fixed first.";
    return line;
}

ExitCode Doctor::run(const CliContext& here) {
    if (m_port < 1 || m_port > 65535) {
        here.err << "muster doctor: --port: write a number from 1 to 65535\n";
        return ExitCode::Usage;
    }
    const auto findings = doctor::examine(doctor::gatherFacts(
        {.workDir = workDirOf(m_workDir, here), .port = static_cast<std::uint16_t>(m_port)}));
    const auto listing = listingOf(findings);
    if (m_output == "json") {
        here.out << jsonText(listing);
    } else {
        here.out << tableText(listing, false, true) << remediesText(findings);
    }
    return exitCodeOf(doctor::worst(findings), m_strict);
}

Listing listingOf(const std::vector<doctor::Finding>& findings) {
    Listing out;
    out.noun = "checks";
    out.fields = {{"CHECK", "check"}, {"STATUS", "status"}, {"FOUND", "found"}, {"", "remedy"}};
    for (const auto& finding : findings) {
        out.rows.push_back(
            {Cell::word(finding.check), Cell::word(std::string(nameOf(finding.verdict))),
                Cell::word(finding.found), Cell::word(finding.remedy)});
    }
    return out;
}

std::string remediesText(const std::vector<doctor::Finding>& findings) {
    std::string text;
    for (const auto& finding : findings) {
        if (!finding.remedy.empty())
            text += fmt::format("  {}: {}\n", finding.check, finding.remedy);
    }
    return text.empty() ? text : "\nWhat to do:\n" + text;
}

ExitCode exitCodeOf(doctor::Verdict worst, bool strict) {
    switch (worst) {
    case doctor::Verdict::Error:
        return ExitCode::Usage; // the number is what counts: 2
    case doctor::Verdict::Warning:
        return strict ? ExitCode::Failed : ExitCode::Ok;
    case doctor::Verdict::Ok:
    case doctor::Verdict::Unknown:
        break;
    }
    return ExitCode::Ok;
}

} // namespace muster::cli
