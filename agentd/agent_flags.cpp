// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <nlohmann/json.hpp>

#include "agentd/flag_table.h"
#include "core/container/spec.h"
#include "core/proto/mesos/v1/mesos.pb.h"

namespace muster::agentd {
namespace {

Status setContainerizers(Options& o, const std::string& text) {
    o.agent.containerizers = splitAtCommas(text);
    for (auto& name : o.agent.containerizers) {
        if (name == "mesos") { // what it is called in flags of Mesos
            name = "muster";
        }
        if (name != "muster" && name != "docker") {
            return failure(
                fmt::format("'{}' is not a containerizer: use muster, docker or both", name));
        }
    }
    const auto& all = o.agent.containerizers;
    return std::find(all.begin(), all.end(), "muster") == all.end()
        ? failure("'muster' is required for tasks without an image: add it")
        : Status{};
}

Status setAllowedCapabilities(Options& o, const std::string& text) {
    o.agent.allowedCapabilities = splitAtCommas(text);
    for (auto& name : o.agent.allowedCapabilities) {
        if (!name.starts_with("CAP_")) {
            name.insert(0, "CAP_");
        }
        using mesos::v1::CapabilityInfo;
        CapabilityInfo::Capability known = CapabilityInfo::UNKNOWN;
        if (!CapabilityInfo::Capability_Parse(name.substr(4), &known)
            || known == CapabilityInfo::UNKNOWN) {
            return failure(fmt::format(
                "'{}' is not a Linux capability: use names of capabilities(7), such as NET_RAW",
                name));
        }
    }
    return {};
}

Status setInterval(Options& o, const std::string& text) {
    auto status = setDuration(o.agent.sampleInterval, text);
    if (status && o.agent.sampleInterval < std::chrono::milliseconds(100)) {
        return failure("GPUs can be sampled every 100ms at most: their sensors are not faster");
    }
    return status;
}

Status setReregistration(Options& o, const std::string& text) {
    constexpr Duration kMost = std::chrono::seconds(15); // Mesos'
    auto status = setDuration(o.agent.executorReregistration, text);
    if (status && o.agent.executorReregistration > kMost) {
        return failure("Expected `--executor_reregistration_timeout` to be not more than "
            + durationText(kMost));
    }
    return status;
}

Status setExecutorPort(Options& o, const std::string& text) {
    std::int64_t port = 0;
    if (text == "none") {
        o.agent.executorPort.reset();
        return {};
    }
    if (text != "0" && (!setNumber(port, text) || port > 65535)) {
        return failure("use a port from 1 to 65535, 0 for any free port, or none");
    }
    o.agent.executorPort = static_cast<std::uint16_t>(port);
    return {};
}

Status setHeadroom(Options& o, const std::string& text) {
    char* end = nullptr;
    const double share = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !(share >= 0.0 && share <= 1.0)) {
        return failure(fmt::format(
            "Invalid value '{}' for --gc_disk_headroom. Must be between 0.0 and 1.0", text));
    }
    o.agent.gcDiskHeadroom = share;
    return {};
}

Status setEnvironment(Options& o, const std::string& text) {
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object()) {
        return failure("use a JSON object, for example {\"PATH\":\"/bin:/usr/bin\"}");
    }
    for (const auto& [name, value] : json.items()) {
        if (!value.is_string()) {
            return failure(fmt::format("the value of '{}' must be a string", name));
        }
    }
    o.agent.executorEnvironment = text;
    return {};
}

Status setHostRoot(Options& o, const std::string& text) {
    o.agent.hostRootWritable = text == "writable";
    return text == "writable" || text == "readonly" ? Status{}
                                                    : failure("use readonly or writable");
}

Status setTaskMemory(Options& o, const std::string& text) {
    auto status = setDiskSize(o.agent.defaultTaskMemory, text);
    return status && o.agent.defaultTaskMemory < container::kLeastMemory
        ? failure(fmt::format("use at least {}MB: a container needs that to start",
            container::kLeastMemory.mebibytes()))
        : status;
}

