// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/flag_pages.h"

#include "agentd/flag_table.h"
#include "core/kernel/base/wrap.h"

namespace muster::agentd {
namespace {

constexpr std::size_t kColumns = 96; // behind "# "

std::string commented(std::string_view text) {
    auto lines = "# " + wrapped(text, kColumns);
    for (auto at = lines.find('\n'); at != std::string::npos; at = lines.find('\n', at + 1)) {
        lines.insert(at + 1, "# ");
    }
    return lines + '\n';
}

bool isNumber(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

// As TOML writes it. A single-quoted text has no escapes.
std::string literal(const Flag& flag) {
    if (!hasValueAsDefault(flag)) {
        return flag.value == nullptr ? "true" : fmt::format("'{}'", flag.value);
    }
    auto fallback = flag.fallback.text();
    return flag.value == nullptr || isNumber(fallback) ? std::move(fallback)
                                                       : fmt::format("'{}'", fallback);
}

std::string tagOf(const Flag& flag) {
    return flag.value == nullptr ? fmt::format("--{0}, --no-{0}", flag.name)
                                 : fmt::format("--{}={}", flag.name, flag.value);
}

std::string helpWithDefault(const Flag& flag) {
    return fmt::format("{}.{}", flag.help,
        flag.fallback.text().empty() ? "" : fmt::format(" Default: {}.", flag.fallback.text()));
}

void addFlags(manual::Page& page, std::string_view title, unsigned modes) {
    page.subheading(title);
    for (const auto table : {commonFlags(), masterFlags(), agentFlags()}) {
        for (const auto& flag : table) {
            if (flag.modes == modes) {
                page.item(tagOf(flag), helpWithDefault(flag));
            }
        }
    }
}

} // namespace

std::string configTemplate(Mode mode) {
    std::string out = commented(
        fmt::format("Configuration of the Muster {0}, read by 'muster-agentd {0}'. Each line is a "
                    "flag of 'muster-agentd {0} --help' with its default; remove the '#' to change "
                    "it, then restart the service: systemctl restart muster-{0}. The command line "
                    "and the environment (MUSTER_PORT) override this file.",
            nameOf(mode)));
    for (const auto* flag : flagsOf(mode)) {
        if (std::string_view(flag->name) == "config") {
            continue;
        }
        out += '\n' + commented(flag->help);
        if (!flag->fallback.text().empty() && !hasValueAsDefault(*flag)) {
            out += commented(fmt::format("Default: {}", flag->fallback.text()));
        }
        out += fmt::format("#{} = {}\n", flag->name, literal(*flag));
    }
    return out;
}

manual::Page daemonPage() {
    manual::Page page("muster-agentd", 8, MUSTER_VERSION,
        "daemon of a pool of Linux hosts with NVIDIA GPUs",
        "muster-agentd master [FLAGS]\nmuster-agentd agent [FLAGS]\nmuster-agentd standalone "
        "[FLAGS]");
    page.heading("DESCRIPTION")
        .paragraph("The master offers the resources of the agents, keeps the journal and the "
                   "history, and serves consoles, the command line and the HTTP APIs on one port. "
                   "An agent discovers the GPUs of its host and runs tasks in containers; it "
                   "connects to the master. A standalone daemon is both, for a single host.")
        .paragraph("Tasks outlive the daemon: a restart, a crash or an upgrade ends none of them.");
    page.heading("OPTIONS");
    addFlags(page, "Of master and agent", kBoth);
    addFlags(page, "Of the master", kMaster);
    addFlags(page, "Of the agent", kAgent);
    page.subheading("Without a mode")
        .item("--help", "Print the flags of a mode, or the modes.")
        .item("--version", "Print the version.");
    page.heading("ENVIRONMENT")
        .paragraph("Each flag is also an environment variable: --work_dir is MUSTER_WORK_DIR, or "
                   "MESOS_WORK_DIR as in Mesos. The command line overrides the environment, and "
                   "the environment overrides the configuration file.")
        .item("STATE_DIRECTORY", "The work directory if no flag specifies one; set by systemd.");
    page.heading("FILES")
        .item("/etc/muster/master.toml, /etc/muster/agent.toml, /etc/muster/standalone.toml",
            "The configuration file of each mode, unless --config specifies another: lines of the "
            "form NAME = VALUE (TOML), where NAME is the name of a flag. Strings are in quotes; a "
            "switch is true or false; a list may be written as [\"a\", \"b\"].")
        .item("<work_dir>/token", "The token that clients and agents present to the master.");
    page.heading("EXIT STATUS")
        .paragraph("0 after SIGTERM or SIGINT, 1 if the daemon cannot start: the last line on "
                   "stderr says why, and what to do.");
    std::string examples(flagExamples());
    examples.erase(0, examples.find("\n  ") + 1);
    page.heading("EXAMPLES").examples(examples);
    page.heading("SEE ALSO").paragraph("muster(1), muster-console(1), runc(8), conmon(8)");
    return page;
}

} // namespace muster::agentd
