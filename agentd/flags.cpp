// SPDX-FileCopyrightText: 2026 The Muster authors
// SPDX-License-Identifier: Apache-2.0
#include "agentd/flags.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <span>
#include <sstream>

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/ranges.h>

#include "agentd/config_file.h"
#include "agentd/flag_table.h"
#include "agentd/mesos_flags.h"
#include "core/kernel/base/nearest.h"
#include "core/kernel/base/wrap.h"

namespace muster::agentd {
namespace {

std::string inCase(std::string_view text, int (*change)(int)) {
    std::string out;
    for (const char c : text) {
        out += static_cast<char>(change(static_cast<unsigned char>(c)));
    }
    return out;
}

Status setPort(Options& o, const std::string& text) {
    char* end = nullptr;
    const auto port = std::strtol(text.c_str(), &end, 10);
    if (text.empty() || *end != '\0' || port < 0 || port > 65535) {
        return failure("use a port from 0 to 65535; 0 is any free port");
    }
    o.common.port = static_cast<std::uint16_t>(port);
    return {};
}

Status setLogLevel(Options& o, const std::string& text) {
    constexpr std::string_view kLevels[] = {"trace", "debug", "info", "warning", "error"};
    o.common.logLevel = inCase(text, &std::tolower);
    return std::ranges::find(kLevels, o.common.logLevel) == std::end(kLevels)
        ? failure(fmt::format("use one of {}", fmt::join(kLevels, ", ")))
        : Status();
}

Status setLoggingLevel(Options& o, const std::string& text) {
    const auto level = inCase(text, &std::tolower);
    if (level != "info" && level != "warning" && level != "error") {
        return failure("use INFO, WARNING or ERROR");
    }
    o.common.logLevel = level;
    return {};
}

constexpr Flag kCommonFlags[] = {
    {"ip", kBoth, "ADDRESS", "127.0.0.1",
        "Address to listen on; other than loopback requires TLS and a token",
        setText<&CommonOptions::ip>},
    {"port", kBoth, "N", "5050", "Port to listen on; 0 is any free port", setPort},
    {"config", kBoth, "FILE", "/etc/muster/<mode>.toml if it exists",
        "Configuration file with lines NAME = VALUE; the command line and the environment override "
        "it",
        setText<&CommonOptions::configFile>},
    {"work_dir", kBoth, "DIR",
        "systemd's STATE_DIRECTORY, /var/lib/muster as root, otherwise ~/.local/share/muster",
        "Directory for journal, history, token and sandboxes", setText<&CommonOptions::workDir>},
    {"hostname", kBoth, "NAME", "that of the host", "Host name to show in offers and consoles",
        setText<&CommonOptions::hostname>},
    {"token_file", kBoth, "FILE", "<work_dir>/token",
        "File with the token that clients and agents present", setText<&CommonOptions::tokenFile>},
    {"authenticate", kBoth, nullptr, "true",
        "Require the token; --no-authenticate only on loopback",
        setSwitch<&CommonOptions::authenticate>},
    {"tls_certificate", kMaster, "FILE", "", "Certificate chain (PEM); enables TLS",
        setText<&CommonOptions::tlsCert>},
    {"tls_key", kMaster, "FILE", "", "Private key of the certificate (PEM)",
        setText<&CommonOptions::tlsKey>},
    {"log_level", kBoth, "LEVEL", "info", "trace, debug, info, warning or error", setLogLevel},
    {"logging_level", kBoth, "LEVEL", "", "Log level in Mesos' terms: INFO, WARNING or ERROR",
        setLoggingLevel},
};

constexpr const char* kExamples = R"(
Examples:
  muster-agentd standalone                       a single host: master and agent in one
  muster-agentd standalone --simulate=m60x4      without a GPU: four simulated GPUs
  muster-agentd master --work_dir=/var/lib/muster
  muster-agentd agent --master=10.0.0.1:5050 --token_file=/etc/muster/token --attributes=gpu:K40

Each flag is also an environment variable: --work_dir is MUSTER_WORK_DIR, or MESOS_WORK_DIR as in
Mesos. In a configuration file (--config) it is a line: work_dir = "/srv/muster".)";

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

// Of a flag that Muster has: its own variable, else Mesos'.
std::string environmentName(std::string_view flag) {
    const auto name = inCase(flag, &std::toupper);
    const auto mesos = "MESOS_" + name;
    auto own = "MUSTER_" + name;
    return std::getenv(own.c_str()) == nullptr && std::getenv(mesos.c_str()) != nullptr ? mesos
                                                                                        : own;
}

std::string helpOf(const Flag& flag) {
    const auto fallback = flag.fallback.text();
    return wrapped(
        fallback.empty() ? flag.help : fmt::format("{} (default: {})", flag.help, fallback),
        kHelpColumns);
}

// As CLI11 writes it, without its mark of a "--no-..." form.
struct HelpFormatter final : CLI::Formatter {
    std::string make_option_name(const CLI::Option* option, bool isPositional) const override {
        return withoutFalseMark(CLI::Formatter::make_option_name(option, isPositional));
    }
};

// What the command line and the environment say, in the order of the table.
using Chosen = std::vector<std::pair<const Flag*, std::string>>;

void addFlag(CLI::App& command, const Flag& flag, Chosen& chosen) {
    const auto note = [&flag, &chosen, &command](const std::string& text) {
        // CLI11 hands the environment to the modes that were not chosen, too.
        if (command.parsed()) {
            chosen.emplace_back(&flag, text);
        }
    };
    CLI::Option* option = nullptr;
    if (flag.value == nullptr) {
        option = command.add_flag_function(
            fmt::format("--{0},!--no-{0}", flag.name),
            [note](std::int64_t count) { note(count > 0 ? "true" : "false"); }, helpOf(flag));
    } else {
        option = command.add_option_function<std::string>(
            fmt::format("--{}", flag.name), note, helpOf(flag));
        option->type_name(flag.value);
    }
    option->envname(environmentName(flag.name));
}

Status setFlag(Options& options, const Flag& flag, const std::string& text) {
    options.values[flag.name] = text;
    if (auto status = flag.set(options, text); !status) {
        return failure(fmt::format("Failed to load flag '{}': Failed to load value '{}': {}",
            flag.name, text, status.error().message));
    }
    return {};
}

using Given = std::vector<std::pair<const MesosFlag*, std::string>>;

// What is given is checked when all else is known. Not in --help.
void addMesosFlag(CLI::App& command, const MesosFlag& flag, Given& given) {
    const auto note = [&flag, &given, &command](const std::string& text) {
        if (command.parsed()) {
            given.emplace_back(&flag, text);
        }
    };
    CLI::Option* option = nullptr;
    if (flag.isSwitch) {
        option = command.add_flag_function(fmt::format("--{0},!--no-{0}", flag.name),
            [note](std::int64_t count) { note(count > 0 ? "true" : "false"); });
    } else {
        option = command.add_option_function<std::string>(fmt::format("--{}", flag.name), note);
    }
    option->envname("MESOS_" + inCase(flag.name, &std::toupper))->group("");
}

std::string defaultWorkDir() {
    if (const char* state = std::getenv("STATE_DIRECTORY"); state != nullptr && *state == '/') {
        return std::string(state).substr(0, std::string_view(state).find(':'));
    }
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
    if (options.common.workDir.empty()) {
        options.common.workDir = defaultWorkDir();
    }
    if (options.common.tokenFile.empty()) {
        options.common.tokenFile = options.common.workDir + "/token";
    }
    if (options.agent.master.empty() && !standalone) {
        options.agent.master = "127.0.0.1:5050";
    }
    if (options.agent.isolation.empty()) {
        options.agent.isolation = {"filesystem/linux", "cgroups/devices", "gpu/nvidia"};
    }
    options.agent.runc = findProgram(options.agent.runc);
    options.agent.conmon = findProgram(options.agent.conmon);
    if (options.common.hostname.empty()) {
        char name[256] = {};
        ::gethostname(name, sizeof name - 1);
        options.common.hostname = name;
    }
}

bool isAlready(const CLI::App& command, const MesosFlag& flag) {
    return std::string_view(flag.name) == "version"
        || command.get_option_no_throw(fmt::format("--{}", flag.name)) != nullptr;
}

// A default in words is found out by fillDefaults or stays without a value.
void listValues(Options& options) {
    for (const auto* flag : flagsOf(options.mode)) {
        if (hasValueAsDefault(*flag)) {
            options.values.try_emplace(flag->name, flag->fallback.text());
        }
    }
    options.values["work_dir"] = options.common.workDir;
    options.values["token_file"] = options.common.tokenFile;
    options.values["hostname"] = options.common.hostname;
    options.values["log_level"] = options.common.logLevel;
    options.values["logging_level"] = inCase(options.common.logLevel, &std::toupper);
    for (const auto& flag : mesosFlags()) {
        if (const auto value = valueOf(flag, options.values);
            value && (flag.modes & modesOf(options.mode)) != 0) {
            options.values[flag.name] = *value;
        }
    }
}

const MesosFlag* mesosFlagOf(std::string_view name, Mode mode) {
    const auto all = mesosFlags();
    const auto found = std::ranges::find_if(all, [&](const MesosFlag& flag) {
        return name == flag.name && (flag.modes & modesOf(mode)) != 0;
    });
    return found == all.end() ? nullptr : &*found;
}

std::string unknownName(std::string_view name, Mode mode) {
    for (const auto other : {Mode::Master, Mode::Agent}) {
        for (const auto* flag : flagsOf(other)) {
            if (name == flag->name) {
                return fmt::format(
                    "'{}' is a flag of the {}, not of the {}", name, nameOf(other), nameOf(mode));
            }
        }
    }
    std::vector<std::string> names;
    for (const auto* flag : flagsOf(mode)) {
        names.emplace_back(flag->name);
    }
    const auto near = nearestNames(name, std::move(names), 1);
    return near.empty() ? fmt::format("unknown flag '{}'", name)
                        : fmt::format("unknown flag '{}': did you mean '{}'?", name, near[0]);
}

// Sets what is not in `chosen`, which goes over the file.
Status takeConfig(
    Options& options, const std::vector<ConfigEntry>& entries, const Chosen& chosen, Given& given) {
    for (const auto& entry : entries) {
        const auto refuse = [&](std::string_view why) {
            return failure(fmt::format("{}:{}: {}", options.common.configFile, entry.line, why));
        };
        const auto flags = flagsOf(options.mode);
        const auto found = std::ranges::find_if(
            flags, [&](const Flag* flag) { return entry.name == flag->name; });
        if (found == flags.end()) {
            const auto* mesos = mesosFlagOf(entry.name, options.mode);
            if (mesos == nullptr) {
                return refuse(unknownName(entry.name, options.mode));
            }
            given.emplace_back(mesos, entry.text);
            continue;
        }
        const auto& flag = **found;
        if (entry.name == "config") {
            return refuse("a configuration file cannot specify another one");
        }
        if (entry.isSwitch != (flag.value == nullptr)) {
            return refuse(entry.isSwitch
                    ? fmt::format("'{}' is not a switch: add a value", entry.name)
                    : fmt::format("'{}' is a switch: use true or false", entry.name));
        }
        const bool isOverridden = std::ranges::any_of(
            chosen, [&](const auto& choice) { return choice.first == &flag; });
        if (isOverridden) {
            continue;
        }
        if (auto status = setFlag(options, flag, entry.text); !status) {
            return refuse(status.error().message);
        }
    }
    return {};
}

// The default one need not exist.
Result<std::vector<ConfigEntry>> findConfig(
    Options& options, const Chosen& chosen, const std::string& folder) {
    for (const auto& [flag, text] : chosen) {
        if (std::string_view(flag->name) == "config") {
            options.common.configFile = text;
        }
    }
    if (options.common.configFile.empty()) {
        auto usual = fmt::format("{}/{}.toml", folder, nameOf(options.mode));
        if (::access(usual.c_str(), F_OK) != 0) {
            return std::vector<ConfigEntry>();
        }
        options.common.configFile = std::move(usual);
    }
    options.values["config"] = options.common.configFile;
    return readConfig(options.common.configFile);
}

tl::unexpected<Words> mistake(const std::string& text) {
    return tl::unexpected(Words{fmt::format("{}\nTry 'muster-agentd --help'\n", text), 1});
}

} // namespace

