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
    o.containerizers = splitAtCommas(text);
    for (auto& name : o.containerizers) {
        if (name == "mesos") { // what it is called in flags of Mesos
            name = "muster";
        }
        if (name != "muster" && name != "docker") {
            return failure(
                fmt::format("'{}' is no containerizer: name muster, docker or both", name));
        }
    }
    const auto& all = o.containerizers;
    return std::find(all.begin(), all.end(), "muster") == all.end()
        ? failure("'muster' runs tasks without an image: name it, too")
        : Status{};
}

Status setAllowedCapabilities(Options& o, const std::string& text) {
    o.allowedCapabilities = splitAtCommas(text);
    for (auto& name : o.allowedCapabilities) {
        if (!name.starts_with("CAP_")) {
            name.insert(0, "CAP_");
        }
        using mesos::v1::CapabilityInfo;
        CapabilityInfo::Capability known = CapabilityInfo::UNKNOWN;
        if (!CapabilityInfo::Capability_Parse(name.substr(4), &known)
            || known == CapabilityInfo::UNKNOWN) {
            return failure(fmt::format(
                "'{}' is no Linux capability: write names of capabilities(7), as NET_RAW", name));
        }
    }
    return {};
}

Status setInterval(Options& o, const std::string& text) {
    auto status = setDuration(o.sampleInterval, text);
    if (status && o.sampleInterval < std::chrono::milliseconds(100)) {
        return failure("GPUs are sampled at most every 100ms: their sensors are no faster");
    }
    return status;
}

Status setReregistration(Options& o, const std::string& text) {
    constexpr Duration kMost = std::chrono::seconds(15); // Mesos'
    auto status = setDuration(o.executorReregistration, text);
    if (status && o.executorReregistration > kMost) {
        return failure("Expected `--executor_reregistration_timeout` to be not more than "
            + durationText(kMost));
    }
    return status;
}

Status setExecutorPort(Options& o, const std::string& text) {
    std::int64_t port = 0;
    if (text == "none") {
        o.executorPort.reset();
        return {};
    }
    if (text != "0" && (!setNumber(port, text) || port > 65535)) {
        return failure("write a port from 1 to 65535, 0 for any free one, or none");
    }
    o.executorPort = static_cast<std::uint16_t>(port);
    return {};
}

Status setHeadroom(Options& o, const std::string& text) {
    char* end = nullptr;
    const double share = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !(share >= 0.0 && share <= 1.0)) {
        return failure(fmt::format(
            "Invalid value '{}' for --gc_disk_headroom. Must be between 0.0 and 1.0", text));
    }
    o.gcDiskHeadroom = share;
    return {};
}

Status setEnvironment(Options& o, const std::string& text) {
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_object()) {
        return failure("write a JSON object, for example {\"PATH\":\"/bin:/usr/bin\"}");
    }
    for (const auto& [name, value] : json.items()) {
        if (!value.is_string()) {
            return failure(fmt::format("the value of '{}' must be a string", name));
        }
    }
    o.executorEnvironment = text;
    return {};
}

Status setHostRoot(Options& o, const std::string& text) {
    o.hostRootWritable = text == "writable";
    return text == "writable" || text == "readonly" ? Status{}
                                                    : failure("write readonly or writable");
}

Status setTaskMemory(Options& o, const std::string& text) {
    auto status = setDiskSize(o.defaultTaskMemory, text);
    return status && o.defaultTaskMemory < container::kLeastMemory
        ? failure(fmt::format("write at least {}MB: a container needs them to start",
            container::kLeastMemory.mebibytes()))
        : status;
}

