// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/schedules/schedules.h"

#include <ostream>

#include "app/cli/confirm.h"
#include "app/cli/conversation.h"
#include "app/cli/json_body.h"
#include "app/cli/listing.h"
#include "app/cli/text.h"

namespace muster::cli {

namespace {

using Json = RestClient::Json;

// Its schedule with the zone, or the schedules that it follows.
std::string whenOf(const Json& job) {
    const auto schedule = textOf(job, "schedule");
    const auto zone = textOf(job, "scheduleTimeZone");
    if (!schedule.empty())
        return zone.empty() ? schedule : schedule + " " + zone;
    std::string parents;
    for (const auto& parent : job.value("parents", Json::array()))
        parents += (parents.empty() ? "after " : ", ")
            + (parent.is_string() ? parent.get<std::string>() : "");
    return parents;
}

std::string lastOf(const Json& job) {
    const auto success = textOf(job, "lastSuccess");
    const auto failure = textOf(job, "lastError");
    if (success.empty() && failure.empty())
        return "";
    return success >= failure ? clock(success) + " succeeded" : clock(failure) + " failed";
}

std::string noteOf(const Json& job) {
    const auto problem = textOf(job, "problem");
    return !problem.empty()                          ? problem
        : !truthOf(job, "disabled")                  ? ""
        : textOf(job, "schedule").starts_with("R0/") ? "finished"
                                                     : "paused";
}

Result<Json> ask(const MasterFlags& flags, const CliContext& here, const std::string& call) {
    const auto client = RestClient::find(flags, here, kChronos);
    return client ? client->get(call) : tl::unexpected(client.error());
}

ExitCode failed(const CliContext& here, const Error& error) {
    return fail(here, error, exitCodeOf(error.kind));
}

constexpr const char* kNoneYet = "No schedules. To create one: muster schedules create nightly "
                                 "--schedule='0 3 * * *' -- ./report\n";

} // namespace

CommandLine ListSchedules::line() {
    CommandLine line;
    line.flags = {outputFlag(m_output, {"table", "json", "csv"}), noHeaderFlag(m_noHeader)};
    m_master.addTo(line);
    line.examples
        = "  muster schedules\n  muster schedules -o json\n"
          "NEXT is the next time that is due; 'muster schedules history' tells what became "
          "of each";
    return line;
}

ExitCode ListSchedules::run(const CliContext& here) {
    const auto jobs = ask(m_master, here, "/jobs");
    if (!jobs)
        return failed(here, jobs.error());
    Listing listing{"schedules",
        {{"NAME", "name"}, {"WHEN", "when"}, {"NEXT", "next"}, {"LAST", "last"},
            {"OK", "succeeded", false, true}, {"FAILED", "failed", false, true}, {"NOTE", "note"}},
        {}};
    for (const auto& job : *jobs) {
        listing.rows.push_back({Cell::word(textOf(job, "name")), Cell::word(whenOf(job)),
            Cell::word(clock(textOf(job, "next"))), Cell::word(lastOf(job)),
            Cell::number(numberOf(job, "successCount")), Cell::number(numberOf(job, "errorCount")),
            Cell::word(noteOf(job))});
    }
    here.out << listingText(listing, m_output, !m_noHeader);
    if (listing.rows.empty() && m_output == "table")
        here.err << kNoneYet;
    return ExitCode::Ok;
}

void ScheduleCommand::addName(CommandLine& line) {
    line.arguments = {{"NAME", &m_name, "The name of a schedule, see 'muster schedules'", true,
        Names::Schedules}};
    m_master.addTo(line);
}

std::string ScheduleCommand::path(const char* call) const {
    return call + net::percentEncoded(m_name);
}

ExitCode ScheduleCommand::order(const CliContext& here, const std::string& method,
    const std::string& call, const std::string& done) {
    const auto client = RestClient::find(m_master, here, kChronos);
    if (!client)
        return failed(here, client.error());
    if (const auto answer = client->ask(method, call, ""); !answer)
        return failed(here, answer.error());
    here.out << done << '\n';
    return ExitCode::Ok;
}

CommandLine ShowSchedule::line() {
    CommandLine line;
    line.flags = {outputFlag(m_output, {"table", "json"})};
    addName(line);
    line.examples = "  muster schedules show report\n"
                    "  muster schedules show report -o json > report.json\n"
                    "  muster schedules create --file=report.json";
    return line;
}

ExitCode ShowSchedule::run(const CliContext& here) {
    const auto job = ask(m_master, here, path("/job/"));
    if (!job)
        return failed(here, job.error());
    if (m_output == "json") {
        here.out << job->dump(2) << '\n';
        return ExitCode::Ok;
    }
    Listing listing{"schedule", {{"FIELD"}, {"VALUE"}}, {}};
    const auto add = [&](const char* what, const std::string& text) {
        if (!text.empty())
            listing.rows.push_back({Cell::word(what), Cell::word(text)});
    };
    const auto amount = [&](const char* key) {
        const auto found = job->find(key);
        return found == job->end() ? std::string() : found->dump();
    };
    add("Name", textOf(*job, "name"));
    add("Description", textOf(*job, "description"));
    add("Command", textOf(*job, "command"));
    add("User", textOf(*job, "runAsUser"));
    add("When", whenOf(*job));
    add("Next", clock(textOf(*job, "next")));
    add("Last", lastOf(*job));
    add("Runs",
        fmt::format("{} succeeded, {} failed", numberOf(*job, "successCount"),
            numberOf(*job, "errorCount")));
    add("Needs",
        fmt::format(
            "{} GPUs, {} CPUs, {} MiB of memory", amount("gpus"), amount("cpus"), amount("mem")));
    add("Image", textOf(job->value("container", Json::object()), "image"));
    add("Late starts", textOf(*job, "epsilon"));
    add("Retries", amount("retries"));
    add("Note", noteOf(*job));
    here.out << tableText(listing, false, false);
    return ExitCode::Ok;
}

CommandLine NextRuns::line() {
    CommandLine line;
    line.flags = {{"--count", &m_count, "How many times, at most 1000", "N"}};
    addName(line);
    line.examples = "  muster schedules next report --count=3";
    return line;
}

ExitCode NextRuns::run(const CliContext& here) {
    if (const auto status = checkMost("--count", m_count); !status)
        return failed(here, status.error());
    const auto times = ask(m_master, here, path("/job/next/") + fmt::format("?count={}", m_count));
    if (!times)
        return failed(here, times.error());
    for (const auto& time : *times)
        here.out << (time.is_string() ? clock(time.get<std::string>()) : "") << '\n';
    if (times->empty())
        here.err << "It is not due any more: it is paused, finished, or follows other schedules\n";
    return ExitCode::Ok;
}

CommandLine ScheduleHistory::line() {
    CommandLine line;
    line.flags = {{"--limit", &m_limit, "How many, the latest; at most 1000", "N"},
        outputFlag(m_output, {"table", "json", "csv"}), noHeaderFlag(m_noHeader)};
    addName(line);
    line.examples
        = "  muster schedules history report\n  muster logs job-7\n"
          "RUN: it was run; SKIPPED_OVERLAP: the run before had not ended; MISSED_DEADLINE: "
          "nobody could\nstart it in time; PAUSED: the schedule was paused";
    return line;
}

ExitCode ScheduleHistory::run(const CliContext& here) {
    if (const auto status = checkMost("--limit", m_limit); !status)
        return failed(here, status.error());
    const auto slots
        = ask(m_master, here, path("/job/history/") + fmt::format("?limit={}", m_limit));
    if (!slots)
        return failed(here, slots.error());
    Listing listing{"slots",
        {{"DUE", "slot"}, {"DECISION", "decision"}, {"JOB", "job"}, {"STATE", "state"},
            {"STARTED", "started"}, {"ENDED", "ended"}, {"WHY", "why"}},
        {}};
    for (const auto& slot : *slots) {
        const auto many = numberOf(slot, "slots");
        listing.rows.push_back({Cell::word(clock(textOf(slot, "slot"))),
            Cell::word(textOf(slot, "decision")
                + (many > 1 ? fmt::format(" x{} to {}", many, clock(textOf(slot, "lastSlot"))) : "")
                + (truthOf(slot, "byHand") ? " by hand" : "")),
            Cell::word(textOf(slot, "job")), Cell::word(textOf(slot, "state")),
            Cell::word(clock(textOf(slot, "started"))), Cell::word(clock(textOf(slot, "ended"))),
            Cell::word(textOf(slot, "why"))});
    }
    here.out << listingText(listing, m_output, !m_noHeader);
    return ExitCode::Ok;
}

CommandLine RunSchedule::line() {
    CommandLine line;
    line.flags
        = {{"--arguments", &m_arguments, "More arguments of its command, for this run", "TEXT"}};
    addName(line);
    line.examples = "  muster schedules run report\n"
                    "  muster schedules run report --arguments='--day=2026-11-20'";
    return line;
}

ExitCode RunSchedule::run(const CliContext& here) {
    const auto query = m_arguments.empty() ? "" : "?arguments=" + net::percentEncoded(m_arguments);
    return order(here, "PUT", path("/job/") + query,
        fmt::format("Started a run of {}: see 'muster schedules history {}'", escaped(m_name),
            escaped(m_name)));
}

CommandLine PauseSchedule::line() {
    CommandLine line;
    addName(line);
    line.examples = "  muster schedules pause report\n"
                    "Runs that have started go on. What is due meanwhile is not made up for";
    return line;
}

ExitCode PauseSchedule::run(const CliContext& here) {
    return order(here, "PUT", path("/job/pause/"), fmt::format("Paused {}", escaped(m_name)));
}

CommandLine ResumeSchedule::line() {
    CommandLine line;
    addName(line);
    line.examples = "  muster schedules resume report";
    return line;
}

ExitCode ResumeSchedule::run(const CliContext& here) {
    return order(here, "PUT", path("/job/resume/"), fmt::format("Resumed {}", escaped(m_name)));
}

CommandLine DeleteSchedule::line() {
    CommandLine line;
    line.flags = {yesFlag(m_yes)};
    addName(line);
    line.examples = "  muster schedules delete report\n"
                    "Schedules that follow it stay, and wait for one of that name";
    return line;
}

ExitCode DeleteSchedule::run(const CliContext& here) {
    if (const auto code = confirm(here, CommandKind::DeleteSchedule, m_yes,
            fmt::format("Delete schedule {} and kill its runs?", escaped(m_name))))
        return *code;
    return order(here, "DELETE", path("/job/"), fmt::format("Deleted {}", escaped(m_name)));
}

} // namespace muster::cli
