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
    return fmt::format("step {}, {} current rows, {} rows of ended jobs and tasks, {} KiB",
        facts.mark.sequence, facts.live, facts.ended, facts.bytes / 1024);
}

} // namespace

CommandLine Backup::line() {
    CommandLine line;
    line.flags = {workDirFlag(m_workDir, "Work directory of the master")};
    line.arguments = {{"FILE", &m_file, "The backup file to create"}};
    line.examples
        = "  muster backup /backup/muster-$(date +%F).db\n"
          "  muster backup lab.db --work_dir=/srv/muster\n"
          "Runs on the master's host, as the user of the master, which may keep running.\n"
          "The backup contains jobs, tasks, reservations, quota and the audit log, but no GPU\n"
          "samples (telemetry.db).";
    return line;
}

ExitCode Backup::run(const CliContext& here) {
    const auto made = history::backUpJournal(workDirOf(m_workDir, here), m_file);
    if (!made) {
        return fail(here, made.error(), exitCodeOf(made.error().kind));
    }
    here.out << fmt::format("{}: {}\n", escaped(m_file), factsText(*made));
    return ExitCode::Ok;
}

CommandLine Restore::line() {
    CommandLine line;
    line.flags = {workDirFlag(m_workDir, "Work directory of the master")};
    line.arguments = {{"FILE", &m_file, "A backup file created by 'muster backup'"}};
    line.examples
        = "  systemctl stop muster-master && muster restore /backup/muster-2026-11-20.db\n"
          "The backup is checked first. The existing journal is moved aside, not removed.\n"
          "Tasks that frameworks started after the backup keep running and are listed again when "
          "their\n"
          "agents are back. Jobs that were submitted after the backup are lost. New jobs get much "
          "higher\n"
          "numbers, so that no number is used twice. Jobs that were started or killed after the "
          "backup\n"
          "start again, and their running attempts may be ended: let them end before you restore.";
    return line;
}

ExitCode Restore::run(const CliContext& here) {
    if (std::error_code ignored; !fs::exists(m_file, ignored)) {
        return fail(
            here, Error{fmt::format("The file '{}' does not exist", m_file)}, ExitCode::NotFound);
    }
    const auto now = std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
    const auto done = history::restoreJournal(m_file, workDirOf(m_workDir, here), now);
    if (!done) {
        return fail(here, done.error(), exitCodeOf(done.error().kind));
    }
    here.out << fmt::format("Restored: {}\n", factsText(done->facts));
    if (const auto jobs = done->facts.openJobs; jobs > 0) {
        here.out << fmt::format("{} {} not ended when the backup was made: jobs that have ended or "
                                "were killed since then start again\n",
            jobs, jobs == 1 ? "job had" : "jobs had");
    }
    if (!done->replaced.empty()) {
        here.out << fmt::format(
            "The previous journal is now {}\n", escaped(done->replaced.string()));
    }
    return ExitCode::Ok;
}

} // namespace muster::cli