std::span<const Flag> commonFlags() {
    return kCommonFlags;
}

std::vector<const Flag*> flagsOf(Mode mode) {
    std::vector<const Flag*> flags;
    for (const auto table : {commonFlags(), masterFlags(), agentFlags()}) {
        for (const auto& flag : table) {
            if ((flag.modes & modesOf(mode)) != 0) {
                flags.push_back(&flag);
            }
        }
    }
    return flags;
}

bool hasValueAsDefault(const Flag& flag) {
    const auto fallback = flag.fallback.text();
    return !fallback.empty() && fallback.find_first_of(" '<") == fallback.npos;
}

std::string nameOf(Mode mode) {
    switch (mode) {
    case Mode::Master:
        return "master";
    case Mode::Agent:
        return "agent";
    case Mode::Standalone:
        break;
    }
    return "standalone";
}

std::string_view flagExamples() {
    return kExamples;
}

std::vector<std::string> namedFiles(Mode mode, const FlagValues& values) {
    std::vector<std::string> out;
    for (const auto* flag : flagsOf(mode)) {
        const auto given = values.find(flag->name);
        if (given == values.end() || flag->value == nullptr) {
            continue;
        }
        const std::string_view name = flag->name;
        const auto& text = given->second;
        const auto path = withoutFileScheme(text);
        // Whom to trust is no secret, and the system's own file of it is everybody's.
        const bool isPublic = name.ends_with("ca_file")
            && (path.starts_with("/etc/ssl/") || path.starts_with("/usr/"));
        const bool isFile = std::string_view(flag->value).find("FILE") != std::string_view::npos
            || name == "docker_socket" || path != text;
        if (isFile && !isPublic && !path.empty() && path.front() != '{' && path.front() != '[') {
            out.push_back(std::filesystem::absolute(path).lexically_normal().string());
        }
    }
    return out;
}

