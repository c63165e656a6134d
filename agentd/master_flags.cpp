// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include "agentd/flag_table.h"

namespace muster::agentd {
namespace {

Status setAlertTemperature(Options& o, const std::string& text) {
    const auto digits = text.ends_with('C') ? text.substr(0, text.size() - 1) : text;
    MetricValue celsius = 0;
    const auto [end, error]
        = std::from_chars(digits.data(), digits.data() + digits.size(), celsius);
    if (error != std::errc{} || end != digits.data() + digits.size() || celsius < 0
        || celsius > 150) {
        return failure("write degrees Celsius from 0C to 150C");
    }
    o.alertThresholds.temperature = celsius;
    return {};
}

// The history is cut in blocks of up to a day.
template <Duration Options::*Member>
Status setRetention(Options& o, const std::string& text) {
    auto status = setDuration(o.*Member, text);
    return status && o.*Member < std::chrono::days(1) ? failure("write at least 1days") : status;
}

constexpr Flag kMasterFlags[] = {
    {"cluster", kMaster, "NAME", "", "Human readable name for the cluster, displayed on screens",
        setText<&Options::cluster>},
    {"filter_gpu_resources", kMaster, nullptr, defaultOf<defaults::kFilterGpuResources>,
        "Offer machines with GPUs only to frameworks that have the GPU_RESOURCES capability",
        setSwitch<&Options::filterGpuResources>},
    {"offer_timeout", kMaster, "DURATION", "",
        "Take an offer back when it was not used for so long",
        [](Options& o, const std::string& text) {
            o.offerTimeout.emplace();
            return setDuration(*o.offerTimeout, text);
        }},
    {"allocation_interval", kMaster, "DURATION", "1secs",
        "How long what comes back from tasks and refusals is gathered, to be offered as a whole; "
        "0secs: it is offered at once",
        setTime<&Options::allocationInterval>},
    {"agent_ping_timeout", kMaster, "DURATION", defaultOf<defaults::kAgentPingTimeout>,
        "An agent that is away for longer than this times --max_agent_ping_timeouts is unreachable",
        setTime<&Options::agentPingTimeout>},
    {"max_agent_ping_timeouts", kMaster, "N", defaultOf<defaults::kMaxAgentPingTimeouts>,
        "See --agent_ping_timeout",
        [](Options& o, const std::string& text) {
            return setNumber(o.maxAgentPingTimeouts, text);
        }},
    {"min_allocatable_resources", kMaster, "LIST|LIST", defaults::kMinAllocatable,
        "What an offer must have at least one of",
        [](Options& o, const std::string& text) -> Status {
            auto least = parseMinAllocatable(text);
            if (!least) {
                return tl::unexpected(least.error());
            }
            o.minAllocatable = std::move(*least);
            return {};
        }},
    {"fair_sharing_excluded_resource_names", kMaster, "NAME,...", "",
        "Resources that do not count towards a role's share, for example gpus",
        [](Options& o, const std::string& text) {
            o.fairShareExcluded = splitAtCommas(text);
            return Status{};
        }},
    {"offer_constraints_re2_max_mem", kMaster, "SIZE",
        +[] { return fmt::format("{}B", defaults::kRegexMemory); },
        "What one regular expression of a framework's offer constraints may take",
        [](Options& o, const std::string& text) { return setBytes(o.regexLimits.memory, text); }},
    {"offer_constraints_re2_max_program_size", kMaster, "N", defaultOf<defaults::kRegexProgramSize>,
        "How long its program may be, as RE2 counts it",
        [](Options& o, const std::string& text) {
            return setNumber(o.regexLimits.programSize, text);
        }},
    {"max_completed_frameworks", kMaster, "N", defaultOf<defaults::kMaxCompletedFrameworks>,
        "How many frameworks that are over the master remembers, the latest",
        [](Options& o, const std::string& text) {
            return setNumber(o.maxCompletedFrameworks, text);
        }},
    {"max_completed_tasks_per_framework", kMaster, "N", defaultOf<defaults::kMaxCompletedTasks>,
        "How many tasks that have ended it remembers of each framework, the latest",
        [](Options& o, const std::string& text) { return setNumber(o.maxCompletedTasks, text); }},
    {"max_completed_jobs", kMaster, "N", defaultOf<defaults::kMaxCompletedJobs>,
        "How many jobs that have ended it shows; its journal has those of --journal_retention",
        [](Options& o, const std::string& text) { return setNumber(o.maxCompletedJobs, text); }},
    {"journal_retention", kMaster, "DURATION", "90days",
        "How long jobs and tasks that have ended stay in the journal, for lists and reports",
        setRetention<&Options::keepEnded>},
    {"audit_retention", kMaster, "DURATION", "365days",
        "How long orders of operators and events stay in the journal",
        setRetention<&Options::keepAudit>},
    {"history_1s_retention", kMaster, "DURATION", "1days",
        "How long the history of GPUs has a value for each second",
        setRetention<&Options::keepSeconds>},
    {"history_1min_retention", kMaster, "DURATION", "30days", "How long it has one for each minute",
        setRetention<&Options::keepMinutes>},
    {"history_1h_retention", kMaster, "DURATION", "730days", "How long it has one for each hour",
        setRetention<&Options::keepHours>},
    {"start_empty", kMaster, nullptr, "false",
        "Start although the work directory shows that its journal was lost: forgets every job",
        setSwitch<&Options::startEmpty>},
    {"set_aside_damaged", kMaster, nullptr, "false",
        "Start although a row of the journal is damaged that is of something not ended yet: goes "
        "on without it",
        setSwitch<&Options::setAsideDamaged>},
    {"alert_temperature", kMaster, "CELSIUS",
        +[] { return fmt::format("{}C", defaults::kAlertTemperature); },
        "Raise an alert when a GPU is as hot as that, or slows down to cool; 0C: never",
        setAlertTemperature},
    {"alert_idle_hold", kMaster, "DURATION", defaultOf<defaults::kAlertIdleHold>,
        "Raise an alert when a task holds a GPU for so long and uses 1 % of it at most; 0secs: "
        "never",
        [](Options& o, const std::string& text) {
            return setDuration(o.alertThresholds.idleHold, text);
        }},
    {"alert_queue_time", kMaster, "DURATION", defaultOf<defaults::kAlertQueueTime>,
        "Raise an alert when a job waits in the queue for so long; 0secs: never",
        [](Options& o, const std::string& text) {
            return setDuration(o.alertThresholds.queueTime, text);
        }},
    {"external_log_file", kMaster, "FILE", "",
        "Where the log of the master goes, by the service manager or the shell: operators may read "
        "it as /master/log",
        setText<&Options::externalLogFile>},
    {"metrics_dcgm_names", kMaster, nullptr, "false",
        "Show what is measured of GPUs on /metrics under the names of dcgm-exporter, too: for "
        "boards "
        "that are made for it",
        setSwitch<&Options::metricsDcgmNames>},
    {"allowed_hosts", kMaster, "NAME,...", "",
        "Further names, beside loopback, its own host name and addresses, under which browsers and "
        "clients may reach the master",
        [](Options& o, const std::string& text) {
            o.allowedHosts = splitAtCommas(text);
            return Status{};
        }},
    {"credentials", kMaster, "FILE", "",
        "Further principals, who show a secret (HTTP Basic): Mesos' JSON or 'principal secret' a "
        "line; mode 0600",
        [](Options& o, const std::string& text) {
            return setParsed(o.credentials, net::Credentials::read(withoutFileScheme(text)));
        }},
    {"acls", kMaster, "JSON|FILE", "everybody may do everything",
        "Who may do what, in Mesos' form: {\"permissive\":false,\"run_tasks\":[...]} or a file",
        [](Options& o, const std::string& text) { return setParsed(o.acls, Acls::load(text)); }},
};

} // namespace

std::span<const Flag> masterFlags() {
    return kMasterFlags;
}

} // namespace muster::agentd