constexpr Flag kAgentFlags[] = {
    {"master", kAgent, "HOST:PORT", "127.0.0.1:5050", "The master to connect to",
        setText<&AgentOptions::master>},
    {"ca_file", kAgent, "FILE", "", "Certificate authority to trust for the master",
        setText<&AgentOptions::caFile>},
    {"isolation", kAgent, "NAME,...", "filesystem/linux,cgroups/devices,gpu/nvidia",
        "How tasks are isolated; 'none' only monitors the GPUs and runs nothing",
        [](Options& o, const std::string& text) {
            o.agent.isolation = splitAtCommas(text);
            return Status{};
        }},
    {"resources", kAgent, "LIST", "the resources of the host",
        "Resources to offer: 'cpus:8;mem:1024;gpus:2', a JSON array, or file:///path",
        setText<&AgentOptions::resources>},
    {"nvidia_gpu_devices", kAgent, "INDEX,...", "all",
        "Use only these GPUs, by the index that nvidia-smi prints; needs gpus in --resources",
        [](Options& o, const std::string& text) {
            o.agent.nvidiaGpuDevices = text;
            return Status{};
        }},
    {"attributes", kAgent, "LIST", "", "Attributes for constraints: 'rack:abc;gpu:K40;level:10'",
        setText<&AgentOptions::attributes>},
    {"executor_environment_variables", kAgent, "JSON", "PATH only",
        "Environment of tasks, instead of the default", setEnvironment},
    {"executor_registration_timeout", kAgent, "DURATION",
        defaultOf<defaults::kExecutorRegistrationTimeout>,
        "Time allowed for a framework's executor to subscribe",
        setTime<&AgentOptions::executorRegistration>},
    {"executor_reregistration_timeout", kAgent, "DURATION",
        defaultOf<defaults::kExecutorReregistrationTimeout>,
        "Time allowed for executors to subscribe again after a restart of the agent",
        setReregistration},
    {"executor_shutdown_grace_period", kAgent, "DURATION",
        defaultOf<defaults::kExecutorShutdownGracePeriod>,
        "Time allowed for executors to shut down when asked",
        setTime<&AgentOptions::executorShutdownGrace>},
    {"executor_port", kAgent, "N|none", "0",
        "Loopback port for frameworks' executors; 0: any free port, kept across restarts; none: "
        "executors use only their sockets",
        setExecutorPort},
    {"nvml_library", kAgent, "PATH", "libnvidia-ml.so.1", "Path of the NVIDIA management library",
        setText<&AgentOptions::nvmlLibrary>},
    {"simulate", kAgent, "SCENARIO", "",
        "Simulated GPUs: m60x4, k40x1, h100x8, lost-gpu, or the path of a scenario file",
        setText<&AgentOptions::simulate>},
    {"sample_interval", kAgent, "DURATION", defaultOf<defaults::kSampleInterval>,
        "Interval at which GPUs are sampled", setInterval},
    {"gpu_start_timeout", kAgent, "DURATION", defaultOf<defaults::kGpuStartTimeout>,
        "Time allowed for the NVIDIA driver to start, which is slow without persistence mode; "
        "increases with each failure",
        [](Options& o, const std::string& text) -> Status {
            auto status = setDuration(o.agent.gpuStartTimeout, text);
            return status && o.agent.gpuStartTimeout < std::chrono::seconds(1)
                ? failure("use at least 1secs")
                : status;
        }},
    {"offer_occupied_gpus", kAgent, nullptr, "requires --simulate",
        "Also offer GPUs that are in use outside Muster",
        [](Options& o, const std::string& text) {
            o.agent.offerOccupiedGpus = text == "true" || text == "1";
            return Status{};
        }},
    {"max_log_size", kAgent, "SIZE", defaultOf<defaults::kMaxLogSize>,
        "Maximum size of a stdout or stderr file of a task before it is rotated",
        [](Options& o, const std::string& text) -> Status {
            auto status = setBytes(o.agent.maxLogSize, text);
            return status && o.agent.maxLogSize < 4096 ? failure("use at least 4KB") : status;
        }},
    {"max_log_files", kAgent, "N", defaultOf<defaults::kMaxLogFiles>,
        "Number of rotated files to keep, as stdout.1 (the newest) to stdout.N",
        [](Options& o, const std::string& text) -> Status {
            auto status = setNumber(o.agent.maxLogFiles, text);
            return status && o.agent.maxLogFiles > 100 ? failure("use a number from 1 to 100")
                                                       : status;
        }},
    {"gc_delay", kAgent, "DURATION", defaultOf<defaults::kGcDelay>,
        "Maximum time to keep the sandboxes of ended tasks; less as the disk fills, see "
        "--gc_disk_headroom",
        setTime<&AgentOptions::gcDelay>},
    {"gc_disk_headroom", kAgent, "SHARE", defaultOf<defaults::kGcDiskHeadroom>,
        "Sandboxes are kept for gc_delay * max(0.0, (1.0 - gc_disk_headroom - disk usage)), but at "
        "least ten minutes",
        setHeadroom},
    {"disk_watch_interval", kAgent, "DURATION", defaultOf<defaults::kDiskWatchInterval>,
        "Interval at which disk usage is checked and sandboxes of ended tasks are removed",
        [](Options& o, const std::string& text) -> Status {
            auto status = setDuration(o.agent.diskWatchInterval, text);
            return status && o.agent.diskWatchInterval < std::chrono::seconds(1)
                ? failure("use at least 1secs")
                : status;
        }},
    {"runc", kAgent, "PATH", "runc", "Path of the OCI runtime", setText<&AgentOptions::runc>},
    {"conmon", kAgent, "PATH", "conmon", "Path of the container monitor",
        setText<&AgentOptions::conmon>},
    {"containerizers", kAgent, "NAME,...", "muster",
        "What runs tasks: 'muster', and 'docker' for tasks that request the Docker Engine",
        setContainerizers},
    {"docker_socket", kAgent, "PATH", "/var/run/docker.sock", "Socket of the Docker Engine",
        setText<&AgentOptions::dockerSocket>},
    {"skopeo", kAgent, "PATH", "skopeo", "Path of skopeo, which pulls images",
        setText<&AgentOptions::skopeo>},
    {"docker_config", kAgent, "FILE", "",
        "Credentials for registries, in the format of ~/.docker/config.json",
        [](Options& o, const std::string& text) {
            return setFile(o.agent.dockerConfig, withoutFileScheme(text));
        }},
    {"registry_certificates", kAgent, "DIR", "/etc/docker/certs.d",
        "Directory with a subdirectory HOST[:PORT] for each private registry, with its CA (ca.crt)",
        setText<&AgentOptions::registryCertificates>},
    {"image_folders", kAgent, "DIR,...", "",
        "Directories from which docker-archive:, oci: and oci-archive: images may be used",
        [](Options& o, const std::string& text) { return setFolders(o.agent.imageFolders, text); }},
    {"max_image_pulls", kAgent, "N", defaultOf<defaults::kMaxImagePulls>,
        "Number of images to pull at the same time",
        [](Options& o, const std::string& text) -> Status {
            auto status = setNumber(o.agent.maxImagePulls, text);
            return status && o.agent.maxImagePulls > 100 ? failure("use a number from 1 to 100")
                                                         : status;
        }},
    {"fetch_allow", kAgent, "HOST,...", "",
        "Hosts, addresses and ranges, [:PORT], to allow for URIs of tasks and image registries "
        "although they are refused by default: the host's own addresses in any network, loopback, "
        "link-local and metadata addresses",
        [](Options& o, const std::string& text) {
            o.agent.fetchAllow = splitAtCommas(text);
            return Status{};
        }},
    {"fetch_files", kAgent, "DIR,...", "",
        "Directories of the host from which URIs of tasks may use files, as paths or file://, with "
        "the rights of the task's user",
        [](Options& o, const std::string& text) { return setFolders(o.agent.fetchFolders, text); }},
    {"fetch_ca_file", kAgent, "FILE", "", "Certificate authority to trust for URIs of tasks",
        [](Options& o, const std::string& text) { return setFile(o.agent.fetchCaFile, text); }},
    {"fetcher_cache_size", kAgent, "SIZE", defaultOf<defaults::kFetcherCacheSize>,
        "Maximum disk space for cached URIs",
        [](Options& o, const std::string& text) {
            return setDiskSize(o.agent.fetcherCacheSize, text);
        }},
    {"max_fetch_size", kAgent, "SIZE", defaultOf<defaults::kMaxFetchSize>,
        "Maximum space for the URIs of one task in its sandbox, downloaded and extracted",
        [](Options& o, const std::string& text) {
            return setDiskSize(o.agent.maxFetchSize, text);
        }},
    {"default_task_memory", kAgent, "SIZE", defaultOf<defaults::kTaskMemory>,
        "Memory limit of tasks that request none (mem)", setTaskMemory},
    {"host_root", kAgent, "readonly|writable", "readonly",
        "How jobs that run as root without an image see the host's files; writable gives every "
        "such job full control of the host",
        setHostRoot},
    {"allowed_volumes", kAgent, "DIR,...", "",
        "Host paths that tasks with an image may mount: these directories and what the task's "
        "user may reach below them",
        [](Options& o, const std::string& text) {
            return setFolders(o.agent.allowedVolumes, text);
        }},
    {"allowed_capabilities", kAgent, "NAME,...", "",
        "Linux capabilities that tasks may request beyond the defaults, such as NET_RAW",
        setAllowedCapabilities},
    {"image_max_age", kAgent, "DURATION", defaultOf<defaults::kImageMaxAge>,
        "Images that were not used for this long are removed", setTime<&AgentOptions::imageMaxAge>},
    {"image_disk_budget", kAgent, "SIZE", defaultOf<defaults::kImageDiskBudget>,
        "Maximum space for unused images before the oldest are removed",
        [](Options& o, const std::string& text) {
            return setDiskSize(o.agent.imageDiskBudget, text);
        }},
};

} // namespace

std::span<const Flag> agentFlags() {
    return kAgentFlags;
}

} // namespace muster::agentd
