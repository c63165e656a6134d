// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/schedules/create.h"

#include "app/cli/conversation.h"
#include "app/cli/json_body.h"
#include "app/cli/text.h"

namespace muster::cli {

namespace {

using Json = RestClient::Json;

Status addDuration(Json& job, const char* key, const char* flag, const std::string& text) {
    if (text.empty())
        return {};
    const auto seconds = secondsOf(flag, text);
    if (!seconds)
        return tl::unexpected(seconds.error());
    job[key] = fmt::format("PT{}S", *seconds);
    return {};
}

// What is not given is Chronos' to say.
template <typename Parse>
Status addAmount(
    Json& job, const char* key, const char* flag, const std::string& text, const Parse& parse) {
    if (text.empty())
        return {};
    const auto amount = parse(flag, text);
    if (!amount)
        return tl::unexpected(amount.error());
    job[key] = *amount;
    return {};
}

} // namespace

CommandLine CreateSchedule::line() {
    CommandLine line;
    line.flags = {
        {"-f,--file", &m_file,
            "A job as Chronos' JSON, in place of all other flags; '-' reads stdin", "FILE"},
        {"--schedule", &m_schedule,
            "When it is due: a line of cron, or R[N]/START/PERIOD of ISO 8601", "SCHEDULE"},
        {"--time-zone", &m_zone, "Whose clocks count, for example Europe/Rome; default: UTC",
            "ZONE"},
        {"--after", &m_after,
            "Run after this schedule has succeeded, in place of --schedule; may be repeated, then "
            "after all of them",
            "NAME"},
        {"--command", &m_command,
            "A shell command for /bin/sh -c, instead of the arguments after '--'", "TEXT"},
        {"--gpus", &m_gpus, "Number of GPUs", "N"},
        {"--cpus", &m_cpus, "Number of CPUs; default: 0.1", "N"},
        {"--mem", &m_mem, "Memory in MiB, or with a unit as of 'muster submit': 4G; default: 128",
            "SIZE"},
        {"--image", &m_image, "The image to run it in, named as for Docker: busybox:1.36", "IMAGE"},
        {"--env", &m_env, "Set an environment variable; may be repeated", "NAME=VALUE"},
        {"--uri", &m_uris, "Fetch a file or archive into its sandbox; may be repeated", "URI"},
        {"--constraint", &m_constraints, "Only on nodes with this attribute; may be repeated",
            "NAME:VALUE"},
        {"--user", &m_user, "The user to run it as; default: the caller", "USER"},
        {"--description", &m_description, "What it is for", "TEXT"},
        {"--retries", &m_retries, "How many times to try a run again that fails", "N"},
        {"--time-limit", &m_timeLimit, "How long a run may take, for example 2h", "DURATION"},
        {"--epsilon", &m_epsilon, "How late a run may start; default: 1m", "DURATION"},
        {"--jitter", &m_jitter, "Start each run up to so much later, to spread them", "DURATION"},
        {"--window", &m_window, "The time of day in which runs may start: 22:00-06:00",
            "FROM-UNTIL"},
        {"--catch-up", &m_catchUp,
            "How many of the runs that were missed, within --epsilon, are made up for", "N"},
        {"--concurrent", &m_concurrent, "Start a run also while the one before has not ended"},
        {"--soft-error", &m_softError, "Those that run after it do so even if it fails"},
        {"--paused", &m_paused, "Start no runs before 'muster schedules resume'"},
    };
    line.arguments = {{"NAME", &m_name,
        "Its name; a schedule of that name is replaced. Not needed with --file", false}};
    line.rest = &m_words;
    m_master.addTo(line);
    line.examples
        = "  muster schedules create nightly --schedule='0 3 * * *' --time-zone=Europe/Rome "
          "--gpus=1 -- ./train\n"
          "  muster schedules create report --after=nightly --command='./report | mail ops'\n"
          "  muster schedules create hourly --schedule=R/2026-01-01T00:00:00Z/PT1H -- ./check\n"
          "  muster schedules create --file=job.json";
    return line;
}

Result<Json> CreateSchedule::fromFile() {
    if (const auto alone = checkAlone(line(), CreateSchedule().line()); !alone)
        return tl::unexpected(alone.error());
    auto job = readObject(m_file);
    if (!job)
        return job;
    const auto has = [&](const char* key) { return !memberOf(*job, key).empty(); };
    if (has("schedule") && has("parents"))
        return failure(
            fmt::format("'{}' has a schedule and parents: leave one out", escaped(m_file)));
    return job;
}

Result<Json> CreateSchedule::fromFlags(const CliContext& here) const {
    if (m_name.empty())
        return failure("A schedule needs a name: muster schedules create NAME --schedule=...");
    if (m_schedule.empty() == m_after.empty())
        return failure("Give either --schedule or --after");
    if (m_command.empty() == m_words.empty() && m_image.empty())
        return failure("Give its command, as --command or after '--'");
    Json job{{"name", m_name}, {"runAsUser", m_user.empty() ? here.user : m_user},
        {"description", m_description}, {"gpus", m_gpus}, {"retries", m_retries},
        {"concurrent", m_concurrent}, {"softError", m_softError}, {"disabled", m_paused},
        {"catchUp", m_catchUp}};
    if (m_after.empty()) {
        job["schedule"] = m_schedule;
        job["scheduleTimeZone"] = m_zone;
    } else {
        job["parents"] = m_after;
    }
    job["shell"] = m_words.empty();
    job["command"] = m_words.empty() ? m_command : m_words.front();
    if (!m_words.empty())
        job["arguments"] = std::vector<std::string>(m_words.begin() + 1, m_words.end());
    if (!m_image.empty())
        job["container"] = {{"type", "MESOS"}, {"image", m_image}};
    if (!m_uris.empty())
        job["uris"] = m_uris;
    for (const auto& text : m_env) {
        const auto variable = pairOf("--env", text);
        if (!variable)
            return tl::unexpected(variable.error());
        job["environmentVariables"].push_back(
            {{"name", variable->first}, {"value", variable->second}});
    }
    for (const auto& text : m_constraints) {
        const auto rule = pairOf("--constraint", text, ':');
        if (!rule)
            return tl::unexpected(rule.error());
        job["constraints"].push_back({rule->first, "EQUALS", rule->second});
    }
    auto status = addAmount(job, "cpus", "--cpus", m_cpus, amountOf);
    status = status ? addAmount(job, "mem", "--mem", m_mem, mebibytesOf) : status;
    status = status ? addDuration(job, "epsilon", "--epsilon", m_epsilon) : status;
    status = status ? addDuration(job, "jitter", "--jitter", m_jitter) : status;
    if (!m_window.empty())
        job["window"] = m_window;
    if (status && !m_timeLimit.empty()) {
        const auto limit = secondsOf("--time-limit", m_timeLimit);
        if (!limit)
            return tl::unexpected(limit.error());
        if (*limit <= 0)
            return failure("'--time-limit' must be at least a second");
        job["maxCompletionTime"] = *limit;
    }
    return status ? Result<Json>(std::move(job)) : tl::unexpected(status.error());
}

ExitCode CreateSchedule::run(const CliContext& here) {
    const auto job = m_file.empty() ? fromFlags(here) : fromFile();
    if (!job)
        return fail(here, job.error(), ExitCode::Usage);
    const auto client = RestClient::find(m_master, here, kChronos);
    if (!client)
        return fail(here, client.error(), ExitCode::Usage);
    const bool follows = job->contains("parents") && !(*job)["parents"].empty();
    const auto answer = client->ask("POST", follows ? "/dependency" : "/iso8601", job->dump());
    if (!answer)
        return fail(here, answer.error(), exitCodeOf(answer.error().kind));
    const auto name = job->value("name", m_name);
    here.out << fmt::format(
        "Schedule {} is set: see 'muster schedules next {}'\n", escaped(name), escaped(name));
    return ExitCode::Ok;
}

} // namespace muster::cli
