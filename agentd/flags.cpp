// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/flags.h"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <sstream>

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace muster::agentd {
namespace {

constexpr unsigned kMaster = 1, kAgent = 2, kBoth = kMaster | kAgent;

using Set = Status (*)(Options&, const std::string&);

// One row a flag: everything that the command line, the environment and --help know of it.
struct Flag {
    const char* name;
    unsigned modes;
    const char* value; // how the value is written in --help; nullptr: a switch, --[no-]name
    const char* fallback; // its default in words or as a value; empty: none
    const char* help;
    Set set;
};

Status setDuration(Duration& target, const std::string& text) {
    auto duration = parseDuration(text);
    if (!duration) {
        return tl::unexpected(duration.error());
    }
    target = *duration;
    return {};
}

std::vector<std::string> splitAtCommas(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(',', begin), text.size());
        if (end > begin) {
            parts.push_back(text.substr(begin, end - begin));
        }
        begin = end + 1;
    }
    return parts;
}

// Mesos takes a path or "file:///path" for a file.
std::string withoutFileScheme(const std::string& text) {
    constexpr std::string_view scheme = "file://";
    return text.starts_with(scheme) ? text.substr(scheme.size()) : text;
}

template <typename T>
Status setParsed(T& target, Result<T> parsed) {
    if (!parsed) {
        return tl::unexpected(parsed.error());
    }
    target = std::move(*parsed);
    return {};
}

Status setPort(Options& o, const std::string& text) {
    char* end = nullptr;
    const auto port = std::strtol(text.c_str(), &end, 10);
    if (text.empty() || *end != '\0' || port < 0 || port > 65535) {
        return failure("a port is a number from 0 to 65535; 0 takes any free one");
    }
    o.port = static_cast<std::uint16_t>(port);
    return {};
}

Status setNumber(std::int64_t& target, std::string_view text, std::int64_t factor = 1) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    constexpr std::int64_t kMost = 1 << 30;
    if (error != std::errc{} || end != text.data() + text.size() || number < 1
        || number > kMost / factor) {
        return failure(fmt::format("write a whole number from 1 to {}", kMost / factor));
    }
    target = number * factor;
    return {};
}

// "4096B", "4KB", "1MB", as Mesos writes it.
Status setBytes(std::int64_t& target, const std::string& text) {
    constexpr std::pair<std::string_view, std::int64_t> kUnits[]
        = {{"KB", 1 << 10}, {"MB", 1 << 20}, {"B", 1}};
    for (const auto& [unit, factor] : kUnits) {
        if (text.ends_with(unit)) {
            const auto number = std::string_view(text).substr(0, text.size() - unit.size());
            return setNumber(target, number, factor);
        }
    }
    return failure("write a size with its unit: 4096B, 4KB or 1MB");
}

// "500MB", "100GB".
Status setDiskSize(Bytes& target, const std::string& text) {
    std::int64_t mebibytes = 0;
    const auto number = text.substr(0, std::max<std::size_t>(text.size(), 2) - 2);
    const auto status = text.ends_with("GB") ? setNumber(mebibytes, number, 1024)
        : text.ends_with("MB")               ? setNumber(mebibytes, number)
                               : failure("write a size with its unit: 500MB or 100GB");
    target.value = static_cast<std::uint64_t>(mebibytes) << 20;
    return status;
}

Status setFolders(std::vector<std::string>& target, const std::string& text) {
    target = splitAtCommas(text);
    for (auto& folder : target) {
        while (folder.size() > 1 && folder.ends_with('/')) {
            folder.pop_back();
        }
        if (folder.front() != '/' || (folder + '/').find("/../") != std::string::npos) {
            return failure(fmt::format("'{}' is not an absolute path without '..'", folder));
        }
    }
    return {};
}

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

Status setCapabilities(Options& o, const std::string& text) {
    o.allowedCapabilities = splitAtCommas(text);
    for (auto& name : o.allowedCapabilities) {
        if (!name.starts_with("CAP_")) {
            name.insert(0, "CAP_");
        }
    }
    return {};
}

Status setFile(std::string& target, const std::string& path) {
    if (::access(path.c_str(), R_OK) != 0) {
        return failure(fmt::format("'{}' cannot be read: {}", path, std::strerror(errno)));
    }
    target = path;
    return {};
}

Status setInterval(Options& o, const std::string& text) {
    auto status = setDuration(o.sampleInterval, text);
    if (status && o.sampleInterval < std::chrono::milliseconds(100)) {
        return failure("GPUs are sampled at most every 100ms: their sensors are no faster");
    }
    return status;
}