constexpr Flag kAgentFlags[] = {
    {"master", kAgent, "HOST:PORT", "127.0.0.1:5050", "The master to join",
        setText<&Options::master>},
    {"ca_file", kAgent, "FILE", "", "Trust this certificate authority for the master",
        setText<&Options::caFile>},
    {"isolation", kAgent, "NAME,...", "filesystem/linux,cgroups/devices,gpu/nvidia",
        "How tasks are kept apart; 'none' watches the GPUs and runs nothing",
        [](Options& o, const std::string& text) {
            o.isolation = splitAtCommas(text);
            return Status{};
        }},
    {"resources", kAgent, "LIST", "what the machine has",
        "What to offer: 'cpus:8;mem:1024;gpus:2', a JSON array, or file:///path",
        setText<&Options::resources>},
    {"nvidia_gpu_devices", kAgent, "INDEX,...", "all",
        "Only these GPUs, by the index that nvidia-smi prints; needs gpus in --resources",
        [](Options& o, const std::string& text) {
            o.nvidiaGpuDevices = text;
            return Status{};
        }},
    {"attributes", kAgent, "LIST", "", "What frameworks can choose by: 'rack:abc;gpu:K40;level:10'",
        setText<&Options::attributes>},
    {"executor_environment_variables", kAgent, "JSON", "PATH only",
        "Environment of tasks, in place of the default one", setEnvironment},
    {"executor_registration_timeout", kAgent, "DURATION",
        defaultOf<defaults::kExecutorRegistrationTimeout>,
        "How long a framework's own executor may take to subscribe",
        setTime<&Options::executorRegistration>},
    {"executor_reregistration_timeout", kAgent, "DURATION",
        defaultOf<defaults::kExecutorReregistrationTimeout>,
        "How long it may take to subscribe again after a restart of the agent", setReregistration},
    {"executor_shutdown_grace_period", kAgent, "DURATION",
        defaultOf<defaults::kExecutorShutdownGracePeriod>,
        "How long it may take to end when it is told to", setTime<&Options::executorShutdownGrace>},
    {"executor_port", kAgent, "N|none", "0",
        "Port of loopback where frameworks' own executors find the agent; 0: any free one, the "
        "same "
        "after a restart; none: they have their sockets only",
        setExecutorPort},
    {"nvml_library", kAgent, "PATH", "libnvidia-ml.so.1", "The NVIDIA management library",
        setText<&Options::nvmlLibrary>},
    {"simulate", kAgent, "SCENARIO", "",
        "Simulated GPUs: m60x4, k40x1, h100x8, lost-gpu, or the path of a scenario file",
        setText<&Options::simulate>},
    {"sample_interval", kAgent, "DURATION", defaultOf<defaults::kSampleInterval>,
        "How often GPUs are sampled", setInterval},
    {"gpu_start_timeout", kAgent, "DURATION", defaultOf<defaults::kGpuStartTimeout>,
        "How long the NVIDIA driver may take to start, which is long without persistence mode; "
        "more "
        "each time that it fails",
        [](Options& o, const std::string& text) -> Status {
            auto status = setDuration(o.gpuStartTimeout, text);
            return status && o.gpuStartTimeout < std::chrono::seconds(1)
                ? failure("write at least 1secs")
                : status;
        }},
    {"offer_occupied_gpus", kAgent, nullptr, "only with --simulate",
        "Offer GPUs that are in use outside Muster as well",
        [](Options& o, const std::string& text) {
            o.offerOccupiedGpus = text == "true" || text == "1";
            return Status{};
        }},
    {"max_log_size", kAgent, "SIZE", defaultOf<defaults::kMaxLogSize>,
        "A file with a task's stdout or stderr is not longer: the next one begins",
        [](Options& o, const std::string& text) -> Status {
            auto status = setBytes(o.maxLogSize, text);
            return status && o.maxLogSize < 4096 ? failure("write at least 4KB") : status;
        }},
    {"max_log_files", kAgent, "N", defaultOf<defaults::kMaxLogFiles>,
        "How many older files of each are kept, as stdout.1 (the newest) to stdout.N",
        [](Options& o, const std::string& text) -> Status {
            auto status = setNumber(o.maxLogFiles, text);
            return status && o.maxLogFiles > 100 ? failure("write a number from 1 to 100") : status;
        }},
    {"gc_delay", kAgent, "DURATION", defaultOf<defaults::kGcDelay>,
        "How long sandboxes of ended tasks stay at most; less as the disk fills, see "
        "--gc_disk_headroom",
        setTime<&Options::gcDelay>},
    {"gc_disk_headroom", kAgent, "SHARE", defaultOf<defaults::kGcDiskHeadroom>,
        "They stay for gc_delay * max(0.0, (1.0 - gc_disk_headroom - disk usage)), but ten minutes "
        "at least",
        setHeadroom},
    {"disk_watch_interval", kAgent, "DURATION", defaultOf<defaults::kDiskWatchInterval>,
        "How often the disk's usage is looked at and ended sandboxes are removed",
        [](Options& o, const std::string& text) -> Status {
            auto status = setDuration(o.diskWatchInterval, text);
            return status && o.diskWatchInterval < std::chrono::seconds(1)
                ? failure("write at least 1secs")
                : status;
        }},
    {"runc", kAgent, "PATH", "runc", "The OCI runtime", setText<&Options::runc>},
    {"conmon", kAgent, "PATH", "conmon", "The container monitor", setText<&Options::conmon>},
    {"containerizers", kAgent, "NAME,...", "muster",
        "What runs tasks: 'muster', and 'docker' for those that ask for the Docker Engine",
        setContainerizers},
    {"docker_socket", kAgent, "PATH", "/var/run/docker.sock", "Where the Docker Engine listens",
        setText<&Options::dockerSocket>},
    {"skopeo", kAgent, "PATH", "skopeo", "What pulls images", setText<&Options::skopeo>},
    {"docker_config", kAgent, "FILE", "",
        "Credentials for registries, as ~/.docker/config.json has them",
        [](Options& o, const std::string& text) {
            return setFile(o.dockerConfig, withoutFileScheme(text));
        }},
    {"registry_certificates", kAgent, "DIR", "/etc/docker/certs.d",
        "A folder for each private registry, HOST[:PORT], with its CA (ca.crt)",
        setText<&Options::registryCertificates>},
    {"image_folders", kAgent, "DIR,...", "",
        "Where images may also come from: docker-archive:, oci: and oci-archive: below these",
        [](Options& o, const std::string& text) { return setFolders(o.imageFolders, text); }},
    {"max_image_pulls", kAgent, "N", defaultOf<defaults::kMaxImagePulls>,
        "How many images are pulled at once; further ones wait",
        [](Options& o, const std::string& text) -> Status {
            auto status = setNumber(o.maxImagePulls, text);
            return status && o.maxImagePulls > 100 ? failure("write a number from 1 to 100")
                                                   : status;
        }},
    {"fetch_allow", kAgent, "HOST,...", "",
        "Hosts, addresses and ranges, [:PORT], that URIs of tasks and registries of images may be "
        "at though they are refused by default: this machine's own addresses in any network, "
        "loopback, link-local and metadata ones",
        [](Options& o, const std::string& text) {
            o.fetchAllow = splitAtCommas(text);
            return Status{};
        }},
    {"fetch_files", kAgent, "DIR,...", "",
        "Where URIs of tasks may name files of this machine, as paths or file://",
        [](Options& o, const std::string& text) { return setFolders(o.fetchFolders, text); }},
    {"fetch_ca_file", kAgent, "FILE", "", "Trust this certificate authority for URIs of tasks",
        [](Options& o, const std::string& text) { return setFile(o.fetchCaFile, text); }},
    {"fetcher_cache_size", kAgent, "SIZE", defaultOf<defaults::kFetcherCacheSize>,
        "What URIs that tasks want cached may take on the disk",
        [](Options& o, const std::string& text) { return setDiskSize(o.fetcherCacheSize, text); }},
    {"max_fetch_size", kAgent, "SIZE", defaultOf<defaults::kMaxFetchSize>,
        "What the URIs of one task may take in its sandbox, downloaded and extracted",
        [](Options& o, const std::string& text) { return setDiskSize(o.maxFetchSize, text); }},
    {"default_task_memory", kAgent, "SIZE", defaultOf<defaults::kTaskMemory>,
        "The memory limit of a task that asks for none (mem)", setTaskMemory},
    {"host_root", kAgent, "readonly|writable", "readonly",
        "How a job that runs as root without an image sees this machine's files; writable ones "
        "make every such job the machine's master",
        setHostRoot},
    {"allowed_volumes", kAgent, "DIR,...", "",
        "What of this machine tasks with an image may be shown: these folders and all below them",
        [](Options& o, const std::string& text) { return setFolders(o.allowedVolumes, text); }},
    {"allowed_capabilities", kAgent, "NAME,...", "",
        "Linux capabilities that tasks may ask for beyond the default ones, as NET_RAW",
        setAllowedCapabilities},
    {"image_max_age", kAgent, "DURATION", defaultOf<defaults::kImageMaxAge>,
        "An image that no task used for so long is removed", setTime<&Options::imageMaxAge>},
    {"image_disk_budget", kAgent, "SIZE", defaultOf<defaults::kImageDiskBudget>,
        "What unused images may take before the oldest are removed",
        [](Options& o, const std::string& text) { return setDiskSize(o.imageDiskBudget, text); }},
};

} // namespace

std::span<const Flag> agentFlags() {
    return kAgentFlags;
}

} // namespace muster::agentd