tl::expected<Options, Words> parseOptions(
    int argc, const char* const* argv, const std::string& configFolder) {
    Options options;
    Chosen chosen;
    Given given;
    CLI::App app{"The Muster daemon: a pool of Linux hosts with GPUs", "muster-agentd"};
    app.formatter(std::make_shared<HelpFormatter>());
    app.set_version_flag("--version", std::string("muster-agentd " MUSTER_VERSION));
    app.require_subcommand(1);
    app.footer(kExamples);
    const struct {
        Mode mode;
        const char* help;
    } kModes[] = {
        {Mode::Standalone, "Master and agent in one, for a single host"},
        {Mode::Master, "The master: offers the resources of the agents"},
        {Mode::Agent, "An agent: discovers GPUs and runs tasks"},
    };
    for (const auto& mode : kModes) {
        auto* command = app.add_subcommand(nameOf(mode.mode), mode.help);
        command->callback([&options, picked = mode.mode] { options.mode = picked; });
        for (const auto* flag : flagsOf(mode.mode)) {
            addFlag(*command, *flag, chosen);
        }
        for (const auto& flag : mesosFlags()) {
            if ((flag.modes & modesOf(mode.mode)) != 0 && !isAlready(*command, flag)) {
                addMesosFlag(*command, flag, given);
            }
        }
        command->footer(kExamples);
    }
    for (const std::string_view word : std::span(argv, static_cast<std::size_t>(argc))) {
        // CLI11 would take the next word for its value.
        if (word.starts_with("--") && word.find('=') == word.size() - 1) {
            return mistake(fmt::format(
                "Failed to load flag '{}': Failed to load value '': add a value, or omit the flag",
                word.substr(2, word.size() - 3)));
        }
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::Error& error) {
        if (error.get_exit_code() == 0) {
            std::ostringstream out;
            app.exit(error, out, out);
            return tl::unexpected(Words{out.str(), 0});
        }
        return mistake(error.what());
    }
    const auto config = findConfig(options, chosen, configFolder);
    if (!config) {
        return mistake(config.error().message);
    }
    if (auto status = takeConfig(options, *config, chosen, given); !status) {
        return mistake(status.error().message);
    }
    for (const auto& [flag, text] : chosen) {
        if (auto status = setFlag(options, *flag, text); !status) {
            return mistake(status.error().message);
        }
    }
    fillDefaults(options, options.mode == Mode::Standalone);
    listValues(options);
    for (const auto& [flag, text] : given) {
        if (auto status = check(*flag, text, options.values); !status) {
            return mistake(status.error().message);
        }
    }
    return options;
}

} // namespace muster::agentd
