// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "agentd/acls.h"
#include "core/kernel/alerts/alert.h"
#include "core/kernel/base/defaults.h"
#include "core/kernel/base/result.h"
#include "core/kernel/base/time.h"
#include "core/kernel/base/units.h"
#include "core/kernel/cluster/offer_constraints.h"
#include "core/kernel/jobs/service/offer_matcher.h"
#include "core/kernel/resources/quantities.h"
#include "core/net/credentials.h"

namespace muster::agentd {

enum class Mode { Master, Agent, Standalone };

// What each part of the daemon was told. Texts are as given; the parts parse what they own. Files
// that say who may do what are read at once, so that a wrong one refuses the start.
struct CommonOptions {
    std::string ip = "127.0.0.1";
    std::uint16_t port = 5050;
    std::string configFile; // that was read; empty: none
    std::string workDir;
    std::string hostname;
    std::string tokenFile;
    bool authenticate = true;
    std::string tlsCert;
    std::string tlsKey;
    std::string logLevel = "info";
};

struct MasterOptions {
    std::string cluster; // its name for people
    bool filterGpuResources = defaults::kFilterGpuResources;
    std::optional<Duration> offerTimeout;
    Duration allocationInterval = std::chrono::seconds(1); // none: at once
    Duration agentPingTimeout = defaults::kAgentPingTimeout;
    std::int64_t maxAgentPingTimeouts = defaults::kMaxAgentPingTimeouts;
    std::vector<Quantities> minAllocatable = *parseMinAllocatable(defaults::kMinAllocatable);
    std::vector<std::string> fairShareExcluded;
    cluster::RegexLimits regexLimits; // of offer constraints
    alerts::Thresholds alertThresholds;
    std::int64_t maxCompletedFrameworks = defaults::kMaxCompletedFrameworks;
    std::int64_t maxCompletedTasks = defaults::kMaxCompletedTasks; // of each framework
    std::int64_t maxCompletedJobs = defaults::kMaxCompletedJobs;
    Duration keepEnded = std::chrono::days(90); // jobs and tasks, in the journal
    Duration keepAudit = std::chrono::days(365);
    Duration keepSeconds = std::chrono::days(1); // samples of GPUs, of each second
    Duration keepMinutes = std::chrono::days(30);
    Duration keepHours = std::chrono::days(730);
    bool startEmpty = false;
    bool setAsideDamaged = false;
    bool acceptOlderJournal = false;
    std::string externalLogFile;
    bool metricsDcgmNames = false;
    std::vector<std::string> allowedHosts;
    net::Credentials credentials;
    Acls acls;
    std::optional<std::uint16_t> marathonPort; // beside the master's own
    services::GpuScheduling gpuScheduling = services::GpuScheduling::Restricted;
    bool gpuResourcesFeature = true; // services may ask for GPUs
    std::optional<std::uint16_t> chronosPort; // beside the master's own
    Duration chronosFailureRetry = std::chrono::minutes(1);
    std::int64_t chronosDisableAfter = 0; // failures
    std::int64_t chronosTaskGpu = 0; // of a job that does not say
};

struct AgentOptions {
    std::string master; // "127.0.0.1:5050"
    std::string caFile;
    std::vector<std::string> isolation;
    std::string resources;
    std::optional<std::string> nvidiaGpuDevices;
    std::string attributes;
    std::string executorEnvironment; // JSON object
    Duration executorRegistration = defaults::kExecutorRegistrationTimeout;
    Duration executorReregistration = defaults::kExecutorReregistrationTimeout;
    Duration executorShutdownGrace = defaults::kExecutorShutdownGracePeriod;
    std::optional<std::uint16_t> executorPort = 0; // of loopback; 0: any free one
    std::string nvmlLibrary;
    std::string simulate; // a scenario's name or path
    Duration sampleInterval = defaults::kSampleInterval;
    Duration gpuStartTimeout = defaults::kGpuStartTimeout;
    std::optional<bool> offerOccupiedGpus; // none: if they are simulated
    std::int64_t maxLogSize = defaults::kMaxLogSize.value; // bytes
    std::int64_t maxLogFiles = defaults::kMaxLogFiles;
    Duration gcDelay = defaults::kGcDelay;
    double gcDiskHeadroom = defaults::kGcDiskHeadroom; // a share
    Duration diskWatchInterval = defaults::kDiskWatchInterval;
    std::string runc = "runc";
    std::string conmon = "conmon";
    std::vector<std::string> containerizers{"muster"};
    std::string dockerSocket = "/var/run/docker.sock";
    std::string skopeo = "skopeo";
    std::string dockerConfig; // a file; empty: no credentials
    std::string registryCertificates = "/etc/docker/certs.d";
    std::vector<std::string> imageFolders;
    std::int64_t maxImagePulls = defaults::kMaxImagePulls;
    std::vector<std::string> fetchAllow;
    std::vector<std::string> fetchFolders;
    std::string fetchCaFile;
    Bytes fetcherCacheSize = defaults::kFetcherCacheSize;
    Bytes maxFetchSize = defaults::kMaxFetchSize;
    Bytes defaultTaskMemory = defaults::kTaskMemory;
    bool hostRootWritable = false;
    std::vector<std::string> allowedVolumes;
    std::vector<std::string> allowedCapabilities; // "CAP_IPC_LOCK"
    Duration imageMaxAge = defaults::kImageMaxAge;
    Bytes imageDiskBudget = defaults::kImageDiskBudget;
};

// Every flag that has a value, by name: what was given, found out at the start, or the default. For
// those who ask the daemon how it was started.
using FlagValues = std::map<std::string, std::string>;

// What the operator said, after defaults, configuration file, environment and command line.
struct Options {
    Mode mode = Mode::Standalone;
    CommonOptions common;
    MasterOptions master;
    AgentOptions agent;
    FlagValues values; // of the flags of the mode
};

// The files that the flags name, as absolute paths; they need not exist. Not programs and folders.
std::vector<std::string> namedFiles(Mode mode, const FlagValues& values);

// A request for words instead of work: --help, --version, or a mistake in the flags.
struct Words {
    std::string text;
    int exitStatus = 0;
};

// Reads argv (argv[1] is the mode) over the MUSTER_... environment over the configuration file over
// the defaults of the flag table. The file is that of --config, else "<configFolder>/<mode>.toml"
// if it is there. A mistake gives words with the flag, the value and the remedy, exit status 1.
tl::expected<Options, Words> parseOptions(
    int argc, const char* const* argv, const std::string& configFolder = "/etc/muster");

} // namespace muster::agentd
