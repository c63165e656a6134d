// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/journal/backup.h"

#include <filesystem>
#include <ostream>

#include "app/cli/conversation.h"
#include "app/cli/text.h"
#include "app/cli/work_dir.h"
#include "core/history/backup.h"

namespace muster::cli {
namespace {

namespace fs = std::filesystem;

std::string factsText(const history::JournalFacts& facts) {
    return fmt::format("step {}, {} rows of what is, {} of what has ended, {} KiB",
        facts.mark.sequence, facts.live, facts.ended, facts.bytes / 1024);
}

} // namespace

CommandLine Backup::line() {
    CommandLine line;
    line.flags = {workDirFlag(m_workDir, "The master's")};
    line.arguments = {{"FILE", &m_file, "The file to make"}};
    line.examples = "  muster backup /backup/muster-$(date +%F).db\n"
                    "  muster backup lab.db --work_dir=/srv/muster\n"
                    "Runs on the master's machine, as the user of the master, which may go on "
                    "working.\nIt keeps jobs, tasks, reservations, quota and the audit log; "
                    "samples of GPUs\n(telemetry.db) are not in it.";
    return line;
}

ExitCode Backup::run(const Surroundings& here) {
    const auto made = history::backUpJournal(workDirOf(m_workDir, here), m_file);
    if (!made) {
        return fail(here, made.error(), exitCodeOf(made.error().kind));
    }
    here.out << fmt::format("{}: {}\n", escaped(m_file), factsText(*made));
    return ExitCode::Ok;
}

CommandLine Restore::line() {
    CommandLine line;
    line.flags = {workDirFlag(m_workDir, "The master's")};
    line.arguments = {{"FILE", &m_file, "What 'muster backup' made"}};
    line.examples
        = "  systemctl stop muster-master && muster restore /backup/muster-2026-11-20.db\n"
          "The backup is checked first; the journal that is there is moved aside, not removed.\n"
          "Frameworks' tasks that were started after the backup run on and are listed again when "
          "their\nagents are back; jobs that were submitted after it are not known any more. "
          "Numbers "
          "of new jobs\nbegin far above, so that no number is used twice. Jobs that have started "
          "or "
          "were killed since the\nbackup start again: what runs of them may be ended, so let them "
          "end before you restore.";
    return line;
}

ExitCode Restore::run(const Surroundings& here) {
    if (std::error_code ignored; !fs::exists(m_file, ignored)) {
        return fail(here, Error{fmt::format("There is no file '{}'", m_file)}, ExitCode::NotFound);
    }
    const auto now = std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
    const auto done = history::restoreJournal(m_file, workDirOf(m_workDir, here), now);
    if (!done) {
        return fail(here, done.error(), exitCodeOf(done.error().kind));
    }
    here.out << fmt::format("Restored: {}\n", factsText(done->facts));
    if (const auto jobs = done->facts.openJobs; jobs > 0) {
        here.out << fmt::format("{} {} not ended when the backup was made: what has ended or was "
                                "killed since starts again\n",
            jobs, jobs == 1 ? "job had" : "jobs had");
    }
    if (!done->replaced.empty()) {
        here.out << fmt::format(
            "The journal that was there is {}\n", escaped(done->replaced.string()));
    }
    return ExitCode::Ok;
}

} // namespace muster::cli
