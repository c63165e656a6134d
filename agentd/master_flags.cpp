// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>

#include "agentd/flag_table.h"
#include "core/kernel/base/number.h"
#include "core/kernel/jobs/validate.h"

namespace muster::agentd {
namespace {

Status setAlertTemperature(Options& o, const std::string& text) {
    const auto digits = text.ends_with('C') ? text.substr(0, text.size() - 1) : text;
    MetricValue celsius = 0;
    const auto [end, error]
        = std::from_chars(digits.data(), digits.data() + digits.size(), celsius);
    if (error != std::errc{} || end != digits.data() + digits.size() || celsius < 0
        || celsius > 150) {
        return failure("use degrees Celsius from 0C to 150C");
    }
    o.master.alertThresholds.temperature = celsius;
    return {};
}

// The history is cut in blocks of up to a day.
template <Duration MasterOptions::*Member>
Status setRetention(Options& o, const std::string& text) {
    auto& target = o.master.*Member;
    auto status = setDuration(target, text);
    return status && target < std::chrono::days(1) ? failure("use at least 1days") : status;
}

// Of which there may be none.
Status setCount(std::int64_t& target, const std::string& text) {
    const auto number = wholeNumber<std::uint16_t>(text);
    target = number.value_or(0);
    return number ? Status() : failure("use a whole number from 0 to 65535");
}

template <std::optional<std::uint16_t> MasterOptions::*Member>
Status setPort(Options& o, const std::string& text) {
    const auto port = wholeNumber<std::uint16_t>(text);
    o.master.*Member = port ? std::optional(*port) : std::nullopt;
    return port ? Status() : failure("use a port from 0 (any free one) to 65535");
}

constexpr Flag kMasterFlags[] = {
    {"cluster", kMaster, "NAME", "", "Human readable name for the cluster, shown in consoles",
        setText<&MasterOptions::cluster>},
    {"filter_gpu_resources", kMaster, nullptr, defaultOf<defaults::kFilterGpuResources>,
        "Offer nodes with GPUs only to frameworks that have the GPU_RESOURCES capability",
        setSwitch<&MasterOptions::filterGpuResources>},
    {"offer_timeout", kMaster, "DURATION", "", "Rescind an offer that was not used for this long",
        [](Options& o, const std::string& text) {
            o.master.offerTimeout.emplace();
            return setDuration(*o.master.offerTimeout, text);
        }},
    {"allocation_interval", kMaster, "DURATION", "1secs",
        "Interval at which resources that are released or declined are offered again, gathered "
        "together; 0secs: immediately",
        setTime<&MasterOptions::allocationInterval>},
    {"agent_ping_timeout", kMaster, "DURATION", defaultOf<defaults::kAgentPingTimeout>,
        "Agents that are disconnected for longer than this times --max_agent_ping_timeouts are "
        "unreachable",
        setTime<&MasterOptions::agentPingTimeout>},
    {"max_agent_ping_timeouts", kMaster, "N", defaultOf<defaults::kMaxAgentPingTimeouts>,
        "See --agent_ping_timeout",
        [](Options& o, const std::string& text) {
            return setNumber(o.master.maxAgentPingTimeouts, text);
        }},
    {"min_allocatable_resources", kMaster, "LIST|LIST", defaults::kMinAllocatable,
        "Minimum resources of an offer, at least one of them",
        [](Options& o, const std::string& text) -> Status {
            auto least = parseMinAllocatable(text);
            if (!least) {
                return tl::unexpected(least.error());
            }
            o.master.minAllocatable = std::move(*least);
            return {};
        }},
    {"fair_sharing_excluded_resource_names", kMaster, "NAME,...", "",
        "Resources that do not count towards a role's share, for example gpus",
        [](Options& o, const std::string& text) {
            o.master.fairShareExcluded = splitAtCommas(text);
            return Status{};
        }},
    {"offer_constraints_re2_max_mem", kMaster, "SIZE",
        +[] { return fmt::format("{}B", defaults::kRegexMemory); },
        "Maximum memory of a regular expression in a framework's offer constraints",
        [](Options& o, const std::string& text) {
            return setBytes(o.master.regexLimits.memory, text);
        }},
    {"offer_constraints_re2_max_program_size", kMaster, "N", defaultOf<defaults::kRegexProgramSize>,
        "Maximum program size of such a regular expression, as counted by RE2",
        [](Options& o, const std::string& text) {
            return setNumber(o.master.regexLimits.programSize, text);
        }},
    {"max_completed_frameworks", kMaster, "N", defaultOf<defaults::kMaxCompletedFrameworks>,
        "Number of completed frameworks that the master remembers, the latest",
        [](Options& o, const std::string& text) {
            return setNumber(o.master.maxCompletedFrameworks, text);
        }},
    {"max_completed_tasks_per_framework", kMaster, "N", defaultOf<defaults::kMaxCompletedTasks>,
        "Number of completed tasks per framework that the master remembers, the latest",
        [](Options& o, const std::string& text) {
            return setNumber(o.master.maxCompletedTasks, text);
        }},
    {"max_completed_jobs", kMaster, "N", defaultOf<defaults::kMaxCompletedJobs>,
        "Number of completed jobs that the master lists; the journal keeps those of "
        "--journal_retention",
        [](Options& o, const std::string& text) {
            return setNumber(o.master.maxCompletedJobs, text);
        }},
    {"journal_retention", kMaster, "DURATION", "90days",
        "How long to keep completed jobs and tasks in the journal, for lists and reports",
        setRetention<&MasterOptions::keepEnded>},
    {"audit_retention", kMaster, "DURATION", "365days",
        "How long to keep operator commands and events in the journal",
        setRetention<&MasterOptions::keepAudit>},
    {"history_1s_retention", kMaster, "DURATION", "1days",
        "How long to keep the GPU history at one value per second",
        setRetention<&MasterOptions::keepSeconds>},
    {"history_1min_retention", kMaster, "DURATION", "30days",
        "How long to keep the GPU history at one value per minute",
        setRetention<&MasterOptions::keepMinutes>},
    {"history_1h_retention", kMaster, "DURATION", "730days",
        "How long to keep the GPU history at one value per hour",
        setRetention<&MasterOptions::keepHours>},
    {"start_empty", kMaster, nullptr, "false",
        "Start even though the journal in the work directory is lost: all jobs are forgotten",
        setSwitch<&MasterOptions::startEmpty>},
    {"set_aside_damaged", kMaster, nullptr, "false",
        "Start even though the journal has damaged rows of unfinished work: continue without them",
        setSwitch<&MasterOptions::setAsideDamaged>},
    {"accept_older_journal", kMaster, nullptr, "false",
        "Start once with a journal that is older than what agents have seen, or whose log is "
        "damaged: continue without what is lost; new jobs get much higher numbers",
        setSwitch<&MasterOptions::acceptOlderJournal>},
    {"alert_temperature", kMaster, "CELSIUS",
        +[] { return fmt::format("{}C", defaults::kAlertTemperature); },
        "Raise an alert when a GPU reaches this temperature, or is throttled to cool down; 0C: "
        "never",
        setAlertTemperature},
    {"alert_idle_hold", kMaster, "DURATION", defaultOf<defaults::kAlertIdleHold>,
        "Raise an alert when a task holds a GPU for this long and uses at most 1 % of it; 0secs: "
        "never",
        [](Options& o, const std::string& text) {
            return setDuration(o.master.alertThresholds.idleHold, text);
        }},
    {"alert_queue_time", kMaster, "DURATION", defaultOf<defaults::kAlertQueueTime>,
        "Raise an alert when a job is pending for this long; 0secs: never",
        [](Options& o, const std::string& text) {
            return setDuration(o.master.alertThresholds.queueTime, text);
        }},
    {"external_log_file", kMaster, "FILE", "",
        "File to which the service manager or shell writes the master's log: operators may read it "
        "as /master/log",
        setText<&MasterOptions::externalLogFile>},
    {"metrics_dcgm_names", kMaster, nullptr, "false",
        "Also export the GPU metrics on /metrics under the names of dcgm-exporter, for dashboards "
        "made for it",
        setSwitch<&MasterOptions::metricsDcgmNames>},
    {"allowed_hosts", kMaster, "NAME,...", "",
        "More host names under which browsers and clients may reach the master, besides loopback, "
        "its own host name and addresses",
        [](Options& o, const std::string& text) {
            o.master.allowedHosts = splitAtCommas(text);
            return Status{};
        }},
    {"credentials", kMaster, "FILE", "",
        "More principals with secrets (HTTP Basic): Mesos' JSON, or 'principal secret' per line; "
        "mode 0600",
        [](Options& o, const std::string& text) {
            return setParsed(o.master.credentials, net::Credentials::read(withoutFileScheme(text)));
        }},
    {"marathon_port", kMaster, "PORT", "",
        "Also serve Marathon's REST API on a port of its own, without /marathon before its paths",
        setPort<&MasterOptions::marathonPort>},
    {"gpu_scheduling_behavior", kMaster, "NAME", "restricted",
        "Whether services without GPUs leave nodes with free GPUs alone: restricted or "
        "unrestricted",
        [](Options& o, const std::string& text) {
            using services::GpuScheduling;
            o.master.gpuScheduling
                = text == "restricted" ? GpuScheduling::Restricted : GpuScheduling::Unrestricted;
            return text == "restricted" || text == "unrestricted"
                ? Status()
                : failure("use restricted or unrestricted");
        }},
    {"enable_features", kMaster, "NAME,...", "gpu_resources",
        "Marathon's features for services; without gpu_resources they cannot ask for GPUs",
        [](Options& o, const std::string& text) {
            const auto features = splitAtCommas(text);
            const auto known = std::ranges::count(features, "gpu_resources");
            o.master.gpuResourcesFeature = known > 0;
            return known == std::ssize(features) ? Status()
                                                 : failure("the one feature is gpu_resources");
        }},
    {"chronos_port", kMaster, "PORT", "",
        "Also serve Chronos' REST API on a port of its own, without /chronos before its paths",
        setPort<&MasterOptions::chronosPort>},
    {"chronos_failure_retry", kMaster, "DURATION", "1mins",
        "Pause before a scheduled job that has failed is tried again",
        [](Options& o, const std::string& text) {
            auto& pause = o.master.chronosFailureRetry;
            const auto status = setDuration(pause, text);
            return !status || (pause > Duration(0) && pause <= jobs::kLongestRetryPause)
                ? status
                : failure("use more than 0secs and at most 1days");
        }},
    {"chronos_disable_after_failures", kMaster, "N", "0",
        "Pause a scheduled job after so many failed runs in a row; 0: never",
        [](Options& o, const std::string& text) {
            return setCount(o.master.chronosDisableAfter, text);
        }},
    {"chronos_mesos_task_gpu", kMaster, "N", "0",
        "GPUs of a scheduled job that does not say how many",
        [](Options& o, const std::string& text) {
            return setCount(o.master.chronosTaskGpu, text);
        }},
    {"acls", kMaster, "JSON|FILE", "everyone may do everything",
        "Access rules in Mesos' format: {\"permissive\":false,\"run_tasks\":[...]} or a file",
        [](Options& o, const std::string& text) {
            return setParsed(o.master.acls, Acls::load(text));
        }},
};

} // namespace

std::span<const Flag> masterFlags() {
    return kMasterFlags;
}

} // namespace muster::agentd