template <Duration Options::*Member>
Status setTime(Options& o, const std::string& text) {
    return setDuration(o.*Member, text);
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

template <std::string Options::*Member>
Status setText(Options& o, const std::string& text) {
    o.*Member = text;
    return {};
}

template <bool Options::*Member>
Status setSwitch(Options& o, const std::string& text) {
    o.*Member = text == "true" || text == "1";
    return {};
}

constexpr Flag kFlags[] = {
    {"ip", kBoth, "ADDRESS", "127.0.0.1",
        "Address to listen on. Another than loopback needs TLS and a token", setText<&Options::ip>},
    {"port", kBoth, "N", "5050", "Port to listen on; 0 takes any free one", setPort},
    {"work_dir", kBoth, "DIR", "/var/lib/muster as root, else ~/.local/share/muster",
        "Where everything is kept: journal, history, token, sandboxes", setText<&Options::workDir>},
    {"hostname", kBoth, "NAME", "the machine's", "Name that offers and screens show",
        setText<&Options::hostname>},
    {"token_file", kBoth, "FILE", "<work_dir>/token",
        "File with the token that clients and agents show", setText<&Options::tokenFile>},
    {"authenticate", kBoth, nullptr, "true", "Demand the token; --no-authenticate only on loopback",
        setSwitch<&Options::authenticate>},
    {"tls_certificate", kMaster, "FILE", "", "Certificate chain (PEM); turns TLS on",
        setText<&Options::tlsCert>},
    {"tls_key", kMaster, "FILE", "", "Its key (PEM)", setText<&Options::tlsKey>},
    {"log_level", kBoth, "LEVEL", "info", "trace, debug, info, warning or error",
        setText<&Options::logLevel>},
    {"filter_gpu_resources", kMaster, nullptr, "true",
        "Offer machines with GPUs only to frameworks that have the GPU_RESOURCES capability",
        setSwitch<&Options::filterGpuResources>},
    {"offer_timeout", kMaster, "DURATION", "",
        "Take an offer back when it was not used for so long",
        [](Options& o, const std::string& text) {
            o.offerTimeout.emplace();
            return setDuration(*o.offerTimeout, text);
        }},
    {"allocation_interval", kMaster, "DURATION", "0secs",
        "The least time between two rounds of offers; 0secs: what is free is offered at once",
        setTime<&Options::allocationInterval>},
    {"agent_ping_timeout", kMaster, "DURATION", "15secs",
        "An agent that is away for longer than this times --max_agent_ping_timeouts is unreachable",
        setTime<&Options::agentPingTimeout>},
    {"max_agent_ping_timeouts", kMaster, "N", "5", "See --agent_ping_timeout",
        [](Options& o, const std::string& text) {
            return setNumber(o.maxAgentPingTimeouts, text);
        }},
    {"min_allocatable_resources", kMaster, "LIST|LIST", "cpus:0.01|mem:32",
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
    {"offer_constraints_re2_max_mem", kMaster, "SIZE", "4096B",
        "What one regular expression of a framework's offer constraints may take",
        [](Options& o, const std::string& text) { return setBytes(o.regexLimits.memory, text); }},
    {"offer_constraints_re2_max_program_size", kMaster, "N", "100",
        "How long its program may be, as RE2 counts it",
        [](Options& o, const std::string& text) {
            return setNumber(o.regexLimits.programSize, text);
        }},
    {"external_log_file", kMaster, "FILE", "",
        "Where the log of the master goes, by the service manager or the shell: operators may read "
        "it as /master/log",
        setText<&Options::externalLogFile>},
    {"allowed_hosts", kMaster, "NAME,...", "",
        "Further names, beside loopback, under which browsers and clients may reach the master",
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
    {"executor_registration_timeout", kAgent, "DURATION", "1mins",
        "How long a framework's own executor may take to subscribe",
        setTime<&Options::executorRegistration>},
    {"executor_reregistration_timeout", kAgent, "DURATION", "2secs",
        "How long it may take to subscribe again after a restart of the agent", setReregistration},
    {"executor_shutdown_grace_period", kAgent, "DURATION", "5secs",
        "How long it may take to end when it is told to", setTime<&Options::executorShutdownGrace>},
    {"nvml_library", kAgent, "PATH", "libnvidia-ml.so.1", "The NVIDIA management library",
        setText<&Options::nvmlLibrary>},
    {"simulate", kAgent, "SCENARIO", "",
        "Simulated GPUs: m60x4, k40x1, h100x8, lost-gpu, or the path of a scenario file",
        setText<&Options::simulate>},
    {"sample_interval", kAgent, "DURATION", "1secs", "How often GPUs are sampled", setInterval},
    {"max_log_size", kAgent, "SIZE", "64MB",
        "A file with a task's stdout or stderr is not longer: the next one begins",
        [](Options& o, const std::string& text) -> Status {
            auto status = setBytes(o.maxLogSize, text);
            return status && o.maxLogSize < 4096 ? failure("write at least 4KB") : status;
        }},
    {"max_log_files", kAgent, "N", "4",
        "How many older files of each are kept, as stdout.1 (the newest) to stdout.N",
        [](Options& o, const std::string& text) -> Status {
            auto status = setNumber(o.maxLogFiles, text);
            return status && o.maxLogFiles > 100 ? failure("write a number from 1 to 100") : status;
        }},
    {"gc_delay", kAgent, "DURATION", "1weeks",
        "How long sandboxes of ended tasks stay at most; less as the disk fills, see "
        "--gc_disk_headroom",
        setTime<&Options::gcDelay>},
    {"gc_disk_headroom", kAgent, "SHARE", "0.1",
        "They stay for gc_delay * max(0.0, (1.0 - gc_disk_headroom - disk usage)), but ten minutes "
        "at least",
        setHeadroom},
    {"disk_watch_interval", kAgent, "DURATION", "1mins",
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
    {"fetch_allow", kAgent, "HOST,...", "",
        "Hosts, addresses and ranges, [:PORT], that URIs of tasks may name though they are refused "
        "by default: this machine's own, loopback and link-local ones",
        [](Options& o, const std::string& text) {
            o.fetchAllow = splitAtCommas(text);
            return Status{};
        }},
    {"fetch_files", kAgent, "DIR,...", "",
        "Where URIs of tasks may name files of this machine, as paths or file://",
        [](Options& o, const std::string& text) { return setFolders(o.fetchFolders, text); }},
    {"fetch_ca_file", kAgent, "FILE", "", "Trust this certificate authority for URIs of tasks",
        [](Options& o, const std::string& text) { return setFile(o.fetchCaFile, text); }},
    {"fetcher_cache_size", kAgent, "SIZE", "2GB",
        "What URIs that tasks want cached may take on the disk",
        [](Options& o, const std::string& text) { return setDiskSize(o.fetcherCacheSize, text); }},
    {"allowed_volumes", kAgent, "DIR,...", "",
        "What of this machine tasks with an image may be shown: these folders and all below them",
        [](Options& o, const std::string& text) { return setFolders(o.allowedVolumes, text); }},
    {"allowed_capabilities", kAgent, "NAME,...", "",
        "Linux capabilities that tasks may ask for beyond the default ones, as NET_RAW",
        setCapabilities},
    {"image_max_age", kAgent, "DURATION", "2weeks",
        "An image that no task used for so long is removed", setTime<&Options::imageMaxAge>},
    {"image_disk_budget", kAgent, "SIZE", "100GB",
        "What unused images may take before the oldest are removed",
        [](Options& o, const std::string& text) { return setDiskSize(o.imageDiskBudget, text); }},
};

constexpr const char* kExamples = R"(
Examples:
  muster-agentd standalone                       one machine, master and agent in one
  muster-agentd standalone --simulate=m60x4      without a GPU: four simulated ones
  muster-agentd master --work_dir=/var/lib/muster
  muster-agentd agent --master=10.0.0.1:5050 --token_file=/etc/muster/token --attributes=gpu:K40

Each flag is also an environment variable: --work_dir is MUSTER_WORK_DIR.)";

unsigned modesOf(Mode mode) {
    switch (mode) {
    case Mode::Master:
        return kMaster;
    case Mode::Agent:
        return kAgent;
    case Mode::Standalone:
        return kBoth;
    }
    return kBoth;
}

std::string environmentName(std::string_view flag) {
    std::string name = "MUSTER_";
    for (const char c : flag) {
        name += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
    return name;
}

std::string helpOf(const Flag& flag) {
    return *flag.fallback == '\0' ? flag.help
                                  : fmt::format("{} (default: {})", flag.help, flag.fallback);
}

void addFlag(CLI::App& command, const Flag& flag, Options& options) {
    const auto apply = [&flag, &options, &command](const std::string& text) {
        // CLI11 hands the environment to the modes that were not chosen, too.
        if (!command.parsed()) {
            return;
        }
        options.values[flag.name] = text;
        if (auto status = flag.set(options, text); !status) {
            throw CLI::ValidationError(
                fmt::format("Failed to load flag '{}': Failed to load value '{}'", flag.name, text),
                status.error().message);
        }
    };
    CLI::Option* option = nullptr;
    if (flag.value == nullptr) {
        option = command.add_flag_function(
            fmt::format("--{0},!--no-{0}", flag.name),
            [apply](std::int64_t count) { apply(count > 0 ? "true" : "false"); }, helpOf(flag));
    } else {
        option = command.add_option_function<std::string>(
            fmt::format("--{}", flag.name), apply, helpOf(flag));
        option->type_name(flag.value);
    }
    option->envname(environmentName(flag.name));
}

std::string defaultWorkDir() {
    const char* home = std::getenv("HOME");
    return ::geteuid() == 0 || home == nullptr ? "/var/lib/muster"
                                               : fmt::format("{}/.local/share/muster", home);
}

// "runc" -> the first of that name on PATH or in the system's own folders; a path stays as it is.
std::string findProgram(const std::string& name) {
    if (name.find('/') != std::string::npos) {
        return name;
    }
    const char* path = std::getenv("PATH");
    std::istringstream folders(
        fmt::format("{}:/usr/local/sbin:/usr/sbin:/usr/bin", path == nullptr ? "" : path));
    for (std::string folder; std::getline(folders, folder, ':');) {
        if (auto candidate = folder + "/" + name; ::access(candidate.c_str(), X_OK) == 0) {
            return candidate;
        }
    }
    return name;
}

void fillDefaults(Options& options, bool standalone) {
    if (options.workDir.empty()) {
        options.workDir = defaultWorkDir();
    }
    if (options.tokenFile.empty()) {
        options.tokenFile = options.workDir + "/token";
    }
    if (options.master.empty() && !standalone) {
        options.master = "127.0.0.1:5050";
    }
    if (options.isolation.empty()) {
        options.isolation = {"filesystem/linux", "cgroups/devices", "gpu/nvidia"};
    }
    options.runc = findProgram(options.runc);
    options.conmon = findProgram(options.conmon);
    if (options.hostname.empty()) {
        char name[256] = {};
        ::gethostname(name, sizeof name - 1);
        options.hostname = name;
    }
}

// A default in words is found out by fillDefaults or stays without a value.
void listValues(Options& options) {
    for (const auto& flag : kFlags) {
        const std::string_view fallback = flag.fallback;
        const bool isValue = !fallback.empty() && fallback.find_first_of(" '<") == fallback.npos;
        if ((flag.modes & modesOf(options.mode)) != 0 && isValue) {
            options.values.try_emplace(flag.name, fallback);
        }
    }
    options.values["work_dir"] = options.workDir;
    options.values["token_file"] = options.tokenFile;
    options.values["hostname"] = options.hostname;
}

} // namespace

tl::expected<Options, Words> parseOptions(int argc, const char* const* argv) {
    Options options;
    CLI::App app{"Muster's daemon: pools Linux machines with GPUs", "muster-agentd"};
    app.set_version_flag("--version", std::string("muster-agentd " MUSTER_VERSION));
    app.require_subcommand(1);
    app.footer(kExamples);
    const struct {
        const char* name;
        Mode mode;
        const char* help;
    } kModes[] = {
        {"standalone", Mode::Standalone, "Master and agent in one: what one machine needs"},
        {"master", Mode::Master, "The master: offers what agents have"},
        {"agent", Mode::Agent, "An agent: discovers GPUs and runs tasks"},
    };
    for (const auto& mode : kModes) {
        auto* command = app.add_subcommand(mode.name, mode.help);
        command->callback([&options, chosen = mode.mode] { options.mode = chosen; });
        for (const auto& flag : kFlags) {
            if ((flag.modes & modesOf(mode.mode)) != 0) {
                addFlag(*command, flag, options);
            }
        }
        command->footer(kExamples);
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::Error& error) {
        if (error.get_exit_code() == 0) {
            std::ostringstream out;
            app.exit(error, out, out);
            return tl::unexpected(Words{out.str(), 0});
        }
        return tl::unexpected(
            Words{fmt::format("{}\nTry 'muster-agentd --help'\n", error.what()), 1});
    }
    fillDefaults(options, options.mode == Mode::Standalone);
    listValues(options);
    return options;
}

} // namespace muster::agentd
